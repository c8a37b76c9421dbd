"""What every virtual table is drawn with, whatever the game: its camera, table and space."""
