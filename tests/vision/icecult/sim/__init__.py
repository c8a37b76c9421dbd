"""The virtual table."""
