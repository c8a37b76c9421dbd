"""Files written whole or not at all, and read up to a size: whoever reads one sees the old content or the new."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path
from typing import Any, BinaryIO, Final

from engine.core.parsing import parsed

LARGEST: Final = 16 << 20
"""No profile, set or log is larger; a device like /dev/zero has no end at all."""


def write_atomically(path: Path | str, data: bytes | str, private: bool = False) -> None:
    """Write a file in one step; text as UTF-8. With `private` nobody but its owner may read it."""
    content = data.encode("utf-8") if isinstance(data, str) else data
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not target.is_file():  # a pipe or a device has no old content to keep
        target.write_bytes(content)
        return
    beside = target.with_name(f".icekeeper-{secrets.token_hex(6)}.new")
    try:
        _write(beside, content, 0o600 if private else 0o666)
        if not private:
            with contextlib.suppress(OSError):  # a new file has no mode to keep; some file systems have none at all
                os.chmod(beside, target.stat().st_mode & 0o777)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    sync_folder(target.parent)


def read_bytes(path: Path | str, most: int = LARGEST) -> bytes:
    """What is in a file, a pipe or a device; an OSError where that is more than `most`."""
    with Path(path).open("rb") as file:
        return read_all(file, most)


def read_all(file: BinaryIO, most: int = LARGEST) -> bytes:
    """The same of what is open already."""
    data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most >> 20} MB")
    return data


def read_json(path: Path | str) -> Any:
    """The JSON in a file; an OSError or a NotationError, which is a ValueError, says why there is none."""
    return parsed(read_bytes(path))


def sync_folder(folder: Path) -> None:
    """Let a rename in this folder survive a power cut, where the system can promise that."""
    with contextlib.suppress(OSError):
        sync_file(folder)


def sync_file(path: Path) -> None:
    """Let what was written to a file survive a power cut."""
    handle = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR)  # Windows syncs what may be written
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(path: Path, content: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
