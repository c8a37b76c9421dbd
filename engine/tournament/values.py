"""What a tournament is made of: tables, rounds, results. People are numbers; who they are is not known here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.core.colours import COLOURS as COLOURS
from engine.core.errors import NotationError

Json = dict[str, Any]
LEAST, MOST = 2, 4
"""So many people sit at one table."""


class TournamentError(NotationError):
    """What cannot be done in a tournament; `key` names the sentence by which a page says it."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many sit at one table: at least and at most."""

    least: int = LEAST
    most: int = MOST

    def __post_init__(self) -> None:
        if not LEAST <= self.least <= self.most <= MOST:
            raise TournamentError("sizes", f"expected tables of {LEAST} to {MOST}, got {self.least} to {self.most}")

    def split(self, people: int) -> tuple[tuple[int, ...], int]:
        """The sizes of the tables for so many people, and how many sit out: as few as can be, at as few tables."""
        for out in range(people + 1):
            seated = people - out
            tables = -(-seated // self.most)
            if tables and tables * self.least <= seated:
                short, long = divmod(seated, tables)
                return (short + 1,) * long + (short,) * (tables - long), out
        return (), people


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table of a round: its number, and who sits there in which colour, in seating order."""

    table: int
    seats: tuple[tuple[int, str], ...]

    @property
    def people(self) -> frozenset[int]:
        """Who sits there."""
        return frozenset(person for person, _ in self.seats)

    def meetings(self) -> Iterator[frozenset[int]]:
        """Every two who meet there."""
        return (frozenset(pair) for pair in combinations(sorted(self.people), 2))

    def to_json(self) -> Json:
        """As it is written down."""
        return {"table": self.table, "seats": [[person, colour] for person, colour in self.seats]}

    @classmethod
    def from_json(cls, data: Json) -> Sitting:
        """Inverse of `to_json`."""
        return cls(int(data["table"]), tuple((int(person), str(colour)) for person, colour in data["seats"]))


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its tables, and who sits out."""

    number: int
    sittings: tuple[Sitting, ...]
    byes: tuple[int, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """Who plays in it."""
        return frozenset(person for each in self.sittings for person in each.people)

    def to_json(self) -> Json:
        """As it is written down."""
        tables = [each.to_json() for each in self.sittings]
        return {"number": self.number, "tables": tables, "byes": list(self.byes)}

    @classmethod
    def from_json(cls, data: Json) -> Round:
        """Inverse of `to_json`."""
        tables = tuple(Sitting.from_json(each) for each in data["tables"])
        return cls(int(data["number"]), tables, tuple(int(person) for person in data["byes"]))


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one table: who won, alone or together, and everybody's points in a game that has some."""

    winners: frozenset[int]
    points: Mapping[int, float]

    def to_json(self) -> Json:
        """As it is written down."""
        return {"winners": sorted(self.winners), "points": {str(k): v for k, v in sorted(self.points.items())}}

    @classmethod
    def from_json(cls, data: Json) -> Result:
        """Inverse of `to_json`."""
        points = {int(person): float(value) for person, value in data["points"].items()}
        return cls(frozenset(int(person) for person in data["winners"]), points)


Results = Mapping[tuple[int, int], Result]
"""(round, table) -> what came of it; a table that still plays is not there."""


def met(rounds: Iterable[Round]) -> dict[frozenset[int], int]:
    """Every two who sat at one table, and how often."""
    out: dict[frozenset[int], int] = {}
    for one in rounds:
        for sitting in one.sittings:
            for pair in sitting.meetings():
                out[pair] = out.get(pair, 0) + 1
    return out
