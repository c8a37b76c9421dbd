"""Prints of any style: the board, tiles' backs and faces, animals' tokens."""
