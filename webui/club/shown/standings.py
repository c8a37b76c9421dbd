"""Who won how often and with how many points, on an evening or over a series; and ratings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from webui.club.shown.directory import Directory, Person
from webui.club.shown.summaries import Summary

COLUMNS: Final = ("place", "name", "matches", "wins", "shared", "points", "mean_points", "rating", "uncertainty")


@dataclass(frozen=True, slots=True)
class Span:
    """Which matches count: from a day to a day, of one game or of all."""

    first: date | None = None
    last: date | None = None
    game: str = ""

    def has(self, one: Summary) -> bool:
        """Whether a match is within."""
        day = one.day
        late = self.first is None or day >= self.first
        return late and (self.last is None or day <= self.last) and self.game in ("", one.body["game"])


@dataclass(slots=True)
class Row:
    """What one person did."""

    person: Person
    matches: int = 0
    wins: int = 0
    shared: int = 0
    points: float = 0.0
    counted: int = 0
    """Matches that give points."""
    rating: tuple[float, float] | None = field(default=None)

    def to_json(self, place: int) -> dict[str, Any]:
        """One line of the table."""
        rating: dict[str, float | None] = {"rating": None, "uncertainty": None}
        if self.rating is not None:
            rating = {"rating": round(self.rating[0], 1), "uncertainty": round(self.rating[1], 1)}
        points = {"points": _short(self.points) if self.counted else None}
        mean = {"mean_points": round(self.points / self.counted, 1) if self.counted else None}
        done = {"matches": self.matches, "wins": self.wins, "shared": self.shared}
        return {"place": place, "id": self.person.id, "name": self.person.name, **done, **points, **mean, **rating}


def standings(found: Iterable[Summary], directory: Directory, span: Span) -> list[dict[str, Any]]:
    """Everybody who played to the end of a match within the span: by wins, then by points; equal is equal."""
    within = sorted((one for one in found if one.counts and span.has(one)), key=lambda one: float(one.body["at"]))
    rows: dict[Person, Row] = {}
    for one in within:
        for colour, person in seated(one, directory).items():
            _count(rows.setdefault(person, Row(person)), one.body, colour)
    for person, rating in ratings(within, directory).items():
        rows[person].rating = rating
    ordered = sorted(rows.values(), key=lambda row: (-row.wins, -row.points, row.person.name.casefold()))
    return [row.to_json(_place(row, ordered)) for row in ordered]


def seated(one: Summary, directory: Directory) -> dict[str, Person]:
    """Colour -> person, of those who have a name; whoever sits there twice is nobody in particular."""
    found = {p["colour"]: person for p in one.body["players"] if (person := directory.person(p["name"])) is not None}
    twice = {person for person in found.values() if list(found.values()).count(person) > 1}
    return {colour: person for colour, person in found.items() if person not in twice}


def ratings(within: Iterable[Summary], directory: Directory) -> dict[Person, tuple[float, float]]:
    """Plackett-Luce over the matches in order: skill and how uncertain it still is; ties and shared wins count."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[Person, Any] = {}
    for one in within:
        table = seated(one, directory)
        if len(table) < 2:
            continue
        teams = [[known.get(person) or model.rating()] for person in table.values()]
        rated = model.rate(teams, ranks=_ranks(one.body, list(table)))
        known |= {person: team[0] for person, team in zip(table.values(), rated, strict=True)}
    return {person: (float(one.mu), float(one.sigma)) for person, one in known.items()}


def _ranks(body: Mapping[str, Any], colours: list[str]) -> list[float]:
    """Who came where: winners first together, the others by points where there are any, else all equal."""
    points = body["points"]
    worth = {c: (c in body["winners"], float(points.get(c, 0)) if c not in body["winners"] else 0.0) for c in colours}
    order = sorted(set(worth.values()), reverse=True)
    return [float(order.index(worth[c])) for c in colours]


def _count(row: Row, body: Mapping[str, Any], colour: str) -> None:
    row.matches += 1
    won = colour in body["winners"]
    row.wins += won
    row.shared += won and len(body["winners"]) > 1
    if colour in body["points"]:
        row.points += float(body["points"][colour])
        row.counted += 1


def _place(row: Row, ordered: list[Row]) -> int:
    return 1 + sum((other.wins, other.points) > (row.wins, row.points) for other in ordered)


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 2)


def as_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """The standings for a spreadsheet; a name that looks like a formula is quoted as text."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\r\n")
    table.writeheader()
    for row in rows:
        table.writerow({**row, "name": plain(str(row["name"]))})
    return out.getvalue()


def plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
