"""A record whose files are deleted while it is open: noticed by what stands under their names, and written anew.

What is open can still be read, whatever became of its name; so nothing is lost as long as the program runs.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from pathlib import Path
from typing import Final

from calibration.files import sync_file, sync_folder
from webui.record.disk.errors import ReplacedStoreError

BESIDE: Final = ("-wal", "-shm")
Marks = tuple[tuple[int, int] | None, ...]


def marks(path: str) -> Marks:
    """Which files stand under the names of a record: other ones as soon as one was deleted or replaced."""
    return tuple(_mark(os.path.realpath(path) + ending) for ending in ("", "-wal"))


def _mark(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_anew(db: sqlite3.Connection, path: str, was: Marks) -> None:
    """Put all that is open of a record in its old place; another one that stands there by now is left alone."""
    file = Path(os.path.realpath(path))
    if _mark(str(file)) not in (None, was[0]) and file.stat().st_size:
        raise ReplacedStoreError(path)
    beside = file.with_name(f".icekeeper-{secrets.token_hex(6)}.new")
    try:
        with contextlib.closing(sqlite3.connect(beside)) as new:
            os.chmod(beside, 0o600)
            db.backup(new)
        sync_file(beside)
        for ending in BESIDE:  # a log of the old file must never be taken for the new one's
            with contextlib.suppress(FileNotFoundError):
                os.unlink(f"{file}{ending}")
        os.replace(beside, file)
    finally:
        for ending in ("", *BESIDE):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(f"{beside}{ending}")
    sync_folder(file.parent)
