"""The club's record as its page reads it: connections kept ready, events with their checksums, evidence."""

from __future__ import annotations

import contextlib
import json
import selectors
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError
from engine.games import GAMES
from webui.club import schema
from webui.club.address import Address, AwayError, LookError, library
from webui.record.damage import DamagedError, NewerError
from webui.record.disk.checks import event_sum
from webui.record.events import Created, Event, EventError, LaterError, event_from_json
from webui.record.fold import apply, as_far_as
from webui.record.match import Match
from webui.record.outbox import Place
from webui.record.store import Picture, UnknownMatchError

if TYPE_CHECKING:
    from psycopg import Connection

IDLE: Final = 4
ENTRIES: Final = """
    SELECT id, table_id, created_at, next, changed FROM matches
    WHERE next > 0 AND (%s::text[] IS NULL OR id = ANY(%s)) ORDER BY created_at DESC, id
"""
DAMAGED, NEWER = "damaged", "newer"
"""Why a match cannot be read on: it is not what its table wrote, or a later version wrote it."""
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


@dataclass(frozen=True, slots=True)
class News:
    """The events of a match after what was known of it, and how far that is; `trouble` is why not further."""

    events: tuple[Event, ...]
    place: Place
    trouble: str = ""

    def after(self, known: Match | None = None) -> tuple[Match | None, str]:
        """The match as far as it can be told, and why not further; a spoilt one may fail in any way."""
        first = self.events[0] if self.events else None
        if known is None and isinstance(first, Created) and first.game not in GAMES:
            return None, NEWER
        try:
            match, problem = as_far_as(self.events) if known is None else _gone_on(known, self.events)
        except Exception:  # whatever it is, it must not spoil the other matches
            return None, self.trouble or DAMAGED
        return match, DAMAGED if problem else self.trouble


def _gone_on(match: Match, events: tuple[Event, ...]) -> tuple[Match, IcekeeperError | None]:
    try:
        for event in events:
            match = apply(match, event)
    except IcekeeperError as error:
        return match, error
    return match, None


@dataclass(frozen=True, slots=True)
class Read:
    """A match as far as it can be read, with the events that tell it; `trouble` is why not further."""

    match: Match | None
    events: tuple[Event, ...]
    trouble: str = ""

    def savable(self) -> tuple[Match, tuple[Event, ...]]:
        """What can be read; an error where that is nothing."""
        if self.match is not None:
            return self.match, self.events
        if self.trouble == NEWER:
            raise NewerError("this match was played with a newer version of icekeeper; update the club's page")
        raise DamagedError("this match is damaged: it is not what its table wrote")


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
            raise LookError("this page may only look: it was started with a role that reads") from None
        except errors.Error:
            raise AwayError("the club's server does not answer; try again in a moment") from None
        finally:
            self._given_back(connection)

    def _taken(self) -> Connection[Any] | None:
        """A connection that was kept, and that the server has not ended since: it may have begun anew meanwhile."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if not _ended(connection):
                return connection
            connection.close()

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

    def entries(self, only: Iterable[str] | None = None) -> list[Entry]:
        """All matches, newest first; or only these."""
        with self.connected() as connection:
            wanted = None if only is None else list(only)
            return [Entry(*row) for row in connection.execute(ENTRIES, (wanted, wanted)).fetchall()]

    def tables(self) -> list[Seat]:
        """All tables by name."""
        query = "SELECT id, name, match_id, extract(epoch FROM now() - seen_at)::float FROM tables ORDER BY name, id"
        with self.connected() as connection:
            return [Seat(*row) for row in connection.execute(query).fetchall()]

    def since(self, wanted: Mapping[str, Place]) -> dict[str, News]:
        """For each match the events after what is known of it, as far as they can be read; checksums must follow."""
        values = (list(wanted), [place.next for place in wanted.values()])
        with self.connected() as connection:
            rows = connection.execute(SINCE, values).fetchall()
        told = {key: list(each) for key, each in groupby(rows, key=lambda row: row[0])}
        return {key: _news(key, told.get(key, []), place) for key, place in wanted.items()}

    def changes(self, matches: list[str]) -> dict[str, int]:
        """How often names were removed from each of these matches."""
        with self.connected() as connection:
            rows = connection.execute("SELECT id, changed FROM matches WHERE id = ANY(%s)", (matches,)).fetchall()
        return dict(rows)

    def read(self, match_id: str) -> Read:
        """One match, whatever is wrong with it; only one that is not on record at all is an error."""
        news = self.since({match_id: Place()})[match_id]
        if not news.events and not news.trouble:
            raise UnknownMatchError(f"no match {match_id!r} on the club's record")
        match, trouble = news.after()
        return Read(match, news.events[: match.count] if match else (), trouble)

    def has(self, match_id: str) -> bool:
        """Whether anything of a match is on the club's record."""
        with self.connected() as connection:
            row = connection.execute("SELECT 1 FROM matches WHERE id = %s AND next > 0", (match_id,)).fetchone()
        return row is not None

    def begun_at(self, at: float) -> list[str]:
        """The matches that began in this second."""
        query = "SELECT id FROM matches WHERE floor(created_at) = floor(%s) AND next > 0 ORDER BY id"
        with self.connected() as connection:
            return [str(row[0]) for row in connection.execute(query, (at,)).fetchall()]

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


def _news(match_id: str, rows: Iterable[Any], place: Place) -> News:
    """The events of these rows up to the first that is not what a table of this version wrote."""
    events = list[Event]()
    for _, number, kind, body, total in rows:
        if bytes(total) != event_sum(place.sum, match_id, number, kind, body):
            return News(tuple(events), place, DAMAGED)
        try:
            events.append(event_from_json(json.loads(body)))
        except LaterError:
            return News(tuple(events), place, NEWER)
        except (ValueError, TypeError, RecursionError, EventError):
            return News(tuple(events), place, DAMAGED)
        place = Place(number + 1, bytes(total))
    return News(tuple(events), place)


def _ended(connection: Connection[Any]) -> bool:
    """Whether the other side is gone, or about to be: then there is something to read where nobody has asked."""
    with selectors.DefaultSelector() as waiting:
        waiting.register(connection.fileno(), selectors.EVENT_READ)
        return bool(waiting.select(0))
