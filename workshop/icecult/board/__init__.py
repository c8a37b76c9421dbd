"""Trains the two networks that find the board."""
