"""Colours and patterns that any print may use."""

from __future__ import annotations

import colorsys
from typing import Any

import cv2
import numpy as np

from vision.sim.space import Array

Rng = np.random.Generator


def rounded(values: Any, digits: int = 3) -> list[float]:
    """Plain rounded floats, fit for JSON."""
    return [round(float(v), digits) for v in np.asarray(values).ravel()]


def any_colour(rng: Rng, dark: float = 0.1, bright: float = 0.98) -> list[float]:
    """Any colour there is, greys as often as bright ones."""
    saturation = float(rng.choice([0.0, 0.25, 0.6, 0.95])) * rng.random()
    return [round(v, 3) for v in colorsys.hsv_to_rgb(rng.random(), saturation, float(rng.uniform(dark, bright)))]


def facets(shape: tuple[int, int], cell: float, rng: Rng) -> tuple[Array, Array]:
    """A tone for each splinter (-1..1) and how near its border is (0..1)."""
    count = int(np.clip(shape[0] * shape[1] / cell**2, 8, 900))
    seeds = np.ones((shape[0] // 2, shape[1] // 2), np.uint8)
    at = rng.integers(0, (seeds.shape[0], seeds.shape[1]), (count, 2))
    seeds[at[:, 0], at[:, 1]] = 0
    away, label = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    tone = rng.uniform(-1, 1, int(label.max()) + 1).astype(np.float32)[label]
    edge = (cv2.morphologyEx(tone, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0).astype(np.float32)
    size = (shape[1], shape[0])
    return cv2.resize(tone + 0.2 * away / max(float(away.max()), 1), size), cv2.resize(edge, size)
