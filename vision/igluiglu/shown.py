"""A picture with what was read, a line around every island, and hatching where nothing can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import cv2
import numpy as np

from calibration.igluiglu.grid import CORNERS, SIDE, middles
from calibration.igluiglu.overlay import label, outline
from calibration.igluiglu.profile import BoardProfile
from engine.igluiglu.board import CELLS, ICE, NAMES, STEP
from engine.igluiglu.board import GLACIER as GLACIER_TILE
from vision.frame import Bgr
from vision.igluiglu.belief.glimpse import cells_of

SHORE: Final = (90, 230, 90)
GLACIER: Final = (255, 120, 200)
SURE, DOUBT, UNSURE = (255, 255, 255), (40, 140, 255), 0.9
SIDES: Final = {"s": (0, 1), "e": (1, 2), "n": (2, 3), "w": (3, 0)}
"""Heading -> the corners of a space, from the south-west on, between which that side lies."""


def shores(board: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The sides of tiles at which their island ends: space and heading."""
    for name, ground in board.items():
        if ground in ICE:
            for heading in SIDES:
                beside = STEP[heading][CELLS[name]]
                if beside is None or board[NAMES[beside]] not in ICE:
                    yield name, heading


def draw_seen(bgr: Bgr, profile: BoardProfile, seen: Mapping[str, Any]) -> Bgr:
    """A copy of the picture with islands outlined and words where things were read."""
    out, cells = bgr.copy(), dict(zip(NAMES, cells_of(seen), strict=True))
    thick = max(1, round(max(bgr.shape[:2]) / 900))
    for name, heading in shores({name: cell.ground for name, cell in cells.items()}):
        corners = middles([name])[0] + (CORNERS / SIDE - 0.5) * 0.98
        outline(out, profile.grid.pixels(corners[list(SIDES[heading])]), SHORE, thick + 1, False)
    for name, cell in cells.items():
        quad = profile.grid.pixels(middles([name])[0] + (CORNERS / SIDE - 0.5) * 0.9)
        if not cell.seen:
            _hatch(out, quad, thick)
        elif cell.ground == GLACIER_TILE:
            outline(out, quad, GLACIER, thick)
        words = (cell.words or "").replace("fish", "f").replace("fox", "x").replace("bear4", "bear").split()
        for k, word in enumerate(words):
            at = profile.grid.pixels(middles([name]))[0] + (0, 13 * thick * (k - (len(words) - 1) / 2))
            label(out, word, at, thick, SURE if cell.sure >= UNSURE else DOUBT)
    return np.asarray(out, np.uint8)


def _hatch(out: Bgr, quad: Any, thick: int) -> None:
    """Slanted lines over a space."""
    if not np.isfinite(quad).all() or np.abs(quad).max() > 1e5:
        return
    mask = np.zeros(out.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    diagonal = np.add.outer(np.arange(out.shape[0]), np.arange(out.shape[1]))
    out[(mask > 0) & (diagonal % (9 * thick) < 2 * thick)] = DOUBT
    outline(out, quad, DOUBT, thick)
