"""What looks at a table: an eye takes frames and answers with glances, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from vision.frame import Frame

Json = dict[str, Any]
"""A JSON object in one of the forms of docs/FORMATS.md."""


class Seen(Protocol):
    """All readings of a resting table, as its game's own value."""

    def to_json(self) -> Json:
        """As it goes on record and to the page."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one frame tells: the state of the eye and, at rest, what was read."""

    at_s: float
    status: str
    rest: int = -1
    since_s: float = 0.0
    observation: Seen | None = None
    places: tuple[str, ...] = ()
    earlier: tuple[Seen, ...] = ()
    """Observations of earlier frames of this rest that were read only now."""
    noted: tuple[str, ...] = ()
    """What is no play but worth telling: board-moved (and followed), board-lost, board-back."""
    trouble: str = ""
    """Why the table cannot be judged, by one of the keys that the game's eye has words for."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Where a picture that proves something sends the eyes."""

    places: tuple[str, ...] = ()
    """What is ringed."""
    way: tuple[str, str] | None = None
    """From which place to which an arrow leads."""


class Eye(Protocol):
    """Looks at frames and keeps pictures of the last rests as evidence."""

    def look(self, frame: Frame) -> Glance:
        """What this frame tells."""
        ...

    def evidence(self, from_s: float, to_s: float, at: Pointing) -> tuple[tuple[str, float, bytes], ...]:
        """Pictures of the table before and after, cut to where they point: (caption, time, JPEG)."""
        ...


@runtime_checkable
class ProfiledEye(Eye, Protocol):
    """An eye that knows how its camera sees the table, and finds it again after a knock."""

    profile: Any
