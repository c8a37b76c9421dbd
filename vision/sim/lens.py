"""What every model of a camera does alike: smear a picture while it moves, and compress it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.frame import Bgr
from vision.sim.space import Array


def motion_kernel(dx: float, dy: float) -> Array | None:
    """A line of that length as a filter; None where it would do nothing."""
    length = math.hypot(dx, dy)
    if length < 1.0:
        return None
    reach = min(math.ceil(length / 2) + 1, 24)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    scale = min(1.0, 2 * (reach - 1) / length)
    for t in np.linspace(-0.5, 0.5, 8 * reach):
        x, y = reach + t * dx * scale, reach + t * dy * scale
        kernel[round(float(y)), round(float(x))] += 1
    return np.asarray(kernel / kernel.sum())


def smeared(img: Array, length_px: float, angle_deg: float) -> Array:
    """The picture of a camera that moved so far, in that direction, while it was taken."""
    angle = math.radians(angle_deg)
    kernel = motion_kernel(length_px * math.cos(angle), length_px * math.sin(angle))
    return img if kernel is None else np.asarray(cv2.filter2D(img, -1, kernel))


def jpeg(img: Array, quality: int) -> bytes:
    """The picture as a JPEG file."""
    ok, data = cv2.imencode(".jpg", img, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise RuntimeError("JPEG encoding failed")
    return bytes(data.tobytes())


def compressed(img: Array, quality: int) -> Bgr:
    """Through JPEG and back."""
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg(img, quality), np.uint8), cv2.IMREAD_COLOR), np.uint8)
