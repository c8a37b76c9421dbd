"""Worlds of IGLU IGLU: prints, figures, rooms and tables thrown far beyond the plausible."""
