"""The referee of one match: takes commands and frames, answers with events. No threads, no disk."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.core.errors import NotationError
from vision.eye import Eye, Glance
from vision.frame import Frame
from webui.play.at_table import at_table
from webui.play.sight import Sight, sight_if_any
from webui.play.watcher import TURNS_REPLAYED, Patience, Watcher, begins_anew, judged_again
from webui.record import events as ev
from webui.record.events import Event
from webui.record.fold import apply, fold, proven
from webui.record.folding.training import agreed
from webui.record.match import Match
from webui.record.ready.history import History, Tail
from webui.record.store import Picture
from webui.referee import by_hand as hand
from webui.referee.news import Checkpoint
from webui.referee.news import EyeState as EyeState
from webui.referee.news import News as News
from webui.referee.news import RefereeError as RefereeError
from webui.referee.offers import CLOSED, events_of, offers_now
from webui.referee.pulse import Steady
from webui.referee.seeing.anew import Anew
from webui.referee.seeing.proving import TURN_PICTURES, Prover
from webui.referee.sentences import own_words, worth_saying

log = logging.getLogger(__name__)


class Referee:
    """Holds the match and applies to it every event it answers with."""

    def __init__(
        self,
        match: Match,
        eye: Eye | None = None,
        patience: Patience | None = None,
        history: Callable[[], Sequence[Event]] = tuple,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.match = match
        self.eye = EyeState()
        self._clock = clock or Steady()
        self._eye, self._history, self._patience = eye, history, patience
        self._touched, self.turn_pictures = False, TURN_PICTURES
        self.anew = Anew()
        self.watcher: Watcher | None = _watcher(match, patience) if match.created.source == "camera" else None

    @classmethod
    def resumed(
        cls,
        history: Callable[[], Sequence[Event]],
        eye: Eye | None = None,
        patience: Patience | None = None,
        clock: Callable[[], float] | None = None,
    ) -> Referee:
        """The referee of a match on record, where it was."""
        record = history if isinstance(history, History) else None
        match = fold(history()) if record is None else record.match()
        referee = cls(match, eye, patience, history, clock)
        if referee.watcher is not None:
            referee.watcher = referee._believing(referee._tail())
        return referee

    def kept(self) -> Checkpoint:
        """What to come back to if the next command or frame fails."""
        self._touched = False
        return Checkpoint(self.match, self.eye)

    def back_to(self, kept: Checkpoint) -> None:
        """Be as before a command or frame that failed; a belief it has touched is made anew from the record."""
        self.match, self.eye = kept.match, kept.eye
        if self.watcher is not None and self._touched:
            on_record = self._history.match() if isinstance(self._history, History) else fold(self._history())
            self.watcher = self._believing(self._tail() if on_record.count == self.match.count else None)
        self._touched = False

    def _tail(self) -> Tail:
        """As much of the record as the belief needs."""
        record = self._history
        return record.tail(TURNS_REPLAYED) if isinstance(record, History) else Tail(None, tuple(record()))

    def _believing(self, tail: Tail | None) -> Watcher:
        """What the camera's views on record come to; where that cannot be found out, the match as it stands."""
        watch = _watcher(self.match, self._patience)
        try:
            if tail is not None:
                watch.replay(tail)
        except Exception:  # whatever is wrong with one view must not keep the match from going on
            log.exception("the views on record cannot be judged again; the camera begins from the match as it stands")
            watch = _watcher(self.match, self._patience)
        return watch

    @property
    def _looking(self) -> Watcher:
        """The camera's belief, about to be changed."""
        assert self.watcher is not None
        self._touched = True
        return self.watcher

    @property
    def seen_until_s(self) -> float:
        """When the last view was taken in, in seconds of the source."""
        return -1.0 if self.watcher is None else self.watcher.seen_until_s

    @property
    def goes_on_at_s(self) -> float:
        """From which moment a film has to be seen again after an interruption."""
        return -1.0 if self.watcher is None else self.watcher.rest_since_s

    @property
    def since(self) -> float:
        """When the turn in progress began, as the machine's clock tells it now."""
        return self.match.turn_since + (self._clock.set_by_s() if isinstance(self._clock, Steady) else 0.0)

    @property
    def to_put_back(self) -> tuple[str, ...]:
        """Where something still has to be put back before the first turn; empty where nothing is waited for."""
        return () if self.watcher is None or self.match.over else self.watcher.to_put_back

    @property
    def lying(self) -> Any | None:
        """The table as it lies while it is waited for; None where it is not, or a colour has one piece too many."""
        seen = self.watcher.as_seen(self.match.player) if self.watcher is not None and self.to_put_back else None
        return None if seen is None else seen[0]

    def not_anew(self) -> News:
        """No new match is meant."""
        changed = self.anew.asks
        self.anew.refuse()
        return News(changed=changed)

    @property
    def turn(self) -> Any | None:
        """The turn in progress as the camera sees it; None where the match is kept by hand."""
        if self.watcher is None or self.match.touched_by_hand:
            return None
        return self.watcher.turn(self.match.number)

    def act(self, word: str, by: str = "", device: str = "") -> News:
        """Enter one action by hand; `by` is the colour whose own `device` says it."""
        self._still_on()
        return self._by_hand(hand.act(self.match, word, self._clock(), by, device))

    def undo(self) -> News:
        """Take back the last action entered in this turn."""
        if not self.match.actions:
            raise RefereeError("nothing has been played in this turn yet; take back the turn before instead")
        return self._by_hand([ev.Undone(self._clock())])

    def redo(self) -> News:
        """Play again what was taken back last."""
        self._still_on()
        if not self.match.undone:
            raise RefereeError("nothing has been taken back that could be played again")
        return self._by_hand(hand.redo(self.match, self._clock()))

    def reopen(self) -> News:
        """Take back only that the last turn is over: its player goes on with it."""
        if self.match.actions or not self.match.turns:
            raise RefereeError("the turn before can be opened again only while nothing has been played since")
        return self._by_hand(hand.reopen(self.match, self._clock()))

    def done(self) -> News:
        """The player says that the turn is over."""
        self._still_on()
        if self.to_put_back:
            raise RefereeError("the table is not set up yet; put back what is shown, or begin from what lies there")
        if self.watcher is not None and not self.match.touched_by_hand:
            return self._news(*self._proven(self._looking.done(self.match, self._clock())))
        return self._by_hand(hand.done(self.match, self._clock()))

    def take_back(self) -> News:
        """Take back what was played of this turn, or else the turn before."""
        at = self._clock()
        if self.match.actions:
            return self._by_hand([ev.Undone(at) for _ in self.match.actions])
        if not self.match.turns:
            raise RefereeError("no turn has been played yet; there is nothing to take back")
        return self._by_hand([ev.TakenBack(at, self.match.turns[-1].number)])

    def pause(self, on: bool) -> News:
        """Stop looking, or look again."""
        if self.watcher is not None:
            self.watcher.looked_away()
        return self._news([ev.Paused(self._clock(), on)])

    def agreed(self, event: Callable[[float], Event]) -> News:
        """Write down what people have agreed on, at the time that it is told."""
        return self._news([event(self._clock())])

    def helped(self) -> News:
        """The coach is about to speak to the player whose turn it is; only while all have agreed."""
        self._still_on()
        if not agreed(self.match):
            raise RefereeError("the coach speaks during a match only while all players have switched training on")
        return self._news([ev.Helped(self._clock(), self.match.number, self.match.player)])

    def answer(self, question_id: str, k: int) -> News:
        """Answer the open question with its answer number `k`."""
        asked = self.match.question
        if asked is None or asked.id != question_id:
            raise RefereeError(f"question {question_id!r} is no longer open")
        if not 0 <= k < len(asked.answers):
            raise NotationError(f"expected an answer from 0 to {len(asked.answers) - 1}, got {k}")
        answered = ev.Answered(self._clock(), asked.id, k)
        return self._corrected(asked.turn, tuple(asked.answers[k]["turn"]), answered)

    def offer(self, verdict_id: str, name: str) -> News:
        """Take one of the offers of a verdict that waits, or just take it."""
        told = next((each for each in self.match.waiting if each.id == verdict_id), None)
        if told is None or name not in (*offers_now(self.match, told), CLOSED):
            raise RefereeError(f"verdict {verdict_id!r} does not offer {name!r} any more")
        return self._by_hand(events_of(self.match, told, name, self._clock()))

    def correct_state(self, state: Any) -> News:
        """A human says how the table stands now."""
        return self._by_hand([ev.StateCorrected(self._clock(), self.match.rules.read_state(state).to_json())])

    def correct_turn(self, number: int, words: tuple[str, ...]) -> News:
        """A human says what was played in a past turn; later turns are judged again."""
        if not 1 <= number <= len(self.match.turns):
            raise NotationError(f"expected a turn from 1 to {len(self.match.turns)}, got {number}")
        words = tuple(at_table(self.match.game).public(word)[0] for word in words)
        at_table(self.match.game).must_be_possible(self.match.rules, self.match.turns[number - 1].before, words)
        return self._corrected(number, words)

    def adopt(self, set_up: bool = False) -> News:
        """Take the table as the camera sees it, or as `set_up` as people say it is before the first turn."""
        if set_up and (places := self.to_put_back):
            return self._by_hand([ev.Adopted(self._clock(), self.match.before.to_json(), places)])
        seen = None if self.watcher is None else self.watcher.as_seen(self.match.player)
        if seen is None:
            raise RefereeError("no camera has seen this table yet; correct the state by hand instead")
        state, misfit = seen
        if state is None:
            raise RefereeError("the camera sees too many pieces of one colour; take the extra one off the table")
        return self._by_hand([ev.Adopted(self._clock(), state.to_json(), misfit)])

    def finish(self, how: str) -> News:
        """End the match; one that somebody has won by its last turn ends so."""
        if self.match.over:
            return self._news([])
        won = hand.won_by(self.match, self.match, self._clock())
        return self._news(won or [ev.Finished(self._clock(), "", how)])

    def says(self, key: str) -> News:
        """A note about what happened to the referee itself."""
        match = self.match
        return self._news([ev.Told(self._clock(), f"{match.number}.{key}", match.number, "note", "", own_words(key))])

    def look(self, frame: Frame) -> News:
        """See one frame."""
        return News() if self._eye is None or self.match.paused else self.glance(self._eye.look(frame))

    def glance(self, seen: Glance) -> News:
        """Take in what the eye made of one frame."""
        before, asked, waited = self.eye, self.anew.asks, self.to_put_back
        observation = seen.observation if seen.observation is not None else before.seen
        self.eye = EyeState(seen.status, seen.places, observation, seen.trouble)
        begins = self.watcher is not None and self.anew.glance(self.match, seen)
        if self.watcher is None or self.match.over or begins:
            return News(changed=self.eye != before or self.anew.asks != asked)
        at = self._clock()
        events, pictures = self._proven(self._looking.glance(self.match, seen, at))
        self.eye = replace(self.eye, unseen_s=worth_saying(self.watcher.unseen_s))
        changed = self.eye != before or self.anew.asks != asked
        news = self._news([*(ev.Noted(at, key) for key in seen.noted), *events], pictures)
        return News(news.events, news.pictures, news.changed or changed or self.to_put_back != waited)

    def film_over(self) -> News:
        """The film ended: the turn in progress is over and judged."""
        events = [] if self.watcher is None else self._looking.film_over(self.match, self._clock())
        news = self._news(*self._proven(events))
        last = self.finish("stopped")
        return News((*news.events, *last.events), (*news.pictures, *last.pictures), True)

    def camera_lost(self, trouble: str = "") -> News:
        """No picture comes any more, or none that can be used; `trouble` is the key of why."""
        before, self.eye = self.eye, EyeState("lost", (), self.eye.seen, trouble)
        return News(changed=self.eye != before)

    def _still_on(self) -> None:
        if self.match.over:
            raise RefereeError("the match is over; start a new one, or take back the last turn")

    def _proven(self, events: Sequence[Event]) -> tuple[list[Event], list[Picture]]:
        if self._eye is None or self.watcher is None:
            return list(events), []
        prover = Prover(self._eye, self.watcher, _sight(self.match), self.turn_pictures)
        return prover.proven(self.match, events)

    def _corrected(self, number: int, words: tuple[str, ...], *asked: Event) -> News:
        """A human's word on a past turn; what the camera saw later is judged again from there.

        Of a later turn that was told by hand it may have seen nothing: then the later turns stay as they were played.
        """
        at, match = self._clock(), proven(self.match, asked)
        if not 1 <= number <= len(match.turns):
            raise RefereeError("that turn has been taken back; there is nothing to correct")
        first = hand.corrected(match, number, words, at)
        if self.watcher is None or not judged_again(match, number):
            told_by_hand = self.watcher is None or match.touched_by_hand  # else the camera sees the turn in progress
            still = hand.carried_on(match, proven(match, first), at) if told_by_hand else []
            return self._by_hand([*asked, *first, *still])
        later = [e for e in self._history() if isinstance(e, ev.Observed | ev.SaidDone)]
        corrected = apply(match, first[0])
        corrected = replace(corrected, turns=corrected.turns[:number], winners="", how=None)
        again = self._looking.again(corrected, later, at)
        revised = ev.TurnsRevised(at, number, tuple(turn.to_record() for turn in again.turns[number - 1 :]))
        seen = _in_progress(again, at, self._looking.seen_until_s)
        return self._news([*asked, revised, *seen, *hand.won_by(match, apply(match, revised), at)])

    def _by_hand(self, events: Sequence[Event]) -> News:
        """Apply events; where they say so, the camera begins anew from the match as it then stands."""
        news = self._news(events)
        if self.watcher is not None and any(map(begins_anew, events)):
            self._looking.rebase(self.match)
        return news

    def _news(self, events: Sequence[Event], pictures: Sequence[Picture] = ()) -> News:
        """Apply events, all or none."""
        self.match = proven(self.match, events)
        return News(tuple(events), tuple(pictures), bool(events))


def _sight(match: Match) -> Sight:
    """How a camera sees the game of this match."""
    if (sight := sight_if_any(match.game)) is None:
        raise RefereeError(f"no camera can watch {match.created.game!r}; keep the match by hand")
    return sight


def _watcher(match: Match, patience: Patience | None) -> Watcher:
    """Who watches this match."""
    return _sight(match).watcher(match, patience)


def _in_progress(match: Match, at: float, seen_at_s: float) -> list[Event]:
    """The turn in progress as the camera sees it, for the record."""
    if match.over or match.now is None:
        return []
    return [ev.Progress(at, match.actions, match.now.to_json(), match.unknown, seen_at_s)]
