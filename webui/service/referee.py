"""The referee of one match: takes commands and frames, answers with events. No threads, no disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.errors import IcekeeperError
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.frame import Frame
from webui.service import events as ev
from webui.service import hand
from webui.service.events import Event, Json
from webui.service.match import Match, fold
from webui.service.store import Picture
from webui.service.watching import Eye


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
    """What the eye is doing; `seen` is the last observation as JSON."""

    status: str = "off"
    places: tuple[str, ...] = ()
    seen: Json | None = None


class Referee:
    """Holds the match and applies to it every event it answers with."""

    def __init__(self, match: Match, clock: Callable[[], float] = time.time) -> None:
        self.match = match
        self.eye = EyeState()
        self.turn: TurnInProgress | None = None
        self._clock = clock

    @classmethod
    def resumed(cls, events: Sequence[Event], eye: Eye | None = None) -> Referee:
        """The referee of a match on record, where it was."""
        return cls(fold(events))

    def act(self, word: str) -> News:
        """Enter one action by hand."""
        self._still_on()
        return self._news(hand.act(self.match, word, self._clock()))

    def undo(self) -> News:
        """Take back the last action entered in this turn."""
        if not self.match.actions:
            raise RefereeError("nothing has been played in this turn yet; take back the turn before instead")
        return self._news([ev.Undone(self._clock())])

    def done(self) -> News:
        """The player says that the turn is over."""
        self._still_on()
        return self._news(hand.done(self.match, self._clock()))

    def take_back(self) -> News:
        """Take back what was played of this turn, or else the turn before."""
        at = self._clock()
        if self.match.actions:
            return self._news([ev.Undone(at) for _ in self.match.actions])
        if not self.match.turns:
            raise RefereeError("no turn has been played yet; there is nothing to take back")
        return self._news([ev.TakenBack(at, self.match.turns[-1].number)])

    def pause(self, on: bool) -> News:
        """Stop looking, or look again."""
        return self._news([ev.Paused(self._clock(), on)])

    def answer(self, question_id: str, k: int) -> News:
        """Answer the open question with its answer number `k`."""
        asked = self.match.question
        if asked is None or asked.id != question_id:
            raise RefereeError(f"question {question_id!r} is no longer open")
        if not 0 <= k < len(asked.answers):
            raise RefereeError(f"expected an answer from 0 to {len(asked.answers) - 1}, got {k}")
        return self._news(self._answered(asked, k))

    def offer(self, verdict_id: str, name: str) -> News:
        """Take one of the offers of the verdict that is shown."""
        told = self.match.verdict
        if told is None or told.id != verdict_id or name not in told.offers:
            raise RefereeError(f"verdict {verdict_id!r} does not offer {name!r} any more")
        events: list[Event] = [ev.Settled(self._clock(), verdict_id, name)]
        if name == "play-it-now":
            events += self._play_it_now(told)
        return self._news(events)

    def correct_state(self, state: Any) -> News:
        """A human says how the table stands now."""
        return self._news([ev.StateCorrected(self._clock(), State.from_json(state).to_json())])

    def correct_turn(self, number: int, words: tuple[str, ...]) -> News:
        """A human says what was played in a past turn; later turns are judged again."""
        if not 1 <= number <= len(self.match.turns):
            raise RefereeError(f"expected a turn from 1 to {len(self.match.turns)}, got {number}")
        return self._news(hand.corrected(self.match, number, words, self._clock()))

    def adopt(self) -> News:
        """Take the table as the camera sees it."""
        raise RefereeError("there is no camera on this table; correct the state by hand instead")

    def finish(self, how: str) -> News:
        """End the match."""
        return self._news([] if self.match.over else [ev.Finished(self._clock(), "", how)])

    def look(self, frame: Frame) -> News:
        """See one frame."""
        return News()

    def film_over(self) -> News:
        """The film ended: the turn in progress is over and judged."""
        return self.finish("stopped")

    def camera_lost(self) -> News:
        """No picture comes any more."""
        changed = self.eye.status != "lost"
        self.eye = EyeState("lost", (), self.eye.seen)
        return News(changed=changed)

    def _still_on(self) -> None:
        if self.match.over:
            raise RefereeError("the match is over; start a new one, or take back the last turn")

    def _play_it_now(self, told: ev.Told) -> list[Event]:
        """Reopen the turn that ended too early, if nothing has been played since."""
        if not self.match.turns or self.match.turns[-1].number != told.turn or self.match.actions:
            raise RefereeError("the next turn has begun; take it back first")
        return [ev.Reopened(self._clock(), told.turn)]

    def _answered(self, asked: ev.Asked, k: int) -> list[Event]:
        at = self._clock()
        played = tuple(asked.answers[k]["turn"])
        return [ev.Answered(at, asked.id, k), *hand.corrected(self.match, asked.turn, played, at)]

    def _news(self, events: Sequence[Event], pictures: Sequence[Picture] = ()) -> News:
        for event in events:
            self.match = self.match.apply(event)
        return News(tuple(events), tuple(pictures), bool(events))
