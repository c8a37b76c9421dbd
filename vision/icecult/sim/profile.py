"""The calibration of a virtual table: what a perfect one would find, which measures the board and no pawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.icecult.certainty import unmeasured_pawns
from calibration.icecult.colours import learn_colours
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import ArmPose, TableProfile
from vision.frame import Bgr
from vision.icecult.sim.draw.backdrop import strip_points
from vision.icecult.sim.scene import Scene


def scene_profile(scene: Scene, bgr: Bgr | None = None, cube_set: Mapping[str, Any] | None = None) -> TableProfile:
    """The profile of a scene's camera and board; with a picture of it, also the colours in its light."""
    profile = TableProfile(
        resolution_wh=(scene.camera.width, scene.camera.height),
        geometry=make_geometry(scene.dims.to_json()).to_json(),
        camera=_camera(scene),
        arms={a: ArmPose(p.yaw_deg, p.across_mm, p.along_mm) for a, p in scene.look.arm_poses.items()},
        tips_px={a: _tip(scene, a) for a in ARMS},
        date="2000-01-01",
        set=None if cube_set is None else dict(cube_set),
        evidence={"way": "virtual table"},
    ).sized(unmeasured_pawns())
    return profile if bgr is None else profile.changed(colours=learn_colours(bgr, profile))


def _camera(scene: Scene) -> Camera:
    camera = scene.camera
    rx, ry, rz = (float(v) for v in np.asarray(cv2.Rodrigues(camera.rotation)[0]).ravel())
    tx, ty, tz = (float(v) for v in camera.translation)
    centre = ((camera.width - 1) / 2, (camera.height - 1) / 2)
    lens = (camera.k1, camera.k2, 0.0, 0.0, 0.0)
    return Camera((camera.width, camera.height), camera.focal_px, centre, lens, (rx, ry, rz), (tx, ty, tz))


def _tip(scene: Scene, arm: str) -> tuple[float, float]:
    dims = scene.dims
    x, y = scene.camera.project(strip_points(scene, arm, np.array([(0.0, dims.tip)]), dims.board_thickness))[0]
    return float(x), float(y)
