"""Films of matches on the virtual table."""
