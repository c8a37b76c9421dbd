"""Drifting ice: which tiles a push moves, where animals swim, and the table after it (R20, R21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import TypeVar

from engine.igluiglu.actions import Drift, Swim
from engine.igluiglu.board import CENTRE, GLACIER, HEADINGS, ICE, LAND, NEXT_TO, SEA, STEP
from engine.igluiglu.equipment import BEAR, in_animal_order
from engine.igluiglu.faults import Rule
from engine.igluiglu.options import HouseRules
from engine.igluiglu.state import State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Push:
    """The tiles that move, from the one that is pushed to the foremost, and the sea space that is entered."""

    tiles: tuple[int, ...]
    into: int


def push_from(state: State, house: HouseRules, cell: int, heading: str) -> Push | Rule:
    """The push of this tile, or the first rule that forbids it."""
    if state.board[cell] not in ICE:
        return Rule.DRIFT_NO_TILE
    moved, at = [cell], STEP[heading][cell]
    while at is not None and state.board[at] in ICE:
        moved.append(at)
        at = STEP[heading][at]
    if at is None:
        return Rule.DRIFT_OFF_BOARD
    if state.board[at] == LAND:
        return Rule.DRIFT_INTO_CORNER
    if house.glacier_drift == "off" and any(state.board[tile] == GLACIER for tile in moved):
        return Rule.DRIFT_GLACIER
    if any(not swims_to(state, house, animal, at) for animal in set(state.animals[at])):
        return Rule.DRIFT_BLOCKED
    return Push(tuple(moved), at)


def swims_to(state: State, house: HouseRules, animal: str, place: int) -> list[int]:
    """Where an animal may swim when its space is entered (R21)."""
    sea = [beside for beside in NEXT_TO[place] if state.board[beside] == SEA]
    if animal != BEAR:
        return sea
    return [to for to in sea if not state.has_bear(to) and not (house.barred == "centre" and to in CENTRE)]


def pushes(state: State, house: HouseRules) -> Iterator[tuple[int, str, Push]]:
    """Every push that is possible now."""
    for cell, ground in enumerate(state.board):
        if ground in ICE:
            for heading in HEADINGS:
                push = push_from(state, house, cell, heading)
                if isinstance(push, Push):
                    yield cell, heading, push


def can_drift(state: State, house: HouseRules) -> bool:
    """Is any push possible?"""
    return next(pushes(state, house), None) is not None


def drifts(state: State, house: HouseRules) -> Iterator[Drift]:
    """Every push with every way for the animals to make room; equal animals are not told apart."""
    for cell, heading, push in pushes(state, house):
        for swims in swim_choices(state, house, push.into):
            yield Drift(cell, heading, swims)


def swim_choices(state: State, house: HouseRules, place: int) -> Iterator[tuple[Swim, ...]]:
    """Every way in which the animals of an entered space may part."""
    groups = [
        [
            tuple((animal, to) for to in goals)
            for goals in combinations_with_replacement(swims_to(state, house, animal, place), count)
        ]
        for animal, count in Counter(state.animals[place]).items()
    ]
    for choice in product(*groups):
        yield tuple(swim for group in choice for swim in group)


def drift_breaks(state: State, house: HouseRules, drift: Drift) -> Rule | None:
    """The first rule that this drift breaks."""
    push = push_from(state, house, drift.cell, drift.heading)
    if isinstance(push, Rule):
        return push
    named, there = Counter(animal for animal, _ in drift.swims), Counter(state.animals[push.into])
    if named - there:
        return Rule.DRIFT_NO_ANIMAL
    if there - named:
        return Rule.DRIFT_ANIMAL_LEFT
    if any(to not in swims_to(state, house, animal, push.into) for animal, to in drift.swims):
        return Rule.DRIFT_ANIMAL_TO
    return None


def drifted(state: State, house: HouseRules, drift: Drift) -> State:
    """The table after a lawful drift: animals swim, then the tiles move with everything on them."""
    push = push_from(state, house, drift.cell, drift.heading)
    if isinstance(push, Rule):
        raise ValueError(f"expected a lawful drift, this one breaks {push}")
    return _shifted(replace(state, animals=_swum(state, house, push.into, drift.swims)), push)


def _swum(state: State, house: HouseRules, place: int, swims: tuple[Swim, ...]) -> tuple[tuple[str, ...], ...]:
    """The animals after all have swum at the same moment; who eats is judged by what was there before."""
    animals = [*state.animals]
    animals[place] = ()
    for to in {goal for _, goal in swims}:
        before = state.animals[to]
        come = [animal for animal, goal in swims if goal == to]
        if BEAR in come and house.displaced_bear_eats == "on":
            before = ()
        if BEAR in before and house.prey_enters_bear == "eaten":
            come = []
        animals[to] = in_animal_order([*before, *come])
    return tuple(animals)


def _shifted(state: State, push: Push) -> State:
    """Everything on the pushed tiles one space on; what was in the entered space must be gone already."""
    secret = state.secret
    if secret is not None and secret.tiles is not None:
        secret = replace(secret, tiles=_moved(secret.tiles, push, ""))
    return replace(
        state,
        board="".join(_moved(tuple(state.board), push, SEA)),
        inuit=_moved(state.inuit, push, ""),
        igloo=_moved(state.igloo, push, ""),
        animals=_moved(state.animals, push, ()),
        secret=secret,
    )


def _moved(row: tuple[T, ...], push: Push, nothing: T) -> tuple[T, ...]:
    """One value for each space, those of the pushed tiles one space on."""
    after = [*row]
    after[push.tiles[0]] = nothing
    for start, goal in zip(push.tiles, (*push.tiles[1:], push.into), strict=True):
        after[goal] = row[start]
    return tuple(after)
