"""Procedural textures of any table."""
