"""Training of the reader's networks from pictures with truth; needs the `train` extra."""
