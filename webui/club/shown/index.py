"""What is asked of all matches at once, in columns: when, which game and faults, who sat there and what came of it.

A hundred thousand matches take some thirty megabytes here, and a question about all of them a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final, Generic, TypeVar

import numpy as np

from webui.club.names import key_of

SEATS: Final = 4
NONE: Final = float("nan")
NIGHT_S: Final = 6 * 3600
"""Until six in the morning it is still the evening before."""
QUARTER_S: Final = 900
"""No clock on earth is set by less than a quarter of an hour."""
LINE: Final = np.dtype(
    [
        ("at", "f8"), ("next", "i4"), ("changed", "i4"), ("kind", "i4"), ("counts", "?"), ("stamp", "i8"),
        ("keys", "i4", SEATS), ("won", "?", SEATS), ("points", "f8", SEATS),
    ]
)  # fmt: skip
"""One match. Each of these is kept in a column of its own: asking for one passes over no other. `kind` numbers its game
with the rules that were broken, `keys` the names of its players, 0 for nobody; `stamp` grows with every change."""
Array = np.ndarray[Any, np.dtype[Any]]
Line = tuple[Any, ...]
T = TypeVar("T", bound=Hashable)


class Numbers(Generic[T]):
    """Values, each once, and the number of each."""

    def __init__(self, first: T) -> None:
        self.values = [first]
        self._number = {first: 0}

    def of(self, value: T) -> int:
        """The number of a value; a new one gets the next."""
        found = self._number.setdefault(value, len(self.values))
        if found == len(self.values):
            self.values.append(value)
        return found

    def where(self, true: Callable[[T], bool]) -> Array:
        """For each number whether it is so of its value."""
        return np.fromiter(map(true, self.values), bool, len(self.values))


@dataclass(frozen=True, slots=True)
class Span:
    """Which matches count: from a day to a day, of one game or of all."""

    first: date | None = None
    last: date | None = None
    game: str = ""

    def seconds(self) -> tuple[float, float]:
        """When the first of these evenings begins, and when the last is over."""
        begin = -np.inf if self.first is None else _begins(self.first)
        return begin, np.inf if self.last is None or self.last == date.max else _begins(self.last + timedelta(1))


def _begins(day: date) -> float:
    try:
        return datetime.combine(day, time()).timestamp() + NIGHT_S
    except (ValueError, OverflowError, OSError):  # longer ago than this machine can tell, or later
        return -np.inf if day.year < 1970 else np.inf


class Index:
    """All matches in columns."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.keys, self.kinds = Numbers(""), Numbers[tuple[str, tuple[str, ...]]](("", ()))
        self._row: dict[str, int] = {}
        self._columns: dict[str, Array] = {name: np.zeros(1024, LINE[name]) for name in LINE.names or ()}
        self._stamp = 0
        self._order: Array | None = None
        self._sorted = 0

    def column(self, name: str) -> Array:
        """The same of every match, in the order they came."""
        found: Array = self._columns[name][: len(self.ids)]
        return found

    def version(self, match_id: str) -> tuple[int, int] | None:
        """How far a match had come, and how often names had been removed; None for one that is not here."""
        row = self._row.get(match_id)
        return None if row is None else (int(self._columns["next"][row]), int(self._columns["changed"][row]))

    def put(self, match_id: str, upto: int, changed: int, body: Mapping[str, Any], counts: bool) -> None:
        """A match as it is summed up, in place of what was known of it."""
        self.put_all([(match_id, self.line(upto, changed, body, counts))])

    def line(self, upto: int, changed: int, body: Mapping[str, Any], counts: bool) -> Line:
        """What is kept of one match, to be put here."""
        players, winners, points = body["players"][:SEATS], body["winners"], body["points"]
        kind = self.kinds.of((body["game"], tuple(body["rules"])))
        keys = [self.keys.of(key_of(str(p["name"]))) for p in players]
        won = [p["colour"] in winners for p in players]
        worth = [points.get(p["colour"], NONE) for p in players]
        if more := SEATS - len(players):
            keys, won, worth = keys + [0] * more, won + [False] * more, worth + [NONE] * more
        self._stamp += 1
        return body["at"], upto, changed, kind, counts, self._stamp, keys, won, worth

    def put_all(self, lines: Sequence[tuple[str, Line]]) -> None:
        """Many at once."""
        rows = [self._row.setdefault(match_id, len(self._row)) for match_id, _ in lines]
        self.ids += [match_id for row, (match_id, _) in zip(rows, lines, strict=True) if row >= len(self.ids)]
        have = len(self._columns["at"])
        if len(self.ids) > have:
            more = max(have, len(self.ids) - have)
            self._columns = {
                name: np.concatenate([column, np.zeros((more, *column.shape[1:]), column.dtype)])
                for name, column in self._columns.items()
            }
        fresh = np.array([line for _, line in lines], LINE)
        if not np.array_equal(self._columns["at"][rows], fresh["at"]) or len(self.ids) > self._sorted:
            self._order = None
        for name, column in self._columns.items():
            column[rows] = fresh[name]

    def search(self, span: Span, who: Callable[[str], bool] | None = None, fault: str = "") -> Array:
        """The rows of all matches within, newest first; of those people, with that fault."""
        good = self._within(span)
        if who is not None:
            good &= self.keys.where(who)[self.column("keys")].any(axis=1)
        if fault:
            good &= self.kinds.where(lambda kind: fault in kind[1])[self.column("kind")]
        if self._order is None:
            self._sorted = len(self.ids)
            self._order = np.argsort(-self.column("at"), kind="stable")
        found: Array = self._order[good[self._order]]
        return found

    def counted(self, span: Span) -> Array:
        """The rows of the matches that count within, the first played first."""
        rows = np.flatnonzero(self._within(span) & self.column("counts"))
        found: Array = rows[np.argsort(self.column("at")[rows], kind="stable")]
        return found

    def evenings(self) -> list[date]:
        """The days of matches that count and in which somebody with a name played, newest first."""
        named = self.column("counts") & (self.column("keys") > 0).any(axis=1)
        quarters = np.unique(self.column("at")[named] // QUARTER_S)
        return sorted({date.fromtimestamp(float(one) * QUARTER_S - NIGHT_S) for one in quarters}, reverse=True)

    def faults(self) -> list[tuple[str, str]]:
        """Every game with every rule that was ever broken."""
        used: Sequence[int] = np.unique(self.column("kind")).tolist()
        return sorted({(game, rule) for game, rules in map(self.kinds.values.__getitem__, used) for rule in rules})

    def _within(self, span: Span) -> Array:
        begin, end = span.seconds()
        at = self.column("at")
        good = (at >= begin) & (at < end)
        if span.game:
            good &= self.kinds.where(lambda kind: kind[0] == span.game)[self.column("kind")]
        found: Array = good
        return found
