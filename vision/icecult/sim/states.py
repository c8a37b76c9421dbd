"""Random sets and positions, for both painters: what play leads to, and tables full of stacks to learn from."""

from __future__ import annotations

from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS, in_order
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions, all_poses
from vision.sim.space import FACES

Rng = np.random.Generator
State = dict[str, Any]
Between = tuple[float, float]

# What share of the pawns waits at the start and is home, each between two limits.
SHARES: dict[str, tuple[Between, Between]] = {
    "setup": ((1.0, 1.0), (0.0, 0.0)),
    "endgame": ((0.05, 0.05), (0.4, 0.75)),
    "towers": ((0.0, 0.3), (0.0, 0.15)),
    "crowded": ((0.0, 0.25), (0.0, 0.1)),
    "spread": ((0.0, 0.2), (0.0, 0.2)),
}
# How often a stack is of the first kind, and how high those and the others are; the last number is not reached.
HEIGHTS: dict[str, tuple[float, tuple[int, int], tuple[int, int]]] = {
    "towers": (0.6, (5, 13), (1, 4)),
    "spread": (0.7, (1, 2), (1, 5)),
}
ANY_HEIGHT = (0.0, (1, 2), (1, 5))
KINDS = tuple(SHARES)


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


def random_state(rng: Rng, dims: Dimensions, kind: str = "", tall: float | None = None) -> State:
    """A position with every pawn of the set: one of KINDS, or any; `tall` is then the share of high stacks."""
    bag = [c for c in COLOURS for _ in range(dims.pawns_per_colour)]
    rng.shuffle(bag)
    if kind:
        waiting, home = (float(rng.uniform(*between)) for between in SHARES[kind])
        often, high, low = HEIGHTS.get(kind, ANY_HEIGHT)
    else:
        progress, often = rng.beta(2, 2), rng.uniform(0.2, 0.6) if tall is None else tall
        high, low = (3, 9), (1, 4)
        waiting, home = (1.0, 0.0) if rng.random() < 0.06 else (0.55 * (1 - progress), 0.3 * progress)
    start, goal, rest = "", dict.fromkeys(ARMS, ""), ""
    for colour in bag:
        u = rng.random()
        if u < waiting:
            start += colour
        elif u > 1 - home:
            goal[str(rng.choice(ARMS))] += colour
        else:
            rest += colour
    paths: dict[str, list[str]] = {a: [""] * dims.spaces_per_arm for a in ARMS}
    spaces = _free_spaces(rng, dims, kind == "crowded")
    while rest:
        n = min(int(rng.integers(*(high if rng.random() < often else low))), len(rest))
        arm, i = spaces.pop()
        paths[arm][i], rest = rest[:n], rest[n:]
    return _state(rng, paths, start, goal, kind == "setup")


def _free_spaces(rng: Rng, dims: Dimensions, crowded: bool) -> list[tuple[str, int]]:
    """All spaces, the last one to be taken first: next to each other where the paths are crowded."""
    spaces = [(a, i) for a in ARMS for i in range(dims.spaces_per_arm)]
    if crowded:
        first = int(rng.integers(len(spaces)))
        return spaces[first:] + spaces[:first]
    return [spaces[k] for k in rng.permutation(len(spaces))]


def _state(rng: Rng, paths: dict[str, list[str]], start: str, goal: dict[str, str], at_home: bool = False) -> State:
    """The position as the product writes it, its cubes turned by chance or all as in the set-up."""
    poses = all_poses()
    return {
        "cubes": {slot: "UN" if at_home else str(rng.choice(poses)) for slot in SEEDED_SLOTS},
        "paths": paths,
        "start": in_order(start),
        "goal": {arm: in_order(home) for arm, home in goal.items()},
        "to_move": "r",
    }


def full_state(rng: Rng, dims: Dimensions) -> State:
    """A table to learn from, not to play on: stacks on most spaces, as many pawns of each colour as come."""
    filled = rng.uniform(0.45, 0.95)
    paths = {a: [full_stack(rng) if rng.random() < filled else "" for _ in range(dims.spaces_per_arm)] for a in ARMS}
    start, goal = "".join(rng.choice(list(COLOURS), int(rng.integers(3, 15)))), dict.fromkeys(ARMS, "")
    for colour in rng.choice(list(COLOURS), int(rng.integers(3, 15))):
        goal[str(rng.choice(ARMS))] += colour
    return _state(rng, paths, start, goal)


def full_stack(rng: Rng) -> str:
    """One to ten pawns; neighbours are often of one colour, which is hard to count."""
    size = int(rng.choice([rng.integers(1, 4), rng.integers(3, 7), rng.integers(6, 11)], p=[0.45, 0.35, 0.2]))
    out = ""
    while len(out) < size:
        out += out[-1] if out and rng.random() < 0.35 else str(rng.choice(list(COLOURS)))
    return out
