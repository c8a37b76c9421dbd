"""Reading an ICE CULT table."""
