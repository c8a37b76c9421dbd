"""More table tops: stone, stripes, tiles, felt, glass, printed pictures; mats and newspapers laid on them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.sim.noise import fbm, mix
from vision.sim.space import Array
from workshop.lab.paint.patterns import any_colour, facets
from workshop.lab.space import Json

Rng = np.random.Generator


def granite(rng: Rng, base: Array, xx: Array, yy: Array) -> Array:
    """Speckled stone."""
    shape, cell = (xx.shape[0], xx.shape[1]), float(rng.uniform(4, 14))
    tone = fbm(rng, shape, (cell, cell), 3)
    out = mix(base * 0.25, np.minimum(base * 1.3 + 0.15, 1), np.clip((tone - 0.5) * rng.uniform(2, 9) + 0.5, 0, 1))
    return mix(out, any_colour(rng), np.clip((fbm(rng, shape, (cell, cell), 2) - 0.7) * 12, 0, 1) * 0.6)


def striped(rng: Rng, base: Array, xx: Array, yy: Array) -> Array:
    """Stripes of two to four colours and widths, in one or both directions."""
    period, out = float(rng.uniform(12, 120)), np.ones((*xx.shape, 3), np.float32) * base
    for axis in (xx, yy)[: int(rng.integers(1, 3))]:
        for _ in range(int(rng.integers(1, 4))):
            at, wide = rng.random(), rng.uniform(0.05, 0.5)
            band = ((axis / period + at) % 1 < wide).astype(np.float32)
            out = mix(out, any_colour(rng), band * rng.uniform(0.3, 0.95))
    weave = 1 + 0.08 * np.sin(xx * 2.3) * np.sin(yy * 2.3)
    return np.asarray(out * weave[..., None])


def tiled(rng: Rng, base: Array, xx: Array, yy: Array) -> Array:
    """Tiles or bamboo with joints."""
    wide, tall = rng.uniform(12, 160, 2)
    cell = np.floor(xx / wide) * 7919 + np.floor(yy / tall) * 104729
    tone = 0.5 + 0.5 * np.sin(cell * 12.9898)
    joint = ((xx % wide) < 3) | ((yy % tall) < 3)
    out = mix(base * 0.8, np.minimum(base * 1.1, 1), tone)
    return mix(out, any_colour(rng), joint * 0.7)


def felt(rng: Rng, base: Array, xx: Array, yy: Array) -> Array:
    """Felt or carpet: one colour, rough at every scale."""
    shape = (xx.shape[0], xx.shape[1])
    tone = 0.6 * fbm(rng, shape, (3, 3), 1) + 0.4 * fbm(rng, shape, (300, 300), 4)
    return mix(base * rng.uniform(0.5, 0.9), np.minimum(base * 1.15, 1), tone)


def pictured(rng: Rng, base: Array, xx: Array, yy: Array) -> Array:
    """A printed picture: patches of any colour, some like the board's own paths."""
    shape = (xx.shape[0], xx.shape[1])
    tone, edge = facets(shape, float(rng.uniform(60, 400)), rng)
    hue = np.stack([0.5 + 0.5 * np.sin(tone * 9 + rng.uniform(0, 6.3)) for _ in range(3)], -1).astype(np.float32)
    out = np.ascontiguousarray(
        mix(np.ones(3) * base * np.ones((*shape, 1)), hue, np.full(shape, rng.uniform(0.2, 0.9)))
    )
    for _ in range(int(rng.integers(0, 14))):
        p, angle = rng.uniform(0, (shape[1], shape[0])), rng.uniform(0, math.pi)
        q = p + rng.uniform(60, 500) * np.array([math.cos(angle), math.sin(angle)])
        ends = [(int(v[0]), int(v[1])) for v in (p, q)]
        cv2.line(out, ends[0], ends[1], tuple(any_colour(rng)), int(rng.integers(3, 60)), cv2.LINE_AA)
    return np.asarray(out * (1 - 0.3 * edge[..., None]))


def sample_cover(rng: Rng, table: Json) -> None:
    """Another table, sometimes round, sometimes with a mat, cloth or newspaper on it."""
    kinds = ("plain", "wood", "granite", "striped", "tiled", "felt", "chequered", "cloth", "marble")
    table["kind"] = str(rng.choice(kinds, p=[0.22, 0.19, 0.1, 0.09, 0.08, 0.09, 0.09, 0.07, 0.07]))
    if table["kind"] != "wood" or rng.random() < 0.2:
        table["color"] = (
            [round(float(rng.uniform(0.75, 0.97)), 3)] * 3 if rng.random() < 0.25 else any_colour(rng, 0.05)
        )
    rough = 0.0 if table["kind"] in ("felt", "striped", "cloth", "chequered") and rng.random() < 0.8 else 1.0
    table["alpha"] = round(rough * float(rng.choice([rng.uniform(0.015, 0.08), rng.uniform(0.1, 0.5)])), 3)
    table["size_mm"] = [round(float(rng.uniform(750, 1500))), round(float(rng.uniform(750, 1050)))]
    table["round"] = bool(rng.random() < 0.2)
    table["floor_kind"] = str(rng.choice(["felt", "tiled", "wood", "granite"]))
    if rng.random() < 0.35:
        kind = str(rng.choice(["newspaper", "newspaper", "striped", "felt", "chequered", "tiled", "dotted"]))
        side = [round(float(v)) for v in rng.uniform(420, 900, 2)]
        table["mat"] = {"kind": kind, "color": any_colour(rng), "size_mm": side, "yaw_deg": float(rng.uniform(0, 360))}
