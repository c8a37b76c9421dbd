"""The next round: who sits out, who meets whom, at which table and in which colour.

Everything here follows from what it is given: asked again, it answers the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.tournament.colours import coloured, played_by
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
    waiting = field.people - {person for each in kept for person in each.people}
    wins = {row.person: row.wins for row in standings(waiting, field.rounds, field.results, field.lot)}
    """Of those who are to be paired, the best first; before the first round by lot."""
    sizes, out = field.sizes.split(len(wins))
    if not sizes and not kept:
        raise TournamentError("few", f"expected at least {field.sizes.least} people, got {len(wins)}")
    tables, byes = _tables(field, wins, sizes, out)
    taken = {each.table for each in kept}
    free = (at for at in range(1, len(taken) + len(tables) + 1) if at not in taken)
    played = played_by(field.rounds)
    fresh = tuple(Sitting(at, coloured(table, played, number + at)) for at, table in zip(free, tables, strict=False))
    return Round(number, tuple(sorted((*kept, *fresh), key=lambda each: each.table)), tuple(sorted(byes)))


def _tables(
    field: Field, wins: Mapping[int, int], sizes: Sequence[int], out: int
) -> tuple[list[list[int]], tuple[int, ...]]:
    """Who sits with whom, the best first; and who sits out."""
    order = list(wins)
    if set(sizes) == {2} and field.sizes.most == 2 and (found := _robin(field, order)) is not None:
        return found
    byes = sitting_out(field, order, out)
    seated = [person for person in order if person not in byes]
    cost = _cost(met(field.rounds), [(person, wins[person]) for person in seated])
    tables = [[seated[k] for k in table] for table in parted(sizes, cost)] if sizes else []
    return sorted(tables, key=lambda table: min(map(seated.index, table))), byes


def sitting_out(field: Field, order: Sequence[int], out: int) -> tuple[int, ...]:
    """So many who sit out: whoever did so least often, and of those the last in the standing.

    Rounds before somebody came, or while somebody was away, count as sat out: late comers play first.
    """
    played = Counter(person for one in field.rounds for person in one.people)
    last = sorted(enumerate(order), key=lambda each: (-played[each[1]], -each[0]))
    return tuple(person for _, person in last[:out])


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


def _cost(times: Mapping[frozenset[int], int], seated: Sequence[tuple[int, int]]) -> list[list[int]]:
    """What it costs that two meet: above all that they met before; then how unlike they stand, wins before places."""
    return [
        [
            AGAIN * times.get(frozenset((one, other)), 0) ** 2 + 100 * (wins - more) ** 2 + abs(i - j)
            for j, (other, more) in enumerate(seated)
        ]
        for i, (one, wins) in enumerate(seated)
    ]
