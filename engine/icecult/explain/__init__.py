"""From two views of the table to the turn between them."""
