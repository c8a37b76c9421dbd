"""What a cube can show: every look with a pose that shows it, for the correction dialog."""

from __future__ import annotations

from typing import Any

from engine.icecult.board import SLOTS
from engine.icecult.cube import POSES
from engine.icecult.state import State
from webui.record.match import Match


def looks(match: Match, state: State) -> dict[str, list[dict[str, Any]]]:
    """Slot -> every look of its cube; of the poses that look alike the present one, else the first."""
    return {slot: _looks_of(match, slot, state.pose(slot)) for slot in SLOTS}


def _looks_of(match: Match, slot: str, present: str) -> list[dict[str, Any]]:
    cube = match.equipment.cube(slot)
    found: dict[tuple[str, str | None], str] = {}
    for pose in (present, *POSES):
        top = cube.top(pose)
        if top is not None:
            found.setdefault((top.symbol, top.facing), pose)
    order = sorted(found, key=lambda look: (look[0], look[1] or ""))
    return [{"symbol": symbol, "facing": facing, "pose": found[symbol, facing]} for symbol, facing in order]
