"""Random positions and where the pawns off the paths stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from engine.icecult.cube import POSES
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions
from vision.icecult.sim.scene import INKS
from vision.sim.space import FACES, Array
from workshop.icecult.lab.paint.prints import print_of
from workshop.lab.space import Json


def sample_cube(rng: np.random.Generator, slot: str, symbols: Iterable[str]) -> Json:
    """A cube with these symbols, each turned by chance, in any pose."""
    prints = {
        face: print_of(face, str(symbol), int(rng.integers(4))) for face, symbol in zip(FACES, symbols, strict=True)
    }
    return {"slot": slot, "prints": prints, "pose": POSES[int(rng.integers(len(POSES)))]}


def sample_state(geo: Dimensions, rng: np.random.Generator, tall: float) -> Json:
    """A random position: cubes, stacks, start and finished pawns (20 pawns in total)."""
    cubes = [sample_cube(rng, slot, rng.permutation(list(INKS))) for slot in SEEDED_SLOTS]
    bag = [c for c in COLOURS for _ in range(geo.pawns_per_colour)]
    rng.shuffle(bag)
    progress = rng.beta(2, 2)
    arms: Json = {arm: [[] for _ in range(geo.spaces_per_arm)] for arm in ARMS}
    start, goal_colours = [], []
    rest: list[str] = []
    for colour in bag:
        u = rng.random()
        if u < 0.55 * (1 - progress):
            start.append(str(colour))
        elif u > 1 - 0.3 * progress:
            goal_colours.append(str(colour))
        else:
            rest.append(str(colour))
    spaces = [(arm, i) for arm in ARMS for i in range(geo.spaces_per_arm)]
    rng.shuffle(spaces)
    while rest:
        n = min(int(rng.integers(3, 9)) if rng.random() < tall else int(rng.integers(1, 4)), len(rest), 8)
        arm, i = spaces.pop()
        arms[str(arm)][int(i)] = rest[:n]
        rest = rest[n:]
    return {"cubes": cubes, "arms": arms, "start": start, "goal": goal_colours}


def claim(taken: list[Array], points: list[Array], gap_mm: float) -> bool:
    """Take these points if none lies too near to one already taken."""
    if any(float(np.linalg.norm(p - q)) < gap_mm for p in points for q in taken):
        return False
    taken.extend(points)
    return True


def place_waiting(
    geo: Dimensions, rng: np.random.Generator, colours: list[str], lying: float, taken: list[Array]
) -> Json:
    """A place between the paths, mostly in the lowest one's own quadrant, for a stack or a pawn that stands or lies."""
    quadrant = COLOURS.index(colours[0]) if rng.random() < 0.7 else int(rng.integers(4))
    sign = np.array(((-1, 1), (1, 1), (1, -1), (-1, -1))[quadrant])
    flat = bool(rng.random() < lying) and len(colours) == 1
    for attempt in range(4000):
        q = rng.uniform(geo.path_width / 2 + 16, 100 + attempt * 0.1, 2)
        yaw = math.degrees(math.atan2(sign[1], sign[0])) + rng.uniform(-35, 35) if flat else rng.uniform(0, 360)
        axis = np.array([math.cos(math.radians(yaw)), math.sin(math.radians(yaw))]) * geo.cone_height
        spots = [q * sign + axis * t for t in ((0, 0.5, 1) if flat else (0,))]
        clear = q.sum() / math.sqrt(2) if geo.corners else max(q)
        if clear > geo.base_size / 2 + 18 and claim(taken, spots, geo.cone_foot_size * 1.3):
            break
    x, y = (round(float(v), 2) for v in q * sign)
    return {"colors": colours, "x_mm": x, "y_mm": y, "yaw_deg": round(float(yaw), 1), "lying": flat}


def place_home(geo: Dimensions, rng: np.random.Generator, colours: list[str], taken: list[Array]) -> Json:
    """A place beyond a tip for a finished pawn or stack."""
    for attempt in range(4000):
        arm, spread = str(rng.choice(ARMS)), 30 + attempt * 0.05
        along = geo.tip + geo.goal_distance_from_tip + rng.uniform(-5, 10 + attempt * 0.02)
        q = geo.on_arm(arm, along, rng.uniform(-spread, spread))[:2]
        if claim(taken, [q], geo.cone_foot_size * 1.3):
            break
    x, y, yaw = round(float(q[0]), 2), round(float(q[1]), 2), round(float(rng.uniform(0, 360)), 1)
    return {"arm": arm, "colors": colours, "x_mm": x, "y_mm": y, "yaw_deg": yaw}


def heaped(rng: np.random.Generator, colours: list[str], most: int, single: float = 0.75) -> Iterator[list[str]]:
    """Pawns beside the paths, most of them single, the others in stacks of at most `most`."""
    while colours:
        n = 1 if most < 2 or rng.random() < single else min(int(rng.integers(2, most + 1)), len(colours))
        yield colours[:n]
        colours = colours[n:]


def scatter(geo: Dimensions, rng: np.random.Generator, state: Json, lying: float) -> None:
    """Turn the bare colour lists of start and goal pawns into positions on the table that do not overlap."""
    taken: list[Array] = []
    waiting = heaped(rng, state["start"], state.pop("start_stack", 1), 0.55)
    state["start"] = [place_waiting(geo, rng, colours, lying, taken) for colours in waiting]
    home = heaped(rng, state["goal"], state.pop("goal_stack", 2))
    state["goal"] = [place_home(geo, rng, colours, taken) for colours in home]
