"""What each fault costs an explanation, in plain faults: 1 is one rule broken in the plainest way.

The nearest explanation is told, and of two that break equally many rules the one that people do more often. So most
costs are 1, a little less or a little more, and only their order matters; each has a line that says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final


def faults(value: float, meaning: str) -> Any:
    """A cost, in plain faults."""
    return field(default=value, metadata={"unit": "plain faults", "meaning": meaning})


@dataclass(frozen=True)
class Costs:
    """The cost of each fault with cubes, and of symbols that were left unused."""

    rolled_wrongly: float = faults(0.53, "cubes rolled that are no pair: once, however many of them")
    each_odd_cube: float = faults(0.5, "and for each cube that does not fit, so that one alone costs a little over 1")
    one_cube_further: float = faults(0.15, "one cube rolled further: it may have been picked up and put back anyhow")
    more_cubes_further: float = faults(0.5, "several cubes rolled further: nobody picks up two by chance")
    one_tilt_before: float = faults(0.001, "less where just one tilt was made: the odd roll was meant as the second")
    rolled_after_moves: float = faults(0.02, "more where the odd cubes were rolled only after the pawns had moved")
    turned_without_arc: float = faults(1.0, "cubes turned on the spot further than the arcs allow")
    turned_once_more: float = faults(
        1.04, "one turn more than arcs, shown only by a step: rather a step that was wrong"
    )
    third_tilt: float = faults(1.15, "a third tilt of a pair, dearer than any single odd cube")
    exchanged: float = faults(1.0, "cubes in each other's places")
    tilts_missing: float = faults(1.0, "and fewer than two tilts besides")
    odd_besides: float = faults(1.5, "and for each other cube that does not fit besides")
    stranger_rolled: float = faults(0.2, "and for each exchanged cube that came to lie on another face")
    exchanged_first: float = faults(0.1, "more where they were exchanged before the tilts: what they show was used")
    missed_arrow: float = faults(0.9, "a move that is owed and missing, where the arrow's own")
    missed_circle: float = faults(0.8, "or the circle's: of one missing move rather this")
    further_missed: float = faults(0.01, "each further one: who leaves a turn unfinished leaves all of it")
    missed_circle_share: float = faults(0.9, "of that for a circle")
    unfinished: float = faults(0.01, "factor: what is owed weighs next to nothing while the turn goes on")


STANDARD: Final = Costs()
