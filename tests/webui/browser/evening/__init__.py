"""What makes people come back for a second evening: clocks, screens for others, names and files."""
