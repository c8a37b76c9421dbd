"""The rules of the games: pure values, no files, clock, chance or arrays."""
