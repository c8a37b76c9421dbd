"""ICE CULT."""
