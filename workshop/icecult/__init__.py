"""Lessons for the eye of ICE CULT."""
