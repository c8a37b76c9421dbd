"""A state drawn for people as plain text: every pawn and every arrow by its letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.colours import COLOUR_NAMES
from engine.icecult.cube import STANDARD_SET, CubeSet, Top
from engine.icecult.state import State

_ARROWS: Final = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
_ARCS: Final = {"NW": "╯", "NE": "╰", "SE": "╭", "SW": "╮"}
_EMPTY: Final = "·"
_CELL: Final = 7  # letters that a space is wide in the text diagram


def _symbol(top: Top | None) -> str:
    """A symbol in two letters, like 'r↑', '()' or '╭ '."""
    if top is None:
        return "? "
    if top.colour and top.facing:
        return top.colour + _ARROWS[top.facing]
    return "()" if top.symbol == "circle" else _ARCS[top.facing or "SE"] + " "


def _cells(stacks: Sequence[str]) -> str:
    """Stacks side by side, all as wide as the widest."""
    width = max(_CELL, 2 + max(map(len, stacks)))
    return "".join(f"{stack or _EMPTY:^{width}}" for stack in stacks)


def text_diagram(state: State, cube_set: CubeSet = STANDARD_SET) -> str:
    """The table seen from above, north up; stacks bottom to top, left to right."""
    nw, ne, se, sw = (_symbol(top) for top in cube_set.tops(state.cubes))
    west = _cells([f"({state.goal[3] or '-'})"]) + _cells(state.paths[3][::-1])
    east = _cells(state.paths[1]) + _cells([f"({state.goal[1] or '-'})"])
    pad = " " * len(west)
    north, south = (
        [f"{pad}{cell or _EMPTY:^9}" for cell in (f"({state.goal[i] or '-'})", *state.paths[i][::-1])] for i in (0, 2)
    )
    lines = [
        *north,
        f"{pad}┌───┬───┐",
        f"{pad}│{nw} │{ne} │",
        f"{west}├───┼───┤{east}",
        f"{pad}│{sw} │{se} │",
        f"{pad}└───┴───┘",
        *reversed(south),
        f"start {state.start or '-'}   {COLOUR_NAMES[state.to_move]} to move",
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"
