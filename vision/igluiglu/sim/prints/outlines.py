"""Outlines of animals, drawn by hand or made up: within -1..1, y downwards, and what is drawn upon them."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.igluiglu.sim.prints.marks import Rng
from vision.sim.space import Array

DRAWN: Final[dict[str, tuple[str, ...]]] = {
    "fish": (
        "-100,-40 -60,0 -100,40 -40,15 30,40 90,5 90,-5 30,-40 -40,-15",
        "-90,-50 -50,0 -90,50 -20,35 50,30 100,0 50,-30 20,-60 -20,-35",
        "-40,-90 0,-50 40,-90 25,-20 30,40 0,90 -30,40 -25,-20",
    ),
    "fox": (
        "-70,-80 -30,-30 30,-30 70,-80 75,10 15,80 -15,80 -75,10",
        "-100,10 -50,-10 30,-10 50,-60 70,-30 100,-10 60,10 50,70 35,70 30,30 -30,30 -35,70 -50,70 -50,20 -90,50",
        "-90,60 -40,10 -10,-30 0,-80 20,-50 50,-80 60,-30 40,10 40,70 -30,75",
    ),
    "bear": (
        "-90,0 -60,-50 20,-50 50,-70 90,-40 90,-20 55,0 50,70 20,70 15,20 -40,20 -45,70 -80,70",
        "-80,-60 -50,-75 -30,-55 30,-55 50,-75 80,-60 70,-20 80,20 40,70 -40,70 -80,20 -70,-20",
    ),
}
"""Kind -> outlines, as paths are written: x,y and x,y in hundredths."""
BY_HAND: Final = 0.35  # of the outlines


def animal(kind: str, rng: Rng) -> Array:
    """A closed outline."""
    if rng.random() < BY_HAND:
        shape = DRAWN[kind][int(rng.integers(0, len(DRAWN[kind])))]
        points = np.array([spot.split(",") for spot in shape.split()], float) / 100
    else:
        points = fish(rng) if kind == "fish" else head(kind, rng) if rng.random() < 0.45 else beast(kind, rng)
    points = points + rng.normal(0, 0.025, points.shape)
    for _ in range(2):  # rounded
        after = np.roll(points, -1, 0)
        points = np.stack([points * 0.75 + after * 0.25, points * 0.25 + after * 0.75], 1).reshape(-1, 2)
    flip = -1 if rng.random() < 0.5 else 1
    tilt = float(rng.normal(0, 0.2))
    turn = np.array([[np.cos(tilt), np.sin(tilt)], [-np.sin(tilt), np.cos(tilt)]])
    return np.asarray(points @ turn * (flip * rng.uniform(0.8, 1.1), rng.uniform(0.8, 1.1)))


def fish(rng: Rng) -> Array:
    """A body with a tail, thin or fat, with fins or without."""
    t = np.linspace(0, 1, 8)
    tall, blunt, tail = rng.uniform(0.22, 0.7), rng.uniform(0.45, 1.1), rng.uniform(0.25, 0.65)
    body = tall * np.sin(np.pi * (0.04 + 0.9 * t) ** blunt)
    upper = np.column_stack([1 - 1.5 * t, -body])
    lower = np.column_stack([1 - 1.5 * t, body * rng.uniform(0.7, 1.1)])
    if rng.random() < 0.5:
        upper[3] += (-0.1, -rng.uniform(0.15, 0.4))
    if rng.random() < 0.4:
        lower[4] += (-0.1, rng.uniform(0.1, 0.35))
    fork = np.array([(-1.0, -tail), (-rng.uniform(0.65, 0.98), 0.0), (-1.0, tail)])
    return np.concatenate([upper, fork, lower[::-1]])


def head(kind: str, rng: Rng) -> Array:
    """Seen from the front: a fox has high ears and a narrow chin, a bear low round ones and a broad chin."""
    fox = kind == "fox"
    ears = rng.uniform(0.45, 0.8) if fox else rng.uniform(0.14, 0.32)
    wide = rng.uniform(0.16, 0.26) if fox else rng.uniform(0.22, 0.34)
    chin = rng.uniform(0.2, 0.5) if fox else rng.uniform(-0.05, 0.18)
    at, a = rng.uniform(0.5, 0.85), np.linspace(0, 2 * np.pi, 26, endpoint=False)  # from the crown clockwise
    away = np.abs((a + np.pi) % (2 * np.pi) - np.pi)
    r = 0.62 + ears * np.exp(-(((away - at) / wide) ** 2)) + chin * np.exp(-(((away - np.pi) / 0.4) ** 2))
    return np.column_stack([np.sin(a) * r * rng.uniform(0.85, 1.15), -np.cos(a) * r])


def beast(kind: str, rng: Rng) -> Array:
    """Seen from the side, head to the right: a fox is slight with a long tail, a bear heavy without one."""
    fox = kind == "fox"
    back, belly = (-0.15, 0.2) if fox else (-rng.uniform(0.4, 0.6), rng.uniform(0.15, 0.35))
    leg, foot = (0.12, rng.uniform(0.6, 0.85)) if fox else (rng.uniform(0.2, 0.3), rng.uniform(0.6, 0.8))
    up = rng.uniform(-0.75, -0.3) if fox else rng.uniform(-0.5, 0.1)  # how high it holds its head
    snout, hump = rng.uniform(0.85, 1.05), 0.0 if fox else rng.uniform(0, 0.2)
    spine = [(-0.55, back), (0.0, back - hump), (0.35, back)]
    ear = 0.32 if fox else 0.14
    skull = [(0.45, up), (0.52, up - ear), (0.66, up), (snout, up + 0.22), (snout - 0.05, up + 0.32), (0.6, up + 0.4)]
    legs = [(0.5, belly), (0.45, foot), (0.45 - leg, foot), (0.4 - leg, belly), (-0.3, belly)]
    legs += [(-0.35, foot), (-0.35 - leg, foot), (-0.6, belly)]
    end = rng.uniform(-0.4, 0.6)
    tail = [(-0.6, 0.1), (-0.95, end + 0.15), (-1.05, end), (-0.9, end - 0.15)] if fox else [(-0.7, (back + belly) / 2)]
    return np.array([*spine, *skull, *legs, *tail], float)


def details(kind: str, rng: Rng) -> list[Array]:
    """What is drawn in another colour upon any outline: an eye or two, a lighter part."""
    a = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    ring = np.column_stack([np.cos(a), np.sin(a)])
    out = []
    if rng.random() < 0.5:
        middle = rng.normal((0, 0.25), 0.2)
        out.append(ring * rng.uniform(0.15, 0.45, 2) + middle)
    eye, size = rng.uniform(0.1, 0.6), rng.uniform(0.06, 0.14)
    out.append(ring * size + (eye, -0.12))
    if kind != "fish":
        out.append(ring * size + (-eye, -0.12))
    return out
