"""Commands for a table with a camera: the page, the terminal's referee, calibration."""
