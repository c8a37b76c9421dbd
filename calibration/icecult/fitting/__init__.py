"""From a picture to a camera's pose: keypoints measured, solved for and proven."""
