"""The lessons of the eye: finding the board, measuring it, reading its spaces and numbers."""
