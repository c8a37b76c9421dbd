"""What a cube can show: every look with a pose that shows it, for the correction dialog; and trying out a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.verdict import Fault
from engine.icecult.board import SLOTS
from engine.icecult.cube import POSES
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from webui.present.replay import fault_text, one_of_several, several
from webui.record.match import Match


def looks(match: Match, state: State) -> dict[str, list[dict[str, Any]]]:
    """Slot -> every look of its cube; of the poses that look alike the present one, else the first."""
    return {slot: _looks_of(match, slot, state.pose(slot)) for slot in SLOTS}


def _looks_of(match: Match, slot: str, present: str) -> list[dict[str, Any]]:
    cube = match.cube_set.cube(slot)
    found: dict[tuple[str, str | None], str] = {}
    for pose in (present, *POSES):
        top = cube.top(pose)
        if top is not None:
            found.setdefault((top.symbol, top.facing), pose)
    order = sorted(found, key=lambda look: (look[0], look[1] or ""))
    return [{"symbol": symbol, "facing": facing, "pose": found[symbol, facing]} for symbol, facing in order]


def tried(match: Match, number: int, words: Sequence[str]) -> dict[str, Any]:
    """What a past turn would be with these actions: the fault in words, and what could follow."""
    turn = match.turns[number - 1]
    begun = TurnInProgress.begin(turn.before, match.cube_set, match.house, match.players)
    played = begun.play_words(list(words))
    fault = played if isinstance(played, Fault) else played.end().fault
    text = fault_text(turn.before, match, words, {"rule": fault.rule}) if fault else None
    legal = [] if isinstance(played, Fault) else played.legal_actions()
    among = [] if isinstance(played, Fault) else [str(a) for a in legal if one_of_several(played.state, a)]
    return {
        "fault": text,
        "legal": [str(action) for action in legal],
        "several": several(turn.before, words) + among,
    }
