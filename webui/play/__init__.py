"""What the product asks of any game: rules at the table, words, views, and how a camera sees it."""
