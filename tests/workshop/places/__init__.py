"""The network that reads every place together: all of its school that needs no torch."""
