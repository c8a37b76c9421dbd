"""Who may write to a store: one process at a time, held by the system, so that a killed process leaves nothing held."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from calibration.files import read_json
from webui.record.disk.errors import StoreHeldError, unwritable

TAKEN: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
BEYOND: Final = 1 << 20
"""The byte that is locked where bytes are locked: beyond the text, which stays readable."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a store."""

    pid: int
    since: float
    address: str = ""

    def __str__(self) -> str:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.since))
        return f"process {self.pid}, since {when}" + (f", {self.address}" if self.address else "")


class StoreLock:
    """Holds a store until released, or until the process ends in whatever way."""

    def __init__(self, store: str) -> None:
        self._store, self.path = store, Path(os.path.realpath(store) + ".lock")
        try:
            self._handle: int | None = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise unwritable(store) from error
        try:
            _take(self._handle)
        except OSError as error:
            os.close(self._handle)
            if error.errno not in TAKEN:
                raise unwritable(store) from error
            who = self.holder() or "another process"
            raise StoreHeldError(
                f"{store}: in use by icekeeper ({who}); stop that one or give another file with --store"
            ) from error
        self.says("")

    def says(self, address: str) -> None:
        """Write who holds the store, and where its page is, for those who come second."""
        if self._handle is None:
            return
        text = json.dumps(asdict(Holder(os.getpid(), time.time(), address))).encode()
        with contextlib.suppress(OSError):  # on a full disk it is held all the same
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, text, 0) if hasattr(os, "pwrite") else _rewrite(self._handle, text)

    def holder(self) -> Holder | None:
        """Who says to hold the store."""
        try:
            data: dict[str, Any] = read_json(self.path)
            return Holder(int(data["pid"]), float(data["since"]), str(data["address"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def anew(self) -> StoreLock:
        """The lock under its name again, where its file was deleted and somebody else could take another one."""
        try:
            here = self._handle is not None and os.path.samestat(os.fstat(self._handle), os.stat(self.path))
        except FileNotFoundError:
            here = False
        if here:
            return self
        again = StoreLock(self._store)
        self.release()
        return again

    def release(self) -> None:
        """Let others have it; the file stays, since deleting it would let two processes lock different files."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = None


def _rewrite(handle: int, text: bytes) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, text)


def _take(handle: int) -> None:
    """Hold the file as the system does it; where none can, SQLite's own locks still keep two writers apart."""
    try:
        import fcntl
    except ImportError:
        _take_byte(handle)
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _take_byte(handle: int) -> None:
    """As Windows locks: bytes of a file. Untried, the tests have no Windows."""
    try:
        import msvcrt
    except ImportError:
        return
    os.lseek(handle, BEYOND, os.SEEK_SET)
    msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    os.lseek(handle, 0, os.SEEK_SET)
