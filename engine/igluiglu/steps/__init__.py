"""What one word of a turn may and does: checks, effects, and every word that is legal now."""
