"""The match store: one SQLite file of append-only events, evidence pictures and profiles.

Every append is on the disk (WAL, synchronous FULL) when the call returns, so whatever is told afterwards survives a
killed process. Anything wrong with the file raises `StoreError` with one clear sentence; the file is never replaced.
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

from engine.core.errors import IcekeeperError
from webui.record.events import Created, Event, event_from_json

MIGRATIONS: Final[tuple[str, ...]] = (
    # 1: matches, events, pictures
    """
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at REAL NOT NULL, software TEXT NOT NULL, profile TEXT);
    CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        kind TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match_id, number)) WITHOUT ROWID;
    CREATE TABLE pictures (
        id TEXT PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
        caption TEXT NOT NULL, taken_at_s REAL NOT NULL, jpeg BLOB NOT NULL) WITHOUT ROWID;
    CREATE TRIGGER events_are_final BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    """,
    # 2: pictures are asked for by match, events by kind
    """
    CREATE INDEX pictures_of_match ON pictures(match_id);
    CREATE INDEX events_of_kind ON events(match_id, kind);
    """,
    # 3: the camera of a match, so that it can be opened again; not among the events, since an address may hold a secret
    """
    ALTER TABLE matches ADD COLUMN camera TEXT;
    """,
)
SCHEMA: Final = len(MIGRATIONS)
BUSY_S: Final = 2.0


class StoreError(IcekeeperError):
    """The store cannot be opened, read or written."""


class StoreFullError(StoreError):
    """No room left on the disk."""


class ReadOnlyStoreError(StoreError):
    """The file or its folder cannot be written."""


class CorruptStoreError(StoreError):
    """The file is not a store, or is damaged."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list of matches."""

    id: str
    name: str
    created_at: float
    software: str
    events: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A piece of evidence: a JPEG with what it shows."""

    id: str
    caption: str
    taken_at_s: float
    jpeg: bytes


def software() -> str:
    """The version that writes, as it is stored with every match."""
    try:
        return f"icekeeper {version('icekeeper')}"
    except PackageNotFoundError:
        return "icekeeper (from a checkout)"


class Store:
    """Matches on record; may be used from several threads."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._lock = threading.RLock()
        self._closed = False
        try:
            self._db = sqlite3.connect(self.path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
        except sqlite3.Error as error:
            raise self._said(error) from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise self._said(error) from error
        except StoreError:
            self._db.close()
            raise

    @classmethod
    def in_memory(cls) -> Store:
        """A store that lasts as long as the program."""
        return cls(":memory:")

    @property
    def durable(self) -> bool:
        """Whether anything is written to a disk."""
        return self.path != ":memory:"

    def create(self, created: Created, profile: Any = None, camera: str | None = None) -> str:
        """Put a new match on record; its id."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(created.at))
        match_id = f"{stamp}-{secrets.token_hex(3)}"
        text = None if profile is None else json.dumps(profile)
        with self._writing():
            self._db.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?)",
                (match_id, created.name, created.at, created.software or software(), text, camera),
            )
            self._insert(match_id, [created])
        return match_id

    def append(self, match_id: str, events: Sequence[Event], pictures: Iterable[Picture] = ()) -> None:
        """Write events with their evidence, all or nothing; on the disk when this returns."""
        with self._writing():
            rows = [(p.id, match_id, p.caption, p.taken_at_s, p.jpeg) for p in pictures]
            self._db.executemany("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?)", rows)
            self._insert(match_id, events)

    def events(self, match_id: str) -> tuple[Event, ...]:
        """All events of a match in order."""
        rows = self._rows("SELECT body FROM events WHERE match_id = ? ORDER BY number", (match_id,))
        if not rows:
            raise StoreError(f"no match {match_id!r} on record; `icekeeper matches` lists them")
        return tuple(event_from_json(json.loads(body)) for (body,) in rows)

    def matches(self) -> tuple[Listed, ...]:
        """All matches on record, newest first."""
        rows = self._rows(
            "SELECT id, name, created_at, software, (SELECT count(*) FROM events WHERE match_id = id)"
            " FROM matches ORDER BY created_at DESC, id DESC"
        )
        return tuple(Listed(*row) for row in rows)

    def find(self, text: str) -> str:
        """The id of the match that `text` names: an id, its beginning, a name, or `last`."""
        listed = self.matches()
        if text == "last" and listed:
            return listed[0].id
        fits = [m.id for m in listed if m.id == text] or [m.id for m in listed if m.id.startswith(text)]
        fits = fits or [m.id for m in listed if m.name == text]
        if len(fits) == 1:
            return fits[0]
        problem = f"{len(fits)} matches fit {text!r}" if fits else f"no match {text!r} on record"
        raise StoreError(f"{problem}; `icekeeper matches` lists them")

    def profile(self, match_id: str) -> Any:
        """The table profile a match was seen with, as JSON; None for a match by hand."""
        rows = self._rows("SELECT profile FROM matches WHERE id = ?", (match_id,))
        return json.loads(rows[0][0]) if rows and rows[0][0] else None

    def camera(self, match_id: str) -> str | None:
        """The word that names the camera of a match; None where it cannot be opened again by a word."""
        rows = self._rows("SELECT camera FROM matches WHERE id = ?", (match_id,))
        return str(rows[0][0]) if rows and rows[0][0] else None

    def picture(self, picture_id: str) -> Picture | None:
        """One piece of evidence."""
        rows = self._rows("SELECT id, caption, taken_at_s, jpeg FROM pictures WHERE id = ?", (picture_id,))
        return Picture(*rows[0]) if rows else None

    def pictures(self, match_id: str) -> tuple[Picture, ...]:
        """All evidence of a match."""
        query = "SELECT id, caption, taken_at_s, jpeg FROM pictures WHERE match_id = ? ORDER BY taken_at_s, id"
        return tuple(Picture(*row) for row in self._rows(query, (match_id,)))

    def delete(self, match_id: str) -> None:
        """Forget a match and its evidence."""
        with self._writing():
            self._db.execute("DELETE FROM matches WHERE id = ?", (match_id,))

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._db.close()

    def _prepare(self) -> None:
        """Check the file, set how it is written, and bring its tables up to date."""
        have = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if have > SCHEMA:
            raise StoreError(f"{self.path}: schema {have}, this version reads up to {SCHEMA}; update icekeeper")
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if have == 0 and tables:
            raise CorruptStoreError(f"{self.path}: a database of another program; give another file with --store")
        if have and self._db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise self._corrupt()
        self._db.execute("PRAGMA foreign_keys = ON")
        if self.durable:
            self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        for number in range(have, SCHEMA):
            self._db.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")

    def _insert(self, match_id: str, events: Sequence[Event]) -> None:
        last = self._db.execute("SELECT max(number) FROM events WHERE match_id = ?", (match_id,)).fetchone()[0]
        first = 0 if last is None else last + 1
        rows = [
            (match_id, first + k, event.kind, json.dumps(event.to_json(), separators=(",", ":")))
            for k, event in enumerate(events)
        ]
        self._db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise self._said(error) from error

    def _writing(self) -> _Writing:
        return _Writing(self)

    def _corrupt(self) -> CorruptStoreError:
        return CorruptStoreError(
            f"{self.path}: the record is damaged or not a match store; it was left as it is, move it away or"
            " give another file with --store"
        )

    def _said(self, error: sqlite3.Error) -> StoreError:
        """SQLite's complaint as one sentence with advice."""
        name = getattr(error, "sqlite_errorname", "") or ""
        if name.startswith("SQLITE_FULL"):
            return StoreFullError(f"{self.path}: the disk is full; make room")
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            advice = "check the folder, or give another file with --store"
            return ReadOnlyStoreError(f"{self.path}: cannot be written; {advice}")
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            return self._corrupt()
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return StoreError(f"{self.path}: used by another program; stop it or give another file with --store")
        return StoreError(f"{self.path}: {error}")


class _Writing:
    """One transaction under the store's lock: all or nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __enter__(self) -> None:
        self._store._lock.acquire()
        try:
            self._store._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._store._lock.release()
            raise self._store._said(error) from error

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        db = self._store._db
        try:
            if error is None:
                db.execute("COMMIT")
        except sqlite3.Error as problem:
            raise self._store._said(problem) from problem
        finally:
            if db.in_transaction:
                db.rollback()
            self._store._lock.release()
        if isinstance(error, sqlite3.Error):
            raise self._store._said(error) from error


def open_or_memory(path: Path | str | None) -> tuple[Store, StoreError | None]:
    """The store, or one in memory with the reason why; what is on the disk is never touched."""
    if path is None:
        return Store.in_memory(), None
    try:
        return Store(path), None
    except StoreError as error:
        return Store.in_memory(), error
