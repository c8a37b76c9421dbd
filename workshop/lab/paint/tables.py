"""Table tops as procedural textures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from vision.sim.noise import fbm, mix
from vision.sim.space import Array
from vision.sim.tables import cloth, laminate, wood
from workshop.lab.paint.covers import felt, granite, pictured, striped, tiled

PX_MM = 1.4


def chequered(rng: np.random.Generator, base: Array, xx: Array, yy: Array) -> Array:
    """Gingham or tartan: two crossing bands over a pale ground."""
    p = rng.uniform(18, 90)
    ground = np.asarray(rng.uniform(0.75, 0.97)) * np.ones(3) if rng.random() < 0.7 else np.clip(1 - base, 0.05, 0.95)
    band = 0.5 * ((xx % p) < p * 0.5) + 0.5 * ((yy % p) < p * 0.5)
    out = mix(ground, base, band)
    if rng.random() < 0.4:  # thin tartan lines
        thin = ((xx % (p * 2)) < 4) | ((yy % (p * 2)) < 4)
        out = mix(out, rng.uniform(0.05, 0.95, 3), thin * 0.8)
    weave = 1 + 0.1 * np.sin(xx * 2.1) * np.sin(yy * 2.1)
    return np.asarray(
        out * weave[..., None] * (0.9 + 0.2 * fbm(rng, (xx.shape[0], xx.shape[1]), (260, 260), 3))[..., None]
    )


def dotted(rng: np.random.Generator, base: Array, xx: Array, yy: Array) -> Array:
    """Printed oilcloth: dots, rings or petals on a ground colour."""
    p = rng.uniform(40, 130)
    gx, gy = np.floor(xx / p), np.floor(yy / p)
    u, v = xx - (gx + 0.5) * p, yy - (gy + 0.5) * p
    r, angle = np.hypot(u, v), np.arctan2(v, u)
    petals = int(rng.integers(0, 7))
    reach = p * rng.uniform(0.18, 0.38) * (1 + (0.3 * np.cos(petals * angle) if petals else 0))
    shape = np.clip(reach - r, 0, 1)
    other, heart = rng.uniform(0.05, 0.95, 3), rng.uniform(0.05, 0.95, 3)
    out = mix(base * np.ones(3), other, shape)
    return mix(out, heart, np.clip(reach * 0.4 - r, 0, 1))


def marble(rng: np.random.Generator, base: Array, xx: Array, yy: Array) -> Array:
    """Stone with veins."""
    shape = (xx.shape[0], xx.shape[1])
    vein = np.abs(fbm(rng, shape, (420, 420), 6) - 0.5)
    out = mix(base, np.minimum(base * 1.15, 1), fbm(rng, shape, (600, 600), 3))
    return mix(out, np.clip(base * rng.uniform(0.4, 1.6), 0, 1), np.clip(1 - vein * 24, 0, 1) * 0.7)


def printed_sheets(rng: np.random.Generator, base: Array, xx: Array, yy: Array) -> Array:
    """Newspaper spread over the table: columns of grey lines, headlines and pictures."""
    shape = (xx.shape[0], xx.shape[1])
    out = np.ones((*shape, 3), np.float32) * np.asarray((0.84, 0.82, 0.77), np.float32)
    column, line = rng.uniform(90, 150), rng.uniform(6, 9)
    words = fbm(rng, shape, (line, 14), 1)
    text = ((yy % line) < line * 0.5) & ((xx % column) > 8) & (words > 0.35)
    out = mix(out, (0.22, 0.22, 0.24), text * 0.75)
    for _ in range(int(rng.integers(6, 22))):
        x, y = int(rng.integers(0, shape[1])), int(rng.integers(0, shape[0]))
        w, h = int(rng.integers(90, 420)), int(rng.integers(24, 260))
        block = rng.uniform(0.05, 0.9, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0.1, 0.9))
        part = out[y : y + h, x : x + w]
        part[:] = block * (0.7 + 0.6 * fbm(rng, (max(part.shape[0], 1), max(part.shape[1], 1)), (40, 40), 3))[..., None]
    return out * (0.6 + 0.4 * base / max(float(base.max()), 0.2))


def fold_heights(rng: np.random.Generator, shape: tuple[int, int], depth_mm: float) -> Array:
    """Heights of a crumpled or once folded cloth on a coarse grid; only its slope is used, for shading."""
    out = (fbm(rng, shape, (shape[0] / 3, shape[1] / 4), 3) - 0.5) * 2 * depth_mm
    yy, xx = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    for _ in range(int(rng.integers(1, 5))):
        a, at = rng.uniform(0, np.pi), rng.uniform(0.2, 0.8)
        across = (xx - at * shape[1]) * np.cos(a) + (yy - at * shape[0]) * np.sin(a)
        out += depth_mm * rng.uniform(0.3, 1.0) * np.exp(-((across / rng.uniform(1.5, 4)) ** 2))
    return np.asarray(out, np.float32)


def porous_wood(rng: np.random.Generator, base: Array, xx: Array, yy: Array) -> Array:
    """Planks with grain, rings and pores."""
    pores = fbm(rng, (xx.shape[0], xx.shape[1]), (1.5, 30), 1)
    grown = wood(rng, (xx.shape[0], xx.shape[1]), base, PX_MM)
    return np.asarray(grown * (1 - 0.12 * np.clip((pores - 0.80) * 9, 0, 1))[..., None])


def woven_cloth(rng: np.random.Generator, base: Array, xx: Array, yy: Array) -> Array:
    """Cloth whose threads are seen."""
    pitch, shape = rng.uniform(2.2, 3.6), (xx.shape[0], xx.shape[1])
    weave = np.sin(xx * 2 * np.pi / pitch + fbm(rng, shape, (40, 40), 2) * 5) * np.sin(yy * 2 * np.pi / pitch)
    return np.asarray(cloth(rng, shape, base, PX_MM) * (1 + 0.08 * weave)[..., None])


def plain(rng: np.random.Generator, base: Array, xx: Array, yy: Array) -> Array:
    """Laminate or paint."""
    return laminate(rng, (xx.shape[0], xx.shape[1]), base, PX_MM)


PATTERNS: dict[str, Callable[[np.random.Generator, Array, Array, Array], Array]] = {
    "wood": porous_wood,
    "cloth": woven_cloth,
    "plain": plain,
    "chequered": chequered,
    "dotted": dotted,
    "marble": marble,
    "newspaper": printed_sheets,
    "granite": granite,
    "striped": striped,
    "tiled": tiled,
    "felt": felt,
    "pictured": pictured,
}


def table_texture(kind: str, rng: np.random.Generator, tint: Any, size_mm: tuple[float, float]) -> Array:
    """sRGB texture of a table top, PX_MM texels a millimetre."""
    w, h = int(size_mm[0] * PX_MM), int(size_mm[1] * PX_MM)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    return np.clip(PATTERNS[kind](rng, np.asarray(tint, np.float32), xx, yy), 0, 1)
