"""From resting views to events: when a turn is told, when a breach has stood long enough, when to ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from math import inf
from typing import Final

from engine.icecult.state import State
from vision.eye import Glance
from vision.icecult.belief.evidence import HEAPS, Sight, plain
from vision.icecult.belief.histories import Line
from vision.icecult.belief.prices import MISSED
from vision.icecult.belief.tracker import Tracker
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.match import Match, fold
from webui.referee.conclusions import COUNTED, TURNS_OPEN, TURNS_REPLAYED, Conclusions, folded
from webui.referee.conclusions import Patience as Patience
from webui.referee.ruling import ruling

KEPT: Final = 12
FEEDS: Final = (2, 4, 8, 12)


class Watch(Conclusions):
    """Holds the tracker and what has been seen of the present rest."""

    def __init__(self, match: Match, patience: Patience | None = None) -> None:
        super().__init__(_tracker(match), patience or Patience())
        self._pictures: list[Json] = []
        self._usual: frozenset[str] = frozenset()
        """What was hidden at the end of the rest before."""
        self._count = 0
        self._fed = self._held_fed = False
        self._since_s = 0.0
        self._at_rest = True
        self._last_rest, self._aligning = -1, False
        self._shift_s, self._shift_rest = 0.0, 0

    @property
    def seen_until_s(self) -> float:
        """When the last view was taken in."""
        return self._at_s

    @property
    def rest_since_s(self) -> float:
        """When the rest of that view began: a film goes on from there after an interruption."""
        sight = self.tracker.sight
        return self._at_s - (0.0 if sight is None else sight.held_s)

    def replay(self, events: Sequence[Event]) -> None:
        """Bring the belief to where it was when these events had been written."""
        matches = list(accumulate(events[1:], lambda match, event: match.apply(event), initial=fold(events[:1])))
        first = max(0, len(matches[-1].turns) - TURNS_REPLAYED)
        begun, begun_s = _begun(matches, first)
        self.tracker = _tracker(matches[-1], first)
        seen: list[Event] = []
        for k, (event, match) in enumerate(zip(events, matches, strict=True)):
            if isinstance(event, ev.Told):
                self._told_before(event)
            elif isinstance(event, ev.Observed | ev.SaidDone):
                seen.append(event)
                if k > begun or event.seen_at_s > begun_s:
                    self._seen_again(event)
            elif k > begun:
                self._by_hand_again(event, match, seen)
        self._last_rest, self._rest, self._aligning = self._rest, -1, self._at_s > 0.0

    def _told_before(self, event: ev.Told) -> None:
        """Remember what is on record as told."""
        if event.about == "fault":
            self._told.add((event.turn, event.rule))
        elif event.about == "note" and event.rule:
            (self._noted if event.rule in COUNTED else self._told).add((event.turn, event.rule))

    def _seen_again(self, event: ev.Observed | ev.SaidDone) -> None:
        """Take in a view, or a player's word, that is on record."""
        if isinstance(event, ev.SaidDone):
            self.tracker.done(event.seen_at_s)
            return
        self._rest = max(self._rest, event.rest)
        self._at_s = event.seen_at_s
        self.tracker.see(Sight.from_json(event.sight), event.rest, event.seen_at_s)
        self._hold()

    def _by_hand_again(self, event: Event, match: Match, seen: Sequence[Event]) -> None:
        """Begin anew where a human's word on record made the belief begin anew."""
        if isinstance(event, ev.TurnsRevised) and event.by == "human" and event.turn < len(match.turns):
            self.again(replace(match, turns=match.turns[: event.turn], winners="", how=None), seen, event.at)
        elif by_hand(event):
            self.rebase(match)
        elif isinstance(event, ev.TurnEnded):
            self.tracker.settle(event.turn - TURNS_OPEN)

    def _aligned(self, seen: Glance) -> Glance:
        """The glance counted on from what is on record: a camera opened again begins at zero, a film does not."""
        if self._aligning:
            self._aligning = False
            self._shift_s = self._at_s if seen.at_s < self.rest_since_s - 0.01 else 0.0
            same = self._shift_s == 0.0 and seen.rest >= 0 and seen.since_s <= self._at_s
            self._shift_rest = self._last_rest + (0 if same else 1) - max(seen.rest, 0)
        if not (self._shift_s or self._shift_rest):
            return seen
        rest = seen.rest + self._shift_rest if seen.rest >= 0 else -1
        return replace(seen, at_s=seen.at_s + self._shift_s, since_s=seen.since_s + self._shift_s, rest=rest)

    def rebase(self, match: Match) -> None:
        """Forget the belief and begin from the match as it stands."""
        self.tracker = _tracker(match, at_s=self._at_s)

    def glance(self, match: Match, seen: Glance, at: float) -> list[Event]:
        """What follows from one more frame."""
        seen = self._aligned(seen)
        self._at_s, self._at_rest = seen.at_s, seen.status == "rest"
        if not self._at_rest:
            return []
        if seen.observation is None:  # a rest of which enough has been read goes on
            return self._waited(match, seen, at) if seen.rest == self._rest else []
        if seen.rest != self._rest:
            self._usual = frozenset(self._pictures[-1].get("hidden", ())) if self._pictures else frozenset()
            self._rest, self._pictures, self._count, self._fed, self._held_fed = seen.rest, [], 0, False, False
            self._since_s = seen.since_s
        news = [*seen.earlier, seen.observation]
        self._pictures = [*self._pictures, *news][-KEPT:]
        self._count += len(news)
        if not self._due(seen):
            return self._waited(match, seen, at)
        return self._feed(match, seen, at)

    def done(self, match: Match, at: float) -> list[Event]:
        """The player says that the turn is over."""
        self.tracker.done(self._at_s)
        said = ev.SaidDone(at, self._at_s)
        return [said, *self.conclude(match.apply(said), at, final=True)]

    def film_over(self, match: Match, at: float) -> list[Event]:
        """The film ended: what is in progress is over and judged, unless the table was never seen as it was left."""
        out: list[Event] = []
        if self._pictures and not self._fed:
            last = Glance(self._at_s, "rest", self._rest, self._since_s, self._pictures[-1])
            out = self._feed(match, last, at)
            match = folded(match, out)
        best = self.tracker.best
        if not match.over and not self._at_rest and (best.fouls or not best.turn.may_end()):
            return out
        if not match.over and (best.turn.actions or best.fouls):
            out += self.done(match, at)
        elif not match.over:
            out += self.conclude(match, at, final=True)
        return out

    def _due(self, seen: Glance) -> bool:
        """Whether the tracker should look again: early, when a reading changed, and when something has stood."""
        if not self._fed and (self._count >= FEEDS[0] or plain(self._pictures[-1], self._usual)):
            self._fed = True
            return True
        held = seen.at_s - self._since_s
        if self._fed and not self._held_fed and held >= self._patience.hold_s:
            self._held_fed = True
            return True
        return self._count in FEEDS and self._changed()

    def _changed(self) -> bool:
        """Whether more pictures changed what is read."""
        last, now = self.tracker.sight, Sight.of(self._pictures)
        return last is None or _bests(last) != _bests(now)

    def _feed(self, match: Match, seen: Glance, at: float) -> list[Event]:
        sight = Sight.of(self._pictures, seen.at_s - self._since_s)
        self.tracker.see(sight, self._rest, seen.at_s)
        observed = ev.Observed(at, seen.at_s, self._rest, sight.to_json())
        return [observed, *self.conclude(match.apply(observed), at)]

    def _waited(self, match: Match, seen: Glance, at: float) -> list[Event]:
        """The table goes on resting: the turn may be over by the house's patience."""
        held, patience, best = seen.at_s - self._since_s, self._patience, self.tracker.best
        if match.over or self._count <= FEEDS[0]:
            return []
        finished = best.turn.may_end() and not best.fouls and not _arcs_left(best)
        if patience.rest_ends_s is not None and held >= patience.rest_ends_s and finished:
            return self.done(match, at)
        near = [line for line in self.tracker.lines if line.cost - best.cost < MISSED]
        owing = bool(best.turn.actions) and not best.fouls and not any(x.turn.may_end() for x in near if not x.fouls)
        sure = owing and best.number == match.number and not set(self.tracker.misfit()) - HEAPS
        if patience.owed_s is not None and held >= patience.owed_s and sure:
            return self._tell_fault(match, best, ruling(best.turn, ()), at)
        return []

    def again(self, match: Match, later: Iterable[Event], at: float) -> Match:
        """The match when what was seen after its last turn is judged again; the belief is the new one."""
        begun_s = match.turns[-1].seen_to_s if match.turns else -1.0
        self.tracker = _tracker(match, at_s=begun_s)
        for event in later:
            if isinstance(event, ev.Observed) and event.seen_at_s > begun_s:
                self._rest = event.rest
                self.tracker.see(Sight.from_json(event.sight), event.rest, event.seen_at_s)
                match = folded(match, self.conclude(match, at))
            elif isinstance(event, ev.SaidDone) and event.seen_at_s > begun_s:
                self.tracker.done(event.seen_at_s)
                match = folded(match, self.conclude(match, at, final=True))
        return match


def by_hand(event: Event) -> bool:
    """Whether the camera had to begin anew from the match as a human left it."""
    if isinstance(event, ev.TurnsRevised):
        return event.by == "human"
    anew = ev.Adopted | ev.StateCorrected | ev.TakenBack | ev.Undone | ev.Reopened
    return isinstance(event, anew) or (isinstance(event, ev.TurnEnded) and event.source == "hand")


def _begun(matches: Sequence[Match], first: int) -> tuple[int, float]:
    """The event by which that many turns were over for good, and until when the camera had seen them."""
    if not first:
        return -1, -1.0
    k = max(k for k, match in enumerate(matches) if len(match.turns) < first) + 1
    last = matches[-1].turns[first - 1]
    return k, last.seen_to_s if last.source == "camera" and not last.human else inf


def _tracker(match: Match, turn: int | None = None, at_s: float = 0.0) -> Tracker:
    """A fresh belief: the match as it stands, or as it stood when that many turns were over."""
    if turn is None:
        return Tracker(match.before, match.cube_set, match.house, match.players, match.number, at_s)
    before: State = match.turns[turn - 1].after if turn else match.start
    seconds = match.turns[turn - 1].seen_to_s if turn else 0.0
    return Tracker(before, match.cube_set, match.house, match.players, turn + 1, seconds)


def _bests(sight: Sight) -> tuple[object, ...]:
    spaces = tuple(seen.best for path in sight.paths for seen in path)
    return (*(seen.best for seen in sight.cubes), *spaces, sight.start.best, *(seen.best for seen in sight.goal))


def _arcs_left(line: Line) -> bool:
    """Whether an arc may still be used, so that the player may not be done."""
    return any(symbol.status == "unused" for symbol in line.turn.symbols())
