"""Lessons of IGLU IGLU."""
