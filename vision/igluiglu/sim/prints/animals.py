"""Round or square tokens with an animal and its number."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.igluiglu.sim.prints import marks
from vision.igluiglu.sim.prints.marks import Rng
from vision.igluiglu.sim.prints.outlines import animal, details
from vision.sim.noise import fbm
from vision.sim.space import Array

SIZE = 96
BEHIND = ("ring", "plain", "shaded", "mottled", "halves")
SIGNS = ("plain", "halo", "disc", "box")


def sample_tokens(rng: Rng) -> dict[str, Any]:
    """A style as plain numbers: a ground colour for each kind of animal, or one for all."""
    paper = marks.hsv(rng, (0.05, 0.6), (0.0, 0.2), (0.8, 1.0))
    common = paper if rng.random() < 0.4 else marks.any_colour(rng, 0.3)
    kinds = {"fish": (0.5, 0.68), "fox": (0.02, 0.13), "bear": (0.0, 1.0)}
    each = rng.random() < 0.6
    grounds = {
        kind: (marks.hsv(rng, hue, (0.1, 0.9), (0.3, 1.0)) if rng.random() < 0.6 else marks.any_colour(rng, 0.2))
        if each
        else marks.near(rng, common, 0.03)
        for kind, hue in kinds.items()
    }
    inks = {kind: marks.apart(rng, ground, 0.2) for kind, ground in grounds.items()}
    number = float(rng.uniform(0.3, 0.6))
    far = min(0.24, (0.56 - number / 2) / 2**0.5)  # what is larger stands nearer to the middle
    return {
        "behind": str(rng.choice(BEHIND)),
        "sign": str(rng.choice(SIGNS, p=[0.4, 0.2, 0.3, 0.1])),
        "grounds": grounds,
        "inks": inks,
        "outlined": bool(rng.random() < 0.4),
        "detailed": bool(rng.random() < 0.5),
        "ring": float(rng.uniform(0.02, 0.1)),
        "off": (
            float(rng.uniform(-0.2, 0.02)),
            float(rng.uniform(-0.02, 0.2)),
        ),  # of the animal
        "counted": bool(rng.random() < 0.15),  # as many animals as the number says
        "number": number,
        "animal": float(rng.uniform(0.3, 0.75)),
        "number_rgb": marks.any_colour(rng, 0.0, 1.0) if rng.random() < 0.4 else None,
        "number_at": (float(rng.uniform(0.1, far)), float(rng.uniform(-far, -0.1))),
        "digits": int(rng.integers(1 << 30)),
        "square": False,
        "seed": int(rng.integers(1 << 30)),
    }


def print_token(style: dict[str, Any], kind: str, value: int) -> Array:
    """A token's face, BGRA; value 0 is its back: the animal alone."""
    rng = np.random.default_rng([style["seed"], sum(kind.encode()), value])
    ground, ink = style["grounds"][kind], style["inks"][kind]
    out = marks.plane(SIZE, SIZE, ground)
    if style["behind"] == "mottled":
        out = marks.blend(out, ink, fbm(rng, (SIZE, SIZE), (30, 30), 3) * 0.5)
    elif style["behind"] == "shaded":
        out = marks.blend(out, marks.near(rng, ground, 0.3), np.linspace(0, 1, SIZE)[:, None] * np.ones((1, SIZE)))
    elif style["behind"] == "halves":
        marks.polygon(out, np.array([(0, 0.6), (1, 0.55), (1, 1), (0, 1)]) * SIZE, marks.near(rng, ground, 0.25))
    middle = np.array((SIZE / 2, SIZE / 2))
    if not value:  # the back may be of quite another colour
        out = marks.plane(SIZE, SIZE, marks.any_colour(np.random.default_rng([style["seed"], len(kind)]), 0.2))
    count = value if style["counted"] and value else 1
    for k in range(count):
        size = style["animal"] * SIZE / (1 + 0.4 * (count - 1))
        off = np.array(style["off"]) * SIZE * (value > 0) + (0, (k - (count - 1) / 2) * size * 0.8)
        own = np.random.default_rng([style["seed"], len(kind)])
        points = animal(kind, own) * size * 0.75 + middle + off
        marks.polygon(out, points, ink)
        for part in details(kind, own) if style["detailed"] else ():
            marks.polygon(out, part * size * 0.5 + middle + off, marks.apart(own, ink, 0.25))
        if style["outlined"]:
            marks.lines(out, points, marks.apart(rng, ink), 2, closed=True)
    if value:
        put_number(out, style, value, ground, rng)
    mask = np.zeros((SIZE, SIZE), np.uint8)
    if style["square"]:
        mask[:] = 255
    else:
        cv2.circle(mask, (SIZE // 2, SIZE // 2), SIZE // 2 - 1, 255, -1, cv2.LINE_AA)
    if style["behind"] == "ring":
        ring = marks.bgr8(marks.apart(np.random.default_rng(style["seed"]), ground))
        wide = max(round(style["ring"] * SIZE), 1)
        if style["square"]:
            cv2.rectangle(out, (2, 2), (SIZE - 3, SIZE - 3), ring, wide)
        else:
            cv2.circle(out, (SIZE // 2, SIZE // 2), SIZE // 2 - 1 - wide // 2, ring, wide, cv2.LINE_AA)
    return np.dstack([out, mask])


def number_box(style: dict[str, Any]) -> Array:
    """Where the number stands: corners as shares of the token's width from its middle, y up."""
    half = style["number"] / 2
    x, y = style["number_at"]
    return np.array([(x - half, -y - half), (x + half, -y - half), (x + half, -y + half), (x - half, -y + half)])


def put_number(image: Array, style: dict[str, Any], value: int, ground: marks.Colour, rng: Rng) -> None:
    """The number at the top right, on a disc, with a halo or plain."""
    size = round(style["number"] * SIZE)
    mask = marks.number_mask(rng, value, size, style["digits"])
    x, y = style["number_at"]
    x0, y0 = round(SIZE / 2 + x * SIZE - size / 2), round(SIZE / 2 + y * SIZE - size / 2)
    x0, y0 = int(np.clip(x0, 0, SIZE - size)), int(np.clip(y0, 0, SIZE - size))
    part = image[y0 : y0 + size, x0 : x0 + size]
    under = ground
    own = np.random.default_rng(style["digits"])
    ink = style["number_rgb"] or marks.apart(own, under)
    if style["sign"] in ("disc", "box"):
        under = marks.apart(own, ink, 0.4)
        if style["sign"] == "disc":
            cv2.circle(image, (x0 + size // 2, y0 + size // 2), int(size * 0.56), marks.bgr8(under), -1, cv2.LINE_AA)
        else:
            cv2.rectangle(image, (x0 - 1, y0 - 1), (x0 + size, y0 + size), marks.bgr8(under), -1)
    elif style["sign"] == "halo":
        wide = cv2.dilate(mask, np.ones((5, 5), np.uint8))
        part[:] = marks.blend(part, marks.apart(own, ink, 0.5), wide.astype(np.float32) / 255)
    if abs(marks.luma(ink) - marks.luma(under)) < 0.25:
        ink = marks.apart(own, under, 0.4)
    part[:] = marks.blend(part, ink, mask.astype(np.float32) / 255)
