"""How a table of ICE CULT looks before the first turn."""

from __future__ import annotations

from typing import Final

from engine.icecult.board import COLOURS, PAWNS
from engine.icecult.state import State
from vision.icecult.observation import Observation
from webui.record.match import Match

HIDDEN: Final = 3
"""At most so many spaces and cubes may be out of sight."""
UNDER_WAY: Final = 3
"""A match with fewer pawns on their way may stand like its own beginning."""


def set_up(seen: Observation) -> bool:
    """Whether nothing stands on the paths and in the goals, and every cube shows its arc."""
    spaces = [space for path in seen.paths.values() for space in path]
    tops = list(seen.cubes.values())
    clear = not any(spaces) and not any(seen.goal.values()) and all(top is None or top.symbol == "arc" for top in tops)
    return clear and spaces.count(None) + tops.count(None) <= HIDDEN


def under_way(match: Match) -> bool:
    """Whether the match has gone so far that its table cannot look like a beginning."""
    state: State = match.state
    return match.over or len(COLOURS) * PAWNS - len(state.start) >= UNDER_WAY
