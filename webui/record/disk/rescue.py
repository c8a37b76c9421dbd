"""A damaged record: whatever of it can still be read goes into a new file, and the damaged one is kept beside it."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from calibration.files import sync_file, sync_folder
from webui.record.disk.checks import START, match_sum
from webui.record.disk.errors import corrupt
from webui.record.disk.schema import bring_up_to_date, version_of

log = logging.getLogger(__name__)

LOST: Final = "(damaged)"
Row = tuple[Any, ...]


def rescue(path: str) -> str:
    """Put a record of what can be read in place of a damaged one; a sentence about it. The lock must be held."""
    file = Path(os.path.realpath(path))
    kept = file.with_name(f"{file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    with tempfile.TemporaryDirectory(prefix=".icekeeper-", dir=file.parent) as folder:
        old, new = Path(folder) / "old", Path(folder) / "new"
        for ending in ("", "-wal"):  # from a copy: reading a file with a log beside it would write into it
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{file}{ending}", f"{old}{ending}")
        try:
            matches, whole = _copied(old, new, path)
        except sqlite3.Error as error:
            raise corrupt(path) from error
        _exchange(file, kept, new)
    sync_folder(file.parent)
    text = f"{path}: the record was damaged; {whole} of {matches} matches are whole. The damaged file is kept: {kept}"
    log.warning("%s", text)
    return text


def _exchange(file: Path, kept: Path, new: Path) -> None:
    """The damaged file under another name, the new one in its place."""
    for ending in ("-wal", "-shm"):  # a log of the damaged file must never be taken for the new one's
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{file}{ending}", f"{kept}{ending}")
    os.replace(file, kept)
    os.replace(new, file)


def _copied(old: Path, new: Path, path: str) -> tuple[int, int]:
    """Copy what can be read; how many matches there are, and how many of them with all they should have."""
    source, target = sqlite3.connect(old, isolation_level=None), sqlite3.connect(new, isolation_level=None)
    try:
        source.text_factory = target.text_factory = lambda raw: raw.decode("utf-8", "replace")
        target.execute("PRAGMA synchronous = OFF")  # it is put in its place when it is whole and on the disk
        version = version_of(source, path)
        if not version:
            raise corrupt(path)
        bring_up_to_date(target, 0, version)
        target.execute("BEGIN")
        counts = [_copy_match(source, target, version, *one) for one in _matches(source, version).items()]
        for row in _readable(source, "pictures", "id"):
            _insert(target, "pictures", row)
        for table, key in (("outbox", "match_id"), ("club", "key")) if version >= 6 else ():
            for row in _readable(source, table, key):
                _insert(target, table, row)
        target.execute("COMMIT")
        bring_up_to_date(target, version)
    finally:
        source.close()
        target.close()
    os.chmod(new, 0o600)
    sync_file(new)
    return len(counts), sum(counts)


def _matches(source: sqlite3.Connection, version: int) -> dict[str, Row | None]:
    """Every match that anything tells of, with its own line where that can be read."""
    lines: dict[str, Row | None] = {row[0]: row for row in _readable(source, "matches", "rowid")}
    if version >= 4:
        for row in _readable(source, "heads", "match_id"):
            lines.setdefault(row[0], None)
    for one in [key for key, row in lines.items() if row is None]:
        with contextlib.suppress(sqlite3.Error):
            lines[one] = source.execute("SELECT * FROM matches WHERE id = ?", (one,)).fetchone()
    return {key: row for key, row in lines.items() if isinstance(key, str)}


def _copy_match(
    source: sqlite3.Connection, target: sqlite3.Connection, version: int, match_id: str, line: Row | None
) -> bool:
    """Copy one match as far as it can be read; whether nothing is missing."""
    events = list(_until_damage(source, "SELECT * FROM events WHERE match_id = ? ORDER BY number", match_id))
    width = len(target.execute("SELECT * FROM matches LIMIT 0").description)
    _insert(target, "matches", line or (match_id, LOST, 0.0, LOST, None, None)[:width])
    for row in events:
        _insert(target, "events", row)
    if version < 4:
        return line is not None and bool(events)
    heads = list(_until_damage(source, "SELECT * FROM heads WHERE match_id = ?", match_id))
    unknown = (match_id, len(events) + 1, START, 0, 0.0, match_sum(match_id, "", "", ""), START)
    head = heads[0] if heads else unknown
    _insert(target, "heads", head)
    return line is not None and head[1] == len(events)


def _insert(target: sqlite3.Connection, table: str, row: Row) -> None:
    """One row; what no longer fits the table is left out."""
    with contextlib.suppress(sqlite3.Error):
        target.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _readable(source: sqlite3.Connection, table: str, key: str) -> Iterator[Row]:
    """The rows of a table from its beginning up to the damage, and from its end back to it."""
    found: set[Any] = set()
    for order in ("ASC", "DESC"):
        for row in _until_damage(source, f"SELECT * FROM {table} ORDER BY {key} {order}"):
            if row[0] in found:
                if order == "DESC":
                    return
                continue
            found.add(row[0])
            yield row


def _until_damage(source: sqlite3.Connection, query: str, *values: Any) -> Iterator[Row]:
    """The rows of a query until one cannot be read."""
    with contextlib.suppress(sqlite3.Error):
        yield from source.execute(query, values)
