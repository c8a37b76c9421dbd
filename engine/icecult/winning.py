"""Who has won: five pawns beyond the tips (R21) or five in one stack (R22)."""

from __future__ import annotations

from engine.icecult.board import PAWNS, in_order
from engine.icecult.options import HouseRules
from engine.icecult.state import State


def home(state: State, players: str) -> str:
    """The players whose five pawns are all at destinations; neutral colours never count (R5)."""
    left = "".join(state.goal)
    return "".join(p for p in players if left.count(p) == PAWNS)


def towers(state: State, colours: str) -> str:
    """Which of these colours have all five pawns in one stack on a space."""
    tall = [stack for path in state.paths for stack in path if len(stack) >= PAWNS]
    return "".join(c for c in colours if any(stack.count(c) == PAWNS for stack in tall)) if tall else ""


def tower_colours(house: HouseRules, players: str, mover: str) -> str:
    """Whose tower can count while `mover` is moving (the ruling `tower`)."""
    return players if house.tower == "anyone" else mover


def winners(state: State, house: HouseRules, players: str) -> str:
    """Who wins by what stands after a step of the player to move: the mover alone, else all who have it, shared."""
    won = home(state, players)
    stand = towers(state, tower_colours(house, players, state.to_move))
    if state.to_move in won or state.to_move in stand:
        return state.to_move
    return in_order("".join({*won, *stand}))


def already_over(state: State, house: HouseRules, players: str) -> bool:
    """Was the match won before this turn? A tower that only its owner may claim waits for the owner's step."""
    return bool(home(state, players) or (house.tower == "anyone" and towers(state, players)))
