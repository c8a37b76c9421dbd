"""Ice and sea: what may melt, what lies next to sea, where a kayak gets to, where an animal may step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.igluiglu.board import CENTRE, FACE_DOWN, ICE, LAND, NEXT_TO, RING, SEA
from engine.igluiglu.equipment import BEAR
from engine.igluiglu.options import HouseRules
from engine.igluiglu.state import State


def by_the_sea(board: str, cell: int) -> bool:
    """Is a sea space next to this one?"""
    return any(board[beside] == SEA for beside in NEXT_TO[cell])


def coast(state: State) -> list[int]:
    """Every empty face-down tile next to sea (R12)."""
    return [
        c
        for c, ground in enumerate(state.board)
        if ground == FACE_DOWN and state.is_empty(c) and by_the_sea(state.board, c)
    ]


def free_ring(state: State) -> list[int]:
    """Every empty face-down tile of the outer ring (R13)."""
    return [cell for cell in RING if state.board[cell] == FACE_DOWN and state.is_empty(cell)]


def meltable(state: State, house: HouseRules) -> list[int]:
    """Every tile that may melt as the duty of a turn (R12, R13)."""
    near = coast(state)
    if near and house.ring_melt == "fallback":
        return near
    return sorted({*near, *free_ring(state)})


def removable(state: State) -> list[int]:
    """Every tile that a kept Melt tile may remove (R24)."""
    board = state.board
    return [c for c, ground in enumerate(board) if ground == FACE_DOWN and not state.igloo[c] and by_the_sea(board, c)]


@dataclass(frozen=True, slots=True)
class Waters:
    """Sea that hangs together, as far as a kayak gets from one shore."""

    spaces: frozenset[int]

    def touches(self, cell: int) -> bool:
        """Is this space on its shore?"""
        return any(beside in self.spaces for beside in NEXT_TO[cell])


def waters(state: State, shore: int, past_bears: bool = False) -> Waters:
    """The sea that a kayak reaches from a space; with `past_bears` as if there were none (R33)."""
    board, animals = state.board, state.animals
    found: set[int] = set()
    todo = [shore]
    while todo:
        for beside in NEXT_TO[todo.pop()]:
            if beside not in found and board[beside] == SEA and (past_bears or BEAR not in animals[beside]):
                found.add(beside)
                todo.append(beside)
    return Waters(frozenset(found))


def kayak_goals(state: State, shore: int) -> list[int]:
    """Every other space, ice or land, on the same sea, with no bear in the way."""
    reached = waters(state, shore)
    beside = {cell for space in reached.spaces for cell in NEXT_TO[space]}
    return sorted(cell for cell in beside if cell != shore and state.board[cell] != SEA)


def animal_may_enter(state: State, house: HouseRules, animal: str, goal: int) -> bool:
    """May this animal step to a space next to it (R25)?"""
    ground = state.board[goal]
    if animal.startswith("fish"):
        return ground == SEA
    if ground == LAND or (house.barred == "centre" and goal in CENTRE):
        return False
    return BEAR not in state.animals[goal] if animal == BEAR else ground in ICE


def animal_steps(state: State, house: HouseRules) -> Iterator[tuple[str, int, int]]:
    """Every step that an animal may take now: who, from, to."""
    for cell, animals in enumerate(state.animals):
        for animal in dict.fromkeys(animals):
            for goal in NEXT_TO[cell]:
                if animal_may_enter(state, house, animal, goal):
                    yield animal, cell, goal
