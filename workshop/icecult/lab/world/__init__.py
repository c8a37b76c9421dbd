"""Random scenes: which position, which room, which camera."""
