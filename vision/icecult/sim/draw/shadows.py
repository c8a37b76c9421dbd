"""Soft shadows on table and strips, drawn as blurred outlines in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.icecult.sim.draw.cones import pawn_outline
from vision.icecult.sim.draw.hands import world_capsules
from vision.icecult.sim.draw.light import GAMMA, Sky
from vision.icecult.sim.scene import Hand, Lighting, Scene
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array

Caster = tuple[Array, float]  # world points (N, 3), how dense the shadow is


@dataclass(frozen=True)
class Shade:
    """Coarse gains for a window of the picture (1 = no shadow)."""

    gain: Array
    window: tuple[int, int, int, int]  # x0 y0 x1 y1 in the full picture

    def apply(self, bgr: Array) -> None:
        """Darken the picture in place."""
        x0, y0, x1, y1 = self.window
        part = bgr[y0:y1, x0:x1]
        if part.size:
            gain = cv2.resize(self.gain, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
            cv2.multiply(part, cv2.merge([gain, gain, gain]), part)


def piece_outlines(scene: Scene, held: bool) -> list[Caster]:
    """What the pieces on the table, or those in somebody's hand, hide from a lamp."""
    dims = scene.dims
    out: list[Caster] = [
        (pawn_outline(dims, pawn), 0.85) for pawn in scene.pawns if pawn.held == held and not pawn.covered
    ]
    half = dims.cube_edge / 2
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T * half
    for cube in (c for c in scene.cubes if c.held == held):
        out.append((signs @ cube.rotation(dims).T + cube.centre(dims), 0.42))
    return out


def hand_outlines(hands: tuple[Hand, ...]) -> list[Caster]:
    """What hands and arms hide: one outline for each capsule."""
    out: list[Caster] = []
    ring = np.radians(np.arange(0, 360, 45))
    circle = np.column_stack([np.cos(ring), np.sin(ring), np.zeros(len(ring))])
    for hand in hands:
        ends, radii, _ = world_capsules(hand)
        for (a, b), (ra, rb) in zip(ends, radii, strict=True):
            out.append((np.concatenate([a + circle * ra, b + circle * rb]), 0.9))
    return out


def cast_shadows(
    camera: VirtualCamera, lighting: Lighting, sky: Sky, outlines: list[Caster], spread: float
) -> Shade | None:
    """All shadows of some outlines; `spread` is the height in mm that decides how soft they are."""
    lamps = [float(lamp.strength) for lamp in lighting.lamps]
    total = float(sky.ambient.mean()) + sum(lamps)
    layers, margin = [], 0.0
    for (position, _, _), strength, lamp in zip(sky.lamps, lamps, lighting.lamps, strict=True):
        soft_mm = 0.6 + lamp.radius_mm * spread / max(float(position[2]), 200)
        sigma = max(soft_mm * camera.focal_px / camera.distance_mm, 1.4)
        polygons = [(p, dense) for points, dense in outlines if (p := _on_table(camera, points, position)) is not None]
        layers.append((polygons, sigma, strength / total))
        margin = max(margin, 3 * sigma)
    window = _window(camera, [p for polygons, _, _ in layers for p, _ in polygons], margin)
    if window is None:
        return None
    scale = 2 if min(sigma for _, sigma, _ in layers) < 6 else 4  # soft shadows need few pixels
    x0, y0, x1, y1 = window
    shape = (max((y1 - y0) // scale, 1), max((x1 - x0) // scale, 1))
    lost = np.zeros(shape, np.float32)
    for polygons, sigma, share in layers:
        mask = np.zeros(shape, np.uint8)
        for polygon, dense in polygons:
            points = np.round((polygon - (x0, y0)) * (16 / scale)).astype(np.int32)
            cv2.fillConvexPoly(mask, points, int(255 * dense), cv2.LINE_AA, 4)
        lost += cv2.GaussianBlur(mask, (0, 0), sigma / scale).astype(np.float32) * (share / 255)
    gain = cv2.pow(np.maximum(1 - lost, 0.02), 1 / GAMMA)
    return Shade(np.asarray(gain, np.float32), window)


def _window(camera: VirtualCamera, polygons: list[Array], margin: float) -> tuple[int, int, int, int] | None:
    """The part of the picture that these polygons can darken."""
    if not polygons:
        return None
    every = np.concatenate(polygons)
    x0, y0 = np.maximum(every.min(0) - margin, 0).astype(int)
    x1, y1 = np.minimum(every.max(0) + margin, (camera.width, camera.height)).astype(int)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 + 4 and y1 > y0 + 4 else None


def _on_table(camera: VirtualCamera, points: Array, lamp: Array) -> Array | None:
    """Pixel outline of the shadow that points throw on the table."""
    z = np.minimum(points[:, 2], lamp[2] * 0.8)
    t = lamp[2] / (lamp[2] - z)
    ground = lamp[:2] + (points[:, :2] - lamp[:2]) * t[:, None]
    uv = camera.project(np.column_stack([ground, np.zeros(len(ground))]))
    if not np.isfinite(uv).all() or np.abs(uv).max() > 20000:
        return None
    hull: Array = cv2.convexHull(uv.astype(np.float32)).reshape(-1, 2)
    return hull
