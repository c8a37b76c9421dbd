"""The chosen pictures with their truth, and profiles for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.icecult.certainty import unmeasured_pawns
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import ArmPose, TableProfile

FRAMES = Path(__file__).resolve().parents[2] / "data" / "frames"
NAMES = tuple(sorted(file.stem for file in FRAMES.glob("*.json")))
Truth = dict[str, Any]


def load(name: str, folder: Path = FRAMES) -> tuple[np.ndarray[Any, Any], Truth]:
    """Picture and truth."""
    bgr = cv2.imread(str(folder / f"{name}.jpg"))
    assert bgr is not None
    return bgr, json.loads((folder / f"{name}.json").read_text())


def true_profile(truth: Truth) -> TableProfile:
    """The profile of a perfect calibration, which knows the board and not its pawns."""
    camera = truth["camera"]
    k, wh = camera["K"], (camera["width"], camera["height"])
    x, y, z = cv2.Rodrigues(np.array(camera["R_world_to_camera"]))[0].ravel().tolist()
    exact = Camera(
        wh,
        k[0][0],
        (k[0][2], k[1][2]),
        tuple(camera["distortion_k1k2p1p2k3"]),
        (x, y, z),
        tuple(camera["t_world_to_camera_mm"]),
    )
    arms = {arm: ArmPose(**truth["scene"]["board"]["arm_pose"][arm]) for arm in ARMS}
    tips = {arm: tuple(truth["pixels"]["arms"][arm]["tip"]) for arm in ARMS}
    known = make_geometry().values
    board = make_geometry({key: value for key, value in truth["geometry"].items() if key in known})
    return TableProfile(wh, board.to_json(), exact, arms, tips).sized(unmeasured_pawns())
