"""The tables of a store, and how an older file is brought up to date."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Final

from webui.record.disk.checks import START, digest, event_sum, match_sum
from webui.record.disk.errors import CorruptStoreError, StoreError, corrupt
from webui.record.disk.names import clean_names

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
    # 4: checksums; what a match has come to, so that a lost end is noticed; and what follows from events, kept ready:
    # lines for the list and the people, and folded matches, so that a long one need not be folded from its beginning
    """
    DROP TRIGGER events_are_final;
    ALTER TABLE events ADD COLUMN sum BLOB;
    ALTER TABLE pictures ADD COLUMN sum BLOB;
    CREATE TABLE heads (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        head BLOB NOT NULL, pictures INTEGER NOT NULL, played_at REAL NOT NULL, sum BLOB NOT NULL, kept BLOB NOT NULL
        ) WITHOUT ROWID;
    CREATE TABLE summaries (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        form TEXT NOT NULL, listed TEXT NOT NULL, people TEXT NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE snapshots (
        match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        turns INTEGER NOT NULL, form TEXT NOT NULL, head BLOB NOT NULL, body BLOB NOT NULL, sum BLOB NOT NULL,
        PRIMARY KEY (match_id, events)) WITHOUT ROWID;
    """,
    # 5: names that older versions took from a camera's address lose its password
    """
    DROP TRIGGER events_are_final;
    """,
    # 6: how much of each match a club's record has, and who this table is there
    """
    CREATE TABLE outbox (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, sent INTEGER NOT NULL, head BLOB NOT NULL
        ) WITHOUT ROWID;
    CREATE TABLE club (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    # 7: what the coach said about a match
    """
    CREATE TABLE analyses (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, about TEXT NOT NULL, body TEXT NOT NULL,
        sum BLOB NOT NULL) WITHOUT ROWID;
    """,
)
SCHEMA: Final = len(MIGRATIONS)
FINAL: Final = """
    CREATE TRIGGER events_are_final BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
"""


def version_of(db: sqlite3.Connection, path: str) -> int:
    """The schema of the file; 0 for a new one. Anything that is no store of ours is refused."""
    have = int(db.execute("PRAGMA user_version").fetchone()[0])
    if have > SCHEMA or have < 0:
        raise StoreError(f"{path}: schema {have}, this version reads up to {SCHEMA}; update icekeeper")
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if have == 0 and tables:
        raise CorruptStoreError(f"{path}: a database of another program; give another file with --store")
    if tables_of(db) != tables_of(_fresh(have)):
        raise corrupt(path)
    return have


def tables_of(db: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """How the tables are declared; no damage there may go unnoticed."""
    rows = db.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%'")
    return sorted((str(kind), str(name), str(sql)) for kind, name, sql in rows.fetchall())


def bring_up_to_date(db: sqlite3.Connection, have: int, upto: int = SCHEMA) -> None:
    """Make the missing tables, each step wholly or not at all."""
    for number in range(have, upto):
        try:
            db.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[number]}")
            fill = _FILLS.get(number + 1)
            if fill is not None:
                fill(db)
            db.execute(f"PRAGMA user_version = {number + 1}")
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.rollback()


def _fresh(version: int) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    bring_up_to_date(db, 0, version)
    return db


def _fill_sums(db: sqlite3.Connection) -> None:
    """Give what was written before there were checksums the ones it would have had."""
    now = time.time()
    matches = db.execute("SELECT id, name, created_at, software, profile, camera FROM matches").fetchall()
    for match_id, name, created_at, software, profile, camera in matches:
        total, sums = START, []
        for number, kind, body in db.execute(
            "SELECT number, kind, body FROM events WHERE match_id = ? ORDER BY number", (match_id,)
        ).fetchall():
            total = event_sum(total, match_id, number, kind, body)
            sums.append((total, match_id, number))
        db.executemany("UPDATE events SET sum = ? WHERE match_id = ? AND number = ?", sums)
        pictures = db.execute("SELECT count(*) FROM pictures WHERE match_id = ?", (match_id,)).fetchone()[0]
        line = match_sum(match_id, name, created_at, software), digest(profile, camera)
        head = (match_id, len(sums), total, pictures, _moment(created_at, now), *line)
        db.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?, ?)", head)
    _fill_pictures(db)
    db.execute(FINAL)


def _moment(value: object, latest: float) -> float:
    """When a match was played as far as known; never in the future."""
    return min(value, latest) if isinstance(value, float) else 0.0


def _fill_pictures(db: sqlite3.Connection) -> None:
    for (one,) in db.execute("SELECT id FROM pictures").fetchall():
        row = db.execute("SELECT id, match_id, caption, taken_at_s, jpeg FROM pictures WHERE id = ?", (one,)).fetchone()
        db.execute("UPDATE pictures SET sum = ? WHERE id = ?", (digest(*row), one))


def _fill_names(db: sqlite3.Connection) -> None:
    clean_names(db)
    db.execute(FINAL)


_FILLS: Final[Mapping[int, Callable[[sqlite3.Connection], None]]] = {4: _fill_sums, 5: _fill_names}
