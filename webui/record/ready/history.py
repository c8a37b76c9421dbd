"""What a match on record has come to, with as little of it read as will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from webui.record.disk.checks import START
from webui.record.disk.uncollected import uncollected
from webui.record.events import Event, Observed, SaidDone, Told
from webui.record.fold import apply, fold
from webui.record.match import Match
from webui.record.ready import snapshots
from webui.record.store import Head, Store

SLACK: Final = 3  # turns more than asked for, since views may reach back behind a turn


@dataclass(frozen=True, slots=True)
class Tail:
    """The last events of a match, after the match as it stood before them."""

    before: Match | None
    """None where `events` are all there are."""
    events: tuple[Event, ...]
    told: tuple[Event, ...] = ()
    """What was told before that."""
    seen: Callable[[], Sequence[Event]] = tuple
    """All that the camera saw and the players said before that; long, and seldom needed."""


class History:
    """The events of one match on record; call it for all of them."""

    def __init__(self, store: Store, match_id: str) -> None:
        self._store, self.match_id = store, match_id

    def __call__(self) -> tuple[Event, ...]:
        return self._store.events(self.match_id)

    def match(self) -> Match:
        """The match as it stands."""
        return self.folded()[0]

    def folded(self) -> tuple[Match, Head]:
        """The match as it stands, and how far that is."""
        known = self._store.folded.get(self.match_id) or self._snapshot()
        if known is None:
            events, head = self._store.events_since(self.match_id, 0, START)
            known = fold(events), head
        else:
            known = self._after(*known)
        self._store.folded = {self.match_id: known}
        return known

    def _snapshot(self) -> tuple[Match, Head] | None:
        with uncollected():
            found = snapshots.newest(self._store, self.match_id)
        return None if found is None else (found.match, found.head)

    def _after(self, match: Match, head: Head) -> tuple[Match, Head]:
        """The match as it stands, from how it stood after some of its events."""
        events, now = self._store.events_since(self.match_id, head.events, head.sum)
        for event in events:
            match = apply(match, event)
        return match, now

    def tail(self, turns: int) -> Tail:
        """The last so many turns, and what went before them folded."""
        match = self.match()
        found = snapshots.newest(self._store, self.match_id, len(match.turns) - turns - SLACK)
        if found is None or self._seen_before(found.head.events) > _over_at_s(match, turns):
            return Tail(None, self())
        first = found.head.events
        events, _ = self._store.events_since(self.match_id, first, found.head.sum)
        told = self._store.events_of(self.match_id, (Told.kind,), first)
        seen = (Observed.kind, SaidDone.kind)
        return Tail(found.match, events, told, lambda: self._store.events_of(self.match_id, seen, first))

    def _seen_before(self, first: int) -> float:
        """When the last view before that event was taken, in seconds of the source."""
        last = self._store.events_of(self.match_id, (Observed.kind,), first, only_last=True)
        return max((event.seen_at_s for event in last if isinstance(event, Observed)), default=-1.0)


def _over_at_s(match: Match, turns: int) -> float:
    """Until when the camera saw the turn before the last `turns` ones; infinity where it did not see that turn."""
    last = match.turns[-turns - 1]
    return last.seen_to_s if last.source == "camera" and not last.human else inf
