"""Random sets and positions, and where the pawns of a position stand on the table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions, all_poses
from vision.icecult.sim.scene import PawnPlace, stacked
from vision.sim.space import FACES, Array

Rng = np.random.Generator


def random_set(rng: Rng) -> dict[str, Any]:
    """Cubes with random prints, in half of the sets some twice; at home they show the arcs that form a circle."""
    arcs = {"NW": "arc:SE", "NE": "arc:SW", "SE": "arc:NW", "SW": "arc:NE"}
    kinds, twice = ["red", "yellow", "green", "blue", "circle"], rng.random() < 0.5
    cubes = {}
    for slot in SEEDED_SLOTS:
        symbols = [str(s) for s in (rng.choice(kinds, 5) if twice else rng.permutation(kinds))]
        cubes[slot] = {"U": arcs[slot]} | {
            face: s if s == "circle" else f"{s}>{rng.choice(_beside(face))}"
            for face, s in zip("DNESW", symbols, strict=True)
        }
    return {"name": "random", "spaces": 5, "cubes": cubes}


def _beside(face: str) -> list[str]:
    normal = np.array(FACES[face][0])
    return [f for f in FACES if not np.any(np.array(FACES[f][0]) @ normal)]


def random_state(rng: Rng, dims: Dimensions) -> dict[str, Any]:
    """Any position: 20 pawns over start, paths and goals, some in tall stacks."""
    poses = all_poses()
    bag = list("rrrrryyyyygggggbbbbb")
    rng.shuffle(bag)
    progress, tall = rng.beta(2, 2), rng.uniform(0.2, 0.6)
    if rng.random() < 0.06:
        progress = 0.0
    start, goal, rest = "", dict.fromkeys(ARMS, ""), ""
    for colour in bag:
        u = rng.random()
        if u < (1.0 if progress == 0 else 0.55 * (1 - progress)):
            start += colour
        elif u > 1 - 0.3 * progress:
            goal[str(rng.choice(ARMS))] += colour
        else:
            rest += colour
    paths: dict[str, list[str]] = {a: [""] * dims.spaces_per_arm for a in ARMS}
    spaces = [(a, i) for a in ARMS for i in range(dims.spaces_per_arm)]
    order = list(rng.permutation(len(spaces)))
    while rest:
        n = min(int(rng.integers(3, 9)) if rng.random() < tall else int(rng.integers(1, 4)), len(rest))
        arm, i = spaces[int(order.pop())]
        paths[arm][i], rest = rest[:n], rest[n:]
    in_colour_order = {a: "".join(sorted(g, key=COLOURS.index)) for a, g in goal.items()}
    return {
        "cubes": {slot: str(rng.choice(poses)) for slot in SEEDED_SLOTS},
        "paths": paths,
        "start": "".join(sorted(start, key=COLOURS.index)),
        "goal": in_colour_order,
        "to_move": "r",
    }


def full_state(rng: Rng, dims: Dimensions) -> dict[str, Any]:
    """A table to learn from, not to play on: stacks on most spaces, neighbours often of one colour."""
    poses, filled = all_poses(), rng.uniform(0.4, 0.95)
    some = [
        "".join(sorted(rng.choice(list(COLOURS), int(rng.integers(0, most))), key=COLOURS.index)) for most in (10, 3)
    ]
    return {
        "cubes": {slot: str(rng.choice(poses)) for slot in SEEDED_SLOTS},
        "paths": {
            arm: [full_stack(rng) if rng.random() < filled else "" for _ in range(dims.spaces_per_arm)] for arm in ARMS
        },
        "start": some[0],
        "goal": dict.fromkeys(ARMS, some[1]),
        "to_move": "r",
    }


def full_stack(rng: Rng) -> str:
    """One to eight pawns."""
    size = int(rng.choice([rng.integers(1, 4), rng.integers(3, 9)], p=[0.65, 0.35]))
    out = ""
    while len(out) < size:
        out += out[-1] if out and rng.random() < 0.35 else str(rng.choice(list(COLOURS)))
    return out


class Spots:
    """Places on the table that do not overlap."""

    def __init__(self, dims: Dimensions, rng: Rng) -> None:
        self.dims, self.rng, self.taken = dims, rng, []
        self.gap = dims.cone_foot_size * 1.3

    taken: list[Array]

    def claim(self, points: list[Array]) -> bool:
        """Take these points if they are free."""
        if any(float(np.hypot(*(p - q))) < self.gap for p in points for q in self.taken):
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


def arrange(state: Mapping[str, Any], dims: Dimensions, rng: Rng, offset_mm: float, lying: float) -> list[PawnPlace]:
    """All pawns of a state, each a little off its ideal place."""
    spots, out = Spots(dims, rng), []
    for arm in ARMS:
        for i, colours in enumerate(state["paths"][arm]):
            if not colours:
                continue
            dx, dy = rng.uniform(-offset_mm, offset_mm, 2)
            lean = rng.uniform(-0.9, 0.9, 2)
            foot = dims.space_centre(arm, i) + np.array([dx, dy, 0.05])
            out += stacked(
                f"{arm}{i}", colours, foot, dims, float(rng.normal(0, 12)), yaw_deg=float(rng.uniform(0, 90)),
                lean_x_deg=float(lean[0]), lean_y_deg=float(lean[1]),
            )  # fmt: skip
    for k, colour in enumerate(state["start"]):
        flat = bool(rng.random() < lying)
        x, y, yaw = spots.start(colour, flat)
        out += stacked(f"start{k}", colour, (x, y, 0.05), dims, yaw_deg=yaw, lying=flat)
    number = 0
    for arm in ARMS:
        rest = state["goal"][arm]
        while rest:
            n = 1 if rng.random() < 0.75 else min(2, len(rest))
            x, y, yaw = spots.goal(arm)
            out += stacked(f"goal{number}", rest[:n], (x, y, 0.05), dims, float(rng.normal(0, 12)), yaw_deg=yaw)
            rest, number = rest[n:], number + 1
    return out
