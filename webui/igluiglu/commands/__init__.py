"""What IGLU IGLU brings to the commands for a camera."""
