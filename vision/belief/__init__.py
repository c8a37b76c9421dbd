"""What any belief is made of, whatever the game."""
