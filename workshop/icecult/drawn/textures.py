"""Patterns that cover tables and paths: noise of any grain, stripes, checks, wood, print; made once from a seed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
SIDE = 256


def textures(count: int, seed: int = 0) -> Array:
    """(count, SIDE, SIDE, 3) bytes."""
    rng = np.random.default_rng([seed, 91])
    return np.array([KINDS[int(rng.integers(len(KINDS)))](rng) for _ in range(count)], np.uint8)


def noise(rng: np.random.Generator, cells: tuple[int, int], channels: int = 1) -> Array:
    """Smooth noise from 0 to 1 that joins itself at the sides."""
    coarse = rng.random((cells[0], cells[1], channels)).astype(np.float32)
    wide = np.pad(coarse, ((2, 2), (2, 2), (0, 0)), "wrap")
    grown = cv2.resize(wide, None, fx=SIDE / cells[1], fy=SIDE / cells[0], interpolation=cv2.INTER_CUBIC)
    top, left = 2 * SIDE // cells[0], 2 * SIDE // cells[1]
    cut = grown.reshape(*grown.shape[:2], channels)[top : top + SIDE, left : left + SIDE]
    return np.asarray(np.clip(cut, 0, 1))


def grain(rng: np.random.Generator, stretched: float = 1.0) -> Array:
    """Noise of several sizes added up."""
    total, weight, out = 0.0, 1.0, np.zeros((SIDE, SIDE, 1), np.float32)
    for octave in range(2, 8):
        cells = 2**octave
        rows = int(np.clip(cells / stretched, 2, SIDE))
        out += weight * noise(rng, (rows, cells))
        total += weight
        weight *= rng.uniform(0.45, 0.95)
    return contrast(out / total, rng)


def contrast(picture: Array, rng: np.random.Generator) -> Array:
    low, high = np.quantile(picture, (0.02, 0.98))
    return np.asarray(np.clip((picture - low) / max(high - low, 1e-3), 0, 1) ** rng.uniform(0.5, 2))


def shown(*channels: Array) -> Array:
    """Bytes of one channel for all, or of three."""
    each = np.concatenate(channels, 2)
    return np.asarray(np.broadcast_to(each, (SIDE, SIDE, 3)) * 255, np.uint8)


def plain(rng: np.random.Generator) -> Array:
    return shown(0.5 + 0.1 * (grain(rng) - 0.5))


def cloudy(rng: np.random.Generator) -> Array:
    return shown(grain(rng))


def coloured(rng: np.random.Generator) -> Array:
    return shown(grain(rng), grain(rng), grain(rng))


def wood(rng: np.random.Generator) -> Array:
    fibres = grain(rng, rng.uniform(6, 24))
    planks = np.floor(np.arange(SIDE) / SIDE * rng.integers(1, 6))[None, :, None]
    return shown(np.clip(fibres * 0.8 + 0.2 * (planks % 2), 0, 1).astype(np.float32))


def striped(rng: np.random.Generator) -> Array:
    wave = np.sin(np.arange(SIDE) / SIDE * 2 * np.pi * rng.integers(2, 24))
    sharp = rng.uniform(0.5, 20)
    lines = (np.clip(wave * sharp, -1, 1) / 2 + 0.5)[None, :, None] * np.ones((SIDE, 1, 1))
    crossed = lines.transpose(1, 0, 2) if rng.random() < 0.5 else lines
    how = rng.integers(3)
    both = lines if how == 0 else (lines + crossed) / 2 if how == 1 else np.abs(lines - crossed)
    return shown(np.clip(both + 0.15 * (grain(rng) - 0.5), 0, 1).astype(np.float32))


def speckled(rng: np.random.Generator) -> Array:
    fine = rng.random((SIDE, SIDE, 1)).astype(np.float32)
    return shown(contrast(cv2.GaussianBlur(fine, (0, 0), rng.uniform(0.5, 2.5))[..., None], rng))


def patches(rng: np.random.Generator) -> Array:
    """Pieces of any colour, as on printed cloth and covers of magazines."""
    picture = np.full((SIDE, SIDE, 3), rng.integers(0, 256, 3), np.uint8)
    for _ in range(int(rng.integers(8, 60))):
        colour, at = rng.integers(0, 256, 3).tolist(), rng.integers(0, SIDE, 2)
        size = rng.integers(4, 60, 2)
        if rng.random() < 0.5:
            cv2.ellipse(
                picture, at.tolist(), size.tolist(), float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA
            )
        else:
            cv2.rectangle(picture, at.tolist(), (at + size).tolist(), colour, -1)
    return picture


def printed(rng: np.random.Generator) -> Array:
    """Lines of writing."""
    picture = np.full((SIDE, SIDE, 1), 235, np.uint8)
    pitch = int(rng.integers(5, 16))
    for row in range(2, SIDE - pitch, pitch):
        at = int(rng.integers(0, 20))
        while at < SIDE - 10:
            long = int(rng.integers(3, 22))
            cv2.rectangle(picture, (at, row), (at + long, row + pitch // 2), int(rng.integers(20, 120)), -1)
            at += long + int(rng.integers(2, 6))
    return np.asarray(np.broadcast_to(cv2.GaussianBlur(picture, (3, 3), 0)[..., None], (SIDE, SIDE, 3)))


KINDS = (plain, cloudy, coloured, wood, striped, speckled, patches, printed)
