"""Small files of the page's own, for nobody else's eyes: replaced as a whole, never half written."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from calibration.files import read_json, write_atomically


class KeptValue:
    """One JSON value that survives a restart; without a path it lasts as long as the program."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def read(self) -> Any:
        """The value, or None where there is none that can be read."""
        if self._path is None:
            return None
        try:
            return read_json(self._path)
        except (OSError, ValueError):
            return None

    def write(self, value: Any) -> None:
        """Keep the value; a disk that refuses does not stop the match."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                write_atomically(self._path, json.dumps(value), private=True)
