"""Cube tops: from class probabilities to symbol and facing."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from engine.icecult.board import SLOTS
from vision.icecult.observation import PATHS, SYMBOLS, CubeReading
from vision.icecult.read.rectify import Array

ABSENT = 4.0  # how much less likely (in logs) a symbol is that no cube bears
ARROWS = ("red", "yellow", "green", "blue")


def reading(number: int, diagonal: bool, confidence: float) -> CubeReading:
    """The reading of a class: arrows 0..31 (colour, eighth turn clockwise from north), circle 32, arcs 33..36."""
    if number == 32:
        return CubeReading("circle", None, confidence)
    if number > 32:
        return CubeReading("arc", SLOTS[number - 33], confidence)
    quarter = (number % 8 + (1 if diagonal else 0)) // 2 % 4
    return CubeReading(ARROWS[number // 8], PATHS[quarter], confidence)


def cube_class(symbol: str, facing: str | None, diagonal: bool) -> int:
    """Class of a top as printed: arrows 0..31 (colour, eighth turn clockwise from north), circle 32, arcs 33..36."""
    if symbol == "circle":
        return 32
    if symbol == "arc":
        return 33 + SLOTS.index(str(facing))
    eighth = (2 * PATHS.index(str(facing)) - (1 if diagonal else 0)) % 8
    return ARROWS.index(symbol) * 8 + eighth


def turned(label: Array, quarter: int, mirror: bool) -> Array:
    """Classes after mirroring east-west, then turning clockwise by quarter turns."""
    out = label.copy()
    arrow, arc = label < 32, label > 32
    eighth, corner = label % 8, label - 33
    if mirror:
        eighth, corner = -eighth, corner ^ 1  # NW <-> NE, SE <-> SW
    out[arrow] = (label // 8 * 8 + (eighth + 2 * quarter) % 8)[arrow]
    out[arc] = (33 + (corner + quarter) % 4)[arc]
    return out


def unlikely(cubes: Mapping[str, Any] | None) -> frozenset[str]:
    """Symbols that no cube of a wholly known set bears (`cubes` as in docs/FORMATS.md)."""
    faces = [face for cube in (cubes or {}).get("cubes", {}).values() for face in cube.values()]
    if not faces or None in faces:
        return frozenset()
    return frozenset(SYMBOLS) - {re.split("[>:]", str(face))[0] for face in faces}


def with_set(log_probs: Array, absent: frozenset[str], diagonal: bool) -> Array:
    """Class log-probabilities with symbols that the set does not have made unlikely, yet never impossible."""
    if not absent:
        return log_probs
    out = log_probs.copy()
    for number in range(len(out)):
        out[number] -= ABSENT if reading(number, diagonal, 1.0).symbol in absent else 0.0
    return np.asarray(out - np.log(np.exp(out).sum()))


def read_top(log_probs: Array, plain: float, diagonal: bool) -> CubeReading | None:
    """The most probable top, or None where it is covered and cannot be told."""
    best = int(log_probs.argmax())
    confidence = min(1.0, math.exp(log_probs[best]))
    if confidence < 1 - plain:
        return None
    return replace(reading(best, diagonal, confidence), rival=_rival(log_probs, diagonal))


def _rival(log_probs: Array, diagonal: bool) -> CubeReading:
    """The likeliest top that looks otherwise than the most probable one: two eighths of a turn may be one direction."""
    first, *others = (reading(int(k), diagonal, min(1.0, math.exp(log_probs[k]))) for k in log_probs.argsort()[::-1])
    return next(other for other in others if str(other) != str(first))
