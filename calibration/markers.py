"""Printed marker cards: drawing them on a sheet, and finding them in a picture. What they mark, the game says."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from calibration.sheet import Sheet, px, text

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]
Place = tuple[float, float]

MARKER_MM = 40.0
QUIET_MM = 8.0  # white rim around the marker
CARD_MM = (MARKER_MM + 2 * QUIET_MM, MARKER_MM + 2 * QUIET_MM + 10.0)  # 10 mm more at the top for its name
ARROW_MM = (0.0, MARKER_MM / 2 + QUIET_MM)  # where the card's arrow touches its edge, from the marker's middle
LARGER, SHARPER, SOFT_PX = 2, 2.0, 5.0  # the second look


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def draw_card(sheet: Sheet, name: str, number: int, origin_mm: Place) -> None:
    """One card with its name above the marker and an arrow at its lower edge."""
    left, top = origin_mm
    right, bottom = left + CARD_MM[0], top + CARD_MM[1]
    cv2.rectangle(sheet, (px(left), px(top)), (px(right), px(bottom)), 150, 2)
    side = px(MARKER_MM)
    marker = cv2.aruco.generateImageMarker(_dictionary(), number, side)
    x, y = px(left + QUIET_MM), px(bottom - QUIET_MM) - side
    sheet[y : y + side, x : x + side] = marker
    text(sheet, name, ((left + right) / 2 - 2.5, top + 9.0), 7.0)
    middle = px((left + right) / 2)
    wing, rise = px(2.5), px(4.0)
    cv2.fillPoly(
        sheet,
        [np.array([(middle, px(bottom)), (middle - wing, px(bottom) - rise), (middle + wing, px(bottom) - rise)])],
        0,
    )


def find_markers(bgr: Picture, wanted: Sequence[int]) -> dict[int, Array]:
    """Corners (4, 2) of every marker seen, by number; a second, closer look where a wanted one seems to be missing."""
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _detected(grey)
    if all(number in found for number in wanted):
        return found
    large = cv2.resize(grey, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    sharp = large + SHARPER * (large - cv2.GaussianBlur(large, (0, 0), SOFT_PX))
    again = _detected(np.asarray(np.clip(sharp, 0, 255), np.uint8))
    return {number: (places + 0.5) / LARGER - 0.5 for number, places in again.items()} | found


def _detected(grey: Picture) -> dict[int, Array]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.adaptiveThreshWinSizeMax = 53
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.3  # where cells meet, blur has mixed them
    corners, numbers, _ = cv2.aruco.ArucoDetector(_dictionary(), settings).detectMarkers(grey)
    if numbers is None:
        return {}
    return {int(n): np.asarray(c, np.float64).reshape(4, 2) for n, c in zip(np.ravel(numbers), corners, strict=True)}


def on_card(corners: Array, at_mm: Place) -> Array:
    """The pixel of a point of a card, in mm right of and below the marker's middle."""
    h = MARKER_MM / 2
    flat = np.array([(-h, -h), (h, -h), (h, h), (-h, h)], np.float32)  # as detected: clockwise from the upper left
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(np.array([[at_mm]]), matrix), np.float64).reshape(2)
