"""Whether the table has been set up anew while a match is on it: then a new one may be meant."""

from __future__ import annotations

from typing import Final

from engine.icecult.board import COLOURS, PAWNS
from engine.icecult.state import State
from vision.eye import Glance
from vision.icecult.observation import Observation
from webui.record.match import Match

HELD_S: Final = 4.0
"""So long the set-up must have stood before anybody is asked."""
HIDDEN: Final = 3
"""As many spaces and cubes may be out of sight."""
UNDER_WAY: Final = 3
"""A match with fewer pawns on their way may stand like its own beginning."""


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
            self._see(match, seen.observation, seen.at_s)
        since_s = self._since_s
        self.asks = since_s is not None and not self._refused and seen.at_s - since_s >= HELD_S
        return since_s is not None and not self._refused

    def refuse(self) -> None:
        """Nobody wants a new match: the table is part of this one."""
        self._refused, self.asks = True, False

    def _see(self, match: Match, observation: object, at_s: float) -> None:
        if not (_under_way(match) and set_up(Observation.from_json(observation))):
            self._since_s, self._refused = None, False
        elif self._since_s is None:
            self._since_s = at_s


def set_up(seen: Observation) -> bool:
    """Whether nothing stands on the paths and in the goals, and every cube shows its arc."""
    spaces = [space for path in seen.paths.values() for space in path]
    tops = list(seen.cubes.values())
    clear = not any(spaces) and not any(seen.goal.values()) and all(top is None or top.symbol == "arc" for top in tops)
    return clear and spaces.count(None) + tops.count(None) <= HIDDEN


def _under_way(match: Match) -> bool:
    """Whether the match has gone so far that its table cannot look like a beginning."""
    state: State = match.state
    return match.over or len(COLOURS) * PAWNS - len(state.start) >= UNDER_WAY
