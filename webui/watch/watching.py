"""The watcher: takes in glances at the table, keeps the belief, and answers with the events that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from math import inf
from typing import Any, cast

from vision.belief.conclusions import Begun
from vision.eye import Glance
from webui.play.watcher import TURNS_REPLAYED, Patience, begins_anew, judged_again
from webui.record import events as ev
from webui.record.events import Event
from webui.record.fold import apply, fold
from webui.record.match import Match
from webui.record.ready.history import Tail
from webui.settings import Words
from webui.watch.closing import folded, settled
from webui.watch.judge import Belief, Judge, Told
from webui.watch.resting import Aligner, Rest
from webui.watch.setting_up import SettingUp
from webui.watch.telling import Teller, read


class Watch:
    """Watches one match: holds the belief, what was told, and what has been seen of the present rest."""

    def __init__(self, match: Match, belief: Belief, judge: Judge, patience: Patience) -> None:
        self._patience, self._game = patience, judge
        self.belief = belief
        self.teller = Teller(belief, judge)
        self._rest, self._aligner = Rest(), Aligner()
        self._setting_up = SettingUp(judge, match)
        self._at_rest = True

    def turn(self, number: int) -> Any | None:
        """The turn in progress as it is believed, where it has this number."""
        told = self.belief.in_progress()
        return told.turn if told.number == number else None

    def as_seen(self, to_move: str) -> tuple[Any | None, tuple[str, ...]] | None:
        """The state that the camera sees, None where it cannot be one, and where it does not fit the belief."""
        seen = self.belief.as_seen()
        if seen is None:
            return None
        state, misfit = seen
        return None if state is None else replace(state, to_move=to_move), misfit

    @property
    def to_put_back(self) -> tuple[str, ...]:
        """Where the table is not yet as before the first turn."""
        return self._setting_up.places

    @property
    def set_up_words(self) -> Words | None:
        """What is wrong with the set-up, where the game says more of it than the places."""
        return self._setting_up.words

    @property
    def seen_until_s(self) -> float:
        """When the last view was taken in."""
        return self.belief.at_s

    def source_s(self, at_s: float) -> float:
        """A moment of the record as the source that is open now counts it."""
        return self._aligner.source_s(at_s)

    @property
    def rest_since_s(self) -> float:
        """When the rest of that view began: a film goes on from there after an interruption."""
        return self.belief.at_s - self.belief.held_s

    def glance(self, match: Match, seen: Glance, at: float) -> list[Event]:
        """What follows from one more frame."""
        seen = self._aligner.aligned(seen, self.seen_until_s, self.rest_since_s)
        self.belief.at_s, self._at_rest = seen.at_s, seen.status == "rest"
        if self._setting_up.waits(match):
            self.looked_away()
        out = self._glance(match, seen, at) if self._at_rest else []
        return [*out, *read(folded(match, out), at)]

    @property
    def unseen_s(self) -> float:
        """For how long nothing has been seen of the table."""
        return self.teller.said.sightless.unseen_s(self.belief.at_s)

    def looked_away(self) -> None:
        """Nobody was meant to look for a while: what was not seen is no gap."""
        self.teller.said.sightless.away()

    def _glance(self, match: Match, seen: Glance, at: float) -> list[Event]:
        """What follows from one more frame of a table at rest."""
        if seen.observation is None:  # a rest of which enough has been read goes on
            return self._waited(match, at) if seen.rest == self.belief.rest else []
        out: list[Event] = []
        if seen.rest != self.belief.rest:
            out = self._left_over(match, at)
            self.belief.rest = seen.rest
            self._rest = self._rest.after(seen.rest, seen.since_s)
        self._rest.add(self._game.pictures((*seen.earlier, seen.observation)), seen.at_s)
        follow = self._judge if self._due() else self._waited
        return [*out, *follow(folded(match, out), at)]

    def _left_over(self, match: Match, at: float) -> list[Event]:
        """Judge the last rest where it ended before it was worth judging: else nothing of it would have been seen."""
        if match.over or not self._rest.left_over:
            return []
        now_s, self.belief.at_s = self.belief.at_s, self._rest.seen_s
        self._rest.judged = True
        out = self._judge(match, at)
        self.belief.at_s = now_s
        return out

    def done(self, match: Match, at: float) -> list[Event]:
        """The player says that the turn is over."""
        self.belief.said_done(self.belief.at_s)
        said = ev.SaidDone(at, self.belief.at_s)
        return [said, *self.teller.conclude(apply(match, said), at, final=True)]

    def film_over(self, match: Match, at: float) -> list[Event]:
        """The film ended: what is in progress is over and judged, unless the table was never seen as it was left."""
        if self._setting_up.waits(match):
            return []
        out = self._left_over(match, at)
        out += self._gap(folded(match, out), at)
        match = folded(match, out)
        told = self.belief.in_progress()
        if match.over or (not self._at_rest and (told.breaches or not told.may_end)):
            return out
        begun = told.words or told.breaches
        return out + (self.done(match, at) if begun else self.teller.conclude(match, at, final=True))

    def rebase(self, match: Match) -> None:
        """Forget the belief and begin from the match as it stands."""
        self._setting_up.waits(match)
        self.belief.restart(self._game.rules(match), as_it_stands(match, self.belief.at_s))

    def again(self, match: Match, later: Iterable[Event], at: float) -> Match:
        """The match when what was seen after its last turn is judged again; the belief is the new one."""
        begun_s = match.turns[-1].seen_to_s if match.turns else -1.0
        self.belief.restart(self._game.rules(match), as_it_stands(match, begun_s))
        for event in later:
            if isinstance(event, ev.Observed) and event.seen_at_s > begun_s:
                self.belief.rest = event.rest
                self.belief.see_again(event.sight, event.rest, event.seen_at_s)
                match = folded(match, self.teller.conclude(match, at))
            elif isinstance(event, ev.SaidDone) and event.seen_at_s > begun_s:
                self.belief.said_done(event.seen_at_s)
                match = folded(match, self.teller.conclude(match, at, final=True))
        return match

    def replay(self, tail: Tail) -> None:
        """Bring the belief to where it was when these events had been written."""
        matches = _matches(tail)
        first = max(0, len(matches[-1].turns) - TURNS_REPLAYED)
        begun, begun_s = _begun(matches, first)
        self.belief.restart(self._game.rules(matches[max(begun, 0)]), _as_it_stood(matches[-1], first))
        for told in tail.told:
            self.teller.said.again(cast(ev.Told, told))
        seen: list[Event] = []
        before = (tail.before or matches[0], *matches)
        for k, event in enumerate(tail.events):
            if isinstance(event, ev.Told):
                self.teller.said.again(event)
            elif isinstance(event, ev.Observed | ev.SaidDone):
                self._setting_up.begun()
                seen.append(event)
                if k > begun or event.seen_at_s > begun_s:
                    self._seen_again(event)
            elif k > begun:
                self._by_hand_again(event, before[k], matches[k], lambda: [*tail.seen(), *seen])
        self._aligner.resume(self.belief.rest, self.belief.at_s > 0.0)
        self.belief.rest = -1

    def _seen_again(self, event: ev.Observed | ev.SaidDone) -> None:
        """Take in a view, or a player's word, that is on record."""
        if isinstance(event, ev.SaidDone):
            self.belief.said_done(event.seen_at_s)
            return
        self.belief.rest = max(self.belief.rest, event.rest)
        self.belief.at_s = event.seen_at_s
        self.belief.see_again(event.sight, event.rest, event.seen_at_s)
        self.belief.hold()

    def _by_hand_again(self, event: Event, was: Match, match: Match, seen: Callable[[], Sequence[Event]]) -> None:
        """Begin anew where a human's word on record made the belief begin anew; so the match `was` before it.

        Where a turn before the last was corrected, later views were judged again: perhaps not so many turns are left.
        """
        if isinstance(event, ev.TurnsRevised) and event.by == "human" and judged_again(was, event.turn):
            self.again(replace(match, turns=match.turns[: event.turn], winners="", how=None), seen(), event.at)
        elif begins_anew(event):
            self.rebase(match)
        elif isinstance(event, ev.TurnEnded):
            self.belief.settle(settled(was))

    def _due(self) -> bool:
        """Whether the rest should be judged now: early, when it has lasted long, and when a reading changed."""
        if self._rest.first_time(self._game.is_plain) or self._rest.held_long(self._held_s, self._patience.hold_s):
            return True
        if self._rest.held_clear(self._held_s, self.belief.rare_held_s) and self.belief.rare_seen():
            return True
        return self._rest.may_show_more() and self.belief.reads_otherwise(self._rest.pictures)

    def _judge(self, match: Match, at: float) -> list[Event]:
        """Take in the present rest as far as it was seen, and tell what follows."""
        first: list[Event] = []
        if self._setting_up.waits(match):
            if not self._set_up(match):
                return []
            first = self.first_seen(match, at)
            match = folded(match, first)
        view = self.belief.see(self._rest.pictures, self._held_s)
        observed = ev.Observed(at, self.belief.at_s, self.belief.rest, view)
        out = [*self._gap(match, at), observed] if self.belief.in_sight else [observed]
        return [*first, *out, *self.teller.conclude(folded(match, out), at)]

    def first_seen(self, match: Match, at: float) -> list[Event]:
        """What the first view of a table that is set up tells of how the match begins; most games know that before."""
        return []

    def _gap(self, match: Match, at: float) -> list[Event]:
        """The table is in sight now: a note where it was not for long."""
        return [] if match.over else self.teller.said.sightless.seen(self.belief.at_s, match.number, at)

    def _set_up(self, match: Match) -> bool:
        """Whether the table is as before the first turn; what lies there is only looked at until it is."""
        view = self.belief.view(self._rest.pictures, self._held_s)
        if not self._setting_up.see(view, match):
            self.belief.look_at(view)
            return False
        if self.belief.looked:
            self.rebase(match)
        return True

    def _waited(self, match: Match, at: float) -> list[Event]:
        """The table goes on resting: the turn may be over by the house's patience."""
        gap = self._gap(match, at) if self._rest.judged and self.belief.in_sight else []
        return [*gap, *self._impatient(folded(match, gap), at)]

    def _impatient(self, match: Match, at: float) -> list[Event]:
        """What the house's patience says of a table that goes on resting."""
        patience, held_s = self._patience, self._held_s
        if match.over or not self._rest.seen_enough or self._setting_up.waits(match):
            return []
        if patience.rest_ends_s is not None and held_s >= patience.rest_ends_s and self.belief.finished():
            return self.done(match, at)
        told = self.belief.in_progress()
        if held_s >= self.belief.rare_held_s and _won_by(told, match):
            return self.done(match, at)  # nobody plays on after a win: no later view will make it surer
        owing = told.number == match.number and patience.owed_s is not None and held_s >= patience.owed_s
        return self.teller.owed(match, told, at) if owing and self.belief.owing() else []

    @property
    def _held_s(self) -> float:
        """How long the present rest has lasted."""
        return self.belief.at_s - self._rest.since_s


def _won_by(told: Told, match: Match) -> bool:
    """Whether the turn in progress has most likely won the match, lawfully."""
    return told.number == match.number and bool(told.turn.winners) and not told.breaches


def as_it_stands(match: Match, at_s: float) -> Begun:
    """The belief begins with the turn in progress."""
    return Begun(match.before, match.number, at_s)


def _as_it_stood(match: Match, turns: int) -> Begun:
    """The belief begins when that many turns were over."""
    if not turns:
        return Begun(match.start)
    last = match.turns[turns - 1]
    return Begun(last.after, turns + 1, last.seen_to_s)


def _matches(tail: Tail) -> list[Match]:
    """The match after each of these events."""
    if tail.before is None:
        return list(accumulate(tail.events[1:], apply, initial=fold(tail.events[:1])))
    return list(accumulate(tail.events, apply, initial=tail.before))[1:]


def _begun(matches: Sequence[Match], first: int) -> tuple[int, float]:
    """The event by which that many turns were over for good, and until when the camera had seen them."""
    if not first:
        return -1, -1.0
    k = max((k for k, match in enumerate(matches) if len(match.turns) < first), default=-1) + 1
    last = matches[-1].turns[first - 1]
    return k, last.seen_to_s if last.source == "camera" and not last.human else inf
