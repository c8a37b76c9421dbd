"""Random evenings for the tests of tournaments, and what can be known of a pairing without the code that makes it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.tournament.pairing import Field, paired
from engine.tournament.values import Result, Round, Sizes, met

SIZES = (Sizes(2, 2), Sizes(2, 3), Sizes(2, 4), Sizes(3, 3), Sizes(3, 4), Sizes(4, 4))


@dataclass
class Evening:
    """People who come, leave, and come back; rounds that are paired and played."""

    people: set[int]
    sizes: Sizes
    lot: int = 0
    rounds: list[Round] = field(default_factory=list)
    results: dict[tuple[int, int], Result] = field(default_factory=dict)
    here: list[frozenset[int]] = field(default_factory=list)
    """Who was there in each round."""

    def field(self) -> Field:
        """What the next round is paired from."""
        return Field(frozenset(self.people), tuple(self.rounds), self.results, self.sizes, self.lot)

    def play(self, rng: random.Random) -> Round:
        """Pair one round, and let somebody win at each table, alone or together."""
        self.here.append(frozenset(self.people))
        one = paired(self.field())
        self.rounds.append(one)
        for sitting in one.sittings:
            winners = rng.sample(sorted(sitting.people), 1 if rng.random() < 0.9 else 2)
            points = {person: float(rng.randrange(40)) for person in sitting.people}
            self.results[one.number, sitting.table] = Result(frozenset(winners), points)
        return one

    def change(self, rng: random.Random) -> None:
        """Somebody comes late, leaves, or comes back, as many do."""
        if rng.random() < 0.3:
            self.people.add(rng.randrange(80))
        if rng.random() < 0.3 and len(self.people) > 5:
            self.people.discard(rng.choice(sorted(self.people)))


def random_evening(seed: int) -> Iterator[tuple[Evening, Round]]:
    """A whole evening of 5 to 60 people, round by round."""
    rng = random.Random(seed)
    people = set(range(rng.randint(5, 60)))
    evening = Evening(people, rng.choice(SIZES), rng.randrange(1000))
    for _ in range(rng.randint(3, 6)):
        yield evening, evening.play(rng)
        evening.change(rng)


def again(one: Round, before: Sequence[Round]) -> int:
    """How many meet who met before."""
    known = met(before)
    return sum(known.get(pair, 0) > 0 for sitting in one.sittings for pair in sitting.meetings())


def can_be_fresh(
    people: Sequence[int], sizes: Sequence[int], before: Sequence[Round], steps: int = 400_000
) -> bool | None:
    """Whether these people can sit at tables of these sizes with nobody whom they met; None: not found out.

    Plain trying, person by person in the order given: the search under test goes otherwise.
    """
    known = met(before)
    left = [steps]

    def seat(waiting: tuple[int, ...], open_sizes: tuple[int, ...]) -> bool | None:
        if not waiting:
            return True
        left[0] -= 1
        if left[0] < 0:
            return None
        first, others = waiting[0], [p for p in waiting[1:] if frozenset((waiting[0], p)) not in known]
        for size in sorted(set(open_sizes), reverse=True):
            at = open_sizes.index(size)
            for more in combinations(others, size - 1):
                if any(frozenset(pair) in known for pair in combinations(more, 2)):
                    continue
                rest = tuple(p for p in waiting if p != first and p not in more)
                found = seat(rest, open_sizes[:at] + open_sizes[at + 1 :])
                if found is None or found:
                    return found
        return False

    return seat(tuple(people), tuple(sizes))


def fewest_again(people: Sequence[int], sizes: Sequence[int], before: Sequence[Round]) -> int:
    """The least that meeting again can cost, each pair by the square of how often it met: all partings are tried."""
    known = met(before)

    def least(waiting: tuple[int, ...], open_sizes: tuple[int, ...]) -> int:
        if not waiting:
            return 0
        out = 1 << 40
        for size in set(open_sizes):
            at = open_sizes.index(size)
            for more in combinations(waiting[1:], size - 1):
                table = (waiting[0], *more)
                price = sum(known.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))
                rest = tuple(p for p in waiting if p not in table)
                out = min(out, price + least(rest, open_sizes[:at] + open_sizes[at + 1 :]))
        return out

    return least(tuple(people), tuple(sizes))
