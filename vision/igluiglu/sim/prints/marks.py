"""Strokes and patches that every print is made of; colours are RGB 0..1, pictures BGR 8 bits."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.sim.noise import fbm
from vision.sim.space import Array

Rng = np.random.Generator
Colour = tuple[float, float, float]

# Strokes of the numbers in a box of 0..1 (x right, y down), several ways to write each.
STROKES: dict[int, tuple[tuple[tuple[float, float], ...], ...]] = {
    1: (
        ((0.3, 0.25), (0.55, 0.03), (0.55, 1.0)),
        ((0.5, 0.0), (0.5, 1.0)),
        ((0.25, 0.3), (0.55, 0.0), (0.55, 1.0), (0.25, 1.0), (0.85, 1.0)),
        ((0.15, 0.45), (0.6, 0.0), (0.6, 1.0)),
    ),
    2: (
        ((0.1, 0.25), (0.2, 0.06), (0.5, 0.0), (0.8, 0.08), (0.88, 0.28), (0.75, 0.5), (0.1, 1.0), (0.92, 1.0)),
        ((0.1, 0.0), (0.9, 0.0), (0.9, 0.48), (0.1, 0.52), (0.1, 1.0), (0.92, 1.0)),
        ((0.12, 0.2), (0.4, 0.0), (0.8, 0.1), (0.8, 0.4), (0.35, 0.75), (0.05, 1.0), (0.3, 0.9), (0.95, 1.0)),
    ),
    3: (
        (
            (0.1, 0.1),
            (0.5, 0.0),
            (0.85, 0.12),
            (0.85, 0.36),
            (0.45, 0.48),
            (0.88, 0.62),
            (0.9, 0.86),
            (0.5, 1.0),
            (0.08, 0.9),
        ),
        ((0.1, 0.0), (0.88, 0.0), (0.45, 0.4), (0.85, 0.55), (0.88, 0.82), (0.5, 1.0), (0.08, 0.88)),
        ((0.1, 0.0), (0.9, 0.0), (0.9, 0.5), (0.35, 0.5), (0.9, 0.5), (0.9, 1.0), (0.1, 1.0)),
    ),
    4: (
        ((0.75, 1.0), (0.75, 0.0), (0.05, 0.7), (0.97, 0.7)),
        ((0.3, 0.0), (0.1, 0.6), (0.95, 0.6), (0.7, 0.6), (0.72, 0.25), (0.7, 1.0)),
        ((0.1, 0.0), (0.1, 0.5), (0.85, 0.5), (0.85, 0.0), (0.85, 1.0)),
    ),
}


def any_colour(rng: Rng, dark: float = 0.05, bright: float = 0.98) -> Colour:
    """Any colour there is, greys as often as bright ones."""
    saturation = float(rng.choice([0.0, 0.25, 0.6, 0.95])) * float(rng.random())
    return colorsys.hsv_to_rgb(float(rng.random()), saturation, float(rng.uniform(dark, bright)))


def near(rng: Rng, rgb: Sequence[float], spread: float = 0.06) -> Colour:
    """A colour like this one."""
    a, b, c = (float(np.clip(v + rng.normal(0, spread), 0, 1)) for v in rgb)
    return a, b, c


def hsv(rng: Rng, hue: tuple[float, float], saturation: tuple[float, float], value: tuple[float, float]) -> Colour:
    """A colour out of a range."""
    h, s, v = (float(rng.uniform(*span)) for span in (hue, saturation, value))
    return colorsys.hsv_to_rgb(h % 1, s, v)


def bgr8(rgb: Sequence[float]) -> tuple[float, float, float]:
    """As OpenCV draws it."""
    r, g, b = (float(np.clip(v, 0, 1)) * 255 for v in rgb)
    return b, g, r


def luma(rgb: Sequence[float]) -> float:
    """How bright a colour looks."""
    return 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]


def apart(rng: Rng, rgb: Sequence[float], least: float = 0.3) -> Colour:
    """A colour that stands out from this one."""
    for _ in range(8):
        other = any_colour(rng, 0.0, 1.0)
        if abs(luma(other) - luma(rgb)) > least:
            return other
    return (0.02, 0.02, 0.05) if luma(rgb) > 0.5 else (0.98, 0.98, 0.96)


def plane(h: int, w: int, rgb: Sequence[float]) -> Array:
    """One colour."""
    out = np.empty((h, w, 3), np.uint8)
    out[:] = bgr8(rgb)
    return out


def blend(a: Array, b: Sequence[float] | Array, weight: Array) -> Array:
    """Picture `a` with colour or picture `b` over it, 0..1."""
    t = np.clip(weight, 0, 1).astype(np.float32)
    other = plane(a.shape[0], a.shape[1], b) if not isinstance(b, np.ndarray) else b
    return np.asarray(cv2.blendLinear(other, np.ascontiguousarray(a), t, 1 - t))


def mottled(rng: Rng, image: Array, much: float, cell: float) -> Array:
    """Brighter and darker here and there."""
    h, w = image.shape[:2]
    tone = 1 + np.float32(much * 2) * (fbm(rng, (h, w), (cell, cell), 3) - np.float32(0.5))
    return np.asarray(cv2.multiply(image, cv2.merge([tone] * 3), dtype=cv2.CV_8U))


def number_mask(rng: Rng, value: int, size: int, style: int) -> Array:
    """A number, 0..255, filling a square of so many pixels; the style is the same for all numbers of a set."""
    own = np.random.default_rng(style)
    if own.random() < 0.5:
        font = int(own.integers(0, 8)) | (16 if own.random() < 0.2 else 0)
        heavy = int(own.integers(3, 9))
        mask = np.zeros((160, 160), np.uint8)
        (w, h), _ = cv2.getTextSize(str(value), font, 4.0, heavy)
        cv2.putText(mask, str(value), (80 - w // 2, 80 + h // 2), font, 4.0, 255, heavy * 2, cv2.LINE_AA)
    else:
        ways = STROKES[value]
        way = np.array(ways[int(own.integers(0, 9)) % len(ways)])
        wide, slant, heavy = own.uniform(0.5, 0.8), own.uniform(-0.05, 0.25), int(own.integers(9, 24))
        points = np.column_stack([(way[:, 0] - 0.5) * wide + slant * (0.5 - way[:, 1]), way[:, 1] - 0.5])
        mask = np.zeros((160, 160), np.uint8)
        smooth: Array = np.asarray(points)
        if own.random() < 0.7:  # rounded corners
            for _ in range(2):
                a, b = smooth[:-1], smooth[1:]
                cut = np.stack([a * 0.75 + b * 0.25, a * 0.25 + b * 0.75], 1).reshape(-1, 2)
                smooth = np.concatenate([smooth[:1], cut, smooth[-1:]])
        path = np.round((smooth * 110 + 80) * 16).astype(np.int32)
        cv2.polylines(mask, [path], False, 255, heavy, cv2.LINE_AA, 4)
    if own.random() < 0.45:  # drawn with a broad pen: strokes across it are thicker
        pen, slope = own.integers(3, 19, 2), float(own.uniform(-60, 60))
        nib = np.zeros((21, 21), np.uint8)
        cv2.ellipse(nib, (10, 10), (int(pen[0] // 2), int(pen[1] // 2)), slope, 0, 360, 1, -1)
        mask = np.asarray(cv2.dilate(mask, nib))
    ys, xs = np.nonzero(mask > 60)
    tight = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    scale = (size - 2) / max(tight.shape)
    small = cv2.resize(tight, (max(round(tight.shape[1] * scale), 1), size - 2), interpolation=cv2.INTER_AREA)
    out = np.zeros((size, size), np.uint8)
    x = (size - small.shape[1]) // 2
    out[1 : 1 + small.shape[0], x : x + small.shape[1]] = small
    return out


def star(count: int, size: float, inner: float, turn: float = 0.0) -> Array:
    """Corners of a star around the origin."""
    a = np.arange(count * 2) * (np.pi / count) + turn
    r = np.where(np.arange(count * 2) % 2 == 0, size, inner)
    return np.column_stack([np.cos(a) * r, np.sin(a) * r])


def ragged(rng: Rng, count: int, rough: float) -> Array:
    """A closed outline around the origin, about 1 in radius."""
    a = np.arange(count) * (2 * np.pi / count)
    r = 1 + rough * rng.normal(0, 1, count)
    return np.column_stack([np.cos(a) * r, np.sin(a) * r])


def polygon(image: Array, points: Array, rgb: Any) -> None:
    """A filled polygon, also a hollow one."""
    line = [np.round(points * 16).astype(np.int32)]
    colour = bgr8(rgb) if image.ndim == 3 else float(rgb)
    cv2.fillPoly(image, line, colour, cv2.LINE_AA, 4)


def lines(image: Array, points: Array, rgb: Any, thick: int, closed: bool = False) -> None:
    """A drawn line."""
    colour = bgr8(rgb) if image.ndim == 3 else float(rgb)
    cv2.polylines(image, [np.round(points * 16).astype(np.int32)], closed, colour, max(1, thick), cv2.LINE_AA, 4)
