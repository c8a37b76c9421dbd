"""Reading matches under a guard each: one that cannot be read is said to be damaged, and what can be saved is kept."""

from __future__ import annotations

import json
import logging
import time
from dataclasses import dataclass

from engine.core.errors import IcekeeperError
from webui.record.events import Event, event_from_json
from webui.record.importing import IMPORTED
from webui.record.match import Match, as_far_as
from webui.record.store import Store, UnknownMatchError

log = logging.getLogger(__name__)


class DamagedError(IcekeeperError):
    """A match on record that cannot be read, or not to its end."""


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
    try:
        events = store.events(match_id)
        match, problem = as_far_as(events)
    except UnknownMatchError:
        raise
    except Exception as error:  # a damaged record may fail in any way; it must not spoil the others
        log.warning("match %s is damaged: %s", match_id, error)
        return Read(None, (), f"this match is damaged and cannot be read ({error})"[:300])
    if problem is None:
        return Read(match, events)
    log.warning("match %s is damaged: %s", match_id, problem)
    return Read(match, events[: match.count], f"this match is damaged after turn {len(match.turns)} ({problem})"[:300])


def last_played(store: Store, now: float | None = None) -> str | None:
    """The match in which something happened last, by its own clock; not one that was only imported."""
    until = time.time() if now is None else now
    moments: list[tuple[float, str]] = []
    for match_id, body in store.last_events():
        try:
            event = event_from_json(json.loads(body))
        except Exception:  # damaged: its own page says so
            continue
        if event.at <= until and not (event.kind == "noted" and getattr(event, "key", "") == IMPORTED):
            moments.append((event.at, match_id))
    return max(moments)[1] if moments else None
