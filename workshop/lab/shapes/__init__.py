"""Meshes and surfaces of any table."""
