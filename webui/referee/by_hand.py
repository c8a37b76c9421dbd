"""The referee by hand: which events follow when a player enters an action or says that the turn is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.core.errors import NotationError
from engine.core.verdict import Fault
from webui.play.at_table import Judgement, at_table
from webui.play.said import said
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.fold import apply, proven
from webui.record.match import Match
from webui.record.played import Played
from webui.referee.sentences import own_words

FAULT_OFFERS = ("play-it-now", "play-on", "wrong")


def in_progress(match: Match) -> Any:
    """The turn as far as it was played; what broke a rule is done on the table all the same."""
    return at_table(match.game).in_progress(match.rules, match.before, match.actions)


def act(match: Match, whole: str, at: float, by: str = "", device: str = "") -> list[Event]:
    """Enter one action: played if the rules allow it, else the fault is told and nothing changes.

    What of it is secret is kept only where its player says it, on the device of that colour (`by`), and for that one.
    """
    rules, turn = at_table(match.game), in_progress(match)
    word, secret = rules.public(whole)
    after = rules.step(turn, word)
    if secret and not isinstance(after, Fault) and isinstance(fault := rules.step(turn, whole), Fault):
        why = said(match.game).refusal(turn, whole, fault)
        raise NotationError(why["en"])  # for the one who said it, and nobody else
    if isinstance(after, Fault):
        text = said(match.game).refusal(turn, word, after)
        return [ev.Told(at, f"{match.number}.{match.count}", match.number, "note", after.rule, text)]
    acted: list[Event] = [ev.Acted(at, word)]
    if secret and by == match.player:
        acted.append(ev.Confided(at, match.player, match.number, len(match.actions), secret, device))
    return acted + (_over(apply(match, acted[0]), at, "hand") if rules.is_over(after) else [])


def confide(match: Match, whole: str, at: float, by: str, device: str) -> ev.Confided:
    """What a player left open when it was played, told later on the own device: the last such word is meant."""
    word, secret = at_table(match.game).public(whole)
    if not secret or not by or not device:
        raise NotationError("expected a secret, told on the player's own device")
    told = {(each.turn, each.place) for each in match.confided if (each.player, each.device) == (by, device)}
    turns = [*((turn.number, turn.player, turn.actions) for turn in match.turns)]
    turns.append((match.number, match.player, match.actions))
    untold = [
        (number, place)
        for number, player, words in turns
        for place, each in enumerate(words)
        if player == by and each == word and (number, place) not in told
    ]
    if not untold:
        raise NotationError("nothing of this player's is left that has not been named")
    return ev.Confided(at, by, *untold[-1], secret, device)


def redo(match: Match, at: float) -> list[Event]:
    """Play again what was taken back last; a word that ends the turn ends it again."""
    redone = ev.Redone(at)
    after = apply(match, redone)
    return [redone, *(_over(after, at, "hand") if at_table(match.game).is_over(in_progress(after)) else [])]


def reopen(match: Match, at: float) -> list[Event]:
    """Go on with the turn before; where a word had ended it, that one is taken back."""
    reopened = ev.Reopened(at, match.turns[-1].number)
    after = apply(match, reopened)
    return [reopened, *([ev.Undone(at)] if at_table(match.game).is_over(in_progress(after)) else [])]


def done(match: Match, at: float, source: str = "hand") -> list[Event]:
    """The turn is over: judge it as it stands, or play the word that ends it where the game has one."""
    if at_table(match.game).done_word and not at_table(match.game).is_over(in_progress(match)):
        return act(match, at_table(match.game).done_word, at)
    return _over(match, at, source)


def _over(match: Match, at: float, source: str) -> list[Event]:
    return ended(match, at_table(match.game).judge(match.rules, match.before, match.actions), at, source)


def ended(match: Match, judged: Judgement, at: float, source: str) -> list[Event]:
    """The events of a turn that is over with this verdict."""
    seconds = (match.turn_since - match.created.at, at - match.created.at)
    out: list[Event] = [
        ev.TurnEnded(
            at, match.number, match.player, match.actions, judged.after.to_json(), judged.verdict, *seconds, source
        )
    ]
    if judged.verdict.get("winners"):
        out += won(match, apply(match, out[0]).turns[-1], at)
    elif judged.fault:
        told = f"{match.number}.{match.count}"
        rule, text = judged.fault.rule, judged.text or {}
        out.append(ev.Told(at, told, match.number, "fault", rule, text, (), FAULT_OFFERS))
    else:
        out += stale(apply(match, out[0]), at)
    return out


def won(match: Match, turn: Played, at: float) -> list[Event]:
    """The events of a match that somebody has won by this turn."""
    found = said(match.game).won(match.rules, turn)
    told = ev.Told(at, f"{turn.number}.win", turn.number, "win", found.rule, found.text)
    return [told, ev.Finished(at, str(turn.verdict["winners"]), found.how)]


def stale(match: Match, at: float) -> list[Event]:
    """A note when nothing goes on any more."""
    text = said(match.game).stale(match)
    return [] if text is None else [ev.Told(at, f"{match.number}.stale", match.number, "note", "", text)]


def corrected(match: Match, number: int, played: tuple[str, ...], at: float) -> list[Event]:
    """The events when a human says what turn `number` was."""
    records = rejudged(match, number, played)
    revised = ev.TurnsRevised(at, number, tuple(records))
    return [revised, *won_by(match, apply(match, revised), at)]


def carried_on(match: Match, revised: Match, at: float) -> list[Event]:
    """The turn in progress entered again after an earlier one was corrected; what of it no longer plays is said."""
    same = (match.number, match.player) == (revised.number, revised.player)
    if revised.over or not same:
        return []
    put_right = match.begun is not None and match.begun != match.turns[-1].after
    events: list[Event] = [ev.StateCorrected(at, match.begun.to_json())] if put_right else []
    now = proven(revised, events)
    for place, word in enumerate(match.actions):
        turn = at_table(match.game).step(in_progress(now), word)
        if isinstance(turn, Fault):
            note = f"{match.number}.{match.count}"
            return [*events, ev.Told(at, note, match.number, "note", "", own_words("no-longer-plays"))]
        told = [replace(each, at=at) for each in match.confided if (each.turn, each.place) == (match.number, place)]
        events += (again := [ev.Acted(at, word), *told])
        now = proven(now, again)
        if at_table(match.game).is_over(turn):
            return [*events, *_over(now, at, "hand")]
    return events


def won_by(match: Match, revised: Match, at: float) -> list[Event]:
    """The events of a match that is won by what its last turn has become; none where that is on record already."""
    if not revised.turns or not revised.turns[-1].verdict.get("winners"):
        return []
    told, end = won(match, revised.turns[-1], at)
    same = isinstance(end, ev.Finished) and (match.winners, match.how) == (end.winners, end.how)
    return [] if same else [told, end]


def rejudged(match: Match, number: int, played: tuple[str, ...]) -> list[Json]:
    """The records from turn `number` on when it was `played`: later turns judged again from their actions.

    Where somebody put the table right between two turns, it still stood so before the second one.
    """
    records: list[Json] = []
    left = before = match.turns[number - 1].before
    for turn in match.turns[number - 1 :]:
        first, put_right = turn.number == number, turn.before != left
        before = turn.before if put_right else before
        words_now = played if first else turn.actions
        judged = at_table(match.game).judge(match.rules, before, words_now)
        changed = replace(turn, actions=words_now, before=before, after=judged.after, verdict=judged.verdict)
        record = replace(changed, human=first or turn.human).to_record()
        records.append(record | ({"before": before.to_json()} if put_right else {}))
        if judged.verdict.get("winners"):
            break
        left, before = turn.after, judged.after
    return records
