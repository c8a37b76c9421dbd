"""Commands for a table with a camera: calibration, reading, learning the equipment, the terminal's referee."""
