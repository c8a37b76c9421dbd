"""What the referee asks of whoever watches a match through a camera, and how long it waits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from vision.eye import Glance
from webui.record import events as ev
from webui.record.events import Event
from webui.record.match import Match
from webui.record.ready.history import Tail
from webui.settings import Words

TURNS_REPLAYED: Final = 12
"""So many of the last turns may be told anew; a match that is resumed is seen again from there."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the referee waits, in seconds.

    hold_s: a breach must have stood so long before it is told. rest_ends_s: a table at rest with nothing owed ends
    the turn (None: never). owed_s: a table at rest while something is owed is told as a fault (None: never, since
    players think).
    """

    hold_s: float = 1.0
    rest_ends_s: float | None = None
    owed_s: float | None = None


class Watcher(Protocol):
    """Takes in glances at one match, keeps a belief about it, and answers with the events that follow."""

    @property
    def seen_until_s(self) -> float:
        """When the last view was taken in."""

    @property
    def rest_since_s(self) -> float:
        """When the rest of that view began: a film goes on from there after an interruption."""

    @property
    def to_put_back(self) -> tuple[str, ...]:
        """Where the table is not yet as before the first turn; until it is, nothing is judged."""

    @property
    def set_up_words(self) -> Words | None:
        """What is wrong there, where the game says more of it than the places."""

    @property
    def unseen_s(self) -> float:
        """For how long nothing has been seen of the table."""

    def source_s(self, at_s: float) -> float:
        """A moment of the record as the source that is open now counts it."""

    def turn(self, number: int) -> Any | None:
        """The turn in progress as it is believed, where it has this number."""

    def as_seen(self, to_move: str) -> tuple[Any | None, tuple[str, ...]] | None:
        """The state that the camera sees, None where it cannot be one, and where it does not fit; None if unseen."""

    def glance(self, match: Match, seen: Glance, at: float) -> list[Event]:
        """What follows from one more frame."""

    def looked_away(self) -> None:
        """Nobody was meant to look for a while: what was not seen is no gap."""

    def done(self, match: Match, at: float) -> list[Event]:
        """The player says that the turn is over."""

    def film_over(self, match: Match, at: float) -> list[Event]:
        """The film ended: what is in progress is over and judged."""

    def rebase(self, match: Match) -> None:
        """Forget the belief and begin from the match as it stands."""

    def again(self, match: Match, later: Iterable[Event], at: float) -> Match:
        """The match when what was seen after its last turn is judged again."""

    def replay(self, tail: Tail) -> None:
        """Bring the belief to where it was when these events had been written."""


def begins_anew(event: Event) -> bool:
    """Whether the camera has to begin anew from the match as a human left it: at the table, and in the record too."""
    if isinstance(event, ev.TurnsRevised):
        return event.by == "human"
    anew = ev.Adopted | ev.StateCorrected | ev.TakenBack | ev.Undone | ev.Redone | ev.Reopened
    return isinstance(event, anew) or (isinstance(event, ev.TurnEnded) and event.source == "hand")


def judged_again(match: Match, turn: int) -> bool:
    """Whether, with this turn corrected, the camera judges the later ones again: not where a human told one of them."""
    later = match.turns[turn:]
    return bool(later) and all(one.source == "camera" and not one.human for one in later)
