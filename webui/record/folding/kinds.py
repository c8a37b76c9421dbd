"""What each kind of event does to a match, as one pure function a kind; `apply` asks the table at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any, Final

from engine.core.game import find_game
from engine.games import GAMES
from webui.record import events as ev
from webui.record.events import Event, EventError, Json
from webui.record.folding import clocks, training, waiting
from webui.record.folding import fitting as fit
from webui.record.played import Played

if TYPE_CHECKING:
    from webui.record.match import Match


def _acted(match: Match, event: ev.Acted) -> Match:
    words, place = fit.real(match, (event.word,)), len(match.actions)
    told = tuple(each for each in match.confided if each.turn != match.number or each.place < place)
    return _by_hand(replace(match, confided=told), (*match.actions, *words), ())


def _confided(match: Match, event: ev.Confided) -> Match:
    if event.player not in match.players or not 0 <= event.place < len(match.words_of(event.turn)):
        raise EventError("expected a secret about a word that was played")
    others = tuple(each for each in match.confided if (each.turn, each.place) != (event.turn, event.place))
    return replace(match, confided=(*others, event))


def still_said(told: ev.Confided, before: Match, after: Match) -> bool:
    """Whether the word that a secret is about stands as it did, or was taken back and can be played again."""
    upto = told.place + 1
    now = _said(after, told.turn)[:upto]
    return len(now) == upto and now == _said(before, told.turn)[:upto]


def _said(match: Match, turn: int) -> tuple[str, ...]:
    """The words of a turn; of the one in progress also those that were taken back and can be played again."""
    return match.words_of(turn) + (match.undone[::-1] if turn == match.number else ())


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
    noted = replace(match, waiting=waiting.without_notes(match.waiting))
    return replace(_going_on(noted, actions, inf), undone=undone, now=None, touched_by_hand=True)


def _going_on(match: Match, actions: tuple[str, ...], at: float) -> Match:
    """The turn in progress with these actions: its first one takes what was said of earlier turns off the page.

    A first action that was a mistake brings it back.
    """
    left, passed = match.waiting, match.passed
    if actions and not match.actions:
        left, passed = waiting.parted(left, match.number, at)
    elif match.actions and not actions:
        left, passed = (*left, *passed), ()
    return replace(match, actions=actions, waiting=left, passed=passed)


def _progress(match: Match, event: ev.Progress) -> Match:
    state, words = fit.table(match, event.state), fit.real(match, event.actions)
    first = event.seen_at_s if not match.actions and event.actions else match.seen_from_s
    undone = match.undone if words == match.actions else ()
    going_on = _going_on(match, words, event.at)
    return replace(going_on, undone=undone, now=state, unknown=event.unknown, seen_from_s=first)


def _ended(match: Match, event: ev.TurnEnded) -> Match:
    """A turn is over: it joins the turns played, and the next one begins."""
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
    left, asked = waiting.ended(match.waiting, turn), waiting.unanswered(match.question, event.turn, event.at)
    match = clocks.ended(match, event)
    return _fresh(replace(match, turns=(*match.turns, turn), begun=None, waiting=left, question=asked), event.at)


def _revised(match: Match, event: ev.TurnsRevised) -> Match:
    """These records replace all turns from `event.turn` on."""
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
    """The last turn goes on as if it had not ended."""
    last = fit.last(match)
    return replace(
        match,
        turns=match.turns[:-1],
        begun=last.before,
        actions=last.actions,
        undone=(),
        now=replace(last.after, to_move=last.player),
        waiting=waiting.before(match.waiting, last.number),
        passed=(),
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


def _renamed(match: Match, event: ev.Renamed) -> Match:
    if [p.get("colour") for p in event.players] != list(match.players) or not event.name:
        raise EventError("expected a name for the match, and the same colours in the same order")
    return replace(match, created=replace(match.created, name=event.name, players=event.players))


def _finished(match: Match, event: ev.Finished) -> Match:
    return replace(match, winners=event.winners, how=event.how, question=None)


def _fresh(match: Match, at: float) -> Match:
    """Ready for the next turn, or for the same one from its beginning."""
    fresh = replace(match, actions=(), undone=(), now=None, unknown=(), turn_since=at, passed=())
    return replace(fresh, seen_from_s=0.0, touched_by_hand=False)


FOLD: Final[Mapping[type[Event], Callable[[Match, Any], Match]]] = {
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
    ev.Timed: clocks.timed,
    ev.Renamed: _renamed,
    ev.Finished: _finished,
}
