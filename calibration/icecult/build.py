"""From a found board to a profile: quality, colours, names of the paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera, rotation_z
from calibration.icecult.certainty import sizes_of
from calibration.icecult.colours import learn_colours
from calibration.icecult.find import Found
from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import ArmPose, TableProfile
from calibration.icecult.quality import report
from calibration.icecult.sizes.sized import KEYS
from calibration.profile import today
from calibration.sizes.certainty import unsure

Picture = npt.NDArray[np.uint8]


def make_profile(
    bgr: Picture,
    found: Found,
    way: str,
    evidence: Mapping[str, Any] | None = None,
    north: str = "chosen",
    before: Mapping[str, Any] | None = None,
) -> TableProfile:
    """The profile of a found board with its quality report and colours; `before`: sizes known from another picture."""
    sizes = sizes_of(bgr, found, before)
    profile = TableProfile(
        resolution_wh=(bgr.shape[1], bgr.shape[0]),
        geometry=found.board.to_json(),
        camera=found.fit.camera,
        arms=found.fit.arms,
        tips_px=found.tips_px,
        date=today(),
        north=north,
        quality=report(bgr, found, unsure(sizes, KEYS)),
        evidence={"way": way, **(evidence or {})},
        sizes=sizes,
    )
    return profile.changed(colours=learn_colours(bgr, profile))


def renamed(profile: TableProfile, north: str) -> TableProfile:
    """The same table with the path now called `north` becoming N (the others follow clockwise)."""
    turns = ARMS.index(north)
    names = {ARMS[(i - turns) % 4]: ARMS[i] for i in range(4)}  # new name -> old name
    camera = profile.camera
    # table coordinates turn with the names: a point at new x, y was at the old place turned clockwise
    rotation = camera.rotation @ rotation_z(-90.0 * turns)
    rvec = _rvec(rotation)
    turned = Camera(camera.resolution_wh, camera.focal_px, camera.centre_px, camera.distortion, rvec, camera.tvec_mm)
    arms: dict[str, ArmPose] = {new: profile.arms[old] for new, old in names.items()}
    tips = {new: profile.tips_px[old] for new, old in names.items()}
    quality = dict(profile.quality)
    if isinstance(quality.get("tip_spread_px"), dict):
        quality["tip_spread_px"] = {new: quality["tip_spread_px"][old] for new, old in names.items()}
    if "behind" in quality:
        quality["behind"] = [ARMS[(ARMS.index(place[0]) - turns) % 4] + place[1:] for place in quality["behind"]]
    colours = dict(profile.colours)
    if "strips" in colours:
        back = {old: new for new, old in names.items()}
        colours["strips"] = {back[key[0]] + key[1:]: value for key, value in colours["strips"].items()}
    return profile.changed(camera=turned, arms=arms, tips_px=tips, quality=quality, colours=colours)


def named_as_seen(profile: TableProfile) -> TableProfile:
    """The same table with the path that leads furthest up the picture called N."""
    return renamed(profile, min(ARMS, key=lambda arm: profile.tips_px[arm][1]))


def named_like(profile: TableProfile, old: TableProfile) -> TableProfile:
    """The same table with its paths named so that they point as in an older profile (same camera, moved a little)."""
    options = [renamed(profile, arm) for arm in ARMS]
    return min(options, key=lambda p: tip_distance(p, old))


def tip_distance(one: TableProfile, other: TableProfile) -> float:
    """Mean distance of the tips in pixels."""
    ours, theirs = (np.array([p.tips_px[a] for a in ARMS]) for p in (one, other))
    return float(np.linalg.norm(ours - theirs, axis=1).mean())


def _rvec(rotation: npt.NDArray[Any]) -> tuple[float, float, float]:
    x, y, z = cv2.Rodrigues(rotation)[0].ravel()
    return float(x), float(y), float(z)
