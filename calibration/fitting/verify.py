"""Is a fit really the board? Counts the keypoints of any board that confirm it, part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.fitting.patches import Measured

Array = npt.NDArray[np.float64]

AGREE_MM = 2.2  # a sure point further off than this speaks against the fit
LOWEST_DEG, NARROWEST_DEG, WIDEST_DEG = 20, 30, 110  # elevation and field of view that a camera over a table can have


@dataclass(frozen=True, slots=True)
class Proof:
    """How well the picture confirms a fit."""

    points: int  # keypoints inside the picture
    sure: int  # of them clearly seen
    agreeing: int  # of them where the fit has them
    base: int  # agreeing points that belong to no part
    parts: Mapping[str, int]  # agreeing points of each part that may lie askew
    rms_px: float
    spread_px: Mapping[str, float]  # how uncertain the landmark of each part is
    score: float  # log-likelihood-like: compares fits of the same picture

    @property
    def agreement(self) -> float:
        """Share of the clearly seen points that agree."""
        return self.agreeing / self.sure if self.sure else 0.0


def counted(measured: Measured, off_px: Array, parts: Sequence[str], spread_px: Mapping[str, float]) -> Proof:
    """The proof by points that were measured so far from where a fit has them."""
    off_mm = off_px / np.maximum(measured.px_per_mm, 1e-6)
    sure = measured.sure
    good = sure & (off_mm < AGREE_MM)
    owners = np.array([p.arm or "" for p in measured.points], dtype=object)
    gain = np.where(sure, np.where(good, 1.0, -1.5), -0.1)
    return Proof(
        points=len(measured.points),
        sure=int(sure.sum()),
        agreeing=int(good.sum()),
        base=int((good & (owners == "")).sum()),
        parts={part: int((good & (owners == part)).sum()) for part in parts},
        rms_px=float(np.sqrt((off_px[good] ** 2).mean())) if good.any() else float("inf"),
        spread_px=spread_px,
        score=float(gain.sum()),
    )


def unconfirmed(proof: Proof, need: int, share: float) -> str | None:
    """What to say of a board of which fewer points, or a smaller share of those clearly seen, agree; or None."""
    if proof.agreeing < need:
        return f"only {proof.agreeing} of {proof.points} points of the board are confirmed by the picture"
    if proof.agreement < share:
        return f"only {proof.agreeing} of {proof.sure} clearly seen points lie where the board should have them"
    return None


def impossible(camera: Camera) -> str | None:
    """What to say of a camera that cannot stand over a table; or None."""
    if not LOWEST_DEG <= camera.elevation_deg <= 90 or not NARROWEST_DEG <= camera.hfov_deg <= WIDEST_DEG:
        return "what was found cannot be a board seen by a camera above the table"
    return None
