"""From a scene to what a webcam would have stored."""
