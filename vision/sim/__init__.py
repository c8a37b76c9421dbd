"""What every virtual table is drawn with, whatever the game: its camera and space."""
