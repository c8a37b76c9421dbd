"""What lies on a space and its ground know of each other: what play does not bring about is taken for less likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.igluiglu.kinds import COLOUR_NAMES, GROUNDS

Array = npt.NDArray[Any]
Logs = Mapping[str, Array]
UNLAWFUL: Final = 3.0
"""In nats, for each thing that stands where it may not (R5): players do put things in wrong places, but rarely."""
NO_LAND: Final = 6.0
"""In nats: the corners are printed as land, and nothing else is."""
ANYWHERE: Final = frozenset({"bear"})
NOT_AT_SEA: Final = frozenset({*COLOUR_NAMES, "igloo", "fox"})


def may_lie(head: str, ground: str) -> bool:
    """Whether such a thing may stand on such a ground (R5)."""
    if ground == "land":
        return head in COLOUR_NAMES
    if ground == "sea":
        return head not in NOT_AT_SEA
    return head != "fish"


def lawful(logs: Logs, corner: bool) -> dict[str, Array]:
    """The log-probabilities of ground and things after each has heard of the others."""
    things = [head for head in logs if head != "ground"]
    ground = np.array(logs["ground"], float)
    ground = ground - np.where([(name == "land") == corner for name in GROUNDS], 0.0, NO_LAND)
    given: dict[str, Array] = {}
    for head in things:
        price = np.array([0.0 if may_lie(head, name) else UNLAWFUL for name in GROUNDS])
        there = np.ones(len(logs[head]))
        there[0] = 0.0
        each = np.asarray(logs[head], float)[None] - price[:, None] * there[None]
        whole = np.logaddexp.reduce(each, 1)
        ground = ground + whole
        given[head] = each - whole[:, None]
    ground = ground - np.logaddexp.reduce(ground)
    out = {head: np.logaddexp.reduce(given[head] + ground[:, None], 0) for head in things}
    return {"ground": ground, **out}
