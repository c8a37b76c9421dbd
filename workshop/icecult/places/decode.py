"""From rows to stacks: the likeliest words of a line of writing (connectionist temporal classification), without torch.

Each row shows none or a colour, from the top down. A pawn is there once however many rows show it; an equal one
follows only after a row that shows none.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.icecult.board import COLOURS

Array = npt.NDArray[Any]
BEAM = 40  # stacks that are followed side by side
FAINT = 1e-5  # a row in which a colour is less likely does not show it
HOPELESS = 1e-7  # beside the likeliest so far: a stack that is less likely is not followed
HIGHEST = 12


class Scored(NamedTuple):
    """A stack from the bottom up, and its log-probability."""

    stack: str
    score: float


def stacks_of(rows: Array, beam: int = BEAM) -> list[Scored]:
    """The likeliest stacks, the best first, of log-probabilities (rows, 5) of none, r, y, g, b from the top down."""
    found = followed(np.exp(np.asarray(rows, float)), beam)
    whole = sum(found.values())
    ordered = sorted(found.items(), key=lambda item: -item[1])
    return [Scored(text, math.log(share / whole)) for text, share in ordered if share > HOPELESS * whole]


def tables_of(rows: Array, beam: int = BEAM) -> list[list[Scored]]:
    """`stacks_of` for each place (n, rows, 5) of a table."""
    return [stacks_of(place, beam) for place in rows]


def followed(shares: Array, beam: int) -> dict[str, float]:
    """How likely each stack is that was still followed at the last row."""
    loud = np.flatnonzero((shares[:, 1:] > FAINT).any(1)).tolist()
    nones, rows = np.concatenate([[0.0], np.cumsum(np.log(shares[:, 0] + 1e-300))]), shares.tolist()
    gaps, ends, quiet_from = (
        {"": 1.0},
        {"": 0.0},
        0,
    )  # how likely each is if the last row shows none, and if it does not
    for row in [*loud, len(rows)]:
        if row > quiet_from:
            none = math.exp(nones[row] - nones[quiet_from])
            gaps, ends = {text: (gap + ends[text]) * none for text, gap in gaps.items()}, dict.fromkeys(gaps, 0.0)
        if row < len(rows):
            gaps, ends = _one_row_on(gaps, ends, rows[row], beam)
        quiet_from = row + 1
    return {text: gap + ends[text] for text, gap in gaps.items()}


def _one_row_on(
    gaps: dict[str, float], ends: dict[str, float], row: list[float], beam: int
) -> tuple[dict[str, float], dict[str, float]]:
    """The same after one more row, which may show a colour."""
    none, *colours = row
    showing = [(letter, p) for letter, p in zip(COLOURS, colours, strict=True) if p > FAINT]
    after = dict.fromkeys(gaps, 0.0)
    for text, gap in gaps.items():
        end, last = ends[text], text[:1]
        for letter, p in showing:
            if letter == last:
                after[text] += end * p
            if len(text) < HIGHEST:
                longer = letter + text
                after[longer] = after.get(longer, 0.0) + (gap if letter == last else gap + end) * p
    still = {text: (gap + ends[text]) * none for text, gap in gaps.items()}
    whole = {text: still.get(text, 0.0) + end for text, end in after.items()}
    least = max(whole.values()) * HOPELESS
    kept = [text for text, share in whole.items() if share >= least]
    if len(kept) > beam:
        kept = sorted(kept, key=whole.__getitem__, reverse=True)[:beam]
    return {text: still.get(text, 0.0) for text in kept}, {text: after[text] for text in kept}
