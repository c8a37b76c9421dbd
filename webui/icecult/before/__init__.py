"""Before the first turn: the board drawn on the picture, found, and its set met."""
