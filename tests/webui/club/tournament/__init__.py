"""Tournaments on the club's page, with a real PostgreSQL server."""
