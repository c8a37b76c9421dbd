"""Does a profile still fit what the camera sees? A light knock is followed, anything else is said.

answer = check(profile, bgr, finder)       answer.status: "fits" | "moved" | "lost" | "unclear"
answer.profile                              the profile to go on with (a new one when "moved")
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.errors import NotFoundError
from calibration.fitting.hindered import dark
from calibration.fitting.patches import Measured
from calibration.fitting.windows import build_pyramid
from calibration.icecult.build import make_profile, named_like, tip_distance
from calibration.icecult.find import LEAST_SUPPORT, Finder, Found
from calibration.icecult.fitting.keypoints import board_keypoints
from calibration.icecult.fitting.measure import refine, residuals_px
from calibration.icecult.fitting.outline import best_outline
from calibration.icecult.fitting.solver import UNKNOWNS, Fit
from calibration.icecult.fitting.verify import doubt, prove
from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from calibration.lens import Lens
from calibration.turning import picture_turned, to_stand

Picture = npt.NDArray[np.uint8]

QUICK_KINDS = ("tip", "shoulder", "cube")
ENOUGH = 6  # clearly seen points that settle whether a profile fits
STILL_PX = 1.5  # at 1280 pixels across
# What a light knock can do; beyond it this may be another table, and the paths' names would be a guess.
LIGHT_KNOCK = 0.15  # of a strip's length
LIGHT_TURN_DEG = 4.0  # of the camera
LIGHT_SHARE = 0.07  # of the camera's distance: how far it went, seen from the board
LIGHT_ZOOM = 0.04  # of the focal length
LIGHT_ASKEW_DEG, LIGHT_ASKEW_MM = 2.0, 5.0  # strips may be pushed, not laid anew


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a profile fits, how far the board is off, what to say and which profile to go on with."""

    status: str
    off_px: float | None
    text: str
    profile: TableProfile


def fit_of(profile: TableProfile) -> Fit:
    """The profile as a starting point of the solver; its lens is taken as known."""
    camera, values = profile.camera, np.zeros(UNKNOWNS)
    values[0], values[1] = math.log(camera.focal_px), camera.distortion[0]
    values[2:5], values[5:8] = camera.rvec, camera.tvec_mm
    for i, arm in enumerate(ARMS):
        pose = profile.arms[arm]
        values[8 + 3 * i : 11 + 3 * i] = pose.yaw_deg, pose.across_mm, pose.along_mm
    lens = Lens(camera.resolution_wh, camera.focal_px, 0.01, camera.centre_px, camera.distortion, 0.004)
    return Fit(values, np.zeros((UNKNOWNS, UNKNOWNS)), lens)


def offset_px(profile: TableProfile, bgr: Picture, finder: Finder) -> tuple[float | None, int]:
    """Median distance between the profile and the picture over the clearly seen points, and how many those are."""
    points, fit, pyramid = board_keypoints(profile.board), fit_of(profile), build_pyramid(bgr)
    few = [p for p in points if p.kind in QUICK_KINDS]
    for chosen in (few, points):  # most pictures are settled by a quarter of the points
        measured: Measured = finder.reader.measure(pyramid, chosen, fit)
        sure = measured.sure
        if sure.sum() >= ENOUGH:
            return float(np.median(residuals_px(fit, measured)[sure])), int(sure.sum())
    return None, int(sure.sum())


def check(profile: TableProfile, bgr: Picture, finder: Finder) -> Check:
    """Compare profile and picture; re-find the board after a knock."""
    profile.check_picture(bgr.shape[1], bgr.shape[0])
    quarters = to_stand(profile.camera)
    answer = _checked(profile.turned(quarters), picture_turned(bgr, quarters), finder)
    return replace(answer, profile=answer.profile.turned(4 - quarters) if answer.status == "moved" else profile)


def _checked(profile: TableProfile, bgr: Picture, finder: Finder) -> Check:
    """The same for pictures in which things stand upright."""
    off, seen = offset_px(profile, bgr, finder)
    limit = STILL_PX * max(profile.resolution_wh) / 1280
    if off is not None and off <= limit:
        return Check("fits", off, "the profile fits", profile)
    moved = _followed(profile, bgr, finder) or _found_again(profile, bgr, finder)
    if moved is not None:
        shift = tip_distance(moved, profile)
        if shift <= limit:
            return Check("fits", off, "the profile fits", profile)
        return Check("moved", shift, f"the camera or the board moved by {shift:.1f} px; it was found again", moved)
    if off is None and profile.evidence.get("way") == "hand" and _still_outlined(profile, bgr):
        return Check("fits", None, "the strips' outline is where it was drawn", profile)
    if off is None and dark(bgr):
        return Check("unclear", None, f"only {seen} points of the board are in view{dark(bgr)}; cannot tell", profile)
    far = "" if off is None else f" (by {off:.1f} px or more)"
    text = f"the camera or the board moved{far} and was not found again; put it back or run `icekeeper calibrate`"
    return Check("lost", off, text, profile)


def _still_outlined(profile: TableProfile, bgr: Picture) -> bool:
    """Whether a board that somebody drew, and whose points nobody else knows, still shows where it was drawn."""
    return best_outline(bgr, profile.board, fit_of(profile)).support >= LEAST_SUPPORT


def _followed(profile: TableProfile, bgr: Picture, finder: Finder) -> TableProfile | None:
    """Refine from where the board was."""
    fit, measured = refine(finder.reader, bgr, profile.board, fit_of(profile))
    proof = prove(fit, measured, profile.board)
    if doubt(proof, fit, strict=True):
        return None
    fresh = make_profile(bgr, Found(profile.board, fit, measured, proof), "followed")
    return _inherit(fresh, profile) if light_knock(fresh, profile) else None


def _found_again(profile: TableProfile, bgr: Picture, finder: Finder) -> TableProfile | None:
    """Look for the board everywhere; its paths keep their names only when that is beyond doubt."""
    try:
        found = finder.automatically(bgr, profile.board, fit_of(profile).lens)
    except NotFoundError:
        return None
    fresh = named_like(make_profile(bgr, found, "found again"), profile)
    return _inherit(fresh, profile) if light_knock(fresh, profile) else None


def light_knock(fresh: TableProfile, old: TableProfile) -> bool:
    """Whether one profile comes from the other by a knock: same camera, a little elsewhere, strips as they lay."""
    arm_px = float(np.linalg.norm(np.array(old.tips_px["N"]) - np.array(old.tips_px["S"]))) / 2
    now, then = fresh.camera, old.camera
    went = float(np.linalg.norm(now.position_mm - then.position_mm) / np.linalg.norm(then.position_mm))
    turn = math.degrees(math.acos(min(1.0, max(-1.0, (float(np.trace(now.rotation @ then.rotation.T)) - 1) / 2))))
    still = tip_distance(fresh, old) < LIGHT_KNOCK * arm_px and abs(now.focal_px / then.focal_px - 1) < LIGHT_ZOOM
    return still and went < LIGHT_SHARE and turn < LIGHT_TURN_DEG and all(_as_it_lay(fresh, old, arm) for arm in ARMS)


def _as_it_lay(fresh: TableProfile, old: TableProfile, arm: str) -> bool:
    now, then = fresh.arms[arm], old.arms[arm]
    moved_mm = max(abs(now.across_mm - then.across_mm), abs(now.along_mm - then.along_mm))
    return abs(now.yaw_deg - then.yaw_deg) < LIGHT_ASKEW_DEG and moved_mm < LIGHT_ASKEW_MM


def _inherit(fresh: TableProfile, old: TableProfile) -> TableProfile:
    evidence = {**fresh.evidence, "followed_from": old.date}
    # a knock changes nothing about the set: what was measured of it stays
    return fresh.changed(set=old.set, sizes=old.sizes, north=old.north, evidence=evidence)
