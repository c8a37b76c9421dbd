"""The sizes of a set as they were measured, and how sure each of them is."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration.icecult.find import Found
from calibration.icecult.fitting.outline import is_wider
from calibration.icecult.geometry import make_geometry
from calibration.icecult.sizes.sized import KEYS, SizedFit
from calibration.sizes.certainty import WRONG_MM, right, trust
from calibration.sizes.kept import Sizes

WRONG_HEIGHT_MM = 2.5  # the holder's height matters less than other sizes
FRAMED = 0.5  # how sure sizes are at most whose outline may be a printed frame

PAWN_KEYS = ("cone_foot_size", "cone_height", "stack_pitch")
PAWNS = 0.2  # how sure middling ones are, whatever the board: makes with a like board have others
Picture = npt.NDArray[np.uint8]


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
    trusted = trust(found.proof)
    if found.spread is None:  # taken as given because the picture has little to say about them
        return dict.fromkeys(KEYS, 0.5 * trusted)
    relative = SizedFit(found.board, found.fit, found.spread).relative_sd()
    wrong_mm = {"base_height": WRONG_HEIGHT_MM}
    return {
        key: trusted * right(found.board[key], float(sd), wrong_mm.get(key, WRONG_MM))
        for key, sd in zip(KEYS, relative, strict=True)
    }
