"""Other prints of the cubes' symbols: arrows of many shapes, outlines, rings, round ends, prints cut by hand."""

from __future__ import annotations

import math

import cv2
import numpy as np

from engine.icecult.cube import ARROWS as COLOURED
from vision.icecult.sim.geometry import Dimensions
from vision.sim.noise import fbm
from vision.sim.space import Array
from workshop.lab.space import Json

Rng = np.random.Generator
ARROWS = ("block", "block", "thin", "chunky", "chevron", "notched", "rounded", "bare", "handcut")
OUTLINES = ("none", "none", "none", "white", "dark", "hollow", "tint")


def sample_symbols(rng: Rng) -> Json:
    """How one print run draws its symbols."""
    return {
        "arrow": str(rng.choice(ARROWS)),
        "outline": str(rng.choice(OUTLINES)),
        "outline_share": round(float(rng.uniform(0.015, 0.05)), 4),
        "ring": bool(rng.random() < 0.2),
        "arc_round": bool(rng.random() < 0.5),
        "ragged": round(float(rng.choice([0.0, 0.0, 0.5, 1.0]) * rng.uniform(0.2, 1.0)), 3),
        "opacity": round(float(rng.uniform(0.45, 0.9) if rng.random() < 0.25 else rng.uniform(0.93, 1.0)), 3),
        "worn": round(float(rng.choice([0.0, 0.0, 0.3, 0.8]) * rng.random()), 3),
        "seed": int(rng.integers(1 << 30)),
    }


def arrow_shape(geo: Dimensions, kind: str) -> Array:
    """Corners of an arrow of the given kind that points up in the unit square."""
    length, head, shaft = geo.symbol_arrow_length, geo.symbol_arrow_head_width, geo.symbol_arrow_shaft_width
    if kind == "thin":
        head, shaft = head * 0.75, shaft * 0.45
    elif kind == "chunky":
        head, shaft = min(head * 1.12, 0.8), shaft * 1.6
    top, bottom, half = 0.5 - length / 2, 0.5 + length / 2, head / 2
    neck = top + head * (0.45 if kind == "chunky" else 0.62)
    if kind == "chevron":  # a bent band on a thin shaft
        wing, band = top + half * 0.95, shaft * 1.1
        right = [(0.5 + half, wing), (0.5 + half, wing + band), (0.5 + shaft * 0.4, top + band * 1.3)]
        right += [(0.5 + shaft * 0.4, bottom)]
    elif kind == "notched":  # barbs that reach back
        right = [(0.5 + half, neck + head * 0.14), (0.5 + shaft / 2, neck - head * 0.08), (0.5 + shaft / 2, bottom)]
    elif kind == "kite":  # no shaft: a dart with a notched tail
        right = [(0.5 + half, bottom), (0.5, bottom - length * 0.25)]
    elif kind == "swallow":  # a forked tail
        right = [(0.5 + half, neck), (0.5 + shaft / 2, neck), (0.5 + half * 0.7, bottom), (0.5, bottom - length * 0.2)]
    elif kind == "bare":  # a tapering shaft
        right = [(0.5 + half, neck), (0.5 + shaft * 0.55, neck), (0.5 + shaft * 0.2, bottom)]
    else:
        right = [(0.5 + half, neck), (0.5 + shaft / 2, neck), (0.5 + shaft / 2, bottom)]
    return np.array([(0.5, top), *right, *((1 - x, y) for x, y in reversed(right))])


def drawn_arrow(geo: Dimensions, style: Json, px: int) -> Array:
    """An arrow in white on black, diagonal in the corner layout."""
    shape = arrow_shape(geo, str(style["arrow"]))
    if style["arrow"] == "handcut":
        shape = shape + np.random.default_rng(style["seed"]).normal(0, 0.014, shape.shape)
    if geo.corners:
        shape = (shape - 0.5) @ np.array([[1, -1], [1, 1]]) / math.sqrt(2) + 0.5
    img = np.zeros((px, px), np.uint8)
    cv2.fillPoly(img, [np.round(shape * px * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if style["arrow"] == "rounded":
        k = max(3, int(px * 0.055)) | 1
        soft = cv2.GaussianBlur(cv2.dilate(img, np.ones((k // 2 | 1, k // 2 | 1), np.uint8)), (0, 0), k / 2.2)
        img = np.asarray((soft > 127).astype(np.uint8) * 255)
    return img


def drawn_arc(geo: Dimensions, style: Json, px: int) -> Array:
    """A quarter ring around the top right corner; its ends may be round and stop before the edges."""
    img = np.zeros((px, px), np.uint8)
    radius, stroke = int(geo.symbol_arc_radius * px), max(1, int(geo.symbol_arc_stroke * px))
    if not style["arc_round"]:
        cv2.circle(img, (px, 0), radius, 255, stroke, cv2.LINE_AA)
        return img
    angle = np.radians(np.linspace(98, 172, 40))
    line = np.column_stack([px + radius * np.cos(angle), radius * np.sin(angle)])
    cv2.polylines(img, [np.round(line * 16).astype(np.int32)], False, 255, stroke, cv2.LINE_AA, 4)
    return img


def drawn_symbol(geo: Dimensions, symbol: str, style: Json, px: int) -> Array:
    """A symbol of this print in white on black."""
    if symbol in COLOURED:
        return drawn_arrow(geo, style, px)
    if symbol == "arc":
        return drawn_arc(geo, style, px)
    img = np.zeros((px, px), np.uint8)
    radius = int(geo.symbol_circle_diameter / 2 * px)
    thick = max(2, int(radius * 0.42)) if style["ring"] else -1
    cv2.circle(img, (px // 2, px // 2), radius - max(thick, 0) // 2, 255, thick, cv2.LINE_AA)
    return img


def ragged(img: Array, amount: float, rng: Rng) -> Array:
    """Edges as a knife or a bad stencil leaves them."""
    if amount <= 0:
        return img
    px = img.shape[0]
    bend = [(fbm(rng, img.shape, (px / 12, px / 12), 3) - 0.5) * px * 0.06 * amount for _ in range(2)]
    yy, xx = np.mgrid[0:px, 0:px].astype(np.float32)
    return np.asarray(cv2.remap(img, xx + bend[0], yy + bend[1], cv2.INTER_LINEAR))


def layers(geo: Dimensions, symbol: str, style: Json, px: int, face_seed: int) -> tuple[Array, Array]:
    """How much of each texel is the symbol's own ink and how much the outline's (both 0..1)."""
    rng = np.random.default_rng([style["seed"], face_seed])
    img = ragged(drawn_symbol(geo, symbol, style, px), float(style["ragged"]), rng)
    ink = np.asarray(img, np.float32) / 255
    width, rim = max(2.0, px * float(style["outline_share"])), np.zeros_like(ink)
    if style["outline"] == "hollow" and symbol != "arc":
        ink = ink * np.clip(2 * width - cv2.distanceTransform((img > 127).astype(np.uint8), cv2.DIST_L2, 3), 0, 1)
    elif style["outline"] in ("white", "dark", "tint"):
        away = cv2.distanceTransform((img <= 127).astype(np.uint8), cv2.DIST_L2, 3)
        rim = np.clip(width - away, 0, 1) * (1 - ink)
    if style["worn"] > 0:
        keep = 1 - style["worn"] * np.clip((fbm(rng, ink.shape, (px / 5, px / 5), 5) - 0.55) * 9, 0, 1)
        ink, rim = ink * keep, rim * keep
    return ink, rim


def rim_colour(outline: str, ink: Array) -> Array:
    """The outline's colour for a symbol's ink."""
    if outline == "white":
        return np.array([0.96, 0.96, 0.95])
    return np.array([0.06, 0.06, 0.07]) if outline == "dark" else np.clip(ink * 0.45, 0.02, 1)
