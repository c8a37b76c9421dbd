"""Small files of the page's own, for nobody else's eyes: replaced as a whole, never half written."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any


def write_private(path: Path, data: bytes) -> None:
    """Replace a file that only its owner may read."""
    beside = path.with_name(f".{path.name}.part")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


class Kept:
    """One JSON value that survives a restart; without a path it lasts as long as the program."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def read(self) -> Any:
        """The value, or None where there is none that can be read."""
        if self._path is None:
            return None
        try:
            return json.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return None

    def write(self, value: Any) -> None:
        """Keep the value; a disk that refuses does not stop the match."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                write_private(self._path, json.dumps(value).encode())
