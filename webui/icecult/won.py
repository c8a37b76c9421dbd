"""How a match was won, in words: where the fifth pawn came home, or where the tower stands."""

from __future__ import annotations

from engine.icecult.board import PATHS, PAWNS
from engine.icecult.moves import Step, parse_action
from engine.icecult.state import State
from engine.icecult.words.texts import in_all
from webui.icecult.steps import performed
from webui.record.played import Played
from webui.settings import Words


def won_words(turn: Played) -> Words:
    """Who has won by this turn and by what; together, or by what cannot be told, only who."""
    winners = str(turn.verdict["winners"])
    if len(winners) > 1:
        return in_all("win.shared", colours=list(winners))
    at_home = _left(turn.after, winners) == PAWNS
    path = _last_arrival(turn, winners) if at_home else None
    if path is not None:
        return in_all("win.goal", colour=winners, path=path)
    place = _tower(turn.after, winners)
    return in_all("win.plain", colour=winners) if place is None else in_all("win.tower", colour=winners, place=place)


def _last_arrival(turn: Played, colour: str) -> str | None:
    """The path on which this colour last came home in this turn, by its own step or carried by another."""
    path, state = None, turn.before
    for word, after in performed(turn.before, turn.actions):
        action = parse_action(word)
        if isinstance(action, Step) and _left(after, colour) > _left(state, colour):
            path = action.path
        state = after
    return path


def _left(state: State, colour: str) -> int:
    """How many pawns of this colour are home."""
    return "".join(state.goal).count(colour)


def _tower(state: State, colour: str) -> str | None:
    """The space where all five pawns of this colour stand in one stack."""
    for path, stacks in zip(PATHS, state.paths, strict=True):
        for space, stack in enumerate(stacks, 1):
            if stack.count(colour) == PAWNS:
                return f"{path}{space}"
    return None
