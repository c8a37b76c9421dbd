"""What looks at a table: an eye takes frames and answers with glances, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from vision.frame import Frame

Json = dict[str, Any]
"""A JSON object in one of the forms of the formats."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one frame tells: the state of the eye and, at rest, an observation of the contract as JSON."""

    at_s: float
    status: str
    rest: int = -1
    since_s: float = 0.0
    observation: Json | None = None
    places: tuple[str, ...] = ()
    earlier: tuple[Json, ...] = ()
    """Observations of earlier frames of this rest that were read only now."""
    noted: tuple[str, ...] = ()
    """What is no play but worth telling: board-moved (and followed), board-lost, board-back."""
    trouble: str = ""
    """Why the table cannot be judged, one of `vision.icecult.trouble.TROUBLES`."""


class Eye(Protocol):
    """Looks at frames and keeps pictures of the last rests as evidence."""

    def look(self, frame: Frame) -> Glance:
        """What this frame tells."""
        ...

    def evidence(self, from_s: float, to_s: float, places: Sequence[str]) -> tuple[tuple[str, float, bytes], ...]:
        """Pictures of the table before and after, cut to these places: (caption, time, JPEG)."""
        ...
