"""Matches on record in a browser."""
