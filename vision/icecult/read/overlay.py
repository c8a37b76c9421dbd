"""Draws what was seen on a copy of the picture: labels on cubes, letters beside stacks, hatching where hidden."""

from __future__ import annotations

from typing import Any, Protocol

import cv2
import numpy as np

from engine.icecult.board import SLOTS
from vision.icecult.observation import PATHS, SURE_LEAST, CubeReading, Observation
from vision.icecult.read.rectify import CUBE_MARGIN, Array, Sizes, arm_start_mm, cube_patches, space_centre_mm

Colour = tuple[int, int, int]
INK: dict[str, Colour] = {
    "r": (60, 60, 235),
    "y": (60, 225, 250),
    "g": (80, 190, 60),
    "b": (235, 120, 50),
    "circle": (190, 80, 170),
    "arc": (60, 60, 60),
}
WHITE, BLACK, DOUBT = (255, 255, 255), (20, 20, 20), (40, 140, 255)
FONT = cv2.FONT_HERSHEY_SIMPLEX


class Projection(Protocol):
    """What drawing needs of a profile."""

    @property
    def geometry(self) -> Sizes: ...
    def project(self, points_mm: Any) -> Any: ...


def draw_observation(bgr: Array, profile: Projection, seen: Observation, letters: bool = True) -> Array:
    """A copy of the picture with every reading drawn where it was made; without `letters` only shapes and colours."""
    out = bgr.copy()
    unit = max(bgr.shape[1] / 1280, 0.5)
    for path in PATHS:
        for i, stack in enumerate(seen.paths[path]):
            _draw_space(out, profile, path, i, stack, seen.confidences.get(f"{path}{i + 1}", 1.0), unit, letters)
        if letters:
            _draw_goal(out, profile, path, seen.goal[path], unit)
    for patch, slot in zip(cube_patches(profile.geometry), SLOTS, strict=True):
        _draw_cube(out, bgr, profile, patch, seen.cubes[slot], unit, letters)
    if not letters:
        return out
    start = "?" if seen.start is None else seen.start or "-"
    _text(
        out,
        f"at the start {start}   sure {seen.confidence:.2f}   hand {seen.hand:.2f}",
        (12 * unit, 26 * unit),
        unit * 1.3,
    )
    return out


def _draw_cube(
    out: Array, bgr: Array, profile: Projection, patch: Array, top: CubeReading | None, unit: float, letters: bool
) -> None:
    centre, right, up = patch[0], patch[1] / CUBE_MARGIN, patch[2] / CUBE_MARGIN
    quad = profile.project([centre - right + up, centre + right + up, centre + right - up, centre - right - up])
    if top is None:
        _hatch(out, quad, unit)
        return
    inside = cv2.fillConvexPoly(np.zeros(bgr.shape[:2], np.uint8), np.round(quad).astype(np.int32), 1)
    out[inside > 0] = bgr[inside > 0]  # a space that nobody can see behind a cube is hatched, the cube itself is not
    colour = INK.get(top.symbol, INK.get(top.symbol[0], WHITE))
    _outline(out, quad, colour, unit)
    if not letters:
        return
    middle = quad.mean(0)
    label = _words(top) if top.confidence >= SURE_LEAST else f"{_words(top)}?"
    _text(out, label, (middle[0] - 4.2 * unit * len(label), middle[1] + 4 * unit), unit, _shade(top.confidence))


def _words(top: CubeReading) -> str:
    """What is on a cube, as a person says it: red to N, circle, arc NE."""
    if top.facing is None:
        return top.symbol
    return f"arc {top.facing}" if top.symbol == "arc" else f"{top.symbol} to {top.facing}"


def _draw_space(
    out: Array,
    profile: Projection,
    path: str,
    index: int,
    stack: str | None,
    confidence: float,
    unit: float,
    letters: bool,
) -> None:
    foot, half = space_centre_mm(profile.geometry, path, index), float(profile.geometry["space_length"]) / 2 - 1
    square = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    quad = profile.project(square + foot)
    if stack is None or stack.startswith("?"):
        _hatch(out, quad, unit)
    if not stack:
        return
    _outline(out, quad, _shade(confidence), unit)
    pitch = float(profile.geometry["stack_pitch"])
    low, high = profile.project([foot, foot + np.array([0, 0, pitch * len(stack)])])
    side = np.array([22 * unit, 0.0])
    step = min(float((high - low)[1]) / len(stack), -9 * unit) if np.isfinite(high).all() else -9 * unit
    for level, letter in enumerate(stack):
        at = low + side + (0, step * level)
        if letter == "?":
            _text(out, "?", (at[0] - 3 * unit, at[1] + 4 * unit), unit)
            continue
        spot = (round(float(at[0])), round(float(at[1])))
        cv2.circle(out, spot, round(5 * unit), BLACK, -1, cv2.LINE_AA)
        cv2.circle(out, spot, round(4 * unit), INK[letter], -1, cv2.LINE_AA)
    if letters:
        _text(out, stack, (low[0] + 30 * unit, low[1] + 4 * unit), unit, _shade(confidence))


def _draw_goal(out: Array, profile: Projection, path: str, letters: str | None, unit: float) -> None:
    if letters == "":
        return
    geometry = profile.geometry
    along = arm_start_mm(geometry) + float(geometry["space_length"]) * int(geometry["spaces_per_arm"])
    beyond = (along + float(geometry["tip_length"]) + 30) / along
    at = profile.project([space_centre_mm(geometry, path, int(geometry["spaces_per_arm"]) - 1) * (beyond, beyond, 1)])[
        0
    ]
    if np.isfinite(at).all():
        _text(out, "goal ?" if letters is None else f"goal {letters}", (at[0] - 20 * unit, at[1]), unit)


def _shade(confidence: float) -> Colour:
    return WHITE if confidence >= 0.9 else DOUBT


def _outline(out: Array, quad: Array, colour: Colour, unit: float) -> None:
    if np.isfinite(quad).all():
        cv2.polylines(out, [np.round(quad * 16).astype(np.int32)], True, colour, round(max(1, unit)), cv2.LINE_AA, 4)


def _hatch(out: Array, quad: Array, unit: float) -> None:
    """Slanted lines over a quadrilateral."""
    if not np.isfinite(quad).all() or np.abs(quad).max() > 1e5:
        return
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    diagonal = np.add.outer(np.arange(out.shape[0]), np.arange(out.shape[1]))
    stripes = diagonal % round(9 * unit) < 2 * unit
    out[(mask > 0) & stripes] = DOUBT
    _outline(out, quad, DOUBT, unit)


def _text(out: Array, text: str, at: tuple[float, float], unit: float, colour: Colour = WHITE) -> None:
    x, y = round(float(at[0])), round(float(at[1]))
    # thicker letters are wider in some versions of OpenCV: the dark rim is the same text, shifted
    for dx, dy, ink in ((-1, 0, BLACK), (1, 0, BLACK), (0, -1, BLACK), (0, 1, BLACK), (0, 0, colour)):
        cv2.putText(out, text, (x + dx, y + dy), FONT, 0.42 * unit, ink, max(1, round(unit)), cv2.LINE_AA)
