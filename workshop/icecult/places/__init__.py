"""One network that reads every place where pawns may stand, all places of a picture together; and what trains it."""
