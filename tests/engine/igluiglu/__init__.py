"""IGLU IGLU."""
