"""Finding the board in a picture: a network sees the whole picture, another measures the crossings of a guess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import NotFoundError, PoseError
from calibration.fitting.overview import Map, heat_maps, in_picture, peaks
from calibration.igluiglu.flat import FITTED, seen_flat
from calibration.igluiglu.grid import CORNERS, CROSSINGS, SIDE, Grid, every_crossing, turned
from calibration.igluiglu.solving import Crossings, solved
from calibration.lens import Lens
from calibration.networks import network

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[Any]
MODELS = Path(__file__).parent / "models"
INPUT_WH = (384, 288)
CORNER, BOARD = 0, 1
"""Maps of the whole picture: outer corners of the grid, and the grid itself."""
LEAST_CORNER, MOST_CORNERS = 0.04, 9
GUESSES = 4  # quadrilaterals that are measured
ALIKE_PX = 6.0  # of the map: quadrilaterals with corners nearer than this are one
ROUNDS = 4  # of measuring, each from where the last one has the board
SURE = 0.75  # that this is the board, for a picture to be believed
SPREAD_LEAST, SPREAD_MOST = 0.008, 0.8  # spaces by which a crossing may be off
CLEAR = 0.06  # spaces by which a crossing that is seen clearly may be off
STRANGE = 0.5  # in logs: only what is no board at all makes such a lens of a usual one
FEW_CLEAR = 24  # crossings that must be seen clearly
SETTLED = 0.06  # spaces by which crossings may be off when the board was measured as often as it is
POINTED_OFF = 0.75  # spaces by which a person who points at a corner may be off
NOT_FOUND = "the board was not found for certain: show all of it, or give its corners (a1 h1 h8 a8)"


@dataclass(frozen=True, slots=True)
class Found:
    """A board that was found."""

    grid: Grid
    certainty: float  # that it is the board
    clear: int  # crossings that were seen clearly
    spread: Array  # (81,) spaces by which each may be off
    strange: float  # by how much its lens is longer than usual, in logs
    unsettled: float  # spaces by which crossings were still off when they were last looked at, in the middle of all

    @property
    def believed(self) -> bool:
        """Whether it is a board beyond doubt."""
        settled = self.unsettled < SETTLED and abs(self.strange) < STRANGE
        return self.certainty >= SURE and self.clear >= FEW_CLEAR and settled


class Finder:
    """Looks for boards, with the networks of a folder."""

    def __init__(self, models: Path = MODELS) -> None:
        self._overview, self._crossings = network(models / "overview.onnx"), network(models / "crossings.onnx")

    def automatically(self, bgr: Picture, lens: Lens | None = None) -> Found:
        """The board wherever it is; which corner is called a1 is arbitrary. A NotFoundError where none is certain."""
        known = lens or Lens.usual((bgr.shape[1], bgr.shape[0]))
        (corner, board), zoom = heat_maps(self._overview, bgr, INPUT_WH)
        tried = []
        for quad in quadrilaterals(corner, board):
            at = np.array([in_picture((float(x), float(y)), zoom) for x, y in quad])
            try:
                tried.append(self.measured(bgr, at, known))
            except PoseError:
                continue
        best = max(tried, key=lambda found: (found.believed, found.certainty, found.clear), default=None)
        if best is None or not best.believed:
            raise NotFoundError(NOT_FOUND)
        return best

    def measured(self, bgr: Picture, corners: Array, lens: Lens, pointed: bool = False) -> Found:
        """The board near these corners (a1 h1 h8 a8); a PoseError where they cannot be a board's.

        Corners that a person pointed at are believed where the crossings tell of another place.
        """
        start = Found(rough(corners, lens), 0.0, 0, np.ones(CROSSINGS**2), 0.0, 1.0)
        found = start
        for _ in range(ROUNDS):
            found = self.again(bgr, found.grid, lens)
        far = np.linalg.norm(found.grid.corners - start.grid.corners, axis=1).max()
        doubtful = not found.believed or far > POINTED_OFF * start.grid.fineness(CORNERS).min()
        return replace(start, certainty=found.certainty) if pointed and doubtful else found

    def again(self, bgr: Picture, grid: Grid, lens: Lens) -> Found:
        """The board measured from where it is thought to be."""
        off, spread, certainty = self.off(bgr, grid)
        uv = every_crossing()
        seen = Crossings(grid.pixels(uv + off), spread * np.clip(grid.fineness(uv), 1.0, None))
        unsettled = float(np.median(np.linalg.norm(off, axis=1)))
        fresh = solved(seen, lens)
        strange = float(np.log(fresh.camera.focal_px / lens.focal_px))
        return Found(fresh, certainty, int((spread < CLEAR).sum()), spread, strange, unsettled)

    def off(self, bgr: Picture, grid: Grid) -> tuple[Array, Array, float]:
        """How far each crossing is from where it was thought (81, 2), how sure that is, and that it is the board."""
        quarter = grid.quarter
        fine = seen_flat(bgr, grid, quarter, replace(FITTED, px=2 * FITTED.px))
        small = cv2.resize(fine, FITTED.hw[::-1], interpolation=cv2.INTER_AREA)
        said, right = self._crossings.answer(["off", "right"], flat=small[None])
        field = said[0].reshape(CROSSINGS, CROSSINGS, 3)[::-1].reshape(-1, 3).astype(float)  # from the south
        there = turned(every_crossing(), -quarter)
        order = np.rint(there[:, 1] * CROSSINGS + there[:, 0]).astype(int)
        off, spread = np.zeros((CROSSINGS**2, 2)), np.zeros(CROSSINGS**2)
        off[order] = turned(field[:, :2] + SIDE / 2, -quarter) - SIDE / 2
        spread[order] = SPREAD_LEAST + SPREAD_MOST / (1 + np.exp(-field[:, 2]))
        return off, spread, float(1 / (1 + np.exp(-right[0])))


def rough(corners: Array, lens: Lens) -> Grid:
    """A flat board with these corners."""
    homography = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), np.asarray(corners, np.float32))
    pixels = cv2.perspectiveTransform(every_crossing()[None], homography)[0]
    return solved(Crossings(pixels, np.full(len(pixels), 3.0)), lens)


def quadrilaterals(corner: Map, board: Map) -> list[Array]:
    """The likeliest boards (4, 2) in pixels of the maps, the best first, each anticlockwise as seen from above."""
    spots = peaks(corner, LEAST_CORNER, MOST_CORNERS)
    outline = outline_of(board)
    for x, y in outline:
        if all((x - a) ** 2 + (y - b) ** 2 > ALIKE_PX**2 for a, b, _ in spots):
            spots.append((float(x), float(y), LEAST_CORNER))
    total = float(board.sum()) + 1e-6
    scored = []
    for chosen in combinations(spots, 4):
        quad = anticlockwise(np.array([spot[:2] for spot in chosen]))
        if quad is None:
            continue
        mask = cv2.fillConvexPoly(np.zeros(board.shape, np.uint8), np.rint(quad).astype(np.int32), 1)
        both = float(board[mask > 0].sum())
        overlap = both / (total + float(mask.sum()) - both)
        scored.append((3 * overlap + sum(min(spot[2], 0.6) for spot in chosen), quad))
    out: list[Array] = []
    for _, quad in sorted(scored, key=lambda each: -each[0]):
        if all(apart(quad, other) > ALIKE_PX for other in out):
            out.append(quad)
        if len(out) == GUESSES:
            break
    return out


def outline_of(board: Map) -> Array:
    """(n, 2): the four corners of the largest thing on a map; nothing where it has no four."""
    contours, _ = cv2.findContours((board > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return np.zeros((0, 2))
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    for share in (0.02, 0.03, 0.045, 0.06, 0.08):
        found = cv2.approxPolyDP(hull, share * cv2.arcLength(hull, True), True)[:, 0]
        if len(found) <= 4:
            return np.asarray(found, float) if len(found) == 4 else np.zeros((0, 2))
    return np.zeros((0, 2))


def anticlockwise(spots: Array) -> Array | None:
    """Four corners in the order of a1 h1 h8 a8 as a camera above sees them, the lowest first; None if not convex."""
    middle = spots.mean(0)
    order = np.argsort(-np.arctan2(spots[:, 1] - middle[1], spots[:, 0] - middle[0]))
    quad = spots[order]
    sides = np.roll(quad, -1, 0) - quad
    turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1] - sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
    if not (turns < -4).all():
        return None
    return np.asarray(np.roll(quad, -int(np.argmax(quad[:, 1])), 0))


def apart(one: Array, other: Array) -> float:
    """How far apart the corners of two quadrilaterals are at most, whichever comes first."""
    return min(float(np.linalg.norm(np.roll(one, k, 0) - other, axis=1).max()) for k in range(4))
