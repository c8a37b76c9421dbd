"""Positions beyond the plain random ones: set-up, end game, towers, crowded paths, repeated symbols."""

from __future__ import annotations

import numpy as np

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from engine.icecult.cube import POSES, Cube, Top
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions
from vision.icecult.sim.scene import INKS
from workshop.icecult.lab.world.layout import sample_cube
from workshop.lab.space import Json

KINDS = ("setup", "endgame", "towers", "crowded", "spread")
INWARD = {"NW": "SE", "NE": "SW", "SW": "NE", "SE": "NW"}
ANY_RISE_MM = (7.0, 14.5)


def sample_cubes(geo: Dimensions, rng: np.random.Generator, repeats: float) -> list[Json]:
    """Four cubes in random attitudes; `repeats` is the chance of a cube that shows a symbol twice."""
    cubes = []
    for slot in SEEDED_SLOTS:
        order = [str(s) for s in rng.permutation(list(INKS))]
        if rng.random() < repeats:
            lost = int(rng.integers(6))
            if order[lost] != "arc":  # every cube keeps its arc
                order[lost] = str(rng.choice(list(INKS)))
        cubes.append(sample_cube(rng, slot, order))
    return cubes


def show_circle(cubes: list[Json]) -> None:
    """Turn every cube so that the four arcs on top form one circle around the block's centre."""
    for cube in cubes:
        shown = Cube.from_json(cube["prints"])
        wanted = Top("arc", INWARD[cube["slot"]])
        cube["pose"] = next((pose for pose in POSES if shown.top(pose) == wanted), POSES[-1])


def shares(kind: str, rng: np.random.Generator) -> tuple[float, float]:
    """Chance of a pawn to wait at the start and to be home."""
    return {
        "setup": (1.0, 0.0),
        "endgame": (0.05, float(rng.uniform(0.4, 0.75))),
        "towers": (float(rng.uniform(0.0, 0.3)), float(rng.uniform(0.0, 0.15))),
        "crowded": (float(rng.uniform(0.0, 0.25)), float(rng.uniform(0.0, 0.1))),
        "spread": (float(rng.uniform(0.0, 0.2)), float(rng.uniform(0.0, 0.2))),
    }[kind]


def stack_sizes(kind: str, rng: np.random.Generator, count: int) -> list[int]:
    """How `count` pawns on the paths are split into stacks."""
    sizes = []
    while count > 0:
        if kind == "towers":
            n = int(rng.integers(5, 13)) if rng.random() < 0.6 else int(rng.integers(1, 4))
        else:
            n = 1 if kind == "spread" and rng.random() < 0.7 else int(rng.integers(1, 5))
        sizes.append(min(n, count))
        count -= sizes[-1]
    return sizes


def pick_spaces(geo: Dimensions, kind: str, rng: np.random.Generator, count: int) -> list[tuple[str, int]]:
    """Free spaces for the stacks, next to each other where the path is crowded."""
    arms = [str(a) for a in rng.permutation(ARMS)]
    n = geo.spaces_per_arm
    spaces = [(a, i) for a in arms for i in range(n)]
    if kind == "crowded":
        first = int(rng.integers(0, n))
        spaces = [(a, (first + i) % n) for a in arms for i in range(n)]
    else:
        spaces = [spaces[i] for i in rng.permutation(len(spaces))]
    return spaces[:count]


def sample_special_state(geo: Dimensions, rng: np.random.Generator, kind: str) -> Json:
    """A position of one of KINDS with bare colour lists at start and goal."""
    cubes = sample_cubes(geo, rng, 0.15)
    if kind == "setup":
        show_circle(cubes)
    bag = [c for c in COLOURS for _ in range(geo.pawns_per_colour)]
    rng.shuffle(bag)
    waiting, home = shares(kind, rng)
    draw = rng.random(len(bag))
    start = [str(c) for c, u in zip(bag, draw, strict=True) if u < waiting]
    goal = [str(c) for c, u in zip(bag, draw, strict=True) if u >= 1 - home]
    rest = [str(c) for c, u in zip(bag, draw, strict=True) if waiting <= u < 1 - home]
    arms: Json = {arm: [[] for _ in range(geo.spaces_per_arm)] for arm in ARMS}
    sizes = stack_sizes(kind, rng, len(rest))
    for (arm, i), n in zip(pick_spaces(geo, kind, rng, len(sizes)), sizes, strict=True):
        arms[arm][i], rest = rest[:n], rest[n:]
    return {"cubes": cubes, "arms": arms, "start": start, "goal": goal, "goal_stack": int(rng.integers(2, 6))}


def full_stack(rng: np.random.Generator) -> list[str]:
    """A stack of any height up to ten; neighbours are often of one colour, which is hard to count."""
    size = int(rng.choice([rng.integers(1, 4), rng.integers(3, 7), rng.integers(6, 11)], p=[0.45, 0.35, 0.2]))
    out = [str(rng.choice(list(COLOURS)))]
    while len(out) < size:
        out.append(out[-1] if rng.random() < 0.35 else str(rng.choice(list(COLOURS))))
    return out


def sample_full_state(geo: Dimensions, rng: np.random.Generator) -> Json:
    """A table for learning, not for play: stacks on most spaces, as many pawns of each colour as come."""
    filled = float(rng.uniform(0.45, 0.95))
    arms = {arm: [full_stack(rng) if rng.random() < filled else [] for _ in range(geo.spaces_per_arm)] for arm in ARMS}
    start, goal = (
        [str(c) for c in rng.choice(list(COLOURS), int(rng.integers(*limits)))] for limits in ((3, 15), (3, 15))
    )
    cubes = sample_cubes(geo, rng, 0.15)
    return {"cubes": cubes, "arms": arms, "start": start, "goal": goal, "goal_stack": int(rng.integers(2, 5))}


def each_its_rise(scene: Json, seed: int) -> None:
    """Let every stack on the spaces rise in its own way: no look of a picture tells how far."""
    rng = np.random.default_rng([seed, 5])
    for arm, spaces in scene["state"]["arms"].items():
        for i in range(len(spaces)):
            pose = scene["placement"].setdefault(f"{arm}{i}", {})
            pose["rise_mm"] = round(float(rng.uniform(*ANY_RISE_MM)), 2)
