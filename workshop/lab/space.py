"""Space and light for every table: turns, the camera, linear colour."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


Json = dict[str, Any]


# Outside view of each cube face: normal, image-right and image-up axis in cube coordinates.
FACES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "+x": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "-x": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "+y": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    "-y": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    "+z": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "-z": ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
}


def rot_axis(axis: Array, deg: float) -> Array:
    """Rotation about any axis."""
    return np.asarray(cv2.Rodrigues(np.asarray(axis, float) / np.linalg.norm(axis) * math.radians(deg))[0])


def cube_rotations() -> list[Array]:
    """The 24 axis-aligned rotation matrices."""
    out = []
    for perm in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            m = np.zeros((3, 3), int)
            m[range(3), perm] = signs
            if round(np.linalg.det(m)) == 1:
                out.append(m)
    return out


def lin(rgb: Any) -> Array:
    """sRGB (0..1) to linear."""
    c = np.asarray(rgb, np.float32)
    steep = cv2.pow(np.atleast_2d((np.maximum(c, 0) + 0.055) / 1.055), 2.4).reshape(c.shape)
    return np.where(c <= 0.04045, c / 12.92, steep).astype(np.float32)


def srgb(linear: Array) -> Array:
    """Linear to sRGB, not clipped above."""
    c = np.clip(linear, 0, None)
    return np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.power(c, 1 / 2.4) - 0.055)


def kelvin_rgb(kelvin: float) -> Array:
    """Linear sRGB colour of a black body, normalised to luminance 1 (Kim et al. locus)."""
    t = 1000.0 / kelvin
    if kelvin < 4000:
        x = -0.2661239 * t**3 - 0.2343589 * t**2 + 0.8776956 * t + 0.179910
    else:
        x = -3.0258469 * t**3 + 2.1070379 * t**2 + 0.2226347 * t + 0.240390
    y = (
        -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
        if kelvin < 2222
        else -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
        if kelvin < 4000
        else 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    )
    xyz = np.array([x / y, 1.0, (1 - x - y) / y])
    m = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
    return np.asarray(np.maximum(m @ xyz, 0.01))


@dataclass
class Camera:
    """Pinhole camera with OpenCV conventions (x right, y down, z forward; pixel centres at integers)."""

    spec: Json
    rotation: Array = field(init=False)
    position: Array = field(init=False)

    def __post_init__(self) -> None:
        c = self.spec
        az, el = math.radians(c["azimuth_deg"]), math.radians(c["elevation_deg"])
        offset = np.array([math.cos(el) * math.sin(az), -math.cos(el) * math.cos(az), math.sin(el)])
        self.position = np.array(c["target_mm"], float) + c["distance_mm"] * offset
        forward = -offset
        right = np.cross(forward, (0, 0, 1.0))
        right /= np.linalg.norm(right)
        right = rot_axis(forward, c["roll_deg"]) @ right
        self.rotation = np.stack([right, np.cross(forward, right), forward])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return int(self.spec["width"]), int(self.spec["height"])

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.size[0] / 2 / math.tan(math.radians(self.spec["hfov_deg"]) / 2)

    @property
    def matrix(self) -> Array:
        """The camera matrix K."""
        (w, h), f = self.size, self.focal
        cx, cy = self.centre_shift
        return np.array([[f, 0, (w - 1) / 2 + cx], [0, f, (h - 1) / 2 + cy], [0, 0, 1]])

    @property
    def centre_shift(self) -> tuple[float, float]:
        """How far the principal point lies right of and below the picture's centre, in pixels."""
        dx, dy = self.spec.get("centre_shift_px", (0.0, 0.0))
        return float(dx), float(dy)

    @property
    def distortion(self) -> Array:
        """Distortion coefficients k1, k2, p1, p2, k3."""
        return np.array([self.spec["k1"], self.spec["k2"], 0.0, 0.0, 0.0])

    def project(self, points: Any) -> Array:
        """Distorted pixel positions of world points (N, 3); NaN where behind the camera."""
        p = np.asarray(points, float).reshape(-1, 3)
        t = -self.rotation @ self.position
        uv = cv2.projectPoints(p, cv2.Rodrigues(self.rotation)[0], t, self.matrix, self.distortion)[0].reshape(-1, 2)
        uv[(p @ self.rotation.T + t)[:, 2] <= 1.0] = np.nan
        return np.asarray(uv)

    def truth(self) -> Json:
        """The camera as the truth file holds it."""
        return {
            "width": self.size[0],
            "height": self.size[1],
            "K": self.matrix.tolist(),
            "distortion_k1k2p1p2k3": self.distortion.tolist(),
            "R_world_to_camera": self.rotation.tolist(),
            "t_world_to_camera_mm": (-self.rotation @ self.position).tolist(),
            "position_mm": self.position.tolist(),
        }
