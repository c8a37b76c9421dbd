"""Tournaments on the club's record: decisions one after the other, each by one organiser at a time.

Every decision says what it wants to be so. Asked again, after a server that went away in between or by a second
organiser, nothing more is decided.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import NotationError
from engine.tournament import evening
from engine.tournament.evening import Tournament
from engine.tournament.values import Json, Round
from webui.club.shown.record import Record
from webui.record.store import UnknownMatchError

if TYPE_CHECKING:
    from psycopg import Connection

KEY: Final = r"[a-z0-9]{6,32}"
LISTED: Final = 50
DAY_S: Final = 86_400.0
ALL: Final = """
    SELECT d.tournament, d.body, extract(epoch FROM d.at)::float FROM decisions d
    JOIN tournaments t ON t.id = d.tournament WHERE d.tournament = ANY(%s) ORDER BY d.tournament, d.number
"""
NEWEST: Final = """
    SELECT t.id, (SELECT count(*) FROM decisions d WHERE d.tournament = t.id), d.body
    FROM tournaments t JOIN decisions d ON d.tournament = t.id AND d.number = 0
    ORDER BY t.made_at DESC, t.id LIMIT %s
"""
"""With how much was decided, and the title: that alone may change afterwards."""


class UnknownTournamentError(UnknownMatchError):
    """No tournament of this name."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament as it is on record: how far it has come, when its rounds were drawn, how many decisions it has."""

    id: str
    tournament: Tournament
    draws: tuple[tuple[Round, float], ...]
    """Every round that was drawn, those too that were drawn again later, with the server's time."""
    count: int
    began: float
    ended: float
    """What begins later belongs to it no more: it is over, or nothing was decided for a day."""


Decide = Callable[[Kept], Iterable[Json]]
"""What is to be decided now, one after the other; each sees what was decided before it."""


class Tournaments:
    """All tournaments of a club's record."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._listed: dict[tuple[str, int, str], Kept] = {}

    def all(self) -> list[Kept]:
        """The newest tournaments, newest first; only those that went on are read."""
        with self._record.connected() as connection:
            rows = connection.execute(NEWEST.encode(), (LISTED,)).fetchall()
            fresh = read_all(connection, [row[0] for row in rows if row not in self._listed])
        found = {row: self._listed.get(row) or fresh.get(row[0]) for row in rows}
        self._listed = {row: kept for row, kept in found.items() if kept is not None}
        return list(self._listed.values())

    def read(self, key: str) -> Kept:
        """One tournament."""
        with self._record.connected() as connection:
            found = read_kept(connection, key)
        if found is None:
            raise UnknownTournamentError(f"no tournament {key[:40]!r} on the club's record")
        return found

    def make(self, title: str, game: str, least: int, most: int, key: str = "") -> str:
        """A new tournament; the one that is there already where the same key was given before. Its key."""
        key = key or secrets.token_hex(6)
        if not re.fullmatch(KEY, key):
            raise NotationError("expected a key of small letters and digits")
        first = evening.made(title, game, least, most, secrets.randbelow(1 << 30))
        with self._record.connected() as connection, connection.transaction():
            made = "INSERT INTO tournaments (id) VALUES (%s) ON CONFLICT (id) DO NOTHING RETURNING id"
            if connection.execute(made, (key,)).fetchone() is not None:
                _write(connection, key, 0, [first])
        return key

    def decide(self, key: str, wanted: Decide) -> Kept:
        """Decide what is wanted as the tournament stands, while nobody else does; how it stands then."""
        with self._record.connected() as connection, connection.transaction():
            connection.execute("SELECT 1 FROM tournaments WHERE id = %s FOR UPDATE", (key,))
            found = read_kept(connection, key)
            if found is None:
                raise UnknownTournamentError(f"no tournament {key[:40]!r} on the club's record")
            news = list(wanted(found))
            _write(connection, key, found.count, news)
            return found if not news else read_kept(connection, key) or found


def read_kept(connection: Connection[Any], key: str) -> Kept | None:
    """One tournament over this connection; None where there is none."""
    return read_all(connection, [key]).get(key)


def read_all(connection: Connection[Any], keys: Sequence[str]) -> dict[str, Kept]:
    """These tournaments in one question, as far as they are on record."""
    rows = connection.execute(ALL, (list(keys),)).fetchall() if keys else []
    return {key: _kept(key, list(each)) for key, each in groupby(rows, key=lambda row: row[0])}


def _kept(key: str, rows: Sequence[tuple[Any, ...]]) -> Kept:
    events = [(json.loads(body), float(at)) for _, body, at in rows]
    tournament = evening.folded(event for event, _ in events)
    last = events[-1][1]
    return Kept(
        key, tournament, tuple(_draws(events)), len(events), events[0][1], last + (0 if tournament.over else DAY_S)
    )


def _draws(events: Sequence[tuple[Json, float]]) -> Iterator[tuple[Round, float]]:
    return ((Round.from_json(event["round"]), at) for event, at in events if event["kind"] == "drawn")


def _write(connection: Connection[Any], key: str, number: int, events: Sequence[Json]) -> None:
    query = "INSERT INTO decisions (tournament, number, body) VALUES (%s, %s, %s)"
    for more, event in enumerate(events):
        connection.execute(query, (key, number + more, json.dumps(event, separators=(",", ":"))))
