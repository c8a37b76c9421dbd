"""From the straight, fine painting to the camera's picture: the lens bends it and pixels gather it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.igluiglu.sim.draw.painter import Painting
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array


def bending(camera: VirtualCamera, straight: VirtualCamera) -> tuple[Array, Array]:
    """Where in the straight picture each pixel of the bent one lies."""
    xs, ys = np.meshgrid(np.arange(camera.width, dtype=np.float32), np.arange(camera.height, dtype=np.float32))
    f, (cx, cy) = camera.focal_px, camera.centre_px
    xd, yd = (xs - np.float32(cx)) / np.float32(f), (ys - np.float32(cy)) / np.float32(f)
    x, y = xd, yd
    for _ in range(4 if camera.k1 or camera.k2 else 0):
        r2 = x * x + y * y
        bend = 1 / (1 + r2 * (np.float32(camera.k1) + np.float32(camera.k2) * r2))
        x, y = xd * bend, yd * bend
    sx, sy = straight.centre_px
    far = np.float32(straight.focal_px)
    return x * far + np.float32(sx), y * far + np.float32(sy)


def through_lens(painting: Painting, camera: VirtualCamera) -> tuple[Array, Array]:
    """The picture (uint8) and the number of the thing at each of its pixels."""
    mx, my = bending(camera, painting.camera)
    soft = cv2.GaussianBlur(painting.canvas.bgr, (0, 0), max(0.42 * painting.fine, 0.3))
    bgr = cv2.remap(soft, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ids = cv2.remap(painting.canvas.ids.astype(np.uint16), mx, my, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(bgr), np.asarray(ids, np.int32)
