"""What the referee answers with, and what it comes back to when something fails."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.errors import IcekeeperError
from vision.eye import Seen
from webui.record.events import Event
from webui.record.match import Match
from webui.record.store import Picture


class RefereeError(IcekeeperError):
    """A command that makes no sense now."""


@dataclass(frozen=True, slots=True)
class News:
    """What happened: events to be written, pictures that prove them, and whether there is anything new to show."""

    events: tuple[Event, ...] = ()
    pictures: tuple[Picture, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class EyeState:
    """What the eye is doing; `seen` is the last observation."""

    status: str = "off"
    places: tuple[str, ...] = ()
    seen: Seen | None = None
    trouble: str = ""
    unseen_s: int = 0
    """For how many seconds nothing has been seen of the table."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The match and the eye before something is tried."""

    match: Match
    eye: EyeState
