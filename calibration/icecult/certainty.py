"""The sizes of a set as they were measured, and how sure each of them is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.icecult.find import Found
from calibration.icecult.fitting.outline import is_wider
from calibration.icecult.geometry import make_geometry
from calibration.icecult.sizes.sized import KEYS, SizedFit

WRONG_SHARE, WRONG_MM = 0.03, 1.5  # a size further off than both of these is wrong
WRONG_HEIGHT_MM = 2.5  # the same for the holder's height, which matters less
OPTIMISM = 2.5  # errors are so much larger than the fit's own covariance says
FLOOR_SHARE = 0.007  # no size is known better than this share of it
ENOUGH_POINTS, ENOUGH_AGREEMENT, NO_AGREEMENT = 24, 0.94, 0.6  # of the points seen clearly, how many must agree
FRAMED = 0.5  # how sure sizes are at most whose outline may be a printed frame
UNSURE = 0.8  # a size less sure than this should not be relied on

PAWN_KEYS = ("cone_foot_size", "cone_height", "stack_pitch")
PAWNS = 0.2  # how sure middling ones are, whatever the board: makes with a like board have others
Picture = npt.NDArray[np.uint8]
Sizes = Mapping[str, Mapping[str, float]]


def sizes_of(bgr: Picture, found: Found, before: Sizes | None = None) -> dict[str, dict[str, float]]:
    """Each size in mm with the probability that it is right; `before`: what was measured in an earlier picture."""
    sure = _measured_sure(found) | dict.fromkeys(PAWN_KEYS, PAWNS)
    if is_wider(bgr, found.board, found.fit):  # an unknown print: frames inside the spaces look like their borders
        sure |= {key: min(sure[key], FRAMED) for key in ("path_width", "tip_length", "base_size")}
    out = {}
    for key in (*KEYS, *PAWN_KEYS):
        known = float((before or {}).get(key, {}).get("sure", 1.0))
        out[key] = {"mm": round(found.board[key], 2), "sure": round(known if key in found.held else sure[key], 3)}
    return out


def unmeasured_pawns() -> dict[str, dict[str, float]]:
    """What a profile says of pawns that nobody has measured: of middling size, and not to be relied on."""
    middling = make_geometry()
    return {key: {"mm": middling[key], "sure": PAWNS} for key in PAWN_KEYS}


def _measured_sure(found: Found) -> dict[str, float]:
    proof = found.proof
    trust = min(1.0, max(0.0, proof.agreement - NO_AGREEMENT) / (ENOUGH_AGREEMENT - NO_AGREEMENT))
    trust *= min(1.0, proof.agreeing / ENOUGH_POINTS)
    if found.spread is None:  # taken as given because the picture has little to say about them
        return dict.fromkeys(KEYS, 0.5 * trust)
    relative = SizedFit(found.board, found.fit, found.spread).relative_sd()
    return {key: trust * _within(key, found.board[key], float(sd)) for key, sd in zip(KEYS, relative, strict=True)}


def _within(key: str, size_mm: float, relative_sd: float) -> float:
    """Probability that a size is not wrong."""
    sd = math.hypot(relative_sd * OPTIMISM, FLOOR_SHARE)
    wrong_mm = WRONG_HEIGHT_MM if key == "base_height" else WRONG_MM
    return math.erf(max(WRONG_SHARE, wrong_mm / size_mm) / (sd * math.sqrt(2)))


def unsure(sizes: Mapping[str, Any]) -> list[str]:
    """The sizes that should not be relied on."""
    return [key for key in KEYS if key in sizes and float(sizes[key]["sure"]) < UNSURE]
