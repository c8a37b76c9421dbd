"""Measuring this set's pawns from what stands on the table."""
