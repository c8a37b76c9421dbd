"""Who plays which colour: everybody each of them equally often, and not the same twice running where it can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from engine.tournament.values import COLOURS, Round


def coloured(people: Sequence[int], played: Mapping[int, Sequence[str]], turn: int = 0) -> tuple[tuple[int, str], ...]:
    """These people with a colour each, in the order of the colours; `turn` says which is tried first."""
    order = COLOURS[turn % len(COLOURS) :] + COLOURS[: turn % len(COLOURS)]

    def price(colours: Sequence[str]) -> tuple[int, int]:
        had = [(played.get(person, ()), colour) for person, colour in zip(people, colours, strict=True)]
        again = sum(before[-1] == colour for before, colour in had if before)
        return sum(before.count(colour) ** 2 for before, colour in had), again

    best = min(permutations(order, len(people)), key=price)
    return tuple(sorted(zip(people, best, strict=True), key=lambda seat: COLOURS.index(seat[1])))


def played_by(rounds: Iterable[Round]) -> dict[int, list[str]]:
    """The colours that everybody has played, one after the other."""
    out: dict[int, list[str]] = {}
    for one in rounds:
        for sitting in one.sittings:
            for person, colour in sitting.seats:
                out.setdefault(person, []).append(colour)
    return out
