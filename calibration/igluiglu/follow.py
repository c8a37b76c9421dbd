"""Where a board lies now: measured from where it was after a light knock, sought everywhere after a heavier one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration import proof
from calibration.camera import Camera
from calibration.errors import NotFoundError, PoseError
from calibration.fitting.knock import on_table
from calibration.igluiglu.build import apart_px, make_profile, named_like
from calibration.igluiglu.find import CLEAR, FEW_CLEAR, SURE, Finder, Found
from calibration.igluiglu.grid import Grid, every_crossing
from calibration.igluiglu.profile import BoardProfile
from calibration.lens import Lens
from calibration.proof import Check, lightly_knocked

Picture = npt.NDArray[np.uint8]
LIGHT_KNOCK = 0.15  # of the board's side: beyond it this may be another table, and the corners' names would be a guess


def lens_of(profile: BoardProfile) -> Lens:
    """The lens of a profile, taken as known."""
    camera = profile.camera
    return Lens(camera.resolution_wh, camera.focal_px, 0.01, camera.centre_px, camera.distortion, 0.004)


class GridSeeker:
    """Looks for a board of IGLU IGLU; see `calibration.proof.Seeker`."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def offset_px(self, profile: BoardProfile, bgr: Picture) -> tuple[float | None, int]:
        """Median distance between profile and picture over the crossings that are seen clearly, and how many."""
        off, spread, certainty = self._finder.off(bgr, profile.grid)
        clear = spread < CLEAR
        if certainty < SURE or clear.sum() < FEW_CLEAR:
            return None, int(clear.sum())
        uv = every_crossing()
        far = np.linalg.norm(profile.grid.pixels(uv + off) - profile.grid.pixels(uv), axis=1)
        return float(np.median(far[clear])), int(clear.sum())

    def followed(self, profile: BoardProfile, bgr: Picture) -> BoardProfile | None:
        """Measured anew from where the board was."""
        try:
            found = self._finder.measured(bgr, profile.grid.corners, lens_of(profile))
        except PoseError:
            return None
        return _if_light(bgr, found, profile, "followed")

    def found_again(self, profile: BoardProfile, bgr: Picture) -> BoardProfile | None:
        """Sought everywhere; its corners keep their names only when that is beyond doubt."""
        try:
            found = self._finder.automatically(bgr, lens_of(profile))
        except NotFoundError:
            return None
        return _if_light(bgr, found, profile, "found again")

    def seen_from(self, profile: BoardProfile, camera: Camera) -> BoardProfile:
        """The same board as another camera sees it, warped as it was."""
        seen = camera.project(on_table(profile.camera, profile.grid.crossings))
        evidence = {"way": "recognised", "followed_from": profile.date}
        return profile.changed(grid=Grid.through(camera, seen), evidence=evidence)

    def there(self, profile: BoardProfile, bgr: Picture) -> str:
        """What is calibrated is measured in the same way as what is followed."""
        return ""

    def apart_px(self, one: BoardProfile, other: BoardProfile) -> float:
        """How far apart two profiles have the corners."""
        return apart_px(one, other)


def check(profile: BoardProfile, bgr: Picture, finder: Finder) -> Check[BoardProfile]:
    """Compare profile and picture; find the board again after a knock."""
    return proof.check(profile, bgr, GridSeeker(finder))


def _if_light(bgr: Picture, found: Found, old: BoardProfile, way: str) -> BoardProfile | None:
    """The board's profile, if it comes from the old one by a knock."""
    if not found.believed:
        return None
    fresh = named_like(make_profile(bgr, found, way, {"followed_from": old.date}), old)
    side = float(np.linalg.norm(old.grid.corners[0] - old.grid.corners[2])) / np.sqrt(2)
    if apart_px(fresh, old) > LIGHT_KNOCK * side or not lightly_knocked(fresh.camera, old.camera):
        return None
    return fresh.changed(set=old.set, north=old.north)
