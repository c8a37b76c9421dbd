"""Commands about the matches on record."""
