"""Commands for a table of ICE CULT with a camera: calibration, reading, learning the cubes, the terminal's referee."""
