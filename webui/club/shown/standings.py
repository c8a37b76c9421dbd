"""Who won how often and with how many points, on an evening or over a series; and ratings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, Final

import numpy as np

from engine.tournament.places import placed, short
from webui.club.shown.directory import Directory, Person
from webui.club.shown.index import Array, Index, Span
from webui.club.shown.ratings import Ratings, Strength

COLUMNS: Final = ("place", "name", "matches", "wins", "shared", "points", "mean_points", "rating", "uncertainty")


@dataclass(frozen=True, slots=True)
class Row:
    """What one person did."""

    person: Person
    matches: int = 0
    wins: int = 0
    shared: int = 0
    points: float = 0.0
    counted: int = 0
    """Matches that give points."""
    rating: tuple[float, float] | None = None
    """Skill and its variance."""

    def to_json(self, place: int) -> dict[str, Any]:
        """One line of the table."""
        rating: dict[str, float | None] = {"rating": None, "uncertainty": None}
        if self.rating is not None:
            rating = {"rating": round(self.rating[0], 1), "uncertainty": round(sqrt(self.rating[1]), 1)}
        points = {"points": short(self.points) if self.counted else None}
        mean = {"mean_points": round(self.points / self.counted, 1) if self.counted else None}
        done = {"matches": self.matches, "wins": self.wins, "shared": self.shared}
        return {"place": place, "id": self.person.id, "name": self.person.name, **done, **points, **mean, **rating}


def standings(found: tuple[Index, Ratings], directory: Directory, span: Span) -> list[dict[str, Any]]:
    """Everybody who played to the end of a match within the span: by wins, then by points; equal is equal."""
    index, ratings = found
    within = index.counted(span)
    won, points, stamps = (index.column(name)[within] for name in ("won", "points", "stamp"))
    people = directory.known(index.keys.values)
    seats = _seated(index.column("keys")[within], people)
    pointed = ~np.isnan(points)
    points[~pointed] = 0.0
    strengths = ratings.of(span, within, stamps, seats, np.where(won, np.inf, points))
    rows = list(_rows((won, points, pointed), seats, people, strengths))
    rows.sort(key=lambda row: (-row.wins, -row.points, row.person.name.casefold()))
    return [row.to_json(place) for place, row in placed(rows, lambda row: (row.wins, row.points))]


def _seated(keys: Array, people: Sequence[Person | None]) -> Array:
    """Who sits where, by their numbers; 0 is nobody, and whoever sits at one table twice is nobody in particular."""
    seats: Array = np.array([0 if person is None else person.id for person in people])[keys]
    twice = np.zeros(seats.shape, bool)
    for one, other in combinations(range(seats.shape[1]), 2):
        same = seats[:, one] == seats[:, other]
        twice[:, one] |= same
        twice[:, other] |= same
    seats[twice] = 0
    return seats


def _rows(
    done: tuple[Array, Array, Array], seats: Array, people: Iterable[Person | None], strengths: Strength
) -> Iterator[Row]:
    """What everybody did, of those who did anything."""
    won, points, pointed = done
    most = int(seats.max(initial=0)) + 1
    shared = won & (np.count_nonzero(won, axis=1) > 1)[:, None]
    columns = [np.bincount(seats.ravel(), minlength=most).tolist()]
    columns += [np.bincount(seats[here], minlength=most).tolist() for here in (won, shared, pointed)]
    sums = np.bincount(seats.ravel(), points.ravel(), most).tolist()
    for person in {one.id: one for one in people if one is not None and one.id < most}.values():
        matches, wins, divided, counted = (column[person.id] for column in columns)
        if matches:
            yield Row(person, matches, wins, divided, sums[person.id], counted, strengths.get(person.id))


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
