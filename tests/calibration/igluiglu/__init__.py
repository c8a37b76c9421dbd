"""The eye of IGLU IGLU."""
