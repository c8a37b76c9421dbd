"""The second board's eye, measured."""
