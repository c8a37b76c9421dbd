"""Fitting any board to a picture: keypoints measured in windows, and the camera solved from them."""
