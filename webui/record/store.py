"""The match store: one SQLite file of append-only events, evidence pictures and profiles.

Every append is on the disk (WAL, synchronous FULL) when the call returns, so whatever is told afterwards survives a
killed process. One process at a time writes; others may read beside it. Anything wrong with the file raises
`StoreError` with one clear sentence. Damage is found by checksums: it costs the match it is in, never the others.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from webui.record.disk.checks import START, body_of, chained, digest, event_sum, intact_rows, match_sum
from webui.record.disk.connection import Connection
from webui.record.disk.errors import CorruptStoreError as CorruptStoreError
from webui.record.disk.errors import DamagedMatchError, StoreHeldError
from webui.record.disk.errors import ReadOnlyStoreError as ReadOnlyStoreError
from webui.record.disk.errors import StoreError as StoreError
from webui.record.disk.errors import StoreFullError as StoreFullError
from webui.record.disk.errors import UnknownMatchError as UnknownMatchError
from webui.record.disk.names import fitting, several
from webui.record.disk.schema import MIGRATIONS as MIGRATIONS
from webui.record.disk.schema import SCHEMA as SCHEMA
from webui.record.events import Created, Event

ROWS: Final = "SELECT number, kind, body, sum FROM events WHERE match_id = ? AND number >= ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list of matches; a damaged one may be called anything."""

    id: str
    name: str
    created_at: float
    software: str
    events: int
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A piece of evidence: a JPEG with what it shows."""

    id: str
    caption: str
    taken_at_s: float
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """How far a match has come: how many events, and the checksum of the last."""

    events: int
    sum: bytes


def software() -> str:
    """The version that writes, as it is stored with every match."""
    try:
        return f"icekeeper {version('icekeeper')}"
    except PackageNotFoundError:
        return "icekeeper (from a checkout)"


class Store:
    """Matches on record; may be used from several threads.

    Opened for `reading`, it works beside the process that writes, and changes nothing.
    """

    def __init__(self, path: Path | str, reading: bool = False) -> None:
        self.path = str(path)
        self._c = Connection(self.path, reading)
        self.changed = threading.Condition()
        """Notified after every change; whoever keeps something ready for later waits here."""
        self.version = 0
        """Another one after every change."""
        self.folded: dict[str, Any] = {}
        """The match that was folded last, and how far: what comes next is mostly about the same one."""
        self.come: dict[str, int] = {}
        """How many events each match has that was written to since the store was opened."""

    @classmethod
    def in_memory(cls) -> Store:
        """A store that lasts as long as the program."""
        return cls(":memory:")

    @property
    def durable(self) -> bool:
        """Whether anything is written to a disk."""
        return self._c.durable

    @property
    def reading(self) -> bool:
        """Whether nothing may be written."""
        return self._c.reading

    @property
    def closed(self) -> bool:
        """Whether it has been closed."""
        return self._c.closed

    @property
    def rescued(self) -> str:
        """What was found damaged when the file was opened, in one sentence; "" for nothing."""
        return self._c.rescued

    def says(self, address: str) -> None:
        """Tell those who come second where the page of this store is."""
        self._c.says(address)

    def create(
        self,
        created: Created,
        profile: Any = None,
        camera: str | None = None,
        later: Sequence[Event] = (),
        imported: bool = False,
    ) -> str:
        """Put a new match on record, with what is known to have happened later; its id. All or nothing."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(created.at))
        match_id = f"{stamp}-{secrets.token_hex(3)}"
        text = None if profile is None else json.dumps(profile)
        line = (match_id, created.name, float(created.at), created.software or software())
        played_at = 0.0 if imported else time.time()  # what was only imported has not been played here
        with self._c.writing():
            self._db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?)", (*line, text, camera))
            head = (match_id, 0, START, 0, played_at, match_sum(*line), digest(text, camera))
            self._db.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?, ?)", head)
            self._insert(match_id, [created, *later])
        self._tell()
        return match_id

    def append(self, match_id: str, events: Sequence[Event], pictures: Iterable[Picture] = ()) -> None:
        """Write events with their evidence, all or nothing; on the disk when this returns."""
        with self._c.writing():
            for p in pictures:
                row = (p.id, match_id, p.caption, float(p.taken_at_s), p.jpeg)
                self._db.execute("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?, ?)", (*row, digest(*row)))
            come = self._insert(match_id, events)
            count = "(SELECT count(*) FROM pictures WHERE match_id = heads.match_id)"
            play = f"UPDATE heads SET pictures = {count}, played_at = ? WHERE match_id = ?"
            self._db.execute(play, (time.time(), match_id))
        self.come[match_id] = come
        self._tell()

    def events(self, match_id: str) -> tuple[Event, ...]:
        """All events of a match in order; a DamagedMatchError where they are not what was written."""
        found, _ = self.events_since(match_id, 0, START)
        if not found:
            raise DamagedMatchError(match_id, 0)
        return found

    def check(self, match_id: str) -> None:
        """Hold every event against its checksum, not reading what it says; a DamagedMatchError where one differs."""
        with self._c.at_one_moment():
            head, rows = self.head(match_id), self._c.rows(ROWS, (match_id, 0))
        count, total = intact_rows(rows, match_id)
        if (count, total) != (head.events, head.sum):
            raise DamagedMatchError(match_id, count)

    def last_event(self, match_id: str) -> Event:
        """The newest event of a match."""
        head = self.head(match_id)
        before = self._c.rows("SELECT sum FROM events WHERE match_id = ? AND number = ?", (match_id, head.events - 2))
        found, _ = self.events_since(match_id, head.events - 1, before[0][0] if before else START)
        return found[0]

    def events_since(self, match_id: str, first: int, before: bytes) -> tuple[tuple[Event, ...], Head]:
        """The events from number `first` on, which follow one with the checksum `before`; and how far that is."""
        with self._c.at_one_moment():
            head, rows = self.head(match_id), self._c.rows(ROWS, (match_id, first))
        found = list(chained(rows, match_id, first, before))
        end = found[-1][1] if found else before
        if first + len(found) != head.events or len(found) != len(rows) or end != head.sum:
            raise DamagedMatchError(match_id, first + len(found))
        return tuple(event for event, _ in found), head

    def events_of(self, match_id: str, kinds: Sequence[str], before: int, only_last: bool = False) -> tuple[Event, ...]:
        """The events of some kinds among the first `before`, each held against its checksum; or the last such one."""
        marks = ", ".join("?" * len(kinds))
        query = (
            "SELECT e.number, e.kind, e.body, e.sum, p.sum FROM events e JOIN events p"
            " ON p.match_id = e.match_id AND p.number = e.number - 1"
            f" WHERE e.match_id = ? AND e.kind IN ({marks}) AND e.number < ? ORDER BY e.number"
            + (" DESC LIMIT 1" if only_last else "")
        )
        out: list[Event] = []
        for number, kind, body, total, last in self._c.rows(query, (match_id, *kinds, before)):
            found = list(chained([(number, kind, body, total)], match_id, number, last))
            if not found:
                raise DamagedMatchError(match_id, number)
            out.append(found[0][0])
        return tuple(out)

    def intact(self, match_id: str) -> tuple[Event, ...]:
        """The events of a match up to the first that is not what was written; all of them where nothing is damaged."""
        rows = self._c.until_damage(ROWS, (match_id, 0))
        return tuple(event for event, _ in chained(rows, match_id))

    def head(self, match_id: str) -> Head:
        """How far a match has come; an error where it is not on record."""
        rows = self._c.rows("SELECT events, head FROM heads WHERE match_id = ?", (match_id,))
        if not rows:
            raise UnknownMatchError(f"no match {match_id!r} on record; `icekeeper matches` lists them")
        return Head(*rows[0])

    def matches(self) -> tuple[Listed, ...]:
        """All matches on record, newest first."""
        rows = self._c.rows(
            "SELECT id, name, created_at, software, events, sum FROM matches LEFT JOIN heads ON match_id = id"
            " ORDER BY created_at DESC, id DESC"
        )
        return tuple(_listed(*row) for row in rows)

    def last_played(self) -> str | None:
        """The match that was played last, whatever its date says."""
        rows = self._c.rows("SELECT match_id FROM heads ORDER BY played_at DESC, match_id DESC LIMIT 1")
        return str(rows[0][0]) if rows else None

    def find(self, text: str) -> str:
        """The id of the match that `text` names: an id, a name, the beginning of either, or `last`."""
        listed = self.matches()
        if text == "last" and listed:
            return listed[0].id
        fits = fitting([(m.id, m.name) for m in listed], text)
        if len(fits) == 1:
            return fits[0][0]
        problem = several(fits, text) if fits else f"no match {text!r} on record"
        raise StoreError(f"{problem}; `icekeeper matches` lists them")

    def profile(self, match_id: str) -> Any:
        """The table profile a match was seen with, as JSON; None for a match by hand."""
        text = self._kept(match_id)[0]
        return json.loads(text) if text else None

    def camera(self, match_id: str) -> str | None:
        """The word that names the camera of a match; None where it cannot be opened again by a word."""
        return self._kept(match_id)[1] or None

    def picture(self, picture_id: str, match_id: str | None = None) -> Picture | None:
        """One piece of evidence; only where it is of this match, if one is given."""
        query = (
            "SELECT id, match_id, caption, taken_at_s, jpeg, sum FROM pictures"
            " WHERE id = ? AND match_id = coalesce(?, match_id)"
        )
        rows = self._c.rows(query, (picture_id, match_id))
        return _picture(rows[0]) if rows else None

    def pictures(self, match_id: str) -> tuple[Picture, ...]:
        """All evidence of a match; of a damaged one, what can be read."""
        query = (
            "SELECT id, match_id, caption, taken_at_s, jpeg, sum FROM pictures WHERE match_id = ?"
            " ORDER BY taken_at_s, id"
        )
        rows = self._c.until_damage(query, (match_id,))
        return tuple(_picture(row) for row in rows if row[-1] == digest(*row[:-1]))

    def pictures_lost(self, match_id: str) -> int:
        """How many pieces of evidence of a match are damaged or gone."""
        rows = self._c.rows("SELECT pictures FROM heads WHERE match_id = ?", (match_id,))
        return max(0, int(rows[0][0]) - len(self.pictures(match_id))) if rows else 0

    def delete(self, match_id: str) -> None:
        """Forget a match and its evidence."""
        with self._c.writing():
            for table in ("events", "pictures", "heads", "summaries", "snapshots", "outbox", "analyses"):
                self._db.execute(f"DELETE FROM {table} WHERE match_id = ?", (match_id,))
            self._db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
        self.come.pop(match_id, None)
        self.folded = {}
        self._tell()

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        self._c.close()
        self._tell()

    @property
    def connection(self) -> Connection:
        """The file itself, for what is kept ready in it."""
        return self._c

    @property
    def _db(self) -> sqlite3.Connection:
        return self._c.db

    def _tell(self) -> None:
        with self.changed:
            self.version += 1
            self.changed.notify_all()

    def _insert(self, match_id: str, events: Sequence[Event]) -> int:
        """Add events to a match; how many it has then."""
        head = self.head(match_id)
        rows, total = [], head.sum
        for number, event in enumerate(events, head.events):
            body = body_of(event)
            total = event_sum(total, match_id, number, event.kind, body)
            rows.append((match_id, number, event.kind, body, total))
        self._db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
        come = (head.events + len(rows), total, match_id)
        self._db.execute("UPDATE heads SET events = ?, head = ? WHERE match_id = ?", come)
        return come[0]

    def _kept(self, match_id: str) -> tuple[str | None, str | None]:
        """Profile and camera, held against their checksum."""
        query = "SELECT profile, camera, kept FROM matches LEFT JOIN heads ON match_id = id WHERE id = ?"
        rows = self._c.rows(query, (match_id,))
        if rows and rows[0][2] != digest(*rows[0][:2]):
            raise DamagedMatchError(match_id, len(self.intact(match_id)))
        return (rows[0][0], rows[0][1]) if rows else (None, None)


def _listed(match_id: Any, name: Any, created_at: Any, made_by: Any, events: Any, total: Any) -> Listed:
    good = total is not None and total == match_sum(match_id, name, created_at, made_by)
    moment = created_at if isinstance(created_at, float) else 0.0
    count = events if isinstance(events, int) else 0
    return Listed(str(match_id), str(name), moment, str(made_by), count, not good)


def _picture(row: Any) -> Picture:
    if row[-1] != digest(*row[:-1]):
        raise StoreError(f"evidence {row[0]}: damaged, it is no longer what was seen")
    return Picture(row[0], row[2], row[3], row[4])


def open_or_memory(path: Path | str | None) -> tuple[Store, StoreError | None]:
    """The store, or one in memory with the reason why; one that another process holds is an error."""
    if path is None:
        return Store.in_memory(), None
    try:
        return Store(path), None
    except StoreHeldError:
        raise
    except StoreError as error:
        return Store.in_memory(), error
