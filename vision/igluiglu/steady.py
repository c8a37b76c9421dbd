"""Whether the board lies where it lay, by what is printed and stands on it: points tracked from picture to picture.

The networks say where a board is in any picture; where they are not sure of one, in poor light or of a strange print,
the last picture in which it was known tells. Most of what lies on a board stays from one turn to the next.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import cv2
import numpy as np

from calibration.board import Array
from calibration.igluiglu.find import Finder
from calibration.igluiglu.follow import check
from calibration.igluiglu.grid import Grid
from calibration.igluiglu.profile import BoardProfile
from engine.core.errors import IcekeeperError
from vision.frame import Bgr

log = logging.getLogger(__name__)

WIDTH: Final = 960  # pictures are compared this wide
POINTS: Final = 400
BACK_PX: Final = 0.7  # a point that is not found back where it came from was not found
FEWEST, LEAST_SHARE = 24, 0.25
"""So many points, and such a share of them, must be found again."""
AGREE: Final = 0.6  # of these must have moved as one
STILL_PX: Final = 1.2
LIGHT: Final = 0.12  # of the picture's width: a knock goes no further
TRACKED: Final[Any] = partial(cv2.calcOpticalFlowPyrLK, nextPts=None, winSize=(21, 21), maxLevel=4)


@dataclass(frozen=True, slots=True)
class Known:
    """A picture in which it was known where the board lies, with points on it."""

    grey: Array
    points: Array
    scale: float


def known(profile: BoardProfile, bgr: Bgr) -> Known:
    """Points that can be found again, all on the board."""
    scale = WIDTH / bgr.shape[1]
    grey = cv2.cvtColor(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(profile.grid.corners * scale).astype(np.int32), 255)
    found = cv2.goodFeaturesToTrack(grey, POINTS, 0.01, 6, mask=mask)
    points = np.zeros((0, 2), np.float32) if found is None else found.reshape(-1, 2)
    return Known(np.asarray(grey), np.asarray(points), scale)


def carried(before: Known, now: Known) -> Array | None:
    """How the board went from one picture to the other, as a homography of small ones; None where that is unclear."""
    if len(before.points) < FEWEST or before.grey.shape != now.grey.shape:
        return None
    spots = before.points.reshape(-1, 1, 2)
    there, ok, _ = TRACKED(before.grey, now.grey, spots)
    back, again, _ = TRACKED(now.grey, before.grey, there)
    near = np.linalg.norm((back - spots).reshape(-1, 2), axis=1) < BACK_PX
    good = near & (ok.ravel() > 0) & (again.ravel() > 0)
    if good.sum() < max(FEWEST, LEAST_SHARE * len(good)):
        return None
    way, inside = cv2.findHomography(spots[good], there[good], cv2.RANSAC, 1.5)
    if way is None or inside.mean() < AGREE:
        return None
    return np.asarray(way, np.float64)


class Steady:
    """See `vision.table_eye.Follow`: the networks first, and the last known picture where they are not sure."""

    def __init__(self) -> None:
        self._known: Known | None = None

    def __call__(self, profile: BoardProfile, bgr: Bgr) -> tuple[str, BoardProfile]:
        """Whether the profile fits, the board was moved or is lost; and the profile to go on with."""
        status, found = _sought(profile, bgr)
        if status not in ("fits", "moved"):
            status, found = self._tracked(profile, bgr)
        if status in ("fits", "moved"):
            self._known = known(found, bgr)
        return status, found

    def _tracked(self, profile: BoardProfile, bgr: Bgr) -> tuple[str, BoardProfile]:
        """The same by the last picture; a profile that has just been made is believed."""
        if self._known is None:
            return "fits", profile
        way = carried(self._known, known(profile, bgr))
        if way is None:
            return "lost", profile
        scale = self._known.scale
        crossings = cv2.perspectiveTransform(profile.grid.crossings[None] * scale, way)[0] / scale
        far = np.linalg.norm(crossings - profile.grid.crossings, axis=1)
        if far.max() * scale < STILL_PX:
            return "fits", profile
        if far.max() * scale > LIGHT * WIDTH:
            return "lost", profile
        return "moved", profile.changed(grid=Grid.through(profile.camera, np.asarray(crossings)))


def _sought(profile: BoardProfile, bgr: Bgr) -> tuple[str, BoardProfile]:
    """What the networks say."""
    try:
        answer = check(profile, bgr, Finder())
    except IcekeeperError as error:
        log.warning("the board could not be followed: %s", error)
        return "unclear", profile
    return answer.status, answer.profile
