"""Printed marker cards, one for each path: its tip touches the card's edge at the mark, the card lies beyond it."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import NotFoundError
from calibration.icecult.build import renamed
from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from calibration.sheet import Sheet, blank, px, ruler, text

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

MARKER_MM = 40.0
QUIET_MM = 8.0  # white rim around the marker
CARD_MM = (MARKER_MM + 2 * QUIET_MM, MARKER_MM + 2 * QUIET_MM + 10.0)  # 10 mm more at the top for its name
_TIP_MM = (0.0, MARKER_MM / 2 + QUIET_MM)  # where the card's arrow touches its edge, from the marker's middle
FIRST_ID = 0
FAR_PX = 25.0  # how far from a tip a card may be laid, at 1280 pixels across
LARGER, SHARPER, SOFT_PX = 2, 2.0, 5.0  # the second look
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


def seen_tips(bgr: Picture) -> dict[str, Array]:
    """The pixel of each path's tip whose card is seen."""
    corners = find_markers(bgr)
    numbers = {arm: FIRST_ID + k for k, arm in enumerate(ARMS)}
    tips = {arm: _on_card(corners[number], _TIP_MM) for arm, number in numbers.items() if number in corners}
    if not tips:
        raise NotFoundError("0 of the 4 marker cards are seen; show them flat, sharp and not covered, or use --auto")
    return tips


def named_by_cards(profile: TableProfile, tips: Mapping[str, Array]) -> TableProfile:
    """A board that was found without the cards, its paths named as the cards that are seen name them."""
    limit = FAR_PX * max(profile.resolution_wh) / 1280
    for option in (renamed(profile, arm) for arm in ARMS):
        if all(float(np.linalg.norm(np.array(option.tips_px[arm]) - tip)) <= limit for arm, tip in tips.items()):
            return option
    missing = " ".join(arm for arm in ARMS if arm not in tips)
    raise NotFoundError(
        f"{len(tips)} of the 4 marker cards are seen; missing: {missing}; the board that was found does not end at the "
        "cards; show all four, or lay them at the tips"
    )


def find_markers(bgr: Picture) -> dict[int, Array]:
    """Corners (4, 2) of every marker seen, by number; a second, closer look where a card seems to be missing."""
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _detected(grey)
    if all(FIRST_ID + number in found for number in range(len(ARMS))):
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


def _on_card(corners: Array, at_mm: tuple[float, float]) -> Array:
    """The pixel of a point of a card, in mm right of and below the marker's middle."""
    h = MARKER_MM / 2
    flat = np.array([(-h, -h), (h, -h), (h, h), (-h, h)], np.float32)  # as detected: clockwise from the upper left
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(np.array([[at_mm]]), matrix), np.float64).reshape(2)
