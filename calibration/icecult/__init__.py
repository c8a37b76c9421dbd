"""Learning the cubes of a set; default sets and dimensions."""
