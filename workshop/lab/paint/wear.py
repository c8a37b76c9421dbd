"""Scratches, dust and fingerprints on acrylic."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.noise import fbm
from vision.sim.space import Array
from workshop.lab.space import Json


def scratches(rng: np.random.Generator, shape: tuple[int, int], count: int) -> Array:
    """Thin, slightly bent bright lines."""
    img = np.zeros(shape, np.uint8)
    for _ in range(count):
        start = rng.uniform(0, (shape[1], shape[0]))
        angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(30, 320)
        bend = rng.uniform(-0.6, 0.6)
        t = np.linspace(0, 1, 12)[:, None]
        line = start + t * length * np.column_stack([np.cos(angle + bend * t), np.sin(angle + bend * t)])
        cv2.polylines(img, [np.round(line * 8).astype(np.int32)], False, int(rng.integers(90, 256)), 1, cv2.LINE_AA, 3)
    return img.astype(np.float32) / 255


def dust(rng: np.random.Generator, shape: tuple[int, int], count: int) -> Array:
    """Specks and short fibres."""
    img = np.zeros(shape, np.uint8)
    for _ in range(count):
        x, y = (int(v) for v in rng.uniform(0, (shape[1], shape[0])))
        if rng.random() < 0.2:
            arc = int(rng.integers(20, 150))
            cv2.ellipse(img, (x, y), (int(rng.integers(6, 22)),) * 2, 0, arc, arc + 90, 200, 1, cv2.LINE_AA)
        else:
            cv2.circle(img, (x, y), int(rng.integers(1, 3)), int(rng.integers(80, 255)), -1, cv2.LINE_AA)
    return img.astype(np.float32) / 255


def fingerprints(rng: np.random.Generator, shape: tuple[int, int], count: int) -> Array:
    """Oval smudges of fine ridges."""
    out = np.zeros(shape, np.float32)
    for _ in range(count):
        cx, cy = rng.uniform(0, (shape[1], shape[0]))
        a, rx, ry = rng.uniform(0, np.pi), rng.uniform(70, 110), rng.uniform(100, 150)
        reach = 1.2 * max(rx, ry)
        y0, x0 = max(int(cy - reach), 0), max(int(cx - reach), 0)
        yy, xx = np.mgrid[y0 : min(int(cy + reach), shape[0]), x0 : min(int(cx + reach), shape[1])].astype(np.float32)
        u = (xx - cx) * np.cos(a) + (yy - cy) * np.sin(a)
        v = -(xx - cx) * np.sin(a) + (yy - cy) * np.cos(a)
        r = np.sqrt((u / rx) ** 2 + (v / ry) ** 2)
        ridges = 0.6 + 0.4 * np.sin(np.hypot(u, v - 40) * 2 * np.pi / 7)
        part = out[y0 : y0 + xx.shape[0], x0 : x0 + xx.shape[1]]
        np.maximum(part, np.clip(1.2 - r, 0, 1) * ridges, out=part)
    return out


def wear_texture(wear: Json) -> Array:
    """How much of each texel of the six-face atlas is dull (0..1)."""
    rng = np.random.default_rng(wear["seed"])
    shape = (512, 768)  # half the ink's resolution, brought up to it
    out = 0.6 * scratches(rng, shape, int(wear["scratches"]))
    out = np.maximum(out, 0.7 * dust(rng, shape, int(wear["dust"])))
    out = np.maximum(out, float(wear["smudge"]) * fingerprints(rng, shape, int(wear["fingerprints"])))
    out += float(wear["haze"]) * fbm(rng, shape, (180, 180), 4)
    return np.asarray(np.clip(cv2.resize(out, (1536, 1024)), 0, 0.8), np.float32)
