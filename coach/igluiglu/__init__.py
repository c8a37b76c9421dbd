"""The coach of IGLU IGLU: turns tried over the tiles that nobody has seen."""
