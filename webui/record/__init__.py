"""Matches on record: events, their fold, the store. The only rooms that touch the disk."""
