"""From glances to events, whatever the game: the present rest, what was said, turns written down, all else told."""
