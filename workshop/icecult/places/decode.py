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
FAINT = 3e-4  # a row in which a colour is less likely does not show it
HOPELESS = 3e-4  # beside the likeliest: no row can tell afterwards for a stack that is less likely
HIGHEST = 12

Shares = dict[str, float]


class Scored(NamedTuple):
    """A stack from the bottom up, and its log-probability."""

    stack: str
    score: float


def stacks_of(rows: Array, beam: int = BEAM) -> list[Scored]:
    """The likeliest stacks, the best first, of log-probabilities (rows, 5) of none, r, y, g, b from the top down."""
    found = followed(np.exp(np.asarray(rows, float)), beam)
    whole = sum(found.values())
    ordered = sorted(found.items(), key=lambda item: -item[1])[:beam]
    return [Scored(text, math.log(share / whole)) for text, share in ordered]


def tables_of(rows: Array, beam: int = BEAM) -> list[list[Scored]]:
    """`stacks_of` for each place (n, rows, 5) of a table."""
    return [stacks_of(place, beam) for place in rows]


def followed(shares: Array, beam: int) -> Shares:
    """How likely each stack is that was still followed at the last row.

    Between runs of rows that may show a colour nothing shows, so each run says by itself what stands there.
    """
    loud = np.flatnonzero((shares[:, 1:] > FAINT).any(1))
    found: Shares = {"": 1.0}
    for run in np.split(loud, np.flatnonzero(np.diff(loud) > 1) + 1) if len(loud) else []:
        found = below(found, written(shares[run].tolist(), beam), beam)
    return found


def below(upper: Shares, lower: Shares, beam: int) -> Shares:
    """How likely each stack is of which the upper part and the lower one are told apart by rows that show none."""
    parts = sorted(lower.items(), key=lambda item: -item[1])[: beam if len(upper) == 1 else beam // 3]
    least = max(upper.values()) * parts[0][1] * HOPELESS
    out: Shares = {}
    for text, share in upper.items():
        for more, likely in parts:
            both = share * likely
            if both < least:
                break
            whole = more + text
            out[whole] = out.get(whole, 0.0) + both
    return best(out, beam)


def best(found: Shares, beam: int) -> Shares:
    """The likeliest, at most so many, none too high and none hopeless."""
    least = max(found.values()) * HOPELESS
    if len(found) > beam:
        least = max(least, sorted(found.values(), reverse=True)[beam - 1])
    return {text: share for text, share in found.items() if share >= least and len(text) <= HIGHEST}


def written(rows: list[list[float]], beam: int) -> Shares:
    """How likely rows that follow each other write each stack, from the bottom up."""
    gaps, ends = {"": 1.0}, {"": 0.0}  # how likely each is if the last row shows none, and if it does not
    whole = dict(gaps)
    for none, *colours in rows:
        showing = [(letter, p) for letter, p in zip(COLOURS, colours, strict=True) if p > FAINT]
        least = HOPELESS * max(whole.values())
        after: Shares = {}
        for text, either in whole.items():
            last = text[:1]
            for letter, p in showing:
                if letter == last:
                    after[text] = after.get(text, 0.0) + ends[text] * p
                    more = gaps[text] * p
                else:
                    more = either * p
                if more >= least:
                    longer = letter + text
                    after[longer] = after.get(longer, 0.0) + more
        gaps = {text: either * none for text, either in whole.items()}
        whole = best({text: gaps.get(text, 0.0) + after.get(text, 0.0) for text in {**gaps, **after}}, beam)
        ends = {text: after.get(text, 0.0) for text in whole}
        gaps = {text: gaps.get(text, 0.0) for text in whole}
    return whole
