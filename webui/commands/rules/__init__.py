"""Commands that ask the rules: JSON lines in, JSON lines out."""
