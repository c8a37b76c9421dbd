"""Getting to know a set: what is seen, rest by rest, until board, pawns and cubes are known."""
