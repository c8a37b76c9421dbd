"""Pictures with truth, brought to one size and kept in memory (on the accelerator, where there is one)."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch

from calibration.camera import Camera
from calibration.fitting.windows import window_frames
from calibration.icecult.fitting.keypoints import KINDS, board_keypoints, table_points
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.icecult.profile import ArmPose, arm_points

Array = npt.NDArray[Any]
FULL_WH = (1280, 720)
MASK_WH = (320, 180)


@dataclass(frozen=True, slots=True)
class Truth:
    """What one picture shows, in pixels of the common size."""

    centres: Array  # (K, 2) keypoints
    jacobians: Array  # (K, 2, 2)
    kinds: Array  # (K,)
    tips: Array  # (4, 2)
    origin: Array  # (2,)
    strips: Array  # mask of MASK_WH
    hand: Array  # mask of MASK_WH
    hand_known: bool


@dataclass(frozen=True, slots=True)
class FrameStore:
    """All pictures and truths as tensors."""

    full: torch.Tensor  # (N, 720, 1280, 3) uint8
    half: torch.Tensor  # (N, 360, 640, 3)
    owner: torch.Tensor  # (P,) picture of each keypoint
    centres: torch.Tensor
    jacobians: torch.Tensor
    kinds: torch.Tensor
    tips: torch.Tensor  # (N, 4, 2)
    origin: torch.Tensor  # (N, 2)
    masks: torch.Tensor  # (N, 2, 180, 320) strips and hands
    hand_known: torch.Tensor  # (N,)
    hand_donors: torch.Tensor  # pictures with a hand and its mask


def camera_of(truth: dict[str, Any]) -> Camera:
    """The exact camera of a truth file."""
    cam = truth["camera"]
    matrix = cam["K"]
    rvec = cv2.Rodrigues(np.array(cam["R_world_to_camera"]))[0].ravel()
    return Camera(
        (int(cam["width"]), int(cam["height"])),
        float(matrix[0][0]),
        (float(matrix[0][2]), float(matrix[1][2])),
        tuple(float(v) for v in cam["distortion_k1k2p1p2k3"]),
        (float(rvec[0]), float(rvec[1]), float(rvec[2])),
        tuple(float(v) for v in cam["t_world_to_camera_mm"]),  # type: ignore[arg-type]
    )


def arms_of(truth: dict[str, Any]) -> dict[str, ArmPose]:
    """How the strips of a truth file lie."""
    poses = truth["scene"]["board"]["arm_pose"]
    keys = ("yaw_deg", "across_mm", "along_mm")
    return {arm: ArmPose(*(float(poses.get(arm, {}).get(k, 0.0)) for k in keys)) for arm in ARMS}


def geometry_of(truth: dict[str, Any]) -> Geometry:
    return make_geometry({k: v for k, v in truth["geometry"].items() if k in make_geometry().values})


def read_frame(path: Path) -> tuple[Array, Truth]:
    """One picture of the common size and its truth."""
    bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if bgr is None:
        raise ValueError(f"{path}: not a picture")
    truth = json.loads(path.with_suffix(".json").read_text())
    h, w = bgr.shape[:2]
    zoom = min(FULL_WH[0] / w, FULL_WH[1] / h)
    canvas = np.zeros((FULL_WH[1], FULL_WH[0], 3), np.uint8)
    fitted = cv2.resize(bgr, (round(w * zoom), round(h * zoom)), interpolation=cv2.INTER_AREA) if zoom != 1 else bgr
    canvas[: fitted.shape[0], : fitted.shape[1]] = fitted
    return canvas, truth_of(truth, zoom, path)


def truth_of(truth: dict[str, Any], zoom: float, path: Path) -> Truth:
    """Keypoints and masks of one truth file, scaled by `zoom`."""
    camera, arms, board = camera_of(truth), arms_of(truth), geometry_of(truth)

    def project(points: Array) -> Array:
        return np.asarray((camera.project(points) + 0.5) * zoom - 0.5)

    points = board_keypoints(board)
    where = table_points(points, arms)
    centres, jacobians = window_frames(points, where, project)
    kinds = np.array([KINDS.index(p.kind) for p in points])
    inside = np.all((centres > -4) & (centres < np.array(FULL_WH) + 4), axis=1)
    tips = np.array([project(where[[i]])[0] for i, p in enumerate(points) if p.kind == "tip"])
    strips = np.zeros(MASK_WH[::-1], np.uint8)
    for arm in ARMS:
        outline = arm_points(arm, arms[arm], _outline(board))
        corners = (project(outline) + 0.5) / 4 - 0.5
        cv2.fillPoly(strips, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    hand, known = _hand(truth, path)
    return Truth(
        centres[inside], jacobians[inside], kinds[inside], tips, project(np.zeros((1, 3)))[0], strips, hand, known
    )


def _outline(board: Geometry) -> list[tuple[float, float, float]]:
    half, z = board["path_width"] / 2, board["board_thickness"]
    start, end = board.arm_start_mm, board.arm_end_mm
    return [(start, -half, z), (start, half, z), (end, half, z), (board.tip_mm, 0.0, z), (end, -half, z)]


def _hand(truth: dict[str, Any], path: Path) -> tuple[Array, bool]:
    file = path.with_name(path.stem + ".mask.png")
    empty = np.zeros(MASK_WH[::-1], np.uint8)
    if not file.is_file():
        return empty, not truth["scene"].get("hands")
    mask = np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE))
    h, w = int(truth["camera"]["height"]), int(truth["camera"]["width"])
    zoom = min(FULL_WH[0] / w, FULL_WH[1] / h) / 4
    fitted = cv2.resize(mask, (round(w * zoom), round(h * zoom)), interpolation=cv2.INTER_AREA)
    empty[: fitted.shape[0], : fitted.shape[1]] = fitted * (255 if fitted.max() <= 1 else 1)
    return empty, True


def load_frames(folders: list[Path], device: torch.device, limit: int | None = None) -> FrameStore:
    """All pictures of some folders that have a truth file."""
    paths = [p for folder in folders for p in sorted(folder.glob("*.jpg")) if p.with_suffix(".json").is_file()][:limit]
    if not paths:
        raise SystemExit("no pictures with truth found in " + ", ".join(map(str, folders)))
    full = torch.empty((len(paths), FULL_WH[1], FULL_WH[0], 3), dtype=torch.uint8, device=device)
    half = torch.empty((len(paths), FULL_WH[1] // 2, FULL_WH[0] // 2, 3), dtype=torch.uint8, device=device)
    truths = []
    with ThreadPoolExecutor(
        12
    ) as pool:  # a few thousand pictures fit into the device's memory, but hardly twice into ours
        for k, (bgr, one) in enumerate(pool.map(read_frame, paths)):
            full[k] = torch.from_numpy(bgr)
            half[k] = torch.from_numpy(cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
            truths.append(one)
    known = np.array([t.hand_known for t in truths])
    covered = np.array([t.hand.max() > 0 for t in truths])

    def tensor(values: list[Array], kind: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.as_tensor(np.asarray(values)).to(device, kind)

    return FrameStore(
        full=full,
        half=half,
        owner=tensor([np.repeat(np.arange(len(truths)), [len(t.kinds) for t in truths])], torch.int64)[0],
        centres=tensor([np.concatenate([t.centres for t in truths])])[0],
        jacobians=tensor([np.concatenate([t.jacobians for t in truths])])[0],
        kinds=tensor([np.concatenate([t.kinds for t in truths])], torch.int64)[0],
        tips=tensor([t.tips for t in truths]),
        origin=tensor([t.origin for t in truths]),
        masks=tensor([np.stack([t.strips, t.hand]) for t in truths], torch.uint8),
        hand_known=tensor([known], torch.bool)[0],
        hand_donors=torch.as_tensor(np.flatnonzero(known & covered)).to(device),
    )
