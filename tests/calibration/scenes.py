"""Cameras, profiles and truth files for the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.icecult.profile import ArmPose, TableProfile

DATA = Path(__file__).resolve().parents[1] / "data" / "calibration"
Array = npt.NDArray[Any]


def camera_above(
    azimuth_deg: float = 20.0, elevation_deg: float = 55.0, distance_mm: float = 700.0, focal_px: float = 950.0
) -> Camera:
    """A 1280x720 camera that looks at the board's centre."""
    az, el = np.radians([azimuth_deg, elevation_deg])
    offset = np.array([np.cos(el) * np.sin(az), -np.cos(el) * np.cos(az), np.sin(el)])
    right = np.cross(-offset, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(-offset, right), -offset])
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    tvec = -rotation @ (offset * distance_mm)
    distortion = (-0.05, 0.005, 0.0, 0.0, 0.0)
    r, t = (float(rvec[0]), float(rvec[1]), float(rvec[2])), (float(tvec[0]), float(tvec[1]), float(tvec[2]))
    return Camera((1280, 720), focal_px, (639.5, 359.5), distortion, r, t)


def askew_arms(seed: int) -> dict[str, ArmPose]:
    """Strips that lie as people lay them."""
    rng = np.random.default_rng(seed)
    return {
        arm: ArmPose(float(rng.uniform(-0.7, 0.7)), float(rng.uniform(-1.4, 1.4)), float(rng.uniform(0, 1.4)))
        for arm in ARMS
    }


def profile_of(camera: Camera, board: Geometry, arms: dict[str, ArmPose]) -> TableProfile:
    """A profile that is exact."""
    profile = TableProfile(camera.resolution_wh, board.to_json(), camera, arms, dict.fromkeys(ARMS, (0.0, 0.0)))
    tips = {arm: profile.project(profile.arm_point(arm, board.tip_mm))[0] for arm in ARMS}
    return profile.changed(
        tips_px={arm: (float(x), float(y)) for arm, (x, y) in tips.items()}, date="2026-11-15T00:00:00Z"
    )


def some_profile(corners: bool = False, seed: int = 1) -> TableProfile:
    """An exact profile of an ordinary table."""
    return profile_of(camera_above(), make_geometry({"exit": "corners" if corners else "sides"}), askew_arms(seed))


def truth(name: str) -> dict[str, Any]:
    """The truth of one test picture: its layout and the pixels of its tips, spaces and cubes."""
    data: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return data


def true_tips(name: str) -> Array:
    """Pixels of the tips N E S W."""
    return np.array([truth(name)["arms"][arm]["tip"] for arm in ARMS])
