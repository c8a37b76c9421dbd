"""Five pawns of each colour: weighs the guesses of all places together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from vision.icecult.stacks import Guess

Counts = tuple[int, int, int, int]
TOO_MANY = 1e-3  # weight of each pawn beyond the five of its colour
CLEAR = 0.9995  # a place this certain is taken as it is
MOST_COUNTS = 80  # kept while adding up: bounds the time on hopeless pictures
NOTHING: Counts = (0, 0, 0, 0)


def weigh(places: Sequence[Sequence[Guess]], pawns: int = 5, missing: float = 0.02) -> list[list[Guess]]:
    """The same guesses with their weights given that each colour has `pawns` pawns.

    A pawn may be out of sight (`missing` each) or, against the rules, one too many stand about: clear readings stay.
    """
    fixed = NOTHING
    unclear = []
    for k, options in enumerate(places):
        best = max(options, key=lambda g: g.weight)
        if best.weight >= CLEAR:
            fixed = _plus(fixed, best.counts)
        else:
            unclear.append(k)
    unclear.sort(key=lambda k: len(places[k]))
    forward = _sweep([places[k] for k in unclear], {fixed: 1.0})
    out = [list(options) for options in places]
    ends = {counts: _end_weight(counts, pawns, missing) for counts in forward[-1]}
    for step in range(len(unclear) - 1, -1, -1):
        options = places[unclear[step]]
        starts: dict[Counts, float] = defaultdict(float)
        totals = [0.0] * len(options)
        for counts, weight in forward[step].items():
            for k, guess in enumerate(options):
                rest = guess.weight * ends.get(_plus(counts, guess.counts), 0.0)
                totals[k] += weight * rest
                starts[counts] += rest
        ends = starts
        whole = sum(totals) or 1.0
        out[unclear[step]] = [Guess(g.text, t / whole) for g, t in zip(options, totals, strict=True)]
    return out


def _sweep(places: Sequence[Sequence[Guess]], begin: dict[Counts, float]) -> list[dict[Counts, float]]:
    """Weights of the counts before each place and after the last."""
    out = [begin]
    for options in places:
        after: dict[Counts, float] = defaultdict(float)
        for counts, weight in out[-1].items():
            for guess in options:
                after[_plus(counts, guess.counts)] += weight * guess.weight
        likeliest = sorted(after.items(), key=lambda item: -item[1])[:MOST_COUNTS]
        out.append({counts: weight / likeliest[0][1] for counts, weight in likeliest})
    return out


def _end_weight(counts: Counts, pawns: int, missing: float) -> float:
    weight = 1.0
    for n in counts:
        weight *= missing ** max(0, pawns - n) * TOO_MANY ** max(0, n - pawns)
    return weight


def _plus(a: Counts, b: Counts) -> Counts:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]
