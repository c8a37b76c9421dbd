"""The eye of a table: gate, reading and evidence pictures behind one call."""

from __future__ import annotations

from typing import Protocol

from vision.frame import Frame


class Eye(Protocol):
    """Looks at frames."""

    def look(self, frame: Frame) -> object:
        """What this frame tells."""
        ...
