"""The club's record, with a real PostgreSQL server."""
