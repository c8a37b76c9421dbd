"""Who plays which colour: everybody each of them equally often, and not the same twice running where it can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from engine.tournament.values import COLOURS, Round


def coloured(people: Sequence[int], rounds: Iterable[Round], turn: int = 0) -> tuple[tuple[int, str], ...]:
    """These people with a colour each, in the order of the colours; `turn` says which is tried first."""
    played = {person: [colour for one in rounds for colour in _of(one, person)] for person in people}
    order = COLOURS[turn % len(COLOURS) :] + COLOURS[: turn % len(COLOURS)]

    def price(colours: Sequence[str]) -> tuple[int, int]:
        had = [(played[person], colour) for person, colour in zip(people, colours, strict=True)]
        again = sum(before[-1:] == [colour] for before, colour in had)
        return sum(before.count(colour) ** 2 for before, colour in had), again

    best = min(permutations(order, len(people)), key=price)
    return tuple(sorted(zip(people, best, strict=True), key=lambda seat: COLOURS.index(seat[1])))


def _of(one: Round, person: int) -> list[str]:
    return [colour for sitting in one.sittings for each, colour in sitting.seats if each == person]
