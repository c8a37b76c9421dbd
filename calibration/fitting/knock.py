"""Where a camera looks after a knock, by what it saw before: a board that nobody knows is known to its own picture.

way = Remembered.of(then, outline).seen_in(now)     how the table went from one picture to the other; None: not told
camera_after(camera, way, outline)                  the camera that sees the table so

Features of the board and what lies on it (SIFT: scale-invariant feature transform) are matched, and one plane is laid
through them (a homography, found by random sampling). Pieces that were moved in between do not agree, and do not count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

LONGEST_PX = 960  # features are sought in pictures of this size
FEATURES = 2500
WIDER = 1.15  # times the board's outline
DISTINCT = 0.75  # of the distance to the second best match (Lowe's ratio)
AGREE_PX = 2.5
ENOUGH, SHARE = 40, 0.3  # features that agree, and of all that were matched
QUARTERS = 3  # of the board's four quarters in which some of them lie
SIZE_LEAST, SIZE_MOST = 0.5, 2.0  # times as large as before
IN_PICTURE = 0.75  # of the board at least


@cache
def _detector() -> cv2.SIFT:
    return cv2.SIFT.create(FEATURES)


@dataclass(frozen=True, slots=True)
class Remembered:
    """A board as a picture showed it where it was known to lie."""

    grey: Picture
    outline: Array  # (n, 2) of the board, in pixels of the whole picture
    zoom: float  # how much smaller the grey one is

    @classmethod
    def of(cls, picture: Picture, outline: Array) -> Remembered:
        """To be found again by what lies within this outline."""
        zoom = min(1.0, LONGEST_PX / max(picture.shape[:2]))
        return cls(_small(picture, zoom), np.asarray(outline, np.float64), zoom)

    def seen_in(self, now: Picture) -> Array | None:
        """(3, 3): the way of its pixels to those of another picture of the same size; None where too little agrees."""
        hull = np.asarray(cv2.convexHull((self.outline * self.zoom).astype(np.float32)), np.float64).reshape(-1, 2)
        middle = hull.mean(0)
        mask = np.zeros(self.grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(middle + WIDER * (hull - middle)).astype(np.int32), 255)
        source, target = _matched(self.grey, _small(now, self.zoom), mask)
        if len(source) < ENOUGH:
            return None
        found, kept = cv2.findHomography(source, target, cv2.USAC_MAGSAC, AGREE_PX, maxIters=5000, confidence=0.999)
        if found is None:
            return None
        way: Array = np.asarray(found, np.float64)
        agree = kept.ravel() > 0
        if agree.sum() < max(ENOUGH, SHARE * len(source)) or not _around(source[agree], middle):
            return None
        scale = np.diag([self.zoom, self.zoom, 1.0])
        return np.linalg.inv(scale) @ way @ scale if _plausible(way, hull, self.grey.shape) else None


def _small(picture: Picture, zoom: float) -> Picture:
    """The picture as it is searched for features."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    height, width = (round(side * zoom) for side in grey.shape)
    return np.asarray(cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _matched(then: Picture, now: Picture, mask: Picture) -> tuple[Array, Array]:
    """Pixels (n, 2) of one picture that look like those (n, 2) of the other, and like no others there."""
    here, ours = _detector().detectAndCompute(then, mask)
    there, theirs = _detector().detectAndCompute(now, None)
    if ours is None or theirs is None or min(len(ours), len(theirs)) < ENOUGH:
        return np.zeros((0, 2)), np.zeros((0, 2))
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(ours, theirs, 2)
    good = [one for one, other in pairs if one.distance < DISTINCT * other.distance]
    source, target = [here[m.queryIdx].pt for m in good], [there[m.trainIdx].pt for m in good]
    return np.array(source).reshape(-1, 2), np.array(target).reshape(-1, 2)


def _around(points: Array, middle: Array) -> bool:
    """Whether the points lie around the middle: a book that was pushed is on one side of it."""
    quarters = np.bincount((points > middle) @ np.array([1, 2]), minlength=4)
    return int((quarters >= ENOUGH // 10).sum()) >= QUARTERS


def _plausible(way: Array, hull: Array, shape: tuple[int, ...]) -> bool:
    """Whether a plane can look so: nothing mirrored, grown or shrunk beyond measure, and most of it in the picture."""
    after = cv2.perspectiveTransform(hull[None], way)[0]
    before_area, after_area = (cv2.contourArea(each.astype(np.float32), oriented=True) for each in (hull, after))
    size = (after_area / before_area) ** 0.5 if before_area * after_area > 0 else 0.0
    height, width = shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    within, _ = cv2.intersectConvexConvex(after.astype(np.float32), frame)
    return SIZE_LEAST < size < SIZE_MOST and within >= IN_PICTURE * abs(after_area)


def camera_after(camera: Camera, way: Array, outline: Array) -> Camera:
    """The camera with the same lens, from which the table under an outline (n, 2) is seen where it went."""
    table = on_table(camera, outline)
    pixels = cv2.perspectiveTransform(np.asarray(outline, np.float64)[None], way)[0]
    start = np.array(camera.rvec), np.array(camera.tvec_mm)
    lens = np.array(camera.distortion)
    _, turn, shift = cv2.solvePnP(table, pixels, camera.matrix, lens, *start, True, cv2.SOLVEPNP_ITERATIVE)
    (a, b, c), (x, y, z) = turn.ravel().tolist(), shift.ravel().tolist()
    return replace(camera, rvec=(a, b, c), tvec_mm=(x, y, z))


def on_table(camera: Camera, pixels: Array) -> Array:
    """The points (n, 3) of the table that a camera sees at these pixels."""
    straight = cv2.undistortPoints(
        np.asarray(pixels, np.float64).reshape(-1, 1, 2), camera.matrix, np.array(camera.distortion)
    ).reshape(-1, 2)
    rays = np.column_stack([straight, np.ones(len(straight))]) @ camera.rotation
    eye = camera.position_mm
    return np.asarray(eye - rays * (eye[2] / rays[:, 2])[:, None])
