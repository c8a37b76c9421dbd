"""Finding the board and laying the table, in a browser."""
