"""The club's record as its page reads it: connections kept ready, events with their checksums, evidence."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from webui.club import schema
from webui.club.address import Address, AwayError, ClubError, library
from webui.record.disk.checks import START, event_sum
from webui.record.events import Event, event_from_json
from webui.record.outbox import Place
from webui.record.store import Picture, UnknownMatchError

if TYPE_CHECKING:
    from psycopg import Connection

IDLE: Final = 4
ENTRIES: Final = """
    SELECT id, table_id, created_at, next, changed FROM matches WHERE next > 0 ORDER BY created_at DESC, id
"""
BROKEN: Final = Place(-1)
"""Where what is known of a match is no longer what is on record: a name was removed, or it is damaged."""
SINCE: Final = """
    SELECT e.match_id, e.number, e.kind, e.body, e.sum FROM events e
    JOIN unnest(%s::text[], %s::integer[]) AS w(match_id, first) ON e.match_id = w.match_id AND e.number >= w.first
    ORDER BY e.match_id, e.number
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One match on the club's record: whose it is, how far it has come, and how often names were removed from it."""

    id: str
    table_id: str
    created_at: float
    next: int
    changed: int


@dataclass(frozen=True, slots=True)
class Seat:
    """One table of the club: its name, the match on it, and for how many seconds nothing was heard of it."""

    id: str
    name: str
    match_id: str | None
    silent_s: float


class Record:
    """The club's record; may be used from several threads."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._idle: list[Connection[Any]] = []
        self._closed = False

    @contextlib.contextmanager
    def connected(self) -> Iterator[Connection[Any]]:
        """A connection; what the server refuses or does not answer is an error in one sentence."""
        errors = library()
        try:
            connection = self._taken() or self._fresh()
        except errors.Error:
            raise AwayError("the club's server does not answer; try again in a moment") from None
        try:
            yield connection
        except errors.errors.InsufficientPrivilege:
            raise ClubError("this page may only look: it was started with a role that reads") from None
        except errors.Error:
            raise AwayError("the club's server does not answer; try again in a moment") from None
        finally:
            self._given_back(connection)

    def _taken(self) -> Connection[Any] | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _fresh(self) -> Connection[Any]:
        connection = self.address.connect("icekeeper club page")
        schema.found(connection)
        return connection

    def _given_back(self, connection: Connection[Any]) -> None:
        with self._lock:
            if not self._closed and not connection.broken and len(self._idle) < IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def prepare(self) -> None:
        """Make the tables where they are missing and this role may; raises psycopg's errors."""
        with contextlib.closing(self.address.connect("icekeeper club page")) as connection:
            schema.prepare(connection)

    def entries(self) -> list[Entry]:
        """All matches, newest first."""
        with self.connected() as connection:
            return [Entry(*row) for row in connection.execute(ENTRIES).fetchall()]

    def tables(self) -> list[Seat]:
        """All tables by name."""
        query = "SELECT id, name, match_id, extract(epoch FROM now() - seen_at)::float FROM tables ORDER BY name, id"
        with self.connected() as connection:
            return [Seat(*row) for row in connection.execute(query).fetchall()]

    def since(self, wanted: Mapping[str, Place]) -> dict[str, tuple[list[Event], Place]]:
        """For each match the events after what is known of it, and how far that is; checksums must follow."""
        values = (list(wanted), [place.next for place in wanted.values()])
        with self.connected() as connection:
            rows = connection.execute(SINCE, values).fetchall()
        out: dict[str, tuple[list[Event], Place]] = {key: ([], place) for key, place in wanted.items()}
        for match_id, number, kind, body, total in rows:
            events, place = out[match_id]
            if place == BROKEN or bytes(total) != event_sum(place.sum, match_id, number, kind, body):
                out[match_id] = ([], BROKEN)
                continue
            events.append(event_from_json(json.loads(body)))
            out[match_id] = (events, Place(number + 1, bytes(total)))
        return out

    def changes(self, matches: list[str]) -> dict[str, int]:
        """How often names were removed from each of these matches."""
        with self.connected() as connection:
            rows = connection.execute("SELECT id, changed FROM matches WHERE id = ANY(%s)", (matches,)).fetchall()
        return dict(rows)

    def events(self, match_id: str) -> list[Event]:
        """All events of one match; an error where it is not on record."""
        events, upto = self.since({match_id: Place(0, START)})[match_id]
        if upto == BROKEN:
            raise ClubError(f"match {match_id}: its events are not what its table wrote")
        if not events:
            raise UnknownMatchError(f"no match {match_id!r} on the club's record")
        return events

    def profile(self, match_id: str) -> Any:
        """The table profile of a match, where it has one."""
        with self.connected() as connection:
            row = connection.execute("SELECT profile FROM matches WHERE id = %s", (match_id,)).fetchone()
        return json.loads(row[0]) if row and row[0] else None

    def pictures(self, match_id: str) -> list[Picture]:
        """All evidence of a match."""
        query = "SELECT id, caption, taken_at_s, jpeg FROM pictures WHERE match_id = %s ORDER BY taken_at_s, id"
        with self.connected() as connection:
            rows = connection.execute(query, (match_id,)).fetchall()
        return [Picture(one, caption, at, bytes(jpeg)) for one, caption, at, jpeg in rows]

    def picture(self, picture_id: str) -> bytes | None:
        """One piece of evidence."""
        with self.connected() as connection:
            row = connection.execute("SELECT jpeg FROM pictures WHERE id = %s", (picture_id,)).fetchone()
        return bytes(row[0]) if row else None

    def close(self) -> None:
        """Close all connections; closing twice is harmless."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
