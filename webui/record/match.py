"""A match as the pure fold of its events: what was played, what is being played, what was said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.core.errors import IcekeeperError
from engine.core.game import find_game
from engine.games import GAMES
from webui.play import Play, play_of
from webui.record import events as ev
from webui.record import fitting as fit
from webui.record import training, waiting
from webui.record.events import Event, EventError, Json, checked
from webui.record.played import Played as Played


@dataclass(frozen=True, slots=True)
class Match:
    """Everything known about a match after some of its events."""

    created: ev.Created
    rules: Any
    """The rules of this match: its game with equipment, house rules and players; states are that game's values."""
    start: Any
    turns: tuple[Played, ...] = ()
    begun: Any = None
    actions: tuple[str, ...] = ()
    now: Any = None
    unknown: tuple[str, ...] = ()
    turn_since: float = 0.0
    seen_from_s: float = 0.0
    touched_by_hand: bool = False
    waiting: tuple[ev.Told, ...] = ()
    """Verdicts that nobody has taken yet."""
    undone: tuple[str, ...] = ()
    """Words taken back that can still be played again, the next one last."""
    question: ev.Asked | None = None
    differs: tuple[str, ...] = ()
    paused: bool = False
    paused_at: float = 0.0
    winners: str = ""
    how: str | None = None
    notes: tuple[str, ...] = field(default=())
    confided: tuple[ev.Confided, ...] = ()
    """What players told in secret about words that still stand."""
    training: str = ""
    """Who has switched training on."""
    helped: tuple[int, ...] = ()
    """The turns in which the coach was asked."""
    count: int = 0

    @property
    def play(self) -> Play:
        """The game at the table."""
        return play_of(self.created.game)

    @property
    def house(self) -> Any:
        """The house rules."""
        return self.rules.house

    @property
    def cube_set(self) -> Any:
        """The equipment."""
        return self.rules.equipment

    @property
    def players(self) -> str:
        """Colours in seating order."""
        return "".join(p["colour"] for p in self.created.players)

    @property
    def number(self) -> int:
        """The number of the turn in progress."""
        return len(self.turns) + 1

    @property
    def before(self) -> Any:
        """The table when the turn in progress began."""
        if self.begun is not None:
            return self.begun
        return self.turns[-1].after if self.turns else self.start

    @property
    def state(self) -> Any:
        """The table as it stands, as far as known."""
        return self.now or self.before

    @property
    def player(self) -> str:
        """Whose turn it is."""
        player: str = self.before.to_move
        return player

    @property
    def verdict(self) -> ev.Told | None:
        """The verdict to be taken first."""
        return self.waiting[0] if self.waiting else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.how is not None

    def apply(self, event: Event) -> Match:
        """The match after one more event; the only place where one is applied. Raises where it cannot be."""
        try:
            after = _FOLD[type(event)](self, event) if type(event) in _FOLD else self
        except (LookupError, TypeError, AttributeError) as error:
            raise EventError(f"event {event.kind!r} cannot be applied: {error!r}"[:200]) from error
        told = tuple(each for each in after.confided if _still_said(each, self, after)) if after.confided else ()
        return replace(after, count=self.count + 1, confided=told)

    def words_of(self, turn: int) -> tuple[str, ...]:
        """The words of a turn that is over or in progress."""
        if turn == self.number:
            return self.actions
        return self.turns[turn - 1].actions if 0 < turn < self.number else ()

    def header(self) -> Json:
        """The first line of the match log."""
        created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.created.at))
        return {
            "match": created,
            "game": self.created.game,
            "set": self.cube_set.to_json(),
            "house": self.house.to_json(),
            "players": [dict(p) for p in self.created.players],
            "start": self.start.to_json(),
        }

    def log(self) -> list[Json]:
        """The match log of the contract, line by line."""
        stood = (self.start, *(turn.after for turn in self.turns))
        pairs = zip(self.turns, stood, strict=False)
        lines = [self.header(), *(_line(turn, left, turn.number in self.helped) for turn, left in pairs)]
        if self.how is not None:
            details = self.rules.end_details(self.before) if self.winners else {}
            lines.append({"end": {"winners": self.winners, "how": self.how, **details}})
        return lines


def begin(created: ev.Created) -> Match:
    """The match before its first turn."""
    play_of(created.game)  # an unknown game is refused in words
    colours = "".join(p["colour"] for p in created.players)
    rules = find_game(GAMES, created.game).make_rules(created.set, created.house, colours)
    match = Match(created, rules, rules.read_state(created.start), turn_since=created.at, count=1)
    fit.seated(match, fit.fitting(match, match.start))
    return match


def fold(events: Iterable[Event]) -> Match:
    """The match that these events tell."""
    match, problem = as_far_as(events)
    if problem is not None:
        raise problem
    return match


def as_far_as(events: Iterable[Event]) -> tuple[Match, EventError | None]:
    """The match that these events tell as far as they can be applied, and why not further."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, ev.Created):
        raise EventError("expected a match to begin with its creation")
    try:
        match = begin(first)
    except (IcekeeperError, LookupError, TypeError, AttributeError) as error:
        raise EventError(f"the beginning of the match cannot be read: {error}") from error
    for event in stream:
        try:
            match = match.apply(event)
        except IcekeeperError as error:
            return match, EventError(f"event {match.count} ({event.kind}): {error}")
    return match, None


def proven(match: Match, events: Iterable[Event]) -> Match:
    """The match after these events, each of which can be applied, written and read again; only such are recorded."""
    for event in events:
        match = match.apply(checked(event))
    return match


def _line(turn: Played, left: Any, helped: bool) -> Json:
    """A turn in the log; the table before it where that is not how the turn before `left` it: somebody put it so."""
    line = turn.to_log() | ({"helped": True} if helped else {})
    return line if turn.before == left else {"turn": turn.number, "before": turn.before.to_json(), **line}


def _acted(match: Match, event: ev.Acted) -> Match:
    words = fit.real(match, (event.word,))
    return _by_hand(match, (*match.actions, *words), ())


def _confided(match: Match, event: ev.Confided) -> Match:
    if event.player not in match.players or not 0 <= event.place < len(match.words_of(event.turn)):
        raise EventError("expected a secret about a word that was played")
    others = tuple(each for each in match.confided if (each.turn, each.place) != (event.turn, event.place))
    return replace(match, confided=(*others, event))


def _still_said(told: ev.Confided, before: Match, after: Match) -> bool:
    """Whether the word that a secret is about stands as it did; what was taken back is nobody's word any more."""
    upto = told.place + 1
    now = after.words_of(told.turn)[:upto]
    return len(now) == upto and now == before.words_of(told.turn)[:upto]


def _undone(match: Match, event: ev.Undone) -> Match:
    if not match.actions:
        raise EventError("expected an action to take back, but none has been played")
    return _by_hand(match, match.actions[:-1], (*match.undone, match.actions[-1]))


def _redone(match: Match, event: ev.Redone) -> Match:
    if not match.undone:
        raise EventError("expected an action that was taken back, but there is none")
    return _by_hand(match, (*match.actions, match.undone[-1]), match.undone[:-1])


def _by_hand(match: Match, actions: tuple[str, ...], undone: tuple[str, ...]) -> Match:
    """The turn in progress as somebody entered it."""
    left = waiting.without_notes(match.waiting)
    return replace(match, actions=actions, undone=undone, now=None, touched_by_hand=True, waiting=left)


def _progress(match: Match, event: ev.Progress) -> Match:
    state, words = fit.table(match, event.state), fit.real(match, event.actions)
    first = event.seen_at_s if not match.actions and event.actions else match.seen_from_s
    undone = match.undone if words == match.actions else ()
    return replace(match, actions=words, undone=undone, now=state, unknown=event.unknown, seen_from_s=first)


def _ended(match: Match, event: ev.TurnEnded) -> Match:
    if event.turn != match.number:
        raise EventError(f"expected turn {match.number}, got turn {event.turn}")
    turn = Played(
        event.turn,
        event.player,
        fit.real(match, event.actions),
        match.before,
        fit.table(match, event.after),
        fit.judged(match, event.verdict),
        event.seen_from_s,
        event.seen_to_s,
        event.source,
        event.human,
        event.evidence,
    )
    left = waiting.ended(match.waiting, turn)
    return _fresh(replace(match, turns=(*match.turns, turn), begun=None, waiting=left), event.at)


def _revised(match: Match, event: ev.TurnsRevised) -> Match:
    if not 1 <= event.turn <= match.number:
        raise EventError(f"expected a turn from 1 to {match.number}, got {event.turn}")
    kept, old = match.turns[: event.turn - 1], match.turns[event.turn - 1 : event.turn]
    left = kept[-1].after if kept else match.start
    before = old[0].before if old else left
    begun = before if not event.records and before != left else None
    for record in event.records:
        turn = _recorded(match, record, before, len(kept) + 1)
        kept, before = (*kept, turn), turn.after
    winners = next((w for turn in kept if (w := turn.verdict.get("winners"))), "")
    how = match.how if winners == match.winners else None
    left = waiting.revised(match.waiting, event.turn, kept, match.number)
    told = replace(match, turns=kept, begun=begun, actions=(), undone=(), now=None, waiting=left)
    return replace(told, winners=winners if how else "", how=how)


def _recorded(match: Match, record: Json, before: Any, number: int) -> Played:
    """One turn of a revision."""
    turn = Played.from_record(record, before, match.rules.read_state)
    if turn.number != number:
        raise EventError(f"expected turn {number}, got turn {turn.number}")
    for state in (turn.before, turn.after):
        fit.seated(match, fit.fitting(match, state))
    return replace(turn, actions=fit.real(match, turn.actions), verdict=fit.judged(match, turn.verdict))


def _reopened(match: Match, event: ev.Reopened) -> Match:
    last = fit.last(match)
    return replace(
        match,
        turns=match.turns[:-1],
        begun=last.before,
        actions=last.actions,
        undone=(),
        now=replace(last.after, to_move=last.player),
        waiting=waiting.before(match.waiting, last.number),
        winners="",
        how=None,
    )


def _taken_back(match: Match, event: ev.TakenBack) -> Match:
    last = fit.last(match)
    left = waiting.before(match.waiting, last.number)
    back = replace(match, turns=match.turns[:-1], begun=last.before, winners="", how=None, waiting=left)
    return replace(_fresh(back, event.at), undone=last.actions[::-1])


def _told(match: Match, event: ev.Told) -> Match:
    return replace(match, waiting=waiting.told(match.waiting, event))


def _settled(match: Match, event: ev.Settled) -> Match:
    return replace(match, waiting=waiting.settled(match.waiting, event.id))


def _asked(match: Match, event: ev.Asked) -> Match:
    return replace(match, question=event)


def _answered(match: Match, event: ev.Answered) -> Match:
    return replace(match, question=None) if match.question and match.question.id == event.id else match


def _corrected(match: Match, event: ev.StateCorrected) -> Match:
    state = replace(fit.fitting(match, match.rules.read_state(event.state)), to_move=match.player)
    return replace(match, begun=state, now=None, actions=(), undone=(), unknown=(), differs=(), touched_by_hand=True)


def _adopted(match: Match, event: ev.Adopted) -> Match:
    state = fit.table(match, event.state)
    return replace(match, begun=state, now=None, actions=(), undone=(), unknown=(), differs=())


def _differs(match: Match, event: ev.Differs) -> Match:
    return replace(match, differs=event.places)


def _learned(match: Match, event: ev.Learned) -> Match:
    make_rules = find_game(GAMES, match.created.game).make_rules
    learned = replace(match, rules=make_rules(event.set, match.rules.house.to_json(), match.players))
    fit.fitting(learned, match.before)
    return learned


def _paused(match: Match, event: ev.Paused) -> Match:
    """Time away is not thinking time: the turn goes on where it was."""
    if event.on == match.paused:
        return match
    if event.on:
        return replace(match, paused=True, paused_at=event.at)
    return replace(match, paused=False, turn_since=match.turn_since + max(0.0, event.at - match.paused_at))


def _noted(match: Match, event: ev.Noted) -> Match:
    return replace(match, notes=(*match.notes[-19:], event.key))


def _finished(match: Match, event: ev.Finished) -> Match:
    return replace(match, winners=event.winners, how=event.how)


def _fresh(match: Match, at: float) -> Match:
    """Ready for the next turn, or for the same one from its beginning."""
    fresh = replace(match, actions=(), undone=(), now=None, unknown=(), turn_since=at)
    return replace(fresh, seen_from_s=0.0, touched_by_hand=False)


_FOLD: Final[Mapping[type[Event], Callable[[Match, Any], Match]]] = {
    ev.Acted: _acted,
    ev.Confided: _confided,
    ev.Undone: _undone,
    ev.Redone: _redone,
    ev.Progress: _progress,
    ev.TurnEnded: _ended,
    ev.TurnsRevised: _revised,
    ev.Reopened: _reopened,
    ev.TakenBack: _taken_back,
    ev.Told: _told,
    ev.Settled: _settled,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.StateCorrected: _corrected,
    ev.Adopted: _adopted,
    ev.Differs: _differs,
    ev.Learned: _learned,
    ev.Paused: _paused,
    ev.Noted: _noted,
    ev.Training: training.switched,
    ev.Helped: training.helped,
    ev.Finished: _finished,
}
