"""What a player's hand can do to the table, lawful or not, as values; and what the table looks like afterwards.

A table is a state as plain JSON; "NE:UN" in a slot = the cube that belongs to NE stands there. Places are
"start", "N1".."W5" (spaces counted from 1) and "goalN".."goalW".
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.icecult.board import PAIRS, in_order
from engine.icecult.cube import ROLLED, TURNED
from engine.icecult.moves import Step, Tilt, parse_action

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Roll:
    """Cubes roll a quarter turn together."""

    slots: tuple[str, ...]
    heading: str


@dataclass(frozen=True, slots=True)
class Spin:
    """A cube is turned on the spot, "+" clockwise seen from above."""

    slot: str
    sense: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two cubes change places."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Carry:
    """Pawns (colours bottom to top, the lowest at height `at`) go from one place onto another."""

    source: str
    pawns: str
    target: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Reorder:
    """A stack is put together in another order."""

    place: str
    stack: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A pawn leaves the table."""

    place: str
    colour: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Add:
    """A pawn of a foreign set comes onto the table."""

    place: str
    colour: str


Motion = Roll | Spin | Exchange | Carry | Reorder | Remove | Add
Act = str | Motion
"""An action of the rules as a word, or a motion that is none."""


def motion_of(act: Act, table: Mapping[str, Any]) -> Motion:
    """The motion that a word means on this table."""
    if not isinstance(act, str):
        return act
    action = parse_action(act)
    if isinstance(action, Tilt):
        return Roll(PAIRS[action.pair], action.heading)
    if not isinstance(action, Step):
        return Spin(action.slot, action.sense)
    if action.space == 0:
        return Carry("start", action.colour, f"{action.path}1")
    stack = stack_at(table, f"{action.path}{action.space}")
    at = action.height_on(stack)
    last = action.space == len(table["paths"][action.path])
    target = f"goal{action.path}" if last else f"{action.path}{action.space + 1}"
    return Carry(f"{action.path}{action.space}", stack[at:], target, at)


def stack_at(table: Mapping[str, Any], place: str) -> str:
    """The pawns at a place."""
    if place == "start":
        return str(table["start"])
    if place.startswith("goal"):
        return str(table["goal"][place[4:]])
    return str(table["paths"][place[0]][int(place[1:]) - 1])


def put(table: Table, place: str, pawns: str) -> None:
    """Let these pawns be at a place."""
    if place == "start":
        table["start"] = in_order(pawns)
    elif place.startswith("goal"):
        table["goal"][place[4:]] = in_order(pawns)
    else:
        table["paths"][place[0]][int(place[1:]) - 1] = pawns


def moved(table: Mapping[str, Any], motion: Motion) -> Table:
    """The table after a motion."""
    out: Table = copy.deepcopy(dict(table))
    if isinstance(motion, Carry):
        _carried(out, motion)
    elif isinstance(motion, Reorder):
        put(out, motion.place, motion.stack)
    elif isinstance(motion, Remove):
        put(out, motion.place, _without(stack_at(out, motion.place), motion.colour, motion.at, motion.place))
    elif isinstance(motion, Add):
        put(out, motion.place, stack_at(out, motion.place) + motion.colour)
    else:
        _cubes_moved(out["cubes"], motion)
    return out


def played(table: Mapping[str, Any], acts: tuple[Act, ...]) -> Table:
    """The table after several acts."""
    out: Table = copy.deepcopy(dict(table))
    for act in acts:
        out = moved(out, motion_of(act, out))
    return out


def _carried(table: Table, motion: Carry) -> None:
    rest = stack_at(table, motion.source)
    if motion.source == "start" or motion.source.startswith("goal"):
        for colour in motion.pawns:
            rest = _without(rest, colour, 0, motion.source)
    elif rest[motion.at : motion.at + len(motion.pawns)] != motion.pawns:
        raise ValueError(f"expected {motion.pawns!r} at height {motion.at} of {motion.source}, got {rest!r}")
    else:
        rest = rest[: motion.at] + rest[motion.at + len(motion.pawns) :]
    put(table, motion.source, rest)
    put(table, motion.target, stack_at(table, motion.target) + motion.pawns)


def _without(pawns: str, colour: str, at: int, place: str) -> str:
    loose = place == "start" or place.startswith("goal")
    found = pawns.find(colour) if loose else at
    if found < 0 or pawns[found : found + 1] != colour:
        raise ValueError(f"expected a pawn {colour!r} at {place}, got {pawns!r}")
    return pawns[:found] + pawns[found + 1 :]


def _cubes_moved(cubes: dict[str, str], motion: Motion) -> None:
    if isinstance(motion, Roll):
        for slot in motion.slots:
            owner, colon, pose = cubes[slot].rpartition(":")
            cubes[slot] = owner + colon + ROLLED[pose][motion.heading]
    elif isinstance(motion, Spin):
        owner, colon, pose = cubes[motion.slot].rpartition(":")
        cubes[motion.slot] = owner + colon + TURNED[pose][motion.sense]
    elif isinstance(motion, Exchange):
        a, b = (_named(cubes, slot) for slot in (motion.a, motion.b))
        cubes[motion.a], cubes[motion.b] = _short(b, motion.a), _short(a, motion.b)


def _named(cubes: Mapping[str, str], slot: str) -> str:
    return cubes[slot] if ":" in cubes[slot] else f"{slot}:{cubes[slot]}"


def _short(cube: str, slot: str) -> str:
    return cube.removeprefix(f"{slot}:")
