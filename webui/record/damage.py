"""Reading matches under a guard each: one that cannot be read is said to be damaged, and what can be saved is kept."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from engine.core.errors import IcekeeperError
from webui.record.disk.errors import DamagedMatchError
from webui.record.events import Event
from webui.record.fold import as_far_as
from webui.record.match import Match
from webui.record.ready.history import History
from webui.record.store import Store, UnknownMatchError

log = logging.getLogger(__name__)


class DamagedError(IcekeeperError):
    """A match on record that cannot be read, or not to its end."""


class NewerError(DamagedError):
    """A match that only a later version can read."""


@dataclass(frozen=True, slots=True)
class Read:
    """A match on record as far as it can be read; `problem` is a sentence why not further, "" where it is whole."""

    match: Match | None
    events: tuple[Event, ...]
    problem: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing is damaged."""
        return self.match is not None and not self.problem

    def savable(self) -> tuple[Match, tuple[Event, ...]]:
        """The match as far as it can be read, and the events that tell it; an error where that is nothing."""
        if self.match is None:
            raise DamagedError(self.problem)
        return self.match, self.events


def read(store: Store, match_id: str) -> Read:
    """The match, whatever is wrong with it; only one that is not on record at all is an error."""
    problem: IcekeeperError | None
    try:
        events, spoiled = _intact(store, match_id)
        match, problem = as_far_as(events)
        problem = problem or spoiled
    except UnknownMatchError:
        raise
    except Exception as error:  # a damaged record may fail in any way; it must not spoil the others
        log.warning("match %s is damaged: %s", match_id, error)
        return Read(None, (), f"this match is damaged and cannot be read ({error})"[:300])
    if problem is None:
        return Read(match, events)
    log.warning("match %s is damaged: %s", match_id, problem)
    return Read(match, events[: match.count], f"this match is damaged after turn {len(match.turns)} ({problem})"[:300])


def playable(store: Store, match_id: str) -> Match:
    """The match as it stands, from what is kept folded of it; a DamagedError where any of its events is damaged."""
    try:
        store.check(match_id)
        return History(store, match_id).match()
    except UnknownMatchError:
        raise
    except Exception as error:  # a damaged record may fail in any way
        raise DamagedError(read(store, match_id).problem or str(error)) from error


def _intact(store: Store, match_id: str) -> tuple[tuple[Event, ...], DamagedMatchError | None]:
    """The events that are what was written, and what is wrong with the others."""
    try:
        return store.events(match_id), None
    except DamagedMatchError as error:
        return store.intact(match_id), error
