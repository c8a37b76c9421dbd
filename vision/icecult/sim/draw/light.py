"""Light on surfaces: lamps, the room around, and colours between linear and display values (BGR float32)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.icecult.sim.scene import Lamp, Lighting
from vision.sim.space import Array

GAMMA = 2.2


def linear_bgr(rgb: Any) -> Array:
    """Display RGB (0..1) as linear BGR."""
    return np.asarray(np.asarray(rgb, np.float32)[..., ::-1] ** GAMMA)


def display(linear: Array) -> Array:
    """Linear light as display values, with a shoulder instead of hard clipping."""
    out = cv2.pow(np.maximum(linear, 0), 1 / GAMMA) if linear.ndim == 3 else np.maximum(linear, 0) ** (1 / GAMMA)
    return np.asarray(np.where(out < 0.8, out, 0.8 + 0.2 * np.tanh((out - 0.8) / 0.3)), np.float32)


@dataclass(frozen=True)
class Sky:
    """The light of a scene, ready to be asked."""

    lamps: tuple[tuple[Array, Array, float], ...]  # position, linear BGR, power
    ambient: Array
    room: Array  # equirectangular linear BGR

    @classmethod
    def of(cls, lighting: Lighting) -> Sky:
        """Prepared from the scene's light."""
        lamps = tuple(
            (np.asarray(lamp.at_mm, np.float32), linear_bgr(lamp.colour), power(lamp)) for lamp in lighting.lamps
        )
        return cls(lamps, linear_bgr(lighting.ambient), room_map(lighting))

    def diffuse(self, points: Array, normals: Array, wrap: float = 0.0) -> Array:
        """Linear BGR light arriving on surface points (N, 3) with these normals.

        `wrap` lets light reach around small things, as what table and prints throw back does.
        """
        out = self.ambient * (0.7 + 0.3 * normals[:, 2:3] + 0.5 * wrap * (1 - normals[:, 2:3]))
        for position, colour, strength in self.lamps:
            way = position - points
            r2 = np.einsum("ij,ij->i", way, way)
            cosine = np.einsum("ij,ij->i", way, normals) / np.sqrt(r2)
            out = out + colour * (np.maximum(cosine + wrap, 0) * (strength / (1 + wrap)) / r2)[:, None]
        return np.asarray(out, np.float32)

    def gloss(self, points: Array, normals: Array, view: Array, sharp: float) -> Array:
        """Highlights of the lamps on a glossy surface; `view` points to the eye (unit vectors)."""
        out = np.zeros((len(points), 3), np.float32)
        for position, colour, strength in self.lamps:
            way = position - points
            r2 = np.einsum("ij,ij->i", way, way)
            half = way / np.sqrt(r2)[:, None] + view
            half /= np.linalg.norm(half, axis=1, keepdims=True)
            lobe = np.maximum(np.einsum("ij,ij->i", half, normals), 0) ** sharp
            out += colour * (lobe * strength / r2 * (sharp + 8) / 25)[:, None]
        return out

    def seen(self, directions: Array) -> Array:
        """What the room looks like that way (N, 3 unit vectors)."""
        h, w = self.room.shape[:2]
        row = ((1 - np.clip(directions[:, 2], -1, 1)) * 0.5 * (h - 1)).astype(np.int32)
        angle = np.arctan2(directions[:, 1], directions[:, 0])
        column = ((angle / (2 * np.pi) + 0.5) * (w - 1)).astype(np.int32)
        return np.asarray(self.room[row, column])


def power(lamp: Lamp) -> float:
    """The lamp's intensity, so that it gives its strength on a level board."""
    p = np.asarray(lamp.at_mm, float)
    r2 = float(p @ p)
    return lamp.strength * r2 / max(float(p[2]) / math.sqrt(r2), 0.12)


def room_map(lighting: Lighting) -> Array:
    """Ceiling, walls, furniture and lamps as the cubes mirror them; rows run over the height's sine."""
    rng = np.random.default_rng(lighting.room_seed)
    h, w = 64, 128
    up = np.linspace(1, -1, h, dtype=np.float32)[:, None]
    wall = rng.uniform(0.3, 0.9) * (1 + rng.uniform(-0.12, 0.12, 3))
    img: Array = np.where(up[..., None] > 0.6, 1.0, wall) * np.ones((h, w, 3))
    img = np.where(up[..., None] < -0.25, 0.25 * (1 + rng.uniform(-0.25, 0.25, 3)), img).astype(np.float32)
    for _ in range(int(rng.integers(4, 10))):
        x, y, bw, bh = rng.integers(0, w), rng.integers(20, 36), rng.integers(4, 18), rng.integers(4, 16)
        img[y - bh // 2 : y + bh // 2, np.arange(x, x + bw) % w] = rng.uniform(0.03, 0.75) * (
            1 + rng.uniform(-0.4, 0.4, 3)
        )
    img = cv2.GaussianBlur(np.concatenate([img] * 3, 1), (0, 0), 1.2)[:, w : 2 * w]
    img = img * linear_bgr(lighting.ambient) * 1.6 * lighting.room_level / max(float(img[: h // 2].mean()), 0.05)
    for lamp in lighting.lamps:
        p = np.asarray(lamp.at_mm, float)
        d = p / np.linalg.norm(p)
        row, column = (1 - d[2]) / 2 * (h - 1), (np.arctan2(d[1], d[0]) / (2 * np.pi) + 0.5) * (w - 1)
        size = max(1.2, lamp.radius_mm / float(np.linalg.norm(p)) * w / 6)
        yy, xx = np.mgrid[0:h, 0:w]
        dx = np.minimum(np.abs(xx - column), w - np.abs(xx - column)) * np.sqrt(max(1 - d[2] ** 2, 0.05))
        blob = np.clip(1.3 - np.hypot(dx / size, (yy - row) / size), 0, 1) ** 0.5
        img += blob[..., None].astype(np.float32) * linear_bgr(lamp.colour) * np.float32(min(lamp.strength * 14, 18))
    return np.ascontiguousarray(img, np.float32)
