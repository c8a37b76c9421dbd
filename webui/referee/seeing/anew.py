"""Whether the table has been set up anew while a match is on it: then a new one may be meant."""

from __future__ import annotations

from typing import Final

from vision.eye import Glance
from webui.play.sight import sight_if_any
from webui.record.match import Match

HELD_S: Final = 4.0
"""So long the set-up must have stood before anybody is asked."""


class Anew:
    """Watches for the set-up; asks once, until something else is seen."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._refused = False
        self.asks = False

    def glance(self, match: Match, seen: Glance) -> bool:
        """Take in one frame; whether it shows the set-up of a new match, which is no play of this one."""
        if seen.status != "rest":
            return False
        if seen.observation is not None:
            self._see(match, seen)
        since_s = self._since_s
        self.asks = since_s is not None and not self._refused and seen.at_s - since_s >= HELD_S
        return since_s is not None and not self._refused

    def refuse(self) -> None:
        """Nobody wants a new match: the table is part of this one."""
        self._refused, self.asks = True, False

    def _see(self, match: Match, seen: Glance) -> None:
        sight = sight_if_any(match.game)
        if sight is None or not sight.set_up_anew(match, seen.observation):
            self._since_s, self._refused = None, False
        elif self._since_s is None:
            self._since_s = seen.at_s
