"""What any game needs."""
