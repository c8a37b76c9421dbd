"""What the engines' benchmark shares: the second game, the obvious search, timing."""
