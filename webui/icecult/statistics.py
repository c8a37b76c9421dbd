"""What the plots show of a match of ICE CULT: wasted arrows, carried pawns and the lead over time."""

from __future__ import annotations

from typing import Any, cast

from engine.core.verdict import Fault
from engine.icecult.board import COLOURS
from engine.icecult.moves import Action, Step, parse_action
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from webui.icecult.steps import performed
from webui.present.statistics import Counted, players
from webui.record.match import Match
from webui.record.played import Played


def progress(state: State) -> dict[str, int]:
    """Spaces gained by each colour: a pawn on space 3 counts 3, one at home one more than the path is long."""
    out = dict.fromkeys(COLOURS, 0)
    for path in state.paths:
        for number, stack in enumerate(path, 1):
            for colour in stack:
                out[colour] += number
    for home in state.goal:
        for colour in home:
            out[colour] += state.spaces + 1
    return out


def carried(turn: Played) -> int:
    """How many pawns rode along on others in this turn."""
    total, state = 0, turn.before
    for word, after in performed(turn.before, turn.actions):
        action: Action = parse_action(word)
        if isinstance(action, Step) and action.space:
            stack = state.stack(action.path, action.space)
            total += len(stack) - 1 - action.height_on(stack)
        state = after
    return total


def wasted(turn: Played, match: Match) -> int:
    """Arrows on top that gave no move in this turn, lapsed or missed."""
    playing: TurnInProgress = cast(IceCult, match.rules).begin(turn.before)
    for word in turn.actions:
        after = playing.play(parse_action(word))
        if isinstance(after, Fault):
            break
        playing = after
    tops = ((symbol.top, symbol.status) for symbol in playing.symbols())
    return sum(top is not None and top.colour is not None and status in ("open", "lapsed") for top, status in tops)


def statistics(match: Match) -> dict[str, Any]:
    """Everything the plots show."""
    rows = Counted().rows(match)
    lead = [{"turn": 0, **progress(match.start)}]
    lead += [{"turn": turn.number, **progress(turn.after)} for turn in match.turns]
    return {
        "players": players(match, rows),
        "turns": rows,
        "lead": lead,
        "most": 5 * (match.start.spaces + 1),
    }
