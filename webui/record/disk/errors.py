"""What can be wrong with the record, each with one clear sentence."""

from __future__ import annotations

import sqlite3

from engine.core.errors import IcekeeperError


class StoreError(IcekeeperError):
    """The store cannot be opened, read or written."""


class UnknownMatchError(StoreError):
    """No such match is on record."""


class StoreFullError(StoreError):
    """No room left on the disk."""


class ReadOnlyStoreError(StoreError):
    """The file or its folder cannot be written."""


class CorruptStoreError(StoreError):
    """The file is not a store, or is damaged."""


class StoreHeldError(StoreError):
    """Another process writes to this store."""


class ReplacedStoreError(StoreError):
    """Another file stands where the open one was."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path}: another file has taken the record's place while it was open; move that one away, and all that"
            " was played is written there again"
        )


class DamagedMatchError(StoreError):
    """One match whose record is not what was written; the others are not touched by it."""

    def __init__(self, match_id: str, intact: int) -> None:
        super().__init__(
            f"match {match_id}: its record is damaged after {intact} events; export what is left, or delete it"
        )
        self.match_id, self.intact = match_id, intact


def corrupt(path: str) -> CorruptStoreError:
    """The file cannot be used at all."""
    return CorruptStoreError(
        f"{path}: the record is damaged or not a match store; it was left as it is, move it away or"
        " give another file with --store"
    )


def unwritable(path: str) -> ReadOnlyStoreError:
    """The file or its folder cannot be written."""
    return ReadOnlyStoreError(f"{path}: cannot be written; check the folder, or give another file with --store")


def no_file(path: str) -> StoreError:
    """What stands there is no file that a record could be kept in."""
    return StoreError(f"{path}: expected a file for the record, this is a folder or a device; name one with --store")


def said(path: str, error: sqlite3.Error) -> StoreError:
    """SQLite's complaint as one sentence with advice."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return StoreFullError(f"{path}: the disk is full; make room")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return unwritable(path)
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")):
        return corrupt(path)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(f"{path}: used by another program; stop it or give another file with --store")
    return StoreError(f"{path}: {error}")
