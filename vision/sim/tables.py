"""Plain table tops: wood, cloth, laminate; display RGB in 0..1, `px_mm` texels a millimetre."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.noise import BAND_ROWS, fbm, mix
from vision.sim.space import Array


def wood(rng: np.random.Generator, shape: tuple[int, int], base: Array, px_mm: float) -> Array:
    """Planks with grain and rings."""
    plank = int(rng.uniform(90, 220) * px_mm)
    fibre = fbm(rng, (1, 8192), (1, 24), 5)[0]
    bend, ring, depth = rng.uniform(30, 160), rng.uniform(14, 40), rng.uniform(0.08, 0.3)
    out = np.empty((*shape, 3), np.float32)
    for y0 in range(0, shape[0], plank):
        n = min(plank, shape[0] - y0)
        sway, drift = fbm(rng, (n, shape[1]), (400, 900), 2), fbm(rng, (n, shape[1]), (60, 420), 2)
        begins, shade = rng.uniform(800, 6500), 1 + rng.uniform(-0.08, 0.07)
        for k in range(0, n, BAND_ROWS):
            band = slice(k, min(k + BAND_ROWS, n))
            rows = np.arange(band.start, band.stop, dtype=np.float32)[:, None]
            line = rows * (2.2 / px_mm) + (sway[band] - 0.5) * bend + (drift[band] - 0.5) * 24 + begins
            grain = fibre[np.clip(line, 0, 8191).astype(np.int32)]
            rings = 0.5 + 0.5 * np.sin(line * (2 * np.pi / ring))
            tone = 0.35 + depth * (rings**3 - 0.3) + 0.75 * (grain - 0.5) + 0.3 * (sway[band] - 0.5)
            part = mix(base * 0.74, np.minimum(base * 1.12, 1), np.clip(tone, 0, 1)) * shade
            out[y0 + band.start : y0 + band.stop] = part
        out[y0 : y0 + min(n, 2)] *= 0.72
    return out


def cloth(rng: np.random.Generator, shape: tuple[int, int], base: Array, px_mm: float) -> Array:
    """Woven cloth with folds, sometimes checked or striped."""
    yy, xx = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    fine = cv2.resize(rng.random((shape[0] // 2, shape[1] // 2), dtype=np.float32), (shape[1], shape[0]))
    tone = 0.5 + 0.7 * (fine - 0.5) + 0.25 * (fbm(rng, shape, (240, 240), 3) - 0.5)
    out = mix(base * 0.8, np.minimum(base * 1.12, 1), np.clip(tone, 0, 1))
    if rng.random() < 0.5:  # striped or checked
        pitch, other = rng.uniform(35, 95) * px_mm, np.clip(base * rng.uniform(0.45, 0.8), 0, 1)
        band = ((xx % pitch) < pitch * 0.4).astype(np.float32) * 0.5
        if rng.random() < 0.6:
            band += ((yy % pitch) < pitch * 0.4).astype(np.float32) * 0.5
        out = mix(out, out * (other / np.maximum(base, 0.02)), band * 0.8)
    folds = fbm(rng, shape, (260 * px_mm, 60 * px_mm), 2)
    return np.asarray(out * (0.93 + 0.14 * folds[..., None]))


def laminate(rng: np.random.Generator, shape: tuple[int, int], base: Array, px_mm: float) -> Array:
    """One colour, sometimes flecked."""
    tone = 0.6 * fbm(rng, shape, (500, 500), 3) + 0.4 * fbm(rng, shape, (3, 3), 1)
    out = mix(base * 0.93, np.minimum(base * 1.05, 1), tone)
    if rng.random() < 0.4:
        flecks = np.clip((fbm(rng, shape, (4, 4), 1) - 0.8) * 8, 0, 1)
        out *= (1 + 0.14 * flecks * rng.choice([-1, 1]))[..., None]
    return out
