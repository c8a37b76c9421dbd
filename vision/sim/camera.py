"""Pinhole camera with radial distortion, OpenCV conventions (x right, y down, z forward)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from vision.sim.space import Array, rot_axis


@dataclass(frozen=True)
class VirtualCamera:
    """A camera that looks at `target_mm` from a direction and distance."""

    width: int = 1280
    height: int = 720
    hfov_deg: float = 66.0
    azimuth_deg: float = 0.0  # 0 = seen from the south, counter-clockwise
    elevation_deg: float = 55.0
    distance_mm: float = 800.0
    roll_deg: float = 0.0
    target_mm: tuple[float, float, float] = (0.0, 0.0, 10.0)
    k1: float = 0.0
    k2: float = 0.0
    centre_shift_px: tuple[float, float] = (0.0, 0.0)
    bends_to: float = 1.2  # squared radius; beyond it lines go straight on

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> VirtualCamera:
        """A camera from plain numbers by the names above, its lens followed as far out as there is a picture."""
        values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in data.items()}
        camera = cls(**values)
        return replace(camera, bends_to=camera.folds_at)

    @cached_property
    def position(self) -> Array:
        """Where the lens is."""
        return np.asarray(self.target_mm, float) + self.distance_mm * self._offset

    @cached_property
    def _offset(self) -> Array:
        az, el = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        return np.array([math.cos(el) * math.sin(az), -math.cos(el) * math.cos(az), math.sin(el)])

    @cached_property
    def rotation(self) -> Array:
        """World to camera."""
        forward = -self._offset
        right = np.cross(forward, (0, 0, 1.0))
        right = rot_axis(forward, self.roll_deg) @ (right / np.linalg.norm(right))
        return np.stack([right, np.cross(forward, right), forward])

    @cached_property
    def translation(self) -> Array:
        """World to camera."""
        return np.asarray(-self.rotation @ self.position)

    @property
    def focal_px(self) -> float:
        """Focal length in pixels."""
        return self.width / 2 / math.tan(math.radians(self.hfov_deg) / 2)

    @property
    def centre_px(self) -> tuple[float, float]:
        """Where the optical axis meets the picture: near its middle; pixel centres lie at whole numbers."""
        return (self.width - 1) / 2 + self.centre_shift_px[0], (self.height - 1) / 2 + self.centre_shift_px[1]

    @property
    def resolution_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height

    @property
    def matrix(self) -> Array:
        """The 3x3 camera matrix."""
        f, (cx, cy) = self.focal_px, self.centre_px
        return np.array([[f, 0, cx], [0, f, cy], [0, 0, 1.0]])

    @property
    def folds_at(self) -> float:
        """The squared radius from which the distortion would lead back inwards."""
        slopes = np.roots([5 * self.k2, 3 * self.k1, 1.0])
        return min((float(u.real) for u in slopes if abs(u.imag) < 1e-9 < u.real), default=math.inf)

    def project(self, points_mm: Any) -> Array:
        """Distorted pixel positions (N, 2) of world points; NaN behind the camera."""
        p = np.asarray(points_mm, float).reshape(-1, 3) @ self.rotation.T + self.translation
        z = np.where(p[:, 2] > 1.0, p[:, 2], np.nan)
        xy = p[:, :2] / z[:, None]
        r2 = np.minimum((xy * xy).sum(1), self.bends_to)  # farther out the polynomial would fold back
        xy = xy * (1 + self.k1 * r2 + self.k2 * r2 * r2)[:, None]
        return np.asarray(xy * self.focal_px + self.centre_px)

    def depth(self, points_mm: Any) -> Array:
        """Distance along the optical axis."""
        return np.asarray(np.asarray(points_mm, float).reshape(-1, 3) @ self.rotation[2] + self.translation[2])

    def rays(self, x_px: Array, y_px: Array) -> Array:
        """World directions through pixels, scaled so that the ray parameter is the depth."""
        f, (cx, cy) = self.focal_px, self.centre_px
        xd = ((x_px - cx) / f).astype(np.float32)
        yd = ((y_px - cy) / f).astype(np.float32)
        x: Array = xd
        y: Array = yd
        for _ in range(4 if self.k1 or self.k2 else 0):  # fixed-point inverse of the distortion
            r2 = x * x + y * y
            bend = 1 / (1 + r2 * (self.k1 + self.k2 * r2))
            x, y = xd * bend, yd * bend
        r = self.rotation.astype(np.float32)
        return np.stack([x * r[0, i] + y * r[1, i] + r[2, i] for i in range(3)], -1)

    def truth(self) -> dict[str, Any]:
        """Everything about the camera as plain numbers."""
        return {
            "width": self.width,
            "height": self.height,
            "K": self.matrix.tolist(),
            "distortion_k1k2p1p2k3": [self.k1, self.k2, 0.0, 0.0, 0.0],
            "R_world_to_camera": self.rotation.tolist(),
            "t_world_to_camera_mm": self.translation.tolist(),
            "position_mm": self.position.tolist(),
        }


def fitted(camera: VirtualCamera, points_mm: Any, zoom: float = 1.08) -> VirtualCamera:
    """The same camera at the distance from which these points fill the picture (zoom 1 = tightly)."""
    low, high = 250.0, 3000.0
    for _ in range(24):
        middle = (low + high) / 2
        uv = replace(camera, distance_mm=middle).project(points_mm)
        inside = bool(np.isfinite(uv).all() and uv.min() > 8 and (uv < (camera.width - 8, camera.height - 8)).all())
        low, high = (low, middle) if inside else (middle, high)
    return replace(camera, distance_mm=round(high * zoom, 2))
