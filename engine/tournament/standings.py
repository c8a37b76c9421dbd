"""How everybody stands: by wins, then by what is said of each tie-break in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final

from engine.tournament.places import placed, short
from engine.tournament.values import Json, Result, Results, Round

BREAKS: Final = ("wins", "points", "opponents", "byes")
"""What decides, one after the other: most wins, most points, the stronger opponents, fewer byes; then the place is
shared. A bye counts as a win without points, a shared win as a win for each who shares it."""


@dataclass(frozen=True, slots=True)
class Row:
    """How one person stands; `by` is what decided between this one and the next above, None for the first."""

    person: int
    place: int = 0
    played: int = 0
    wins: int = 0
    points: float = 0.0
    opponents: float = 0.0
    """How many matches those have won whom one met: of each table the mean, summed up."""
    byes: int = 0
    by: str | None = None
    """One of `BREAKS`, or "equal" where the place is shared."""

    def worth(self) -> tuple[float, ...]:
        """What is compared; more is better."""
        return (self.wins, self.points, self.opponents, -self.byes)

    def to_json(self) -> Json:
        """One line of the standings."""
        numbers: Json = {"points": short(self.points), "opponents": short(self.opponents)}
        done = {"played": self.played, "wins": self.wins, "byes": self.byes}
        return {"place": self.place, "person": self.person, **done, **numbers, "by": self.by}


def standings(people: Iterable[int], rounds: Sequence[Round], results: Results, lot: int = 0) -> tuple[Row, ...]:
    """Everybody, the best first. Who shares a place stands in the order of a lot that stays the same all evening."""
    counts: dict[int, list[float]] = {person: [0, 0.0, 0, 0] for person in people}
    """Wins, points, byes, matches."""
    tables = list[tuple[frozenset[int], Result]]()
    for one in rounds:
        for person in counts.keys() & set(one.byes):
            counts[person] = _sum(counts[person], (1, 0.0, 1, 0))
        for sitting in one.sittings:
            if (result := results.get((one.number, sitting.table))) is not None:
                tables.append((sitting.people, result))
    for seated, result in tables:
        for person in counts.keys() & seated:
            counts[person] = _sum(counts[person], (person in result.winners, result.points.get(person, 0.0), 0, 1))
    strength = dict.fromkeys(counts, Fraction(0))
    for seated, _ in tables:
        for person in counts.keys() & seated:
            won = sum(int(counts[other][0]) for other in seated if other != person and other in counts)
            strength[person] += Fraction(won, len(seated) - 1)
    rows = [
        Row(person, 0, int(played), int(wins), points, float(strength[person]), int(byes))
        for person, (wins, points, byes, played) in counts.items()
    ]
    return _placed(sorted(rows, key=lambda row: ([-value for value in row.worth()], drawn(lot, row.person))))


def drawn(lot: int, person: int, turn: int = 0) -> bytes:
    """Where somebody comes by lot: as good as chance, and the same whenever it is asked."""
    return blake2b(f"{lot} {turn} {person}".encode(), digest_size=8).digest()


def _sum(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _placed(ordered: Sequence[Row]) -> tuple[Row, ...]:
    """The rows with their places, and with what put each below the one above."""
    found = [replace(row, place=place) for place, row in placed(ordered, Row.worth)]
    for at, (above, own) in enumerate(pairwise(ordered), 1):
        pairs = zip(BREAKS, above.worth(), own.worth(), strict=True)
        found[at] = replace(found[at], by=next((name for name, more, less in pairs if more != less), "equal"))
    return tuple(found)


def told(rows: Sequence[Row], names: Mapping[int, str], words: Mapping[str, str]) -> list[str]:
    """For each row the sentence that says why it stands below the one above: "wins" -> "{above} won more: …"."""
    out = [""]
    for above, own in pairwise(rows):
        known = {"above": names.get(above.person, "?"), "name": names.get(own.person, "?")}
        numbers = {"more": _number(above, own.by), "less": _number(own, own.by)}
        out.append(words[own.by or "equal"].format(**known, **numbers))
    return out[: len(rows)]


def _number(row: Row, by: str | None) -> Any:
    return "" if by in (None, "equal") else short(getattr(row, str(by)))
