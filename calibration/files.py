"""Files written whole or not at all: whoever reads one sees the old content or the new, also after a crash."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


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


def sync_folder(folder: Path) -> None:
    """Let a rename in this folder survive a power cut, where the system can promise that."""
    with contextlib.suppress(OSError):
        sync_file(folder)


def sync_file(path: Path) -> None:
    """Let what was written to a file survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
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
