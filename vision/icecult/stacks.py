"""Stacks: from level probabilities to a few whole stacks with their weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.observation import COLOURS
from vision.rectify import Array

BEAM = 12
HOPELESS = 12.0  # log-odds at which higher stacks need not be tried
CLEARLY_EMPTY = -1e-3  # log-probability
MAY_BE_FILLED = 0.1
LEAST = 2e-4  # alternatives less likely than this beside the best are not weighed


@dataclass(frozen=True, slots=True)
class Guess:
    """One possible value of a place, with its weight among the others there."""

    text: str
    weight: float


def guesses(levels: Array) -> list[Guess]:
    """Whole stacks, most probable first, of the log-probabilities (12, 5) of none, r, y, g, b by height.

    Nothing floats: a stack ends at its first empty level.
    """
    empty_above = np.concatenate([np.cumsum(levels[::-1, 0])[::-1], [0.0]])
    if empty_above[0] > CLEARLY_EMPTY:
        return [Guess("", float(np.exp(empty_above[0])))]
    filled = np.log1p(-np.minimum(np.exp(levels[:, 0]), 1 - 1e-9))
    tops = top_colours(levels[:, 1:] - filled[:, None], filled)
    open_ends: list[tuple[float, str]] = [(0.0, "")]
    done: list[tuple[float, str]] = [(float(empty_above[0]), "")]
    for height, row in enumerate(levels):
        ends = filled[height] + tops[height] + empty_above[height + 1]
        done += _grown(open_ends, ends)
        open_ends = _grown(open_ends, row[1:])
        if open_ends[0][0] < max(done)[0] - HOPELESS:
            break
    done.sort(reverse=True)
    best = done[0][0]
    weights = [(text, float(np.exp(score - best))) for score, text in done[:BEAM]]
    total = sum(weight for _, weight in weights)
    return [Guess(text, weight / total) for text, weight in weights if weight > LEAST]


def top_colours(colours: Array, filled: Array) -> Array:
    """Log-probabilities of the topmost pawn's colour, for each height at which it may be.

    The full cone on top shows its colour plainly even where it is not certain how high it is, and whatever the highest
    level that may be filled shows is that cone.
    """
    highest = int(np.flatnonzero(filled > np.log(MAY_BE_FILLED)).max(initial=0))
    mixed = (colours + colours[highest]) / 2
    return np.asarray(mixed - np.log(np.exp(mixed).sum(1, keepdims=True)))


def _grown(stacks: list[tuple[float, str]], scores: Array) -> list[tuple[float, str]]:
    """The likeliest stacks with one more pawn on top."""
    grown = [(score + float(scores[k]), text + c) for score, text in stacks for k, c in enumerate(COLOURS)]
    return sorted(grown, reverse=True)[:BEAM]


def upper_part(options: list[Guess], sure: float = 0.9) -> str | None:
    """ "?rg": what is certain of a stack's top when its lower part is not; None if nothing is."""
    best = max(options, key=lambda g: g.weight).text
    for size in range(len(best), 0, -1):
        top = best[-size:]
        if sum(g.weight for g in options if g.text.endswith(top)) >= sure:
            return "?" + top
    return None
