"""Where the stacks of a position stand on the table, for both painters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import PawnPlace, lying_slope_deg
from vision.icecult.sim.states import Rng
from vision.sim.space import Array, rot_axis

ABOVE_MM = 0.05  # no pawn lies exactly in the plane it stands on
TIDY = (1, 2)


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack, or a pawn by itself: its colours from bottom to top, where it is and how it stands."""

    colours: str
    x_mm: float
    y_mm: float
    yaw_deg: float = 0.0
    twist_deg: float = 0.0  # of each pawn against the one below
    lean_x_deg: float = 0.0
    lean_y_deg: float = 0.0
    lying: bool = False
    rise_mm: float | None = None  # from pawn to pawn, where it is not that of the set

    def pawns(self, where: str, dims: Dimensions) -> list[PawnPlace]:
        """Its pawns, bottom to top."""
        lean = rot_axis((1, 0, 0), self.lean_x_deg) @ rot_axis((0, 1, 0), self.lean_y_deg)
        rise = lean @ np.array([0, 0, 1.0]) * (dims.stack_pitch if self.rise_mm is None else self.rise_mm)
        foot = np.array([self.x_mm, self.y_mm, ABOVE_MM + (dims.board_thickness if where[0] in ARMS else 0.0)])
        if self.lying:
            foot[2] += dims.cone_foot_size / 2 * math.cos(math.radians(lying_slope_deg(dims))) + 0.1
        return [
            PawnPlace(
                where, level, colour, tuple((foot + rise * level).tolist()), self.yaw_deg + level * self.twist_deg,
                self.lean_x_deg, self.lean_y_deg, self.lying, covered=level + 1 < len(self.colours),
            )
            for level, colour in enumerate(self.colours)
        ]  # fmt: skip


Placement = Mapping[str, Stack]
"""All stacks on the table by where they are: N0..W4 (spaces from 0), start0.., goalN0.."""


class Spots:
    """Places on the table that do not overlap."""

    def __init__(self, dims: Dimensions, rng: Rng) -> None:
        self.dims, self.rng, self.taken = dims, rng, []
        self.gap = dims.cone_foot_size * 1.3

    taken: list[Array]

    def claim(self, points: list[Array]) -> bool:
        """Take these points if they are free."""
        if any(math.dist(p, q) < self.gap for p in points for q in self.taken):
            return False
        self.taken.extend(points)
        return True

    def start(self, colour: str, lying: bool) -> tuple[float, float, float]:
        """x, y and yaw of a waiting pawn between two paths."""
        rng, dims = self.rng, self.dims
        quadrant = COLOURS.index(colour) if rng.random() < 0.7 else int(rng.integers(4))
        sign = np.array(((-1, 1), (1, 1), (1, -1), (-1, -1))[quadrant])
        for attempt in range(4000):
            q = rng.uniform(dims.path_width / 2 + 16, 100 + attempt * 0.1, 2)
            yaw = math.degrees(math.atan2(sign[1], sign[0])) + rng.uniform(-35, 35) if lying else rng.uniform(0, 360)
            axis = np.array([math.cos(math.radians(yaw)), math.sin(math.radians(yaw))]) * dims.cone_height
            points = [q * sign + axis * t for t in ((0, 0.5, 1) if lying else (0,))]
            clear = q.sum() / math.sqrt(2) if dims.corners else max(q)
            if clear > dims.base_size / 2 + 18 and self.claim(points):
                break
        x, y = q * sign
        return float(x), float(y), float(yaw)

    def goal(self, arm: str) -> tuple[float, float, float]:
        """x, y and yaw of a finished pawn beyond a tip."""
        rng, dims = self.rng, self.dims
        for attempt in range(4000):
            spread = 30 + attempt * 0.05
            along = dims.tip + dims.goal_distance_from_tip + rng.uniform(-5, 10 + attempt * 0.02)
            x, y, _ = dims.on_arm(arm, along, rng.uniform(-spread, spread))
            if self.claim([np.array([x, y])]):
                break
        return float(x), float(y), float(rng.uniform(0, 360))


def heaped(rng: Rng, colours: str, most: int, single: float = 0.75) -> Iterator[str]:
    """Pawns beside the paths, most of them single, the others in stacks of at most `most`."""
    while colours:
        n = 1 if most < 2 or rng.random() < single else min(int(rng.integers(2, most + 1)), len(colours))
        yield colours[:n]
        colours = colours[n:]


def arrange(
    state: Mapping[str, Any], dims: Dimensions, rng: Rng, offset_mm: float, lying: float,
    lean_deg: float = 0.9, most: tuple[int, int] = TIDY,
) -> dict[str, Stack]:  # fmt: skip
    """All stacks of a state, each a little off its ideal place.

    `most`: how many pawns stand on each other at the start and at home; if not tidy, their colours are in any order.
    """
    spots, out = Spots(dims, rng), {}
    for arm in ARMS:
        for i, colours in enumerate(state["paths"][arm]):
            if not colours:
                continue
            dx, dy = rng.uniform(-offset_mm, offset_mm, 2)
            lean = rng.uniform(-lean_deg, lean_deg, 2)
            x, y, _ = dims.space_centre(arm, i) + np.array([dx, dy, 0.0])
            twist, yaw = float(rng.normal(0, 12)), float(rng.uniform(0, 90))
            out[f"{arm}{i}"] = Stack(colours, float(x), float(y), yaw, twist, float(lean[0]), float(lean[1]))

    def beside(colours: str, highest: int, single: float = 0.75) -> Iterator[tuple[int, str]]:
        mixed = colours if most == TIDY else "".join(rng.permutation(list(colours)))
        return enumerate(heaped(rng, mixed, highest, single))

    for k, colours in beside(state["start"], most[0], 0.55):
        flat = bool(rng.random() < lying) and len(colours) == 1
        out[f"start{k}"] = Stack(colours, *spots.start(colours[0], flat), lying=flat)
    for arm in ARMS:
        for k, colours in beside(state["goal"][arm], most[1]):
            x, y, yaw = spots.goal(arm)
            out[f"goal{arm}{k}"] = Stack(colours, x, y, yaw, float(rng.normal(0, 12)))
    return out


def standing(placement: Placement, dims: Dimensions) -> list[PawnPlace]:
    """All pawns on the table."""
    return [pawn for where, stack in placement.items() for pawn in stack.pawns(where, dims)]


def position(placement: Placement, dims: Dimensions) -> dict[str, Any]:
    """Paths, start and goals as a state has them."""
    paths = {arm: [""] * dims.spaces_per_arm for arm in ARMS}
    start, goal = "", dict.fromkeys(ARMS, "")
    for where, stack in placement.items():
        if where.startswith("start"):
            start += stack.colours
        elif where.startswith("goal"):
            goal[where[4]] += stack.colours
        else:
            paths[where[0]][int(where[1:])] = stack.colours
    return {"paths": paths, "start": start, "goal": goal}
