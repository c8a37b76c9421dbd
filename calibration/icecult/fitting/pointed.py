"""Is the board where somebody pointed, or where its profile has it? One question for who calibrates, follows and reads.

It asks for less than a board that is sought everywhere has to show: somebody has said where it lies.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from calibration.fitting.patches import Measured, PatchReader
from calibration.fitting.verify import Proof
from calibration.fitting.windows import build_pyramid
from calibration.icecult.fitting.found import Found
from calibration.icecult.fitting.keypoints import board_keypoints
from calibration.icecult.fitting.measure import without_arms
from calibration.icecult.fitting.outline import best_outline
from calibration.icecult.fitting.solver import Fit
from calibration.icecult.fitting.verify import doubt, impossible, odd_arms, prove
from calibration.icecult.geometry import Geometry

Picture = npt.NDArray[np.uint8]

LEAST_SUPPORT: Final = 1.4
LEAST_POINTS: Final = 5
"""Of a board whose print is unknown: its outline, and a few points of it."""
SEEN_BY: Final = 2  # points of a strip that show it to be there


def unconfirmed(bgr: Picture, found: Found) -> str | None:
    """Why a board is not taken to be where it was pointed at, or None."""
    reason = doubt(found.proof, found.fit, strict=False)
    return None if reason and _outlined(bgr, found) else reason


def there(reader: PatchReader, bgr: Picture, board: Geometry, fit: Fit) -> bool:
    """Whether a picture confirms a board just where it is thought to lie, as one did when it was calibrated."""
    measured: Measured = reader.measure(build_pyramid(bgr), board_keypoints(board), fit)
    seen = without_arms(measured, covered(prove(fit, measured, board), fit))
    return unconfirmed(bgr, Found(board, fit, seen, prove(fit, seen, board))) is None


def covered(proof: Proof, fit: Fit) -> list[str]:
    """The strips whose few points are edges of what covers them."""
    return sorted({arm for arm, seen in proof.parts.items() if seen < SEEN_BY} | set(odd_arms(proof, fit)))


def _outlined(bgr: Picture, found: Found) -> bool:
    """The strips' outline shows where someone pointed, though what is printed on them is unknown."""
    if impossible(found.fit) or found.proof.agreeing < LEAST_POINTS:
        return False
    return best_outline(bgr, found.board, found.fit).support >= LEAST_SUPPORT
