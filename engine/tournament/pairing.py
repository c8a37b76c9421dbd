"""The next round: who sits out, who meets whom, at which table and in which colour.

Everything here follows from what it is given: asked again, it answers the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.tournament.colours import coloured
from engine.tournament.parting import AGAIN, parted
from engine.tournament.robin import robin_round
from engine.tournament.standings import drawn, standings
from engine.tournament.values import Results, Round, Sitting, Sizes, TournamentError, met


@dataclass(frozen=True, slots=True)
class Field:
    """What a round is paired from: who is there, the rounds before, their results, the sizes of tables, the lot."""

    people: frozenset[int]
    rounds: tuple[Round, ...]
    results: Results
    sizes: Sizes
    lot: int = 0


def paired(field: Field, begun: Iterable[Sitting] = ()) -> Round:
    """The round after these, for all who are there. What has begun stays as it is; the others are paired around it."""
    kept = tuple(sorted(begun, key=lambda each: each.table))
    number = len(field.rounds) + 1
    order = _in_order(field, field.people - {person for each in kept for person in each.people})
    sizes, out = field.sizes.split(len(order))
    if not sizes and not kept:
        raise TournamentError("few", f"expected at least {field.sizes.least} people, got {len(order)}")
    tables, byes = _tables(field, order, sizes, out)
    taken = {each.table for each in kept}
    free = (at for at in range(1, len(taken) + len(tables) + 1) if at not in taken)
    fresh = tuple(
        Sitting(at, coloured(table, field.rounds, number + at)) for at, table in zip(free, tables, strict=False)
    )
    return Round(number, tuple(sorted((*kept, *fresh), key=lambda each: each.table)), tuple(sorted(byes)))


def _in_order(field: Field, people: frozenset[int]) -> list[int]:
    """Those who are to be paired, the best first; before the first round by lot."""
    return [row.person for row in standings(people, field.rounds, field.results, field.lot)]


def _tables(
    field: Field, order: Sequence[int], sizes: Sequence[int], out: int
) -> tuple[list[list[int]], tuple[int, ...]]:
    """Who sits with whom, the best first; and who sits out."""
    if set(sizes) == {2} and field.sizes.most == 2 and (found := _robin(field, order)) is not None:
        return found
    byes = sitting_out(field, order, out)
    seated = [person for person in order if person not in byes]
    cost = _cost(field, seated)
    tables = [[seated[k] for k in table] for table in parted(sizes, cost)] if sizes else []
    return sorted(tables, key=lambda table: min(map(seated.index, table))), byes


def sitting_out(field: Field, order: Sequence[int], out: int) -> tuple[int, ...]:
    """So many who sit out: whoever did so least often, and of those the last in the standing.

    Rounds before somebody came, or while somebody was away, count as sat out: late comers play first.
    """
    idle = {person: sum(person not in one.people for one in field.rounds) for person in order}
    last = sorted(order, key=lambda person: (idle[person], -order.index(person)))
    return tuple(last[:out])


def _robin(field: Field, order: Sequence[int]) -> tuple[list[list[int]], tuple[int, ...]] | None:
    """Few people, two at a table: everybody meets everybody once before anybody meets anybody twice."""
    people = sorted(order, key=lambda person: drawn(field.lot, person))
    times = met(field.rounds)
    grid = [[times.get(frozenset((one, other)), 0) for other in people] for one in people]
    for k, one in enumerate(people):
        grid[k].append(sum(one in each.byes for each in field.rounds))
    pairs = robin_round(range(len(people)), [*grid, [0] * (len(people) + 1)])
    if pairs is None:
        return None
    byes = tuple(people[max(pair)] for pair in pairs if min(pair) < 0)
    tables = [sorted((people[a], people[b]), key=order.index) for a, b in pairs if min(a, b) >= 0]
    return sorted(tables, key=lambda table: order.index(table[0])), byes


def _cost(field: Field, seated: Sequence[int]) -> list[list[int]]:
    """What it costs that two meet: above all that they met before; then how unlike they stand, wins before places."""
    times = met(field.rounds)
    rows = {row.person: row for row in standings(seated, field.rounds, field.results, field.lot)}

    def price(i: int, j: int) -> int:
        one, other = seated[i], seated[j]
        again = times.get(frozenset((one, other)), 0)
        return AGAIN * again**2 + 100 * (rows[one].wins - rows[other].wins) ** 2 + abs(i - j)

    return [[price(i, j) for j in range(len(seated))] for i in range(len(seated))]
