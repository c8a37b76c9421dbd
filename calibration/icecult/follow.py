"""Where a board of ICE CULT lies now: followed after a light knock, sought again after a heavier one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration import proof
from calibration.camera import Camera
from calibration.errors import NotFoundError
from calibration.fitting.patches import Measured
from calibration.fitting.seeing import CAMERA, unknowns_of
from calibration.fitting.windows import build_pyramid
from calibration.icecult.build import make_profile, named_like, tip_distance
from calibration.icecult.find import Finder, Found
from calibration.icecult.fitting.keypoints import board_keypoints
from calibration.icecult.fitting.measure import refine, residuals_px
from calibration.icecult.fitting.outline import best_outline
from calibration.icecult.fitting.pointed import LEAST_SUPPORT, there
from calibration.icecult.fitting.solver import UNKNOWNS, Fit
from calibration.icecult.fitting.verify import doubt, prove
from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from calibration.lens import Lens
from calibration.profile import today
from calibration.proof import Check, lightly_knocked

Picture = npt.NDArray[np.uint8]

QUICK_KINDS = ("tip", "shoulder", "cube")
ENOUGH = 6  # clearly seen points that settle whether a profile fits
LIGHT_ASKEW_DEG, LIGHT_ASKEW_MM = 2.0, 5.0  # strips may be pushed, not laid anew


def fit_of(profile: TableProfile) -> Fit:
    """The profile as a starting point of the solver; its lens is taken as known."""
    camera, values = profile.camera, np.zeros(UNKNOWNS)
    values[:CAMERA] = unknowns_of(camera)
    for i, arm in enumerate(ARMS):
        pose = profile.arms[arm]
        values[CAMERA + 3 * i : CAMERA + 3 * i + 3] = pose.yaw_deg, pose.across_mm, pose.along_mm
    lens = Lens(camera.resolution_wh, camera.focal_px, 0.01, camera.centre_px, camera.distortion, 0.004)
    return Fit(values, np.zeros((UNKNOWNS, UNKNOWNS)), lens)


class StripSeeker:
    """Looks for a board of ICE CULT; see `calibration.proof.Seeker`."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def offset_px(self, profile: TableProfile, bgr: Picture) -> tuple[float | None, int]:
        """Median distance between the profile and the picture over the clearly seen points, and how many those are."""
        points, fit, pyramid = board_keypoints(profile.board), fit_of(profile), build_pyramid(bgr)
        few = [p for p in points if p.kind in QUICK_KINDS]
        for chosen in (few, points):  # most pictures are settled by a quarter of the points
            measured: Measured = self._finder.reader.measure(pyramid, chosen, fit)
            sure = measured.sure
            if sure.sum() >= ENOUGH:
                return float(np.median(residuals_px(fit, measured)[sure])), int(sure.sum())
        return None, int(sure.sum())

    def followed(self, profile: TableProfile, bgr: Picture) -> TableProfile | None:
        """Refine from where the board was."""
        fit, measured = refine(self._finder.reader, bgr, profile.board, fit_of(profile))
        seen = prove(fit, measured, profile.board)
        if doubt(seen, fit, strict=True):
            return None
        fresh = make_profile(bgr, Found(profile.board, fit, measured, seen), "followed")
        return _inherit(fresh, profile) if light_knock(fresh, profile) else None

    def found_again(self, profile: TableProfile, bgr: Picture) -> TableProfile | None:
        """Look for the board everywhere; its paths keep their names only when that is beyond doubt."""
        try:
            found = self._finder.automatically(bgr, profile.board, fit_of(profile).lens)
        except NotFoundError:
            return None
        fresh = named_like(make_profile(bgr, found, "found again"), profile)
        return _inherit(fresh, profile) if light_knock(fresh, profile) else None

    def seen_from(self, profile: TableProfile, camera: Camera) -> TableProfile:
        """The same board as another camera sees it."""
        tips = {arm: camera.project(profile.arm_point(arm, profile.board.tip_mm))[0] for arm in ARMS}
        moved = {arm: (float(x), float(y)) for arm, (x, y) in tips.items()}
        evidence = {"way": "recognised", "followed_from": profile.date}
        return profile.changed(camera=camera, tips_px=moved, date=today(), evidence=evidence)

    def there(self, profile: TableProfile, bgr: Picture) -> str:
        """That the picture shows a board where it was calibrated, or the outline that somebody drew by hand."""
        board, fit = profile.board, fit_of(profile)
        if there(self._finder.reader, bgr, board, fit):
            return "the board is where it was calibrated"
        by_hand = profile.evidence.get("way") == "hand"
        still = by_hand and best_outline(bgr, board, fit).support >= LEAST_SUPPORT
        return "the strips' outline is where it was drawn" if still else ""

    def apart_px(self, one: TableProfile, other: TableProfile) -> float:
        """How far apart two profiles have the tips."""
        return tip_distance(one, other)


def check(profile: TableProfile, bgr: Picture, finder: Finder) -> Check[TableProfile]:
    """Compare profile and picture; re-find the board after a knock."""
    return proof.check(profile, bgr, StripSeeker(finder))


def light_knock(fresh: TableProfile, old: TableProfile) -> bool:
    """Whether one profile comes from the other by a knock: same camera, a little elsewhere, strips as they lay."""
    return lightly_knocked(fresh.camera, old.camera) and all(_as_it_lay(fresh, old, arm) for arm in ARMS)


def _as_it_lay(fresh: TableProfile, old: TableProfile, arm: str) -> bool:
    now, then = fresh.arms[arm], old.arms[arm]
    moved_mm = max(abs(now.across_mm - then.across_mm), abs(now.along_mm - then.along_mm))
    return abs(now.yaw_deg - then.yaw_deg) < LIGHT_ASKEW_DEG and moved_mm < LIGHT_ASKEW_MM


def _inherit(fresh: TableProfile, old: TableProfile) -> TableProfile:
    evidence = {**fresh.evidence, "followed_from": old.date}
    # a knock changes nothing about the set: what was measured of it stays
    return fresh.changed(set=old.set, sizes=old.sizes, north=old.north, evidence=evidence)
