"""Prints of the square tiles: one common back, the glacier's face, and signs for the other events."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.igluiglu.sim.prints import marks
from vision.igluiglu.sim.prints.marks import Rng
from vision.igluiglu.sim.prints.outlines import animal
from vision.sim.noise import fbm
from vision.sim.space import Array

SIZE = 112
BACKS = ("plain", "cracks", "snow", "flake", "swirl", "floe", "facets", "hut", "dots", "frame", "picture")
GLACIERS = ("peak", "massif", "cliff", "berg", "blocks", "number")
EVENTS = ("fish1", "fish2", "fish3", "bear", "drift", "energy1", "energy2", "energy3", "harpoon", "melt", "animals")


def sample_tiles(rng: Rng) -> dict[str, Any]:
    """A style as plain numbers."""
    ice = marks.hsv(rng, (0.48, 0.64), (0.0, 0.35), (0.6, 1.0))
    back = ice if rng.random() < 0.75 else marks.any_colour(rng, 0.2)
    return {
        "back": str(rng.choice(BACKS)),
        "glacier": str(rng.choice(GLACIERS)),
        "back_rgb": back,
        "mark_rgb": marks.near(rng, back, 0.15) if rng.random() < 0.6 else marks.any_colour(rng, 0.0),
        "frame_rgb": marks.any_colour(rng, 0.0, 1.0),
        "framed": bool(rng.random() < 0.4),
        "sky_rgb": marks.hsv(rng, (0.5, 0.72), (0.2, 0.9), (0.15, 0.9))
        if rng.random() < 0.7
        else marks.any_colour(rng),
        "berg_rgb": marks.hsv(rng, (0.5, 0.64), (0.0, 0.25), (0.75, 1.0))
        if rng.random() < 0.8
        else marks.any_colour(rng),
        "event_rgb": marks.any_colour(rng),
        "rounded": float(rng.choice([0.0, 0.06, 0.15, 0.3])),
        "seed": int(rng.integers(1 << 30)),
    }


def print_back(style: dict[str, Any]) -> Array:
    """The common back."""
    rng = np.random.default_rng(style["seed"])
    out = marks.plane(SIZE, SIZE, style["back_rgb"])
    kind, ink = style["back"], style["mark_rgb"]
    middle = np.array((SIZE / 2, SIZE / 2))
    tone = fbm(rng, (SIZE, SIZE), (float(rng.uniform(12, 60)),) * 2, 4)
    if kind == "cracks":
        for _ in range(int(rng.integers(3, 14))):
            walk = np.cumsum(rng.normal(0, SIZE / 7, (6, 2)), 0) + rng.uniform(0, SIZE, 2)
            marks.lines(out, walk, ink, int(rng.integers(1, 3)))
    elif kind == "snow":
        out = marks.blend(out, ink, np.clip((tone - 0.45) * 3, 0, 1) * 0.6)
    elif kind == "flake":
        size = float(rng.uniform(0.2, 0.45)) * SIZE
        for k in range(6):
            a = k * np.pi / 3
            arm = np.array((np.cos(a), np.sin(a))) * size
            marks.lines(out, np.array([middle, middle + arm]), ink, 3)
            for s in (-0.6, 0.6):
                twig = np.array((np.cos(a + s), np.sin(a + s))) * size * 0.35
                marks.lines(out, np.array([middle + arm * 0.6, middle + arm * 0.6 + twig]), ink, 2)
    elif kind == "swirl":
        out = marks.blend(out, ink, (np.sin(tone * rng.uniform(10, 40)) * 0.5 + 0.5) * 0.8)
    elif kind == "floe":
        marks.polygon(out, marks.ragged(rng, 12, 0.07) * SIZE * 0.4 + middle, ink)
    elif kind == "facets":
        for _ in range(24):
            at = rng.uniform(0, SIZE, 2)
            marks.polygon(out, marks.ragged(rng, 4, 0.3) * SIZE * 0.25 + at, marks.near(rng, style["back_rgb"], 0.08))
    elif kind == "hut":
        foot = (SIZE // 2, int(SIZE * 0.62))
        cv2.ellipse(out, foot, (int(SIZE * 0.28),) * 2, 0, 180, 360, marks.bgr8(ink), -1 if rng.random() < 0.5 else 3)
    elif kind == "dots":
        for _ in range(int(rng.integers(6, 50))):
            x, y = (int(v) for v in rng.integers(0, SIZE, 2))
            cv2.circle(out, (x, y), int(rng.integers(1, 8)), marks.bgr8(ink), -1, cv2.LINE_AA)
    elif kind == "frame":
        for k in range(int(rng.integers(1, 4))):
            gap = 8 + k * 12
            cv2.rectangle(out, (gap, gap), (SIZE - gap, SIZE - gap), marks.bgr8(ink), 3)
    elif kind == "picture":
        marks.polygon(out, np.array([(0.1, 0.8), (0.4, 0.3), (0.6, 0.6), (0.75, 0.45), (0.95, 0.8)]) * SIZE, ink)
    out = marks.mottled(rng, out, float(rng.uniform(0, 0.18)), float(rng.uniform(10, 60)))
    if style["framed"]:
        cv2.rectangle(out, (1, 1), (SIZE - 2, SIZE - 2), marks.bgr8(style["frame_rgb"]), int(rng.integers(2, 9)))
    return cornered(out, style["rounded"])


def print_glacier(style: dict[str, Any]) -> Array:
    """The glacier's face."""
    rng = np.random.default_rng(style["seed"] + 1)
    out = marks.blend(
        marks.plane(SIZE, SIZE, style["sky_rgb"]),
        marks.near(rng, style["sky_rgb"], 0.2),
        np.linspace(0, 1, SIZE, dtype=np.float32)[:, None] * np.ones((1, SIZE), np.float32),
    )
    kind, ice = style["glacier"], style["berg_rgb"]
    shade = tuple(0.6 * v for v in ice)
    if kind in ("peak", "massif"):
        for x in (0.5,) if kind == "peak" else rng.uniform(0.15, 0.85, int(rng.integers(2, 5))):
            top, wide, foot = rng.uniform(0.12, 0.4), rng.uniform(0.2, 0.45), rng.uniform(0.75, 1.0)
            left, right, tip = (x - wide, foot), (x + wide, foot), (x + rng.normal(0, 0.05), top)
            marks.polygon(out, np.array([left, tip, right]) * SIZE, ice)
            marks.polygon(out, np.array([tip, (x + wide * 0.2, foot), right]) * SIZE, shade)
    elif kind == "cliff":
        edge = np.column_stack([np.linspace(0, 1, 9), 0.45 + rng.normal(0, 0.12, 9)])
        marks.polygon(out, np.concatenate([edge, [(1, 1), (0, 1)]]) * SIZE, ice)
    elif kind == "berg":
        marks.polygon(out, (marks.ragged(rng, 8, 0.22) * 0.33 + (0.5, 0.5)) * SIZE, ice)
        marks.polygon(out, (marks.ragged(rng, 5, 0.2) * 0.15 + (0.58, 0.58)) * SIZE, shade)
    elif kind == "blocks":
        for _ in range(9):
            at = rng.uniform(0.15, 0.85, 2)
            marks.polygon(out, (marks.ragged(rng, 4, 0.2) * 0.16 + at) * SIZE, marks.near(rng, ice, 0.1))
    else:
        cv2.circle(out, (SIZE // 2, SIZE // 2), int(SIZE * 0.3), marks.bgr8(ice), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.rectangle(out, (1, 1), (SIZE - 2, SIZE - 2), marks.bgr8(marks.any_colour(rng)), int(rng.integers(2, 11)))
    return cornered(out, style["rounded"])


def print_event(style: dict[str, Any], event: str) -> Array:
    """Any other face: its sign, with a red border where the tile may be kept."""
    rng = np.random.default_rng([style["seed"], sum(event.encode())])
    out = marks.plane(SIZE, SIZE, style["event_rgb"])
    ink = marks.apart(rng, style["event_rgb"], 0.25)
    middle = np.array((SIZE / 2, SIZE / 2))
    if event.startswith(("fish", "bear", "animals")):
        kind = {"f": "fish", "b": "bear", "a": "fox"}[event[0]]
        for k in range(int(event[-1]) if event[-1].isdigit() else 1):
            marks.polygon(out, animal(kind, rng) * SIZE * 0.3 + middle + (0, (k - 0.5) * 24), ink)
    elif event == "drift":
        for a in np.arange(4) * np.pi / 2:
            tip = np.array([(0.38, 0), (0.22, 0.12), (0.22, -0.12)])
            c, s = np.cos(a), np.sin(a)
            marks.polygon(out, tip @ np.array([[c, s], [-s, c]]) * SIZE + middle, ink)
    elif event.startswith("energy"):
        marks.polygon(out, marks.star(10, 0.36, 0.2) * SIZE + middle, ink)
    elif event == "harpoon":
        marks.lines(out, np.array([(0.2, 0.8), (0.8, 0.2)]) * SIZE, ink, 6)
        marks.polygon(out, np.array([(0.85, 0.15), (0.6, 0.2), (0.8, 0.4)]) * SIZE, ink)
    else:
        marks.polygon(out, marks.ragged(rng, 9, 0.15) * SIZE * 0.25 + middle, ink)
    if event.startswith(("energy", "harpoon", "melt", "animals")):
        red = marks.hsv(rng, (-0.03, 0.03), (0.7, 1.0), (0.5, 0.9))
        cv2.rectangle(out, (3, 3), (SIZE - 4, SIZE - 4), marks.bgr8(red), 10)
    return cornered(out, style["rounded"])


def cornered(image: Array, rounded: float) -> Array:
    """With rounded corners, where the tiles have them (BGRA then)."""
    if not rounded:
        return image
    mask = np.zeros((SIZE, SIZE), np.uint8)
    r = int(SIZE * rounded / 2)
    cv2.rectangle(mask, (r, 0), (SIZE - r, SIZE), 255, -1)
    cv2.rectangle(mask, (0, r), (SIZE, SIZE - r), 255, -1)
    for x in (r, SIZE - r - 1):
        for y in (r, SIZE - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.dstack([image, mask])
