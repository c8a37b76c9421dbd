"""Cube tops: from class probabilities to symbol and facing."""

from __future__ import annotations

from vision.observation import PATHS, SLOTS, CubeReading
from vision.rectify import Array

ARROWS = ("red", "yellow", "green", "blue")


def reading(number: int, diagonal: bool, confidence: float) -> CubeReading:
    """The reading of a class: arrows 0..31 (colour, eighth turn clockwise from north), circle 32, arcs 33..36."""
    if number == 32:
        return CubeReading("circle", None, confidence)
    if number > 32:
        return CubeReading("arc", SLOTS[number - 33], confidence)
    quarter = (number % 8 + (1 if diagonal else 0)) // 2 % 4
    return CubeReading(ARROWS[number // 8], PATHS[quarter], confidence)


def read_top(log_probs: Array, plain: float, diagonal: bool) -> CubeReading | None:
    """The most probable top, or None where it is covered and cannot be told."""
    best = int(log_probs.argmax())
    confidence = float(min(1.0, float(2.718281828459045 ** log_probs[best])))
    if confidence < max(0.5, 1 - plain) and plain < 0.5:
        return None
    return reading(best, diagonal, confidence)
