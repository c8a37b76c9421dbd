"""The virtual table as a frame source."""
