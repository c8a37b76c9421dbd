"""Soft shadows on table and strips, drawn as blurred outlines in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.sim.camera import Camera
from vision.sim.cones import pawn_outline
from vision.sim.geometry import Array
from vision.sim.hands import world_capsules
from vision.sim.light import GAMMA, Sky
from vision.sim.scene import Hand, Lighting, Scene

SCALE = 2  # shadows are drawn at half resolution
Outline = tuple[Array, float]  # world points (N, 3), how dense the shadow is


@dataclass(frozen=True)
class Shade:
    """Gains for the picture at half resolution (1 = no shadow), valid inside a window."""

    gain: Array
    window: tuple[int, int, int, int]  # x0 y0 x1 y1 in the full picture

    def apply(self, bgr: Array) -> None:
        """Darken the picture in place."""
        x0, y0, x1, y1 = self.window
        part = bgr[y0:y1, x0:x1]
        if part.size:
            gain = cv2.resize(self.gain, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
            cv2.multiply(part, cv2.merge([gain, gain, gain]), part)


def piece_outlines(scene: Scene) -> list[Outline]:
    """What the pieces hide from a lamp."""
    dims = scene.dims
    out: list[Outline] = [(pawn_outline(dims, pawn), 0.85) for pawn in scene.pawns if not pawn.covered]
    half = dims.cube_edge / 2
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T * half
    for cube in scene.cubes:
        out.append((signs @ cube.rotation(dims).T + cube.centre(dims), 0.42))
    return out


def hand_outlines(hands: tuple[Hand, ...]) -> list[Outline]:
    """What hands and arms hide: one outline for each capsule."""
    out: list[Outline] = []
    ring = np.radians(np.arange(0, 360, 45))
    circle = np.column_stack([np.cos(ring), np.sin(ring), np.zeros(len(ring))])
    for hand in hands:
        ends, radii, _ = world_capsules(hand)
        for (a, b), (ra, rb) in zip(ends, radii, strict=True):
            out.append((np.concatenate([a + circle * ra, b + circle * rb]), 0.9))
    return out


def cast_shadows(camera: Camera, lighting: Lighting, sky: Sky, outlines: list[Outline], spread: float) -> Shade | None:
    """All shadows of some outlines; `spread` is the height in mm that decides how soft they are."""
    w, h = camera.width // SCALE, camera.height // SCALE
    base = sky.ambient.mean()
    lamps = [float(lamp.strength) for lamp in lighting.lamps]
    total = float(base) + sum(lamps)
    lost = np.zeros((h, w), np.float32)
    box: list[Array] = []
    for (position, _, _), strength, lamp in zip(sky.lamps, lamps, lighting.lamps, strict=True):
        mask = np.zeros((h, w), np.uint8)
        for points, dense in outlines:
            polygon = _on_table(camera, points, position)
            if polygon is not None:
                cv2.fillConvexPoly(
                    mask, np.round(polygon * (16 / SCALE)).astype(np.int32), int(255 * dense), cv2.LINE_AA, 4
                )
                box.append(polygon)
        soft_mm = 0.6 + lamp.radius_mm * spread / max(float(position[2]), 200)
        sigma = max(soft_mm * camera.focal_px / camera.distance_mm / SCALE, 0.7)
        lost += cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32) * (strength / total / 255)
    if not box:
        return None
    every = np.concatenate(box)
    margin = 30
    x0, y0 = (max(int(v) // SCALE * SCALE - margin, 0) for v in every.min(0))
    x1 = min(int(every[:, 0].max()) + margin, w * SCALE) // SCALE * SCALE
    y1 = min(int(every[:, 1].max()) + margin, h * SCALE) // SCALE * SCALE
    if x1 <= x0 or y1 <= y0:
        return None
    part = lost[y0 // SCALE : y1 // SCALE, x0 // SCALE : x1 // SCALE]
    gain = cv2.pow(np.maximum(1 - part, 0.02), 1 / GAMMA)
    return Shade(np.asarray(gain, np.float32), (x0, y0, x1, y1))


def _on_table(camera: Camera, points: Array, lamp: Array) -> Array | None:
    """Pixel outline of the shadow that points throw on the table."""
    z = np.minimum(points[:, 2], lamp[2] * 0.8)
    t = lamp[2] / (lamp[2] - z)
    ground = lamp[:2] + (points[:, :2] - lamp[:2]) * t[:, None]
    uv = camera.project(np.column_stack([ground, np.zeros(len(ground))]))
    if not np.isfinite(uv).all() or np.abs(uv).max() > 20000:
        return None
    hull: Array = cv2.convexHull(uv.astype(np.float32)).reshape(-1, 2)
    return hull
