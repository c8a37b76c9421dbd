"""How much a turn cost: a slip, a mistake, a blunder, by how far the mover's chance fell."""

from __future__ import annotations

from typing import Final

from coach.coach import Option

LEVELS: Final = (("blunder", 0.30), ("mistake", 0.15), ("slip", 0.07))
"""The name of a mark and the fall of the mover's chance from which on it is given."""
MARKS: Final = tuple(name for name, _ in LEVELS)


def fall(player: str, best: Option, played: Option) -> float:
    """How much worse the mover stands than after the best turn, as a chance from 0 to 1."""
    return max(0.0, best.chances[player] - played.chances[player])


def mark(player: str, best: Option, played: Option) -> str:
    """The mark of a turn, "" for none; what chance alone may explain is nobody's mistake."""
    sure = fall(player, best, played) - max(best.spread, played.spread)
    return next((name for name, least in LEVELS if sure >= least), "")
