"""Frames in, observations and reconstructed states out."""
