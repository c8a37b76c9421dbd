"""How sure it is that a measured size is right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from calibration.fitting.verify import Proof

WRONG_SHARE, WRONG_MM = 0.03, 1.5  # a size further off than both of these is wrong
OPTIMISM = 2.5  # errors are so much larger than the fit's own covariance says
FLOOR_SHARE = 0.007  # no size is known better than this share of it
ENOUGH_POINTS, ENOUGH_AGREEMENT, NO_AGREEMENT = 24, 0.94, 0.6  # of the points seen clearly, how many must agree
UNSURE = 0.8  # a size less sure than this should not be relied on


def trust(proof: Proof) -> float:
    """How far sizes can be trusted at all that were measured on a board with this proof, 0 to 1."""
    trusted = min(1.0, max(0.0, proof.agreement - NO_AGREEMENT) / (ENOUGH_AGREEMENT - NO_AGREEMENT))
    return trusted * min(1.0, proof.agreeing / ENOUGH_POINTS)


def right(size_mm: float, relative_sd: float, wrong_mm: float = WRONG_MM) -> float:
    """Probability that a size is not wrong, by what the fit's covariance says."""
    sd = math.hypot(relative_sd * OPTIMISM, FLOOR_SHARE)
    return math.erf(max(WRONG_SHARE, wrong_mm / size_mm) / (sd * math.sqrt(2)))


def unsure(sizes: Mapping[str, Any], keys: Iterable[str]) -> list[str]:
    """Those of these sizes that should not be relied on."""
    return [key for key in keys if key in sizes and float(sizes[key]["sure"]) < UNSURE]
