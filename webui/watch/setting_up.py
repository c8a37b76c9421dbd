"""Before the first turn: what lies there compared with the set-up, and nothing judged until both are the same."""

from __future__ import annotations

from typing import Final

from engine.icecult.board import SLOTS
from engine.icecult.cube import CubeSet
from engine.icecult.state import State
from vision.icecult.belief.views.evidence import Sight
from webui.record.match import Match

UNSEEN_MOST: Final = 12
"""A view that leaves more cubes and spaces open than this, half of them, does not show that the table is set up."""


class SettingUp:
    """Holds the referee back until the table is seen set up, or somebody has taken it as it lies."""

    def __init__(self, match: Match) -> None:
        self._waits = _before_the_first_turn(match)
        self.places: tuple[str, ...] = ()
        """Where something still has to be put back."""

    def waits(self, match: Match) -> bool:
        """Whether nothing may be judged yet as this match stands."""
        if not self._waits or not _before_the_first_turn(match):
            self.places = ()
            return False
        return True

    def see(self, sight: Sight, match: Match) -> bool:
        """Take in a view; whether it shows the table set up."""
        self.places = to_put_back(sight, match.before, match.equipment)
        self._waits = bool(self.places) or len(sight.unseen()) > UNSEEN_MOST
        return not self._waits

    def begun(self) -> None:
        """The match has been judged before."""
        self._waits = False


def _before_the_first_turn(match: Match) -> bool:
    """Whether nothing has been played or told of this match yet."""
    return not (match.over or match.turns or match.actions or match.begun or match.now)


def to_put_back(sight: Sight, start: State, cubes: CubeSet) -> tuple[str, ...]:
    """The places that look otherwise than at the start; none unless one of them plainly does.

    The start area does not count: what is missing there lies elsewhere, or is hidden behind others.
    """
    prices = sight.prices
    odd = {miss.place: miss.cost for miss in sight.misreads(start, cubes) if miss.place != "start"}
    for slot, pose, top, seen in zip(SLOTS, start.cubes, cubes.tops(start.cubes), sight.cubes, strict=True):
        if top is None and pose[0] == "U" and seen.best is not None and seen.best[0] != "arc":
            odd[slot] = seen.top_score  # not known yet, but the arcs are on top when a match begins
    if max(odd.values(), default=0.0) < prices.clear:
        return ()
    return tuple(place for place, cost in odd.items() if cost > prices.differs)
