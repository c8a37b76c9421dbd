"""IGLU IGLU by camera."""
