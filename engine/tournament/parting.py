"""Parting people into tables so that as few as possible meet again, and those meet who stand alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import Final

Cost = Sequence[Sequence[int]]
"""What it costs that two sit at one table, by their places in the order of the standing."""
AGAIN: Final = 10_000_000
"""What one meeting again costs: more than all that can be lost by how unlike people stand."""
TRIED: Final = 9
"""For so many all partings are tried."""
STEPS: Final = (5, 7, 11, 13)
"""Where some must meet again, swapping begins from other orders too; each is a prime, so that nobody comes twice."""
AHEAD: Final = 16
"""For so many it is looked whether a round without meeting again is left after this one."""
LOOK: Final = 300
"""So many steps that look takes."""
ENOUGH: Final = 3
"""Of so many that lead on the cheapest is taken."""
NODES: Final = 30_000
"""So far a parting without anybody meeting again is looked for where swapping has found none."""


def parted(sizes: Sequence[int], cost: Cost) -> list[list[int]]:
    """People 0, 1, 2, … at tables of these sizes: the cheapest that swapping finds, of none that meet again if any."""
    count = sum(sizes)
    if count <= TRIED and (found := _cheapest(tuple(range(count)), tuple(sizes), cost)[1]):
        return found if _total(found, cost) >= AGAIN else _leading_on(found, sizes, cost)
    found = _swapped(_in_order(sizes), cost)
    if _total(found, cost) < AGAIN:
        return _leading_on(found, sizes, cost)
    fresh = fresh_tables(sizes, lambda one, other: cost[one][other] < AGAIN)
    if fresh is not None:
        return _leading_on(_swapped(fresh, cost), sizes, cost)
    others = [_swapped(_in_order(sizes, step), cost) for step in STEPS if count % step]
    return min([found, *others], key=lambda tables: _total(tables, cost))


def _leading_on(tables: list[list[int]], sizes: Sequence[int], cost: Cost) -> list[list[int]]:
    """These tables, if after them there is another round in which nobody meets again; else the cheapest of others of
    which that is so. Few people soon have none left to meet unless they are parted with care."""
    count = sum(sizes)
    if count > AHEAD or _leads_on(tables, sizes, cost):
        return tables
    orders = ([(k * step + first) % count for k in range(count)] for step, first in product(*[range(count)] * 2))
    found = (_fresh_in(who, sizes, cost) for who in orders if len(set(who)) == count)
    leading = islice((each for each in found if each and _leads_on(each, sizes, cost)), ENOUGH)
    return min(leading, key=lambda each: _total(each, cost), default=tables)


def _fresh_in(who: Sequence[int], sizes: Sequence[int], cost: Cost) -> list[list[int]]:
    """Tables at which nobody meets again, looked for in another order of the people; none where none is found soon."""
    found = fresh_tables(sizes, lambda one, other: cost[who[one]][who[other]] < AGAIN, LOOK)
    return [[who[k] for k in table] for table in found or ()]


def _leads_on(tables: Sequence[Sequence[int]], sizes: Sequence[int], cost: Cost) -> bool:
    """Whether there is a round after these tables in which nobody meets again."""
    at = {person: k for k, table in enumerate(tables) for person in table}
    return fresh_tables(sizes, lambda one, other: at[one] != at[other] and cost[one][other] < AGAIN, LOOK) is not None


def _in_order(sizes: Sequence[int], step: int = 1) -> list[list[int]]:
    """Everybody one after the other, or each so many after the one before."""
    count, tables, first = sum(sizes), list[list[int]](), 0
    for size in sizes:
        tables.append([k * step % count for k in range(first, first + size)])
        first += size
    return tables


def _cheapest(people: tuple[int, ...], sizes: tuple[int, ...], cost: Cost) -> tuple[int, list[list[int]]]:
    """The cheapest of all partings, for few."""
    if not people:
        return 0, []
    found = list[tuple[int, list[list[int]]]]()
    for size in dict.fromkeys(sizes):
        at = sizes.index(size)
        for more in combinations(people[1:], size - 1):
            table = [people[0], *more]
            rest = tuple(person for person in people if person not in table)
            price, others = _cheapest(rest, sizes[:at] + sizes[at + 1 :], cost)
            found.append((price + _total([table], cost), [table, *others]))
    return min(found)


def _total(tables: Sequence[Sequence[int]], cost: Cost) -> int:
    return sum(cost[one][other] for table in tables for one, other in combinations(table, 2))


def _swapped(tables: list[list[int]], cost: Cost) -> list[list[int]]:
    """Swap any two of two tables as long as that makes it cheaper."""
    among = [[sum(row[other] for other in table) for table in tables] for row in cost]
    """What it costs each to sit with those of each table."""
    better = True
    while better:
        better = False
        for here, there in combinations(range(len(tables)), 2):
            for i, j in product(range(len(tables[here])), range(len(tables[there]))):
                one, other = tables[here][i], tables[there][j]
                ours, theirs = among[one], among[other]
                if ours[here] + theirs[there] + 2 * cost[one][other] <= ours[there] + theirs[here]:
                    continue
                tables[here][i], tables[there][j], better = other, one, True
                for row, sums in zip(cost, among, strict=True):
                    sums[here] += row[other] - row[one]
                    sums[there] -= row[other] - row[one]
    return tables


def fresh_tables(sizes: Sequence[int], may: Callable[[int, int], bool], nodes: int = NODES) -> list[list[int]] | None:
    """Tables at which only those sit together who may; None where there are none, or none was found in so many steps.

    Whoever has the fewest left to sit with is seated first; what was found impossible for some people is remembered.
    """
    count = sum(sizes)
    friends = [sum(1 << k for k in range(count) if k != one and may(one, k)) for one in range(count)]
    search = _Search(friends, nodes)
    found = search.seat((1 << count) - 1, tuple(sorted(sizes, reverse=True)))
    return None if found is None else sorted(found, key=lambda table: (-len(table), table))


class _Search:
    """Looks for tables of people of whom every two may sit together; sets of people are bits."""

    def __init__(self, friends: Sequence[int], nodes: int) -> None:
        self._friends, self._left = friends, nodes
        self._dead = set[tuple[int, tuple[int, ...]]]()

    def seat(self, waiting: int, sizes: tuple[int, ...]) -> list[list[int]] | None:
        """Tables for those who wait; None where there are none."""
        if not sizes:
            return []
        self._left -= 1
        if self._left < 0 or (waiting, sizes) in self._dead:
            return None
        one = min(_each(waiting), key=lambda k: (self._friends[k] & waiting).bit_count())
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            for table in self._tables([one], self._friends[one] & waiting, size):
                rest = waiting
                for person in table:
                    rest &= ~(1 << person)
                if (more := self.seat(rest, sizes[:at] + sizes[at + 1 :])) is not None:
                    return [sorted(table), *more]
        if self._left >= 0:
            self._dead.add((waiting, sizes))
        return None

    def _tables(self, table: list[int], free: int, size: int) -> Iterator[list[int]]:
        """Every table of this size with these people and some of those who are free."""
        if len(table) == size:
            yield table
            return
        for person in _each(free):
            free &= ~(1 << person)
            yield from self._tables([*table, person], free & self._friends[person], size)


def _each(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
