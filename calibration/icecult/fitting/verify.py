"""Is this fit really the board? Counts the keypoints that confirm it, strip by strip."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.fitting.patches import Measured
from calibration.icecult.fitting.measure import residuals_px
from calibration.icecult.fitting.pose import tip_keypoints
from calibration.icecult.fitting.solver import Fit, pixel_spread
from calibration.icecult.geometry import ARMS, Geometry
from calibration.turning import to_stand

ODD_YAW_DEG, ODD_MM = 1.2, 3.0  # people lay strips straighter than this
PULLED_MM = 1.5  # off the middle, both neighbours of a hidden strip to the same side: seen in a wrong perspective
AGREE_MM = 2.2  # a sure point further off than this speaks against the fit


@dataclass(frozen=True, slots=True)
class Proof:
    """How well the picture confirms a fit."""

    points: int  # keypoints inside the picture
    sure: int  # of them clearly seen
    agreeing: int  # of them where the fit has them
    block: int  # agreeing points of the block
    arms: dict[str, int]  # agreeing points of each strip
    rms_px: float
    tip_spread_px: dict[str, float]
    score: float  # log-likelihood-like: compares fits of the same picture

    @property
    def agreement(self) -> float:
        """Share of the clearly seen points that agree."""
        return self.agreeing / self.sure if self.sure else 0.0


def prove(fit: Fit, measured: Measured, board: Geometry) -> Proof:
    """Compare a fit with what was measured around it."""
    off_px = residuals_px(fit, measured)
    off_mm = off_px / np.maximum(measured.px_per_mm, 1e-6)
    sure = measured.sure
    good = sure & (off_mm < AGREE_MM)
    owners = np.array([p.arm or "block" for p in measured.points], dtype=object)
    tips = tip_keypoints(board)
    spread = pixel_spread(fit, tips)
    gain = np.where(sure, np.where(good, 1.0, -1.5), -0.1)
    return Proof(
        points=len(measured.points),
        sure=int(sure.sum()),
        agreeing=int(good.sum()),
        block=int((good & (owners == "block")).sum()),
        arms={arm: int((good & (owners == arm)).sum()) for arm in ARMS},
        rms_px=float(np.sqrt((off_px[good] ** 2).mean())) if good.any() else float("inf"),
        tip_spread_px={str(p.arm): float(s) for p, s in zip(tips, spread, strict=True)},
        score=float(gain.sum()),
    )


def doubt(proof: Proof, fit: Fit, strict: bool, pointed: bool = False) -> str | None:
    """Why a fit should not be trusted, or None.

    `strict` where nobody pointed at the board; `pointed` where the overview network saw all four tips where they are.
    """
    if wrong := impossible(fit):
        return wrong
    need, share = (10, 0.8) if pointed else (20, 0.75) if strict else (12, 0.6)
    if proof.agreeing < need:
        return f"only {proof.agreeing} of {proof.points} points of the board are confirmed by the picture"
    if proof.agreement < share:
        return f"only {proof.agreeing} of {proof.sure} clearly seen points lie where the board should have them"
    found = sum(n >= 2 for n in proof.arms.values())
    if found < 3:
        return f"only {found} of the four paths are seen"
    if strict and (odd := odd_arms(proof, fit)):
        return f"path {' '.join(odd)} would lie far askew; push the paths against the base or uncover them"
    hidden = [arm for arm, n in proof.arms.items() if n < 2]
    if strict and not pointed and hidden and (proof.agreeing < 28 or proof.block < 3):
        return f"path {' '.join(hidden)} is hidden and too little else is seen to tell where it lies"
    if strict and any(pulled_mm(fit, arm) > PULLED_MM for arm in hidden):
        return f"path {' '.join(hidden)} is hidden and the others do not tell where it lies; uncover it"
    worst = max(proof.tip_spread_px.values())
    limit = 3.0 * max(fit.lens.resolution_wh) / 1280
    if strict and worst > limit:
        arm = max(proof.tip_spread_px, key=lambda a: proof.tip_spread_px[a])
        return f"the tip of path {arm} is uncertain by {worst:.1f} px; uncover it"
    return None


def impossible(fit: Fit) -> str | None:
    """Why no camera over a table could see a board so, or None."""
    camera = fit.camera
    if not 20 <= camera.elevation_deg <= 90 or not 30 <= camera.hfov_deg <= 110:
        return "what was found cannot be a board seen by a camera above the table"
    return turned(fit)


def turned(fit: Fit) -> str | None:
    """What to say of a picture that lies on its side or stands on its head, or None."""
    camera = fit.camera
    if to_stand(camera):
        return f"the picture is turned by {camera.roll_deg:.0f} degrees; turn it so that pawns stand upright in it"
    return None


def odd_arms(proof: Proof, fit: Fit) -> list[str]:
    """Strips that seem to lie further askew than people lay them: their few points are edges of other things."""
    out = []
    for arm, pose in fit.arms.items():
        askew = max(abs(pose.yaw_deg) / ODD_YAW_DEG, abs(pose.across_mm) / ODD_MM, abs(pose.along_mm) / ODD_MM)
        if askew > (1.0 if proof.arms[arm] < 7 else 2.5):
            out.append(arm)
    return out


def pulled_mm(fit: Fit, arm: str) -> float:
    """How far the two strips beside this one lie off the middle to the same side."""
    k = ARMS.index(arm)
    before, after = (fit.arms[ARMS[(k + step) % len(ARMS)]].across_mm for step in (-1, 1))
    return abs(before - after) / 2


def clear(proof: Proof, fit: Fit) -> bool:
    """Beyond doubt: nothing else need be tried."""
    return sound(proof) and doubt(proof, fit, strict=True) is None


def sound(proof: Proof) -> bool:
    """Whether this is the board, even where the picture has to be turned."""
    return proof.agreeing >= 30 and proof.agreement > 0.9 and min(proof.arms.values()) >= 3 and proof.block >= 2
