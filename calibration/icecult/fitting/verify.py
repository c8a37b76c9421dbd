"""Is this fit really the board, strip by strip? Who finds it asks, and who follows it for `calibration.proof`."""

from __future__ import annotations

from calibration.fitting import verify
from calibration.fitting.patches import Measured
from calibration.fitting.verify import Proof, counted, unconfirmed
from calibration.icecult.fitting.measure import residuals_px
from calibration.icecult.fitting.pose import tip_keypoints
from calibration.icecult.fitting.solver import Fit, pixel_spread
from calibration.icecult.geometry import ARMS, Geometry
from calibration.turning import to_stand

ODD_YAW_DEG, ODD_MM = 1.2, 3.0  # people lay strips straighter than this
PULLED_MM = 1.5  # off the middle, both neighbours of a hidden strip to the same side: seen in a wrong perspective


def prove(fit: Fit, measured: Measured, board: Geometry) -> Proof:
    """Compare a fit with what was measured around it."""
    tips = tip_keypoints(board)
    spread = {str(p.arm): float(s) for p, s in zip(tips, pixel_spread(fit, tips), strict=True)}
    return counted(measured, residuals_px(fit, measured), ARMS, spread)


def doubt(proof: Proof, fit: Fit, strict: bool, pointed: bool = False) -> str | None:
    """Why a fit should not be trusted, or None.

    `strict` where nobody pointed at the board; `pointed` where the overview network saw all four tips where they are.
    """
    if wrong := impossible(fit):
        return wrong
    need, share = (10, 0.8) if pointed else (20, 0.75) if strict else (12, 0.6)
    if few := unconfirmed(proof, need, share):
        return few
    found = sum(n >= 2 for n in proof.parts.values())
    if found < 3:
        return f"only {found} of the four paths are seen"
    if strict and (odd := odd_arms(proof, fit)):
        return f"path {' '.join(odd)} would lie far askew; push the paths against the base or uncover them"
    hidden = [arm for arm, n in proof.parts.items() if n < 2]
    if strict and not pointed and hidden and (proof.agreeing < 28 or proof.base < 3):
        return f"path {' '.join(hidden)} is hidden and too little else is seen to tell where it lies"
    if strict and any(pulled_mm(fit, arm) > PULLED_MM for arm in hidden):
        return f"path {' '.join(hidden)} is hidden and the others do not tell where it lies; uncover it"
    worst = max(proof.spread_px.values())
    limit = 3.0 * max(fit.lens.resolution_wh) / 1280
    if strict and worst > limit:
        arm = max(proof.spread_px, key=lambda a: proof.spread_px[a])
        return f"the tip of path {arm} is uncertain by {worst:.1f} px; uncover it"
    return None


def impossible(fit: Fit) -> str | None:
    """Why no camera over a table could see a board so, or None."""
    return verify.impossible(fit.camera) or turned(fit)


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
        if askew > (1.0 if proof.parts[arm] < 7 else 2.5):
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
    return proof.agreeing >= 30 and proof.agreement > 0.9 and min(proof.parts.values()) >= 3 and proof.base >= 2
