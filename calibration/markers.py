"""Printed marker cards, one for each path: its tip touches the card's edge at the mark, the card lies beyond it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.find import NotFoundError
from calibration.geometry import ARMS
from calibration.sheet import Sheet, blank, px, ruler, text

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

MARKER_MM = 40.0
QUIET_MM = 8.0  # white rim around the marker
CARD_MM = (MARKER_MM + 2 * QUIET_MM, MARKER_MM + 2 * QUIET_MM + 10.0)  # 10 mm more at the top for its name
FIRST_ID = 0
_ORIGINS_MM = {"N": (30.0, 40.0), "E": (120.0, 40.0), "S": (30.0, 130.0), "W": (120.0, 130.0)}


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def marker_sheet() -> Sheet:
    """The four cards on one A4 sheet, with a ruler check."""
    sheet = blank()
    text(sheet, "icekeeper: cut out; lay each card beyond its path, tip at the arrow.", (20.0, 25.0), 3.6)
    for number, arm in enumerate(ARMS):
        _card(sheet, arm, FIRST_ID + number)
    ruler(sheet, 30.0, 225.0)
    text(
        sheet,
        "Photograph the table with all four cards in view, then run:",
        (30.0, 252.0),
    )
    text(sheet, "icekeeper calibrate PHOTO --markers --out table.json    (N = the path called north)", (30.0, 258.0))
    return sheet


def _card(sheet: Sheet, arm: str, number: int) -> None:
    left, top = _ORIGINS_MM[arm]
    right, bottom = left + CARD_MM[0], top + CARD_MM[1]
    cv2.rectangle(sheet, (px(left), px(top)), (px(right), px(bottom)), 150, 2)
    side = px(MARKER_MM)
    marker = cv2.aruco.generateImageMarker(_dictionary(), number, side)
    x, y = px(left + QUIET_MM), px(bottom - QUIET_MM) - side
    sheet[y : y + side, x : x + side] = marker
    text(sheet, arm, ((left + right) / 2 - 2.5, top + 9.0), 7.0)
    middle = px((left + right) / 2)
    wing, rise = px(2.5), px(4.0)
    cv2.fillPoly(
        sheet,
        [np.array([(middle, px(bottom)), (middle - wing, px(bottom) - rise), (middle + wing, px(bottom) - rise)])],
        0,
    )


def tips_from_markers(bgr: Picture) -> Array:
    """Pixels of the tips N E S W (4, 2) as the cards tell them."""
    corners = find_markers(bgr)
    missing = [arm for number, arm in enumerate(ARMS) if FIRST_ID + number not in corners]
    if missing:
        seen = len(ARMS) - len(missing)
        raise NotFoundError(
            f"{seen} of the 4 marker cards are seen; missing: {' '.join(missing)}; show all four, flat and not covered"
        )
    return np.array([_tip(corners[FIRST_ID + number]) for number in range(len(ARMS))])


def find_markers(bgr: Picture) -> dict[int, Array]:
    """Corners (4, 2) of every marker seen, by number."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(_dictionary(), settings)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return {}
    return {int(n): np.asarray(c, np.float64).reshape(4, 2) for n, c in zip(np.ravel(numbers), corners, strict=True)}


def _tip(corners: Array) -> Array:
    """Where the card's arrow touches its edge: below the middle of the marker's lower side."""
    h = MARKER_MM / 2
    flat = np.array([(-h, -h), (h, -h), (h, h), (-h, h)], np.float32)  # as detected: clockwise from the upper left
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    tip = cv2.perspectiveTransform(np.array([[[0.0, h + QUIET_MM]]]), matrix)
    return np.asarray(tip, np.float64).reshape(2)
