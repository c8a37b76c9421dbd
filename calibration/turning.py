"""Pictures that lie on their side or stand on their head, and the cameras that take them: turned by quarters.

All turns are clockwise.

quarters = to_stand(camera)          by how many its pictures must be turned so that things stand upright in them
picture_turned(bgr, quarters)        points_turned(pixels, resolution_wh, quarters)
camera_turned(camera, quarters)      lens_turned(lens, quarters)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Array, Camera
from calibration.lens import Lens

Picture = npt.NDArray[np.uint8]
Size = tuple[int, int]

FROM_ABOVE_DEG: Final = 82.0  # a camera that looks down more steeply sees nothing stand
LEANING_DEG: Final = 50.0  # a camera may be rolled by so much and its pictures still be upright
QUARTER: Final = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # in the camera's axes


def to_stand(camera: Camera) -> int:
    """By how many quarters this camera's pictures must be turned to stand upright."""
    if camera.elevation_deg >= FROM_ABOVE_DEG or abs(camera.roll_deg) <= LEANING_DEG:
        return 0
    return -round(camera.roll_deg / 90) % 4


def picture_turned(bgr: Picture, quarters: int) -> Picture:
    """The picture turned clockwise."""
    return np.ascontiguousarray(np.rot90(bgr, -quarters))


def size_turned(resolution_wh: Size, quarters: int) -> Size:
    """Width and height of the turned picture."""
    width, height = resolution_wh
    return (height, width) if quarters % 2 else (width, height)


def points_turned(pixels: npt.ArrayLike, resolution_wh: Size, quarters: int) -> Array:
    """Where pixels (N, 2) of a picture are in the turned one."""
    out = np.array(pixels, np.float64).reshape(-1, 2)
    for k in range(quarters % 4):
        _, height = size_turned(resolution_wh, k)
        out = np.column_stack([height - 1 - out[:, 1], out[:, 0]])
    return out


def camera_turned(camera: Camera, quarters: int) -> Camera:
    """The camera that would have taken the turned picture."""
    rotation = axes_turned(quarters)
    x, y, z = (float(v) for v in cv2.Rodrigues(rotation @ camera.rotation)[0].ravel())
    right, down, away = (float(v) for v in rotation @ np.array(camera.tvec_mm))
    (centre,) = points_turned([camera.centre_px], camera.resolution_wh, quarters)
    return Camera(
        resolution_wh=size_turned(camera.resolution_wh, quarters),
        focal_px=camera.focal_px,
        centre_px=(float(centre[0]), float(centre[1])),
        distortion=_bent(camera.distortion, quarters),
        rvec=(x, y, z),
        tvec_mm=(right, down, away),
    )


def lens_turned(lens: Lens, quarters: int) -> Lens:
    """What is known of the lens, for turned pictures."""
    (centre,) = points_turned([lens.centre_px], lens.resolution_wh, quarters)
    return replace(
        lens,
        resolution_wh=size_turned(lens.resolution_wh, quarters),
        centre_px=(float(centre[0]), float(centre[1])),
        distortion=_bent(lens.distortion, quarters),
    )


def axes_turned(quarters: int) -> Array:
    """The turn in the axes of the camera: right, down, away."""
    return np.asarray(np.linalg.matrix_power(QUARTER, quarters % 4))


def _bent(distortion: tuple[float, ...], quarters: int) -> tuple[float, ...]:
    """k1, k2, p1, p2, k3 of the turned picture: (p2, p1) is a direction in it, the others are round."""
    k1, k2, p1, p2, k3 = distortion
    across, down = (axes_turned(quarters)[:2, :2] @ (p2, p1)).tolist()
    return k1, k2, down, across, k3
