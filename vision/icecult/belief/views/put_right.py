"""A table that stood for a while and was put right: what it showed, seen from the end of the turn."""

from __future__ import annotations

from engine.icecult.board import PATHS, SLOTS
from engine.icecult.cube import CubeSet
from engine.icecult.partial import PartialState
from engine.icecult.state import State
from vision.icecult.belief.views.evidence import CultView, place_values
from vision.icecult.belief.views.fusing import HEAPS


def stood_otherwise(sight: CultView, state: State, cube_set: CubeSet) -> PartialState | None:
    """The pawns of an earlier view of this turn, where they clearly stood elsewhere than in the end; else None.

    Clearly: the same pawns stand differently on several spaces, or on one that was certain before; neither happens
    by misreading.
    """
    most = sight.prices.misread_most
    odd = [miss for miss in sight.misreads(state, cube_set) if miss.place not in HEAPS]
    if any(miss.place in SLOTS or miss.cost < most or "?" in miss.value for miss in odd):
        return None
    if not odd or (len(odd) == 1 and odd[0].cost <= most):
        return None
    values, seen = place_values(state, cube_set), {miss.place: str(miss.value) for miss in odd}
    if sorted("".join(seen.values())) != sorted("".join(str(values[place]) for place in seen)):
        return None
    paths = tuple(
        tuple(seen.get(f"{path}{n}", stack) for n, stack in enumerate(state.paths[k], start=1))
        for k, path in enumerate(PATHS)
    )
    return PartialState(tuple((pose,) for pose in state.cubes), paths, state.start, tuple(state.goal))
