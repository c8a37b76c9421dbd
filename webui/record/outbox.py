"""What a club's record still has to get: the events themselves, and beside them how far each match has been sent.

Events are append-only and numbered, so nothing is copied: a match that is enlisted has a row that says how many of its
events have gone out. It lives in the same file as they do, and so survives whatever they survive.
"""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from webui.record.disk.checks import START, event_sum
from webui.record.events import Confided
from webui.record.store import Picture, Store
from webui.record.values import clean

SECRET: Final = (Confided.kind,)
"""Kinds of events that stay at the table: what one player alone may know."""
ROWS: Final = "SELECT number, kind, body FROM events WHERE match_id = ? AND number >= ? ORDER BY number LIMIT ?"
BEHIND: Final = """
    SELECT o.match_id, o.sent, o.head, h.events FROM outbox o JOIN heads h ON h.match_id = o.match_id
    ORDER BY h.played_at DESC, o.match_id DESC
"""


@dataclass(frozen=True, slots=True)
class Parcel:
    """One event as it goes out; its checksum covers the one before it."""

    number: int
    kind: str
    body: str
    sum: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """How far a match has been sent: the number of the next event, and the checksum of the last one sent."""

    next: int = 0
    sum: bytes = START


@dataclass(frozen=True, slots=True)
class Line:
    """One match of the outbox: how far it was sent, and how many events it has."""

    match_id: str
    sent: Place
    events: int

    @property
    def behind(self) -> int:
        """How many events wait."""
        return max(0, self.events - self.sent.next)


class Outbox:
    """The outbox of one store; may be used from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def table_id(self) -> str:
        """Who this table is for the club; drawn once, and kept."""
        return self._kept("table") or self._keep("table", secrets.token_hex(8))

    def names(self) -> list[str]:
        """The people the club knew when it was last heard of."""
        found = json.loads(self._kept("names") or "[]")
        return [str(name) for name in found] if isinstance(found, list) else []

    def keep_names(self, names: Iterable[str]) -> None:
        """Remember the club's people for evenings on which it cannot be reached."""
        text = json.dumps(list(names))
        if text != self._kept("names"):
            self._keep("names", text)

    def enlist(self, match_id: str) -> None:
        """Send this match to the club, from its beginning; enlisting twice is harmless."""
        with self._store.connection.writing():
            self._db.execute("INSERT OR IGNORE INTO outbox VALUES (?, 0, ?)", (match_id, START))
        with self._store.changed:
            self._store.version += 1
            self._store.changed.notify_all()

    def lines(self) -> list[Line]:
        """Every match of the outbox, the one played last first."""
        rows = self._aside.rows(BEHIND)
        return [Line(match_id, Place(sent, head), events) for match_id, sent, head, events in rows]

    def parcels(self, match_id: str, after: Place, most: int) -> tuple[list[Parcel], Place]:
        """The next events to go out, at most so many are read; and how far that is. Secrets are passed over."""
        total, out = after.sum, list[Parcel]()
        rows = self._aside.rows(ROWS, (match_id, after.next, most))
        for number, kind, body in rows:
            if kind not in SECRET:
                total = event_sum(total, match_id, number, kind, body)
                out.append(Parcel(number, kind, body, total))
        return out, Place(rows[-1][0] + 1 if rows else after.next, total)

    def place(self, match_id: str, number: int, known: Place) -> Place:
        """How a match stood when the next event was `number`, counted on from where that is known."""
        at = known if known.next <= number else Place()
        while at.next < number:
            _, further = self.parcels(match_id, at, min(500, number - at.next))
            if further.next == at.next:
                break
            at = further
        return at

    def sent(self, match_id: str, upto: Place) -> None:
        """So much of a match is on the club's record."""
        with self._store.connection.writing():
            query = "UPDATE outbox SET sent = ?, head = ? WHERE match_id = ?"
            self._db.execute(query, (upto.next, upto.sum, match_id))

    def pictures(self, match_id: str, known: set[str]) -> Iterator[Picture]:
        """The evidence of a match that is not among `known`, one by one."""
        for (one,) in self._aside.rows("SELECT id FROM pictures WHERE match_id = ? ORDER BY taken_at_s", (match_id,)):
            if one not in known:
                with contextlib.suppress(Exception):  # a damaged picture is no reason to keep back the others
                    found = self._store.picture(one)
                    if found is not None:
                        yield found

    def count_pictures(self, match_id: str) -> int:
        """How many pictures a match has."""
        return int(self._aside.rows("SELECT count(*) FROM pictures WHERE match_id = ?", (match_id,))[0][0])

    def line_of(self, match_id: str) -> tuple[str, float, str | None]:
        """Name, beginning and table profile of a match."""
        query = "SELECT name, created_at, profile FROM matches WHERE id = ?"
        name, created_at, profile = self._aside.rows(query, (match_id,))[0]
        return clean(str(name)), float(created_at), profile

    @property
    def _aside(self) -> Any:
        return self._store.connection.aside()

    @property
    def _db(self) -> Any:
        return self._store.connection.db

    def _kept(self, key: str) -> str:
        rows = self._store.connection.rows("SELECT value FROM club WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else ""

    def _keep(self, key: str, value: str) -> str:
        with self._store.connection.writing():
            self._db.execute("INSERT OR REPLACE INTO club VALUES (?, ?)", (key, value))
        return value
