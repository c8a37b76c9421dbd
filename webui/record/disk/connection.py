"""The file of a store: opened privately, locked for one writer, checked, and written all or nothing."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from webui.record.disk.errors import CorruptStoreError, StoreError, corrupt, no_file, said, unwritable
from webui.record.disk.gone import marks, write_anew
from webui.record.disk.lock import StoreLock
from webui.record.disk.rescue import rescue
from webui.record.disk.schema import SCHEMA, bring_up_to_date, version_of

log = logging.getLogger(__name__)

BUSY_S: Final = 2.0
MEMORY: Final = ":memory:"
PRIVATE: Final = 0o600
SMALL: Final = 32 << 20
"""Up to this size a file is checked wholly when it is opened; a larger one would make the start wait."""


class Connection:
    """One open store; its methods may be called from several threads."""

    def __init__(self, path: str, reading: bool = False) -> None:
        self.path, self.reading, self.rescued = path, reading, ""
        self.lock = threading.RLock()
        self.closed, self._address = False, ""
        self._held = None if reading or not self.durable else StoreLock(path)
        try:
            self.db = self._opened()
        except BaseException:
            self._release()
            raise
        self._aside: Connection | None = None
        self._marks = marks(path)
        self.renewed = 0
        """How often the file was written anew since it had been deleted."""

    @property
    def durable(self) -> bool:
        """Whether anything is written to a disk."""
        return self.path != MEMORY

    def says(self, address: str) -> None:
        """Tell those who come second where the page of this store is."""
        self._address = address
        if self._held is not None:
            self._held.says(address)

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """All rows of a query."""
        with self.lock:
            try:
                return self.db.execute(query, values).fetchall()
            except (sqlite3.Error, OverflowError) as error:
                raise self._as_store_error(error) from error

    def until_damage(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """The rows of a query until one cannot be read."""
        out: list[Any] = []
        with self.lock, contextlib.suppress(sqlite3.Error, OverflowError):
            for row in self.db.execute(query, values):
                out.append(row)  # one by one: those before the damage count
        return out

    @contextlib.contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Let several queries see the same, whoever writes meanwhile."""
        with self.lock:
            begun = not self.db.in_transaction
            try:
                if begun:
                    self.db.execute("BEGIN")
                yield
            except sqlite3.Error as error:
                raise self._as_store_error(error) from error
            finally:
                if begun and self.db.in_transaction:
                    self.db.rollback()

    def secure(self) -> None:
        """Write the file anew, with all that is in it, where it was deleted while it is open; else do nothing."""
        with self.lock:
            if self._held is None or self.closed or marks(self.path) == self._marks:
                return
            try:
                self._renew(self._held)
            except sqlite3.Error as error:
                raise self._as_store_error(error) from error
            except OSError as error:
                raise unwritable(self.path) from error

    def _renew(self, held: StoreLock) -> None:
        """The new file in place of the deleted one, under a lock of its own."""
        private_folder(Path(os.path.realpath(self.path)).parent)
        self._held = held.anew()
        self.says(self._address)
        write_anew(self.db, self.path, self._marks)
        self._reopen()
        if self._aside is not None:
            self._aside._reopen()
        self._marks = marks(self.path)
        self.renewed += 1
        log.error("%s: the record was deleted while it was open; it has been written anew", self.path)

    def _reopen(self) -> None:
        """Another file has come under this name; the one that is open is closed only when that one can be read."""
        with self.lock:
            old, self.db = self.db, self._prepared()
            old.close()

    def writing(self) -> Writing:
        """One transaction: all or nothing."""
        return Writing(self)

    def aside(self) -> Connection:
        """Another connection for long reading, so that nobody who writes waits for it."""
        with self.lock:
            if not self.durable:
                return self
            if self._aside is None:
                self.secure()
                self._aside = Connection(self.path, reading=True)
            return self._aside

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        with self.lock:
            if not self.closed:
                self._secure_at_last()
                self.closed = True
                if self._aside is not None:
                    self._aside.close()
                self.db.close()
                self._release()

    def _secure_at_last(self) -> None:
        """What can be saved is saved; what cannot must not keep the program from ending."""
        try:
            self.secure()
        except StoreError as error:
            log.error("%s", error)

    def _release(self) -> None:
        if self._held is not None:
            self._held.release()

    def _opened(self) -> sqlite3.Connection:
        """The database, up to date; one that is damaged inside is replaced by what can be read of it."""
        _make_private(self.path) if self.durable and not self.reading else None
        try:
            return self._prepared()
        except sqlite3.Error as error:
            refused = self._as_store_error(error)
        except StoreError as error:
            refused = error
        if not self._worth_rescuing(refused):
            raise refused
        try:
            self.rescued = rescue(self.path)
            return self._prepared()
        except sqlite3.Error as error:
            raise self._as_store_error(error) from error
        except OSError as error:
            raise StoreError(f"{refused} (it could not be rescued: {error.strerror})") from error

    def _worth_rescuing(self, refused: StoreError) -> bool:
        """Whether the file is damaged inside, and ours to put right."""
        return isinstance(refused, DamagedFileError) and not self.reading and self.durable

    def _prepared(self) -> sqlite3.Connection:
        """Check the file, set how it is written, and bring its tables up to date."""
        db = sqlite3.connect(self.path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
        try:
            db.text_factory = _text
            have = version_of(db, self.path)
            if self.reading:
                self._for_reading(db, have)
                return db
            if have and not _sound(db):
                raise DamagedFileError(str(corrupt(self.path)))
            if self.durable:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # its log stands beside it from now on
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA synchronous = FULL")
            bring_up_to_date(db, have)
            if 0 < have < SCHEMA and self.durable:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what the old version wrote must not wait in the file
        except BaseException:
            db.close()
            raise
        return db

    def _for_reading(self, db: sqlite3.Connection, have: int) -> None:
        """An older file is brought up to date first, which needs the lock for a moment."""
        if have < SCHEMA:
            Connection(self.path).close()
        db.execute("PRAGMA query_only = ON")

    def _as_store_error(self, error: Exception) -> StoreError:
        """The complaint as one sentence with advice."""
        if isinstance(error, sqlite3.Error):
            return said(self.path, error)
        return corrupt(self.path)


class DamagedFileError(CorruptStoreError):
    """The file is a store of ours with damage inside."""


class Writing:
    """One transaction under the connection's lock: all or nothing."""

    def __init__(self, connection: Connection) -> None:
        self._c = connection

    def __enter__(self) -> None:
        self._c.lock.acquire()
        try:
            self._c.secure()
            self._c.db.execute("BEGIN IMMEDIATE")
        except BaseException as error:
            self._c.lock.release()
            raise self._c._as_store_error(error) if isinstance(error, sqlite3.Error) else error from error

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        db = self._c.db
        try:
            if error is None:
                db.execute("COMMIT")
        except sqlite3.Error as problem:
            raise self._c._as_store_error(problem) from problem
        finally:
            if db.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    db.rollback()
            self._c.lock.release()
        if isinstance(error, sqlite3.Error):
            raise self._c._as_store_error(error) from error


def private_folder(folder: Path) -> None:
    """Make a folder, where there is none yet, that only its owner may look into."""
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)


def _make_private(path: str) -> None:
    """Only the owner may read a record: it holds names and camera addresses. The log beside it takes over the mode."""
    if os.path.exists(path) and not os.path.isfile(path):  # a device would lose its mode for everybody
        raise no_file(path)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    except OSError as error:
        raise unwritable(path) from error
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):  # not ours, or a file system without modes
            os.chmod(f"{path}{ending}", PRIVATE)


def _sound(db: sqlite3.Connection) -> bool:
    """Whether the file holds together; what its events say is held against their checksums when they are read."""
    try:
        pages, size = (db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
        check = "integrity_check" if pages * size <= SMALL else "quick_check"
        return [row[0] for row in db.execute(f"PRAGMA {check}(1)").fetchall()] == ["ok"]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname.startswith("SQLITE_CORRUPT"):
            return False
        raise


def _text(raw: bytes) -> str:
    """Text, though it may be damaged; its checksum tells."""
    return raw.decode("utf-8", "replace")
