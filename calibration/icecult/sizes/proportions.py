"""The proportions of a board, coarsely: where the first space begins, how long a space, how wide the path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.icecult.geometry import Geometry, make_geometry
from calibration.icecult.sizes.sized import USUAL_MM
from calibration.icecult.sizes.unroll import HALF_WIDTH_MM, TIP_MM, Unrolled

Array = npt.NDArray[np.float64]

SPACES = 5
STARTS_MM = np.arange(32.0, 105.0)
LENGTHS_MM = np.arange(24.0, 55.5, 0.5)
SHORTEST_TIP_MM, LONGEST_TIP_MM = 8.0, 60.0
NOTHING = 0.08  # what speaks for a line where no window saw one
APART_MM = 6.0


@dataclass(frozen=True, slots=True)
class Proportions:
    """One way the strips could be divided, in mm of a board that measures TIP_MM from centre to tip."""

    start_mm: float
    length_mm: float
    width_mm: float
    score: float

    @property
    def tip_mm(self) -> float:
        return TIP_MM - self.start_mm - SPACES * self.length_mm


def likely(seen: Unrolled, most: int = 3) -> list[Proportions]:
    """The best ways to divide the strips that clearly differ, best first; all four paths speak together."""
    table = {kind: np.log(NOTHING + support).sum(axis=(0, 1)) for kind, support in seen.support.items()}
    every = sorted((_best_width(table, s, n) for n in LENGTHS_MM for s in STARTS_MM if _fits(s, n)), key=_worst_first)
    out: list[Proportions] = []
    for one in every:
        if all(_apart(one, other) for other in out):
            out.append(one)
        if len(out) == most:
            break
    return out


def _worst_first(one: Proportions) -> float:
    return -one.score


def _fits(start: float, length: float) -> bool:
    return bool(SHORTEST_TIP_MM <= TIP_MM - start - SPACES * length <= LONGEST_TIP_MM)


def _best_width(table: dict[str, Array], start: float, length: float) -> Proportions:
    rows = np.round(start + length * np.arange(SPACES + 1)).astype(int)  # the support counts in whole mm
    score = table["inner"][rows[0]] + table["line"][rows[1:SPACES]].sum(axis=0) + table["shoulder"][rows[SPACES]]
    best = int(score.argmax())
    return Proportions(float(start), float(length), 2 * float(HALF_WIDTH_MM[best]), float(score[best]))


def _apart(one: Proportions, other: Proportions) -> bool:
    ends = abs(one.start_mm - other.start_mm), abs(one.tip_mm - other.tip_mm)
    return max(*ends, abs(one.width_mm - other.width_mm)) >= APART_MM


def board_of(one: Proportions, layout: str, usual: Geometry | None = None) -> Geometry:
    """A board of these proportions; holder and cubes as large as is usual for it."""
    usual = usual or make_geometry()
    base = one.start_mm * (np.sqrt(2) if layout == "corners" else 2.0)
    sizes: dict[str, Any] = {"exit": layout, "base_size": float(base), "space_length": one.length_mm}
    sizes |= {"path_width": one.width_mm, "tip_length": one.tip_mm}
    sizes |= {"cube_edge": float(base) / 2.28, "base_height": USUAL_MM["base_height"]}
    return make_geometry({**usual.values, **sizes})


def blank_board() -> Geometry:
    """A board of which only the length from centre to tip is assumed."""
    usual = make_geometry()
    return make_geometry({"tip_length": usual["tip_length"] + TIP_MM - usual.tip_mm})
