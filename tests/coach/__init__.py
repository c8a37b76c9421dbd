"""The coach: what it says of positions, turns and matches."""
