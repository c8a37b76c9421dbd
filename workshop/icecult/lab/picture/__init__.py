"""From a scene to a photograph with its truth: light, path tracing, denoising, the camera."""
