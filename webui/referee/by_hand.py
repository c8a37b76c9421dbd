"""The referee by hand: which events follow when a player enters an action or says that the turn is over."""

from __future__ import annotations

from dataclasses import replace

from engine.core.verdict import Fault, Verdict
from engine.icecult.moves import Action, Step, Tilt, Turn, parse_action, perform
from engine.icecult.options import next_player
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from engine.icecult.winning import home
from engine.icecult.words.texts import in_all
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.match import Match, Played
from webui.referee.sentences import Words, fault_words
from webui.referee.won import won_words

FAULT_OFFERS = ("play-it-now", "play-on", "wrong")
STALE_ROUNDS = 3


def in_progress(match: Match, actions: tuple[str, ...] | None = None) -> TurnInProgress:
    """The turn as far as it was played by the rules."""
    turn = TurnInProgress.begin(match.before, match.cube_set, match.house, match.players)
    for word in match.actions if actions is None else actions:
        after = turn.play(parse_action(word))
        if isinstance(after, Fault):
            break
        turn = after
    return turn


def said(match: Match, played: tuple[str, ...], fault: Fault) -> Words:
    """A fault of the turn in progress in words."""
    begun = TurnInProgress.begin(match.before, match.cube_set, match.house, match.players)
    return fault_words(begun, played, fault)


def act(match: Match, word: str, at: float) -> list[Event]:
    """Enter one action: played if the rules allow it, else the fault is told and nothing changes."""
    turn = in_progress(match)
    after = turn.play(parse_action(word))
    if isinstance(after, Fault):
        text = said(match, (*match.actions, word), after)
        return [ev.Told(at, f"{match.number}.{match.count}", match.number, "note", after.rule, text)]
    acted: list[Event] = [ev.Acted(at, word)]
    return acted + (done(match.apply(acted[0]), at) if after.winners and match.house.end == "move" else [])


def done(match: Match, at: float, source: str = "hand") -> list[Event]:
    """The turn is over: judge it as it stands."""
    turn = in_progress(match)
    verdict = turn.end()
    after = replace(turn.state, to_move=next_player(match.players, match.player))
    return ended(match, verdict, after, at, source)


def ended(match: Match, verdict: Verdict[State], after: State, at: float, source: str) -> list[Event]:
    """The events of a turn that is over with this verdict."""
    text = said(match, match.actions, verdict.fault) if verdict.fault else {}
    answer = verdict.to_json(text.get("en", ""))
    seconds = (match.turn_since - match.created.at, at - match.created.at)
    out: list[Event] = [
        ev.TurnEnded(at, match.number, match.player, match.actions, after.to_json(), answer, *seconds, source)
    ]
    if verdict.winners:
        out += won(match.apply(out[0]).turns[-1], match.players, at)
    elif verdict.rule:
        told = ev.Told(at, f"{match.number}.{match.count}", match.number, "fault", verdict.rule, text, (), FAULT_OFFERS)
        out.append(told)
    else:
        out += stale(match.apply(out[0]), at)
    return out


def won(turn: Played, players: str, at: float) -> list[Event]:
    """The events of a match that somebody has won by this turn."""
    winners = str(turn.verdict["winners"])
    how = "goal" if set(winners) & set(home(turn.after, players)) else "tower"
    told = ev.Told(at, f"{turn.number}.win", turn.number, "win", "R21" if how == "goal" else "R22", won_words(turn))
    return [told, ev.Finished(at, winners, how)]


def stale(match: Match, at: float) -> list[Event]:
    """A note when no pawn has moved for three full rounds."""
    last = match.turns[-STALE_ROUNDS * len(match.players) :]
    steps = any(isinstance(parse_action(word), Step) for turn in last for word in turn.actions)
    if steps or len(last) < STALE_ROUNDS * len(match.players):
        return []
    return [ev.Told(at, f"{match.number}.stale", match.number, "note", "", in_all("note.stalemate"))]


def corrected(match: Match, number: int, played: tuple[str, ...], at: float) -> list[Event]:
    """The events when a human says what turn `number` was."""
    records = rejudged(match, number, played)
    revised = ev.TurnsRevised(at, number, tuple(records))
    winners = records[-1]["verdict"].get("winners", "")
    if winners and not (match.over and match.winners == winners):
        return [revised, *won(match.apply(revised).turns[-1], match.players, at)]
    return [revised]


def rejudged(match: Match, number: int, played: tuple[str, ...]) -> list[Json]:
    """The records from turn `number` on when it was `played`: later turns judged again from their actions."""
    records: list[Json] = []
    before = match.turns[number - 1].before
    for turn in match.turns[number - 1 :]:
        first = turn.number == number
        words_now = played if first else turn.actions
        after, verdict = judged(before, match, words_now)
        changed = replace(turn, actions=words_now, before=before, after=after, verdict=verdict)
        records.append(replace(changed, human=first or turn.human).to_record())
        if verdict.get("winners"):
            break
        before = after
    return records


def judged(before: State, match: Match, played: tuple[str, ...]) -> tuple[State, Json]:
    """Where a turn leaves the table, and the verdict on it; a faulty word ends what can be replayed."""
    turn = TurnInProgress.begin(before, match.cube_set, match.house, match.players)
    fault: Fault | None = None
    for word in played:
        result = turn.play(parse_action(word))
        if isinstance(result, Fault):
            fault = fault or result
            result = _anyway(turn, parse_action(word))
        turn = result
    verdict: Verdict[State] = turn.end() if fault is None else Verdict(fault)
    after = replace(turn.state, to_move=next_player(match.players, before.to_move))
    begun = TurnInProgress.begin(before, match.cube_set, match.house, match.players)
    text = fault_words(begun, played, verdict.fault) if verdict.fault else {}
    return after, verdict.to_json(text.get("en", ""))


def _anyway(turn: TurnInProgress, action: Action) -> TurnInProgress:
    """The turn after an action that breaks a rule, as far as the table allows it at all."""
    possible = isinstance(action, Turn) or (isinstance(action, Tilt) and action.exists)
    if isinstance(action, Step):
        stack = "" if action.space == 0 else turn.state.stack(action.path, action.space)
        possible = action.colour in turn.state.start if action.space == 0 else action.height_on(stack) >= 0
    return replace(turn, state=perform(turn.state, action)) if possible else turn
