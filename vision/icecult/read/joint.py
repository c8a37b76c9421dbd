"""Five pawns of each colour, each seen once: weighs the guesses of all places together, and what may be hidden."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.icecult.board import COLOURS
from vision.icecult.read.networks import HAND_IN_PICTURE, NetworkEvidence
from vision.icecult.read.pawns import READ_AT_LEAST
from vision.icecult.read.rectify import SPACES, Array, Screened
from vision.icecult.read.stacks import Guess

PAWNS = 20
TOO_MANY = 1e-3  # weight of each pawn beyond the five of its colour
CLEAR = 0.9995  # a place this certain is taken as it is
PLAIN, SURE = 0.8, 0.95  # a pawn this certain is seen by itself; six so sure of a colour are all there
OFF_BY = 1.0  # pawns by which the place of a stack's upper part may be misjudged
MOST_COUNTS = 80  # kept while adding up: bounds the time on hopeless pictures
UNCOVERED = 0.05  # less of a space hidden by hands and things: only the block and other pawns may be before it,
UNVEILED = 0.2  # and so plainly in view is it at least
BARE, BARE_COVERED, BARE_BEHIND = 0.8, 0.9, 0.97  # emptiness that is clear enough with a hand about; behind the block
DIGIT = {colour: 32**k for k, colour in enumerate(COLOURS)}  # counts of all colours as digits of one number

Weights = tuple[Array, Array]
"""Counts, each once and the least first, and the weight of each."""


def weigh(places: Sequence[Sequence[Guess]], pawns: int = 5, missing: float = 0.02) -> list[list[Guess]]:
    """The same guesses with their weights given that each colour has `pawns` pawns, or more where they are surely seen.

    A pawn may be out of sight (`missing` each) or, against the rules, one too many stand about: clear readings stay.
    """
    surely = _seen(places, SURE)
    most = [max(pawns, surely.count(colour)) for colour in COLOURS]
    fixed, unclear = 0, []
    for k, options in enumerate(places):
        best = max(options, key=lambda g: g.weight)
        if best.weight >= CLEAR:
            fixed += total(best.text)
        else:
            unclear.append(k)
    unclear.sort(key=lambda k: len(places[k]))
    steps = [(np.array([total(g.text) for g in places[k]]), np.array([g.weight for g in places[k]])) for k in unclear]
    forward = _sweep(steps, fixed)
    ends = forward[-1][0], np.array([end_weight(counts, most, missing) for counts in forward[-1][0].tolist()])
    out = [list(options) for options in places]
    for k, step, begins in reversed(list(zip(unclear, steps, forward[:-1], strict=True))):
        weights, ends = _back(step, begins, ends)
        whole = float(weights.sum()) or 1.0
        out[k] = [Guess(g.text, w / whole) for g, w in zip(places[k], weights.tolist(), strict=True)]
    return out


def seen_once(
    stacks: Sequence[Sequence[Guess]], behind: Sequence[Screened], rise_mm: float, empty: float
) -> list[Sequence[Guess]]:
    """The same guesses, less what is only the upper part of a nearer stack, which stands before that place.

    Pawns there would be hidden by those that are seen; `empty` is how often there are none.
    """
    out = list(stacks)
    for place, by, height_mm in behind:
        below = height_mm / rise_mm
        taken = {
            guess.text: empty * guess.weight * sum(g.weight for g in stacks[by] if _tops(g.text, guess.text, below))
            for guess in out[place]
            if guess.text
        }
        if moved := sum(taken.values()):
            weights = {"": 0.0} | {guess.text: guess.weight - taken.get(guess.text, 0.0) for guess in out[place]}
            weights[""] += moved
            out[place] = [Guess(text, weight) for text, weight in weights.items()]
    return out


def _tops(stack: str, text: str, below: float) -> bool:
    """Whether `text` is what of a stack stands above about so many of its pawns."""
    under = len(stack) - len(text)
    return under > 0 and abs(under - below) <= OFF_BY and stack.endswith(text)


def beyond(places: Sequence[Sequence[Guess]], pawns: int = 5) -> str:
    """The colours of which more than `pawns` are plainly seen, each by itself: one too many is then there."""
    plain = _seen(places, PLAIN)
    return "".join(colour for colour in COLOURS if plain.count(colour) > pawns)


def _seen(places: Sequence[Sequence[Guess]], least: float) -> str:
    """The pawns of all places that are at least so certain."""
    best = [max(options, key=lambda g: g.weight) for options in places]
    return "".join(guess.text for guess in best if guess.weight >= least)


def undoubted(places: Sequence[Sequence[Guess]], pawns: int = 5) -> bool:
    """Whether the likeliest guesses are all the pawns there are, or each is plain and no pawn is one too many."""
    best = [max(options, key=lambda g: g.weight) for options in places]
    seen = "".join(guess.text for guess in best)
    counts = [seen.count(colour) for colour in COLOURS]
    plain = min(guess.weight for guess in best) >= PLAIN and max(counts) <= pawns
    return plain or all(count == pawns for count in counts)


def total(text: str) -> int:
    """The counts of a stack's colours as one number."""
    return sum(DIGIT[letter] for letter in text)


def end_weight(counts: int, pawns: Sequence[int], missing: float) -> float:
    """How likely these counts are on a table with so many `pawns` of each colour."""
    weight = 1.0
    for most in pawns:
        counts, n = divmod(counts, 32)
        weight *= missing ** max(0, most - n) * TOO_MANY ** max(0, n - most)
    return weight


def _sweep(steps: Sequence[Weights], begin: int) -> list[Weights]:
    """Weights of the counts before each place and after the last."""
    out = [(np.array([begin]), np.array([1.0]))]
    for mores, shares in steps:
        before, weights = out[-1]
        counts, at = np.unique(before[:, None] + mores, return_inverse=True)
        after = np.bincount(at.ravel(), (weights[:, None] * shares).ravel())
        kept = np.sort(np.argsort(-after, kind="stable")[:MOST_COUNTS])
        out.append((counts[kept], after[kept] / after.max()))
    return out


def _back(options: Weights, begins: Weights, ends: Weights) -> tuple[Array, Weights]:
    """Weights of a place's options given what follows, and the weights of what may come before."""
    (mores, shares), (before, likely), (counts, weights) = options, begins, ends
    reached = mores[:, None] + before
    at = np.minimum(np.searchsorted(counts, reached), len(counts) - 1)
    end = shares[:, None] * np.where(counts[at] == reached, weights[at], 0.0)
    return end @ likely, (before, end.sum(0))


def pawns_missing(weighed: Sequence[Sequence[Guess]], alone: Sequence[Sequence[Guess]] | None = None) -> bool:
    """Whether the likeliest readings leave pawns unaccounted for, or nobody can tell for those beside the paths.

    `alone` are the guesses before all places were weighed together: a pawn beside the paths that only its lacking
    elsewhere puts there does not make up for it.
    """
    best = [max(options, key=lambda g: g.weight) for options in weighed]
    told = math.prod(stack.weight for stack in best[SPACES:])
    shown = [True] * len(best) if alone is None else [bool(max(each, key=lambda g: g.weight).text) for each in alone]
    found = sum(len(stack.text) for k, stack in enumerate(best) if k < SPACES or shown[k])
    return found < PAWNS or told < READ_AT_LEAST


def looking_empty(stacks: Sequence[Sequence[Guess]]) -> Array:
    """Which places show nothing that stands there."""
    return np.array([not max(options, key=lambda g: g.weight).text for options in stacks])


def in_view(seen: NetworkEvidence, weighed: Sequence[Sequence[Guess]]) -> tuple[Array, Array]:
    """How much of each space is seen, and how likely it is plainly in view, by what covers it or does not."""
    bare = looking_empty(weighed[: len(seen.plain)]) & (seen.covered < UNCOVERED)
    plain = np.where(bare, np.maximum(seen.plain, UNVEILED), seen.plain)
    return np.minimum(seen.share, 1 - seen.covered), np.minimum(plain, 1 - seen.covered)


def bareness(seen: NetworkEvidence, behind: Array) -> Array:
    """How empty each space must look to be called so while a pawn is missing, which a hand or the block may hide."""
    about = seen.hand > HAND_IN_PICTURE
    under = np.where(seen.covered < UNCOVERED, BARE, BARE_COVERED) if about else np.zeros(len(behind))
    return np.where(behind, np.maximum(under, BARE_BEHIND), under)
