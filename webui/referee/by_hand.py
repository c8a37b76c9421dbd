"""The referee by hand: which events follow when a player enters an action or says that the turn is over."""

from __future__ import annotations

from dataclasses import replace

from engine.core.errors import NotationError
from engine.core.verdict import Fault, Verdict
from engine.icecult.moves import Step, parse_action, parse_real
from engine.icecult.options import next_player
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from engine.icecult.winning import home
from engine.icecult.words.texts import in_all
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.match import Match, Played
from webui.referee.sentences import Words, action_words, fault_words
from webui.referee.won import won_words

FAULT_OFFERS = ("play-it-now", "play-on", "wrong")
STALE_ROUNDS = 3


def in_progress(match: Match, actions: tuple[str, ...] | None = None) -> TurnInProgress:
    """The turn as far as it was played; what broke a rule is done on the table all the same."""
    return _begun(match).play_anyway(match.actions if actions is None else actions)[0]


def _begun(match: Match) -> TurnInProgress:
    return TurnInProgress.begin(match.before, match.cube_set, match.house, match.players)


def said(match: Match, played: tuple[str, ...], fault: Fault) -> Words:
    """A fault of the turn in progress in words."""
    return fault_words(_begun(match), played, fault)


def act(match: Match, word: str, at: float) -> list[Event]:
    """Enter one action: played if the rules allow it, else the fault is told and nothing changes."""
    turn = in_progress(match)
    action = parse_action(word)
    after = turn.play(action)
    if isinstance(after, Fault):
        text = action_words(turn, action, after.rule)
        return [ev.Told(at, f"{match.number}.{match.count}", match.number, "note", after.rule, text)]
    acted: list[Event] = [ev.Acted(at, word)]
    return acted + (done(match.apply(acted[0]), at) if after.winners and match.house.end == "move" else [])


def done(match: Match, at: float, source: str = "hand") -> list[Event]:
    """The turn is over: judge it as it stands."""
    turn, fault = _begun(match).play_anyway(match.actions)
    verdict: Verdict[State] = turn.end() if fault is None else Verdict(fault)
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
    return [revised, *won_by(match, match.apply(revised), at)]


def won_by(match: Match, revised: Match, at: float) -> list[Event]:
    """The events of a match that is won by what its last turn has become; none where that is on record already."""
    if not revised.turns or not revised.turns[-1].verdict.get("winners"):
        return []
    told, end = won(revised.turns[-1], match.players, at)
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
        after, verdict = judged(before, match, words_now)
        changed = replace(turn, actions=words_now, before=before, after=after, verdict=verdict)
        record = replace(changed, human=first or turn.human).to_record()
        records.append(record | ({"before": before.to_json()} if put_right else {}))
        if verdict.get("winners"):
            break
        left, before = turn.after, after
    return records


def must_be_possible(match: Match, number: int, words: tuple[str, ...]) -> None:
    """Refuse words that no hands could have played in turn `number`; breaking a rule is another matter."""
    turn = match.turns[number - 1]
    playing = TurnInProgress.begin(turn.before, match.cube_set, match.house, match.players)
    for word in words:
        action = parse_real(word, playing.state.spaces)
        if not playing.can_be_done(action):
            raise NotationError(f"expected actions that can be done there, got {word!r}: no such pawn stands there")
        playing = playing.anyway(action)


def judged(before: State, match: Match, played: tuple[str, ...]) -> tuple[State, Json]:
    """Where a turn leaves the table, and the verdict on it; what broke a rule is done on the table all the same."""
    begun = TurnInProgress.begin(before, match.cube_set, match.house, match.players)
    turn, fault = begun.play_anyway(played)
    verdict: Verdict[State] = turn.end() if fault is None else Verdict(fault)
    after = replace(turn.state, to_move=next_player(match.players, before.to_move))
    text = fault_words(begun, played, verdict.fault) if verdict.fault else {}
    return after, verdict.to_json(text.get("en", ""))
