"""The commands with the virtual table in front of the camera."""
