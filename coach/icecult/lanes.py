"""What one path holds, colour by colour, as numbers; worked out once for each path that is met."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.icecult.board import COLOURS

FACTS: Final = ("on", "home", "need", "front", "rear", "progress", "carried", "loaded")
"""Pawns on the path and beyond it, moves until all are home, the foremost and the last space, spaces gone in all,
pawns that sit on another colour, and others' pawns that sit on one of these."""
ON, HOME, NEED, FRONT, REAR, PROGRESS, CARRIED, LOADED = range(len(FACTS))


@lru_cache(maxsize=200_000)
def facts(stacks: tuple[str, ...], goal: str) -> NDArray[np.int8]:
    """[colour, fact] of one path."""
    table = np.zeros((4, len(FACTS)), np.int8)
    for c, colour in enumerate(COLOURS):
        table[c] = _of_colour(stacks, goal, colour)
    return table


def _of_colour(stacks: tuple[str, ...], goal: str, colour: str) -> tuple[int, ...]:
    home, far = goal.count(colour), len(stacks) + 1
    places = [space for space, stack in enumerate(stacks, start=1) if colour in stack]
    if not places:
        return 0, home, 0, 0, 0, home * far, 0, 0
    held = [stacks[space - 1] for space in places]
    counts = [stack.count(colour) for stack in held]
    progress = home * far + sum(space * count for space, count in zip(places, counts, strict=True))
    above = [stack[stack.index(colour) :] for stack in held]
    loaded = sum(len(part) for part in above) - sum(counts)
    carried = sum(count for stack, count in zip(held, counts, strict=True) if stack[0] != colour)
    return sum(counts), home, far - places[0], places[-1], places[0], progress, carried, loaded
