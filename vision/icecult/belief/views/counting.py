"""Counting the pawns of a view: which colour seems to have too few on the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.icecult.board import PATHS, PAWNS
from engine.icecult.cube import CubeSet
from engine.icecult.state import State
from vision.belief.readings import Readings
from vision.belief.view import Misread
from vision.icecult.belief.views.evidence import CultView, place_values


def short_heap(sight: CultView, state: State) -> tuple[str, int]:
    """A colour of which fewer pawns are seen at the start than should be there, and how many are seen in all."""
    missing = Counter[str]() if sight.start.best is None else Counter(state.start) - Counter(sight.start.best)
    colour, count = max(missing.items(), key=lambda item: item[1], default=("", 0))
    return colour, PAWNS - count


def short_space(sight: CultView, state: State, cube_set: CubeSet) -> tuple[str, int]:
    """The colour of a pawn that is clearly gone from its space and seen nowhere else, and how many are seen."""
    values = place_values(state, cube_set)
    for miss in sight.misreads(state, cube_set):
        colour = _gone(miss, values.get(miss.place), sight.prices.misread_most)
        if colour and pawns_seen(sight, state, colour) == PAWNS - 1:
            return colour, PAWNS - 1
    return "", PAWNS


def pawns_seen(sight: CultView, state: State, colour: str) -> int:
    """How many pawns of a colour the view shows; places out of sight are as believed."""
    heaps: list[tuple[Readings, str]] = [(sight.start, state.start), *zip(sight.goal, state.goal, strict=True)]
    spaces = [pair for k in range(len(PATHS)) for pair in zip(sight.paths[k], state.paths[k], strict=True)]
    return sum(str(seen.best if seen.scores else pawns).count(colour) for seen, pawns in [*heaps, *spaces])


def _gone(miss: Misread, believed: Any, most: float) -> str:
    """The colour of the one pawn that a space has lost; "" where that is not what is seen.

    Only a place that was certain before can cost more than `most`; on any other the pawn may have been misread.
    """
    if not isinstance(believed, str) or miss.value.startswith("?") or miss.cost <= most:
        return ""
    lost, found = Counter(believed) - Counter(miss.value), Counter(miss.value) - Counter(believed)
    return next(iter(lost)) if lost.total() == 1 and not found else ""
