"""Round robin for few: everybody meets everybody once before anybody meets anybody twice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

FEW: Final = 8
"""Up to so many play everybody against everybody, two at a table."""
NOBODY: Final = -1
"""With an odd number the one who meets nobody sits out."""
Pair = tuple[int, int]


def robin_round(people: Sequence[int], met: Sequence[Sequence[int]]) -> list[Pair] | None:
    """Pairs of these people after which everybody can still meet everybody else in as few rounds as there are left.

    `met`: how often two met, by their numbers; the last stands for sitting out where their number is odd. None where
    people came or went so that it does not come out even any more.
    """
    everybody = list(people) + ([NOBODY] if len(people) % 2 else [])
    if len(everybody) > FEW or len(everybody) < 2:
        return None
    times = {(a, b): met[a][b] for a, b in combinations(everybody, 2)}
    least = min(times.values())
    left = frozenset(pair for pair, count in times.items() if count == least)
    degrees = {sum(one in pair for pair in left) for one in everybody}
    if len(degrees) != 1:
        return None
    rounds = _rounds(tuple(everybody), left)
    return None if rounds is None else list(rounds[0])


@cache
def _rounds(everybody: tuple[int, ...], left: frozenset[Pair]) -> tuple[tuple[Pair, ...], ...] | None:
    """All meetings that are left, as rounds in which everybody plays; the earlier in the order meet last."""
    if not left:
        return ()
    for pairs in _whole(everybody, left):
        more = _rounds(everybody, left - set(pairs))
        if more is not None:
            return (pairs, *more)
    return None


def _whole(waiting: tuple[int, ...], left: frozenset[Pair]) -> list[tuple[Pair, ...]]:
    """Every way to pair all of them by meetings that are left."""
    if not waiting:
        return [()]
    first, *others = waiting
    out = list[tuple[Pair, ...]]()
    for other in reversed(others):
        if (first, other) in left:
            rest = tuple(each for each in others if each != other)
            out += [((first, other), *more) for more in _whole(rest, left)]
    return out
