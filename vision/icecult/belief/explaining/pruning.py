"""Actions that lead away from what is seen: the search need not try them."""

from __future__ import annotations

from engine.icecult.board import PATHS, SLOTS
from engine.icecult.moves import Action, Step, Turn
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.icecult.belief.explaining.points import arcs_left
from vision.icecult.belief.views.evidence import CultView


def leads_away(turn: TurnInProgress, action: Action, sight: CultView) -> bool:
    """Whether an action changes only what is seen to be right already."""
    if isinstance(action, Step):
        return spoils(turn.state, action, sight)
    return isinstance(action, Turn) and _turned_away(turn, action, sight)


def spoils(state: State, step: Step, sight: CultView) -> bool:
    """Whether a pawn would go from a space that is plainly right to one that is, or enter a path that is.

    Nothing is lost by that: where another pawn is to follow it and take its place, that one can as well go first. What
    is not read plainly may be misread, and the step made all the same.
    """
    k, first = PATHS.index(step.path), step.space
    last = first + 1 if first else state.spaces + 1
    right = all(_looks_right(state, k, space, sight) for space in range(max(first, 1), min(last, state.spaces) + 1))
    return right and (last <= state.spaces or sight.goal[k].best == state.goal[k])


def _looks_right(state: State, k: int, space: int, sight: CultView) -> bool:
    """Whether a space is read as it is so surely that even a missed move is likelier than that it was misread."""
    seen = sight.paths[k][space - 1]
    return bool(seen.best == state.paths[k][space - 1]) and seen.top_score >= sight.prices.owed_left


def _turned_away(turn: TurnInProgress, action: Turn, sight: CultView) -> bool:
    """Whether a cube that looks right would be turned with the last arc, so that nobody can turn it back."""
    k = SLOTS.index(action.slot)
    top = turn.tops[k]
    return top is not None and top.facing is not None and top == sight.top(k) and arcs_left(turn) == 1
