"""Pawns on the table: peaks of the heat maps, and whose goal or the start they stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from engine.icecult.board import COLOURS
from vision.icecult.observation import PATHS, in_order
from vision.icecult.read.rectify import OUTWARD, Array, arm_start_mm
from vision.icecult.read.stacks import Guess

FAINT = 0.08  # peaks below are noise
NEAR_CELLS = 2
NEAR_PATH_MM = 6.0  # a foot this near to a space stands on it
READ_AT_LEAST = 0.5  # confidence below which start and goals are left unread


@dataclass(frozen=True, slots=True)
class Spot:
    """A pawn beside the paths (or one riding on it): where, and what it may be ("" = nothing there after all)."""

    xy_mm: tuple[float, float]
    area: str  # "start" or a path whose goal it reached
    options: list[Guess]
    rides: bool = False  # on another pawn


def find_spots(heat: Array, patch: Array, geometry: Mapping[str, Any]) -> list[Spot]:
    """Spots of the heat maps (4 for each height, h, w) over the table patch (1, 3, 3)."""
    layers = np.split(heat, len(heat) // len(COLOURS))
    return [spot for k, layer in enumerate(layers) for spot in _layer_spots(layer, patch[0], geometry, k > 0)]


def _layer_spots(layer: Array, patch: Array, geometry: Mapping[str, Any], rides: bool) -> list[Spot]:
    strongest = layer.max(0)
    grown = cv2.dilate(strongest, np.ones((2 * NEAR_CELLS - 1, 2 * NEAR_CELLS - 1), np.uint8))
    out = []
    for y, x in zip(*np.nonzero((strongest >= grown) & (strongest > FAINT)), strict=True):
        window = layer[:, max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
        xy = _place_mm(*_middle(strongest, int(x), int(y)), patch, layer.shape[1])
        out.append(Spot(xy, area_of(xy, geometry), _options(window.max((1, 2))), rides))
    return out


def _middle(heat: Array, x: int, y: int) -> tuple[float, float]:
    """Where the heat around a cell has its middle: a foot rarely stands in the middle of one."""
    rows, columns = (np.arange(max(0, at - 1), min(at + 2, size)) for at, size in zip((y, x), heat.shape, strict=True))
    near = heat[np.ix_(rows, columns)]
    return float(near.sum(0) @ columns / near.sum()), float(near.sum(1) @ rows / near.sum())


def _place_mm(x: float, y: float, patch: Array, cells: int) -> tuple[float, float]:
    u = (x + 0.5) / cells * 2 - 1
    v = 1 - (y + 0.5) / cells * 2
    point = patch[0] + patch[1] * u + patch[2] * v
    return float(point[0]), float(point[1])


def _options(strength: Array) -> list[Guess]:
    """A pawn is there with the strongest probability; its colour goes by the odds."""
    odds = strength / (1 - np.minimum(strength, 0.9999))
    there = float(strength.max())
    shares = odds / odds.sum()
    guesses = [Guess(c, there * float(s)) for c, s in zip(COLOURS, shares, strict=True) if s > 1e-3]
    return [*guesses, Guess("", 1 - there)]


def area_of(xy_mm: tuple[float, float], geometry: Mapping[str, Any]) -> str:
    """Beyond a tip is that path's goal; anywhere else is the start."""
    _, end = spaces_mm(geometry)
    for path in PATHS:
        along, across = _on(path, xy_mm)
        if along > end + float(geometry["tip_length"]) / 2 and across < 0.45 * along:
            return path
    return "start"


def on_a_path(xy_mm: tuple[float, float], geometry: Mapping[str, Any]) -> bool:
    """Whether what stands there stands on a space."""
    (begin, end), half = spaces_mm(geometry), float(geometry["path_width"]) / 2 + NEAR_PATH_MM
    places = (_on(path, xy_mm) for path in PATHS)
    return any(begin - NEAR_PATH_MM < along < end + NEAR_PATH_MM and across < half for along, across in places)


def spaces_mm(geometry: Mapping[str, Any]) -> tuple[float, float]:
    """Where the spaces of a path begin and end, from the middle of the board."""
    begin = arm_start_mm(geometry)
    return begin, begin + float(geometry["space_length"]) * int(geometry["spaces_per_arm"])


def _on(path: str, xy_mm: tuple[float, float]) -> tuple[float, float]:
    """How far out along a path, and how far from its middle line."""
    out = OUTWARD[path]
    return xy_mm[0] * out[0] + xy_mm[1] * out[1], abs(xy_mm[0] * out[1] - xy_mm[1] * out[0])


def read_areas(spots: Sequence[Spot], weighed: Sequence[Sequence[Guess]]) -> dict[str, tuple[str | None, float]]:
    """Letters and confidence of the start and of each goal."""
    text = dict.fromkeys(("start", *PATHS), "")
    sure = dict.fromkeys(text, 1.0)
    for spot, options in zip(spots, weighed, strict=True):
        best = max(options, key=lambda g: g.weight)
        text[spot.area] += best.text
        sure[spot.area] *= best.weight
    return {area: (in_order(text[area]) if sure[area] >= READ_AT_LEAST else None, sure[area]) for area in text}
