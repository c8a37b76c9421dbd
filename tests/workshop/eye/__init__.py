"""The lessons of the second eye: all that needs no torch."""
