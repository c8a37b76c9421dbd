"""Arrays in, profiles out; never opens a camera."""
