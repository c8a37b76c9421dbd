"""Table tops as procedural textures."""

from __future__ import annotations

from typing import Any
import numpy as np
from .geometry import Array
from .noise import fbm, mix


def table_texture(kind: str, rng: np.random.Generator, tint: Any, size_mm: tuple[float, float]) -> Array:
    """sRGB texture of a table top, about 1.4 px per mm."""
    w, h = int(size_mm[0] * 1.4), int(size_mm[1] * 1.4)
    base = np.asarray(tint, np.float32)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    if kind == "wood":
        plank = int(rng.integers(130, 300))
        fibre = fbm(rng, (1, 8192), (1, 24), 5)[0]  # one-dimensional grain profile, followed along warped lines
        out = np.zeros((h, w, 3), np.float32)
        bend, ring, depth = rng.uniform(30, 160), rng.uniform(14, 40), rng.uniform(0.08, 0.3)
        for y0 in range(0, h, plank):
            n = min(plank, h - y0)
            sway, drift = fbm(rng, (n, w), (400, 900), 2), fbm(rng, (n, w), (60, 420), 3)
            line = yy[:n] * 1.6 + (sway - 0.5) * bend + (drift - 0.5) * 24 + rng.uniform(800, 6500)
            grain = np.interp(line, np.arange(8192), fibre)
            rings = 0.5 + 0.5 * np.sin(line * 2 * np.pi / ring)
            pores = fbm(rng, (n, w), (1.5, 30), 1)
            tone = 0.35 + depth * (rings**3 - 0.3) + 0.75 * (grain - 0.5) + 0.3 * (sway - 0.5)
            part = mix(base * 0.74, np.minimum(base * 1.12, 1), np.clip(tone, 0, 1)) * (1 + rng.uniform(-0.08, 0.07))
            part *= (1 - 0.12 * np.clip((pores - 0.80) * 9, 0, 1))[..., None]
            part[:2] *= 0.72
            out[y0 : y0 + n] = part
        return np.clip(out, 0, 1)
    if kind == "cloth":
        pitch = rng.uniform(2.2, 3.6)
        weave = np.sin(xx * 2 * np.pi / pitch + fbm(rng, (h, w), (40, 40), 2) * 5) * np.sin(yy * 2 * np.pi / pitch)
        tone = (
            0.5
            + 0.22 * weave
            + 0.5 * (fbm(rng, (h, w), (3, 3), 2) - 0.5)
            + 0.25 * (fbm(rng, (h, w), (240, 240), 3) - 0.5)
        )
        out = mix(base * 0.8, np.minimum(base * 1.12, 1), np.clip(tone, 0, 1))
        if rng.random() < 0.5:  # checked or striped cloth
            p, other = rng.uniform(50, 130), np.clip(base * rng.uniform(0.45, 0.8), 0, 1)
            band = ((xx % p) < p * 0.4).astype(np.float32) * 0.5
            if rng.random() < 0.6:
                band += ((yy % p) < p * 0.4).astype(np.float32) * 0.5
            out = mix(out, out * (other / np.maximum(base, 0.02)), band * 0.8)
        return np.clip(out, 0, 1)
    tone = 0.6 * fbm(rng, (h, w), (500, 500), 3) + 0.4 * fbm(rng, (h, w), (3, 3), 1)  # "plain" laminate or paint
    out = mix(base * 0.93, np.minimum(base * 1.05, 1), tone)
    if rng.random() < 0.4:  # fine flecks
        flecks = np.clip((fbm(rng, (h, w), (4, 4), 1) - 0.82) * 8, 0, 1)
        out *= (1 + 0.14 * flecks * rng.choice([-1, 1]))[..., None]
    return np.clip(out, 0, 1)
