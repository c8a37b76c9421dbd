"""Printed marker cards, one for each path: its tip touches the card's edge at the mark, the card lies beyond it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from calibration.errors import NotFoundError
from calibration.icecult.build import renamed
from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from calibration.markers import ARROW_MM, draw_card, find_markers, on_card
from calibration.sheet import Sheet, blank, ruler, text

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

FAR_PX = 25.0  # how far from a tip a card may be laid, at 1280 pixels across
NUMBERS = {arm: number for number, arm in enumerate(ARMS)}
ORIGINS_MM = {"N": (30.0, 40.0), "E": (120.0, 40.0), "S": (30.0, 130.0), "W": (120.0, 130.0)}


def marker_sheet() -> Sheet:
    """The four cards on one A4 sheet, with a ruler check."""
    sheet = blank()
    text(sheet, "icekeeper: cut out; lay each card beyond its path, tip at the arrow.", (20.0, 25.0), 3.6)
    for arm, number in NUMBERS.items():
        draw_card(sheet, arm, number, ORIGINS_MM[arm])
    ruler(sheet, 30.0, 225.0)
    text(
        sheet,
        "Photograph the table with all four cards in view, then run:",
        (30.0, 252.0),
    )
    text(sheet, "icekeeper calibrate PHOTO --markers --out table.json    (N = the path called north)", (30.0, 258.0))
    return sheet


def seen_tips(bgr: Picture) -> dict[str, Array]:
    """The pixel of each path's tip whose card is seen."""
    corners = find_markers(bgr, list(NUMBERS.values()))
    tips = {arm: on_card(corners[number], ARROW_MM) for arm, number in NUMBERS.items() if number in corners}
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
