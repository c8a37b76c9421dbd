"""Light on flat things and on solids; colours are linear where they are summed and displayed as their square root."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.igluiglu.sim.scene import Light
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array

COARSE = 2  # the map of light has one value for so many pixels a side
SQUARED = (np.arange(256, dtype=np.float32) / 255) ** 2


def linear(rgb: object) -> Array:
    """A display colour (RGB, 0..1) as linear BGR."""
    return np.asarray(np.asarray(rgb, np.float32)[..., ::-1] ** 2)


@dataclass(frozen=True)
class Shadow:
    """Outline on the ground (world points of the caster), how soft (height that matters), and on which levels."""

    points: Array
    ground_mm: float
    height_mm: float
    level: int  # it darkens what lies lower than this
    dense: float = 1.0


def shaded(light: Light, at: Array, normals: Array, albedo: Array, view: Array, gloss: float) -> Array:
    """Display colours (0..255, BGR) of facets at one place with these normals and linear albedo."""
    ambient = linear(light.ambient)
    up = normals[:, 2:3]
    total = ambient * (0.72 + 0.28 * up)
    shine = np.zeros((len(normals), 3))
    for lamp in light.lamps:
        way = np.asarray(lamp.at_mm) - at
        far = float(np.linalg.norm(way))
        way = way / far
        falloff = strength_at(lamp.at_mm, far) * lamp.strength
        total = total + linear(lamp.colour) * (np.maximum(normals @ way + 0.12, 0) * falloff / 1.12)[:, None]
        half = way + view
        half /= np.linalg.norm(half)
        sharp = 14 + 60 * gloss
        lobe = np.maximum(normals @ half, 0) ** sharp
        shine += linear(lamp.colour) * (lobe * gloss * falloff * 1.6)[:, None]
    fresnel = (1 - np.clip(normals @ view, 0, 1)) ** 4
    shine += ambient * (gloss * 0.35 * fresnel)[:, None]
    lit = (albedo * total + shine) * light.exposure
    return np.asarray(np.sqrt(np.clip(lit, 0, 1)) * 255)


def strength_at(at_mm: tuple[float, float, float], far: float) -> float:
    """How bright a lamp is so far away, 1 for a level board under it at the origin."""
    p = np.asarray(at_mm, float)
    r2 = float(p @ p)
    return r2 / far**2 / max(float(p[2]) / math.sqrt(r2), 0.15)


def ground_points(camera: VirtualCamera, width: int, height: int, step: int) -> Array:
    """Where the rays of every so many pixels meet the table, (H, W, 3)."""
    xs = np.arange(0, width, step, dtype=np.float32) + (step - 1) / 2
    ys = np.arange(0, height, step, dtype=np.float32) + (step - 1) / 2
    rays = camera.rays(*np.meshgrid(xs, ys))
    down = np.minimum(rays[..., 2], -1e-3)
    far = np.minimum(-camera.position[2] / down, 6000)
    return np.asarray(camera.position + rays * far[..., None], np.float32)


def light_map(camera: VirtualCamera, light: Light, shadows: list[Shadow], levels: Array) -> tuple[Array, Array]:
    """Linear light arriving at flat things and the lamps' shine there, both for every second pixel."""
    h, w = levels.shape
    step = COARSE * 8
    spots = ground_points(camera, w * COARSE, h * COARSE, step)
    small = (spots.shape[1], spots.shape[0])
    view = camera.position - spots
    view /= np.linalg.norm(view, axis=2, keepdims=True)
    total = np.empty((h, w, 3), np.float32)
    total[:] = linear(light.ambient)
    shine = np.zeros((*small[::-1], 2, 3), np.float32)
    for lamp in light.lamps:
        way = np.asarray(lamp.at_mm, np.float32) - spots
        r2 = (way * way).sum(2)
        way = way / np.sqrt(r2)[..., None]
        p = np.asarray(lamp.at_mm, float)
        own = float(p @ p) / max(float(p[2]) / float(np.sqrt(p @ p)), 0.15)
        gain = np.maximum(way[..., 2], 0) / r2 * np.float32(own * lamp.strength)
        gain *= pattern(lamp.stripes_mm, lamp.spot_mm, spots)
        free = shadow_free(camera, lamp.at_mm, lamp.radius_mm, shadows, levels)
        colour = linear(lamp.colour)
        full = cv2.resize(gain.astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
        full = cv2.multiply(full, free)
        for c in range(3):
            total[..., c] += full * colour[c]
        half = way + view
        half /= np.linalg.norm(half, axis=2, keepdims=True)
        for k, sharp in enumerate((12.0, 160.0 * 60 / max(lamp.radius_mm, 20))):
            shine[..., k, :] += (gain * np.maximum(half[..., 2], 0) ** sharp)[..., None] * colour
    return total, shine


def pattern(stripes_mm: float, spot_mm: float, spots: Array) -> Array:
    """What a blind or a shade leaves of a lamp's light."""
    out = np.ones(spots.shape[:2], np.float32)
    if stripes_mm:
        wave = np.sin((spots[..., 0] * 0.8 + spots[..., 1] * 0.6) * (2 * np.pi / stripes_mm))
        out *= 0.35 + 0.65 * np.clip(wave * 2 + 0.5, 0, 1)
    if spot_mm:
        out *= 0.12 + 0.88 * np.clip((spot_mm - np.hypot(spots[..., 0], spots[..., 1])) / (0.3 * spot_mm) + 0.5, 0, 1)
    return out


def shadow_free(
    camera: VirtualCamera, lamp_at: tuple[float, float, float], radius: float, shadows: list[Shadow], levels: Array
) -> Array:
    """How much of a lamp each pixel sees: outlines thrown on the ground, softened by how high they begin."""
    h, w = levels.shape
    free = np.ones((h, w), np.float32)
    lamp = np.asarray(lamp_at, float)
    px_mm = camera.focal_px / camera.distance_mm / COARSE
    groups: dict[tuple[int, int], list[Shadow]] = {}
    for shadow in shadows:
        soft = int(np.clip(np.log2(max(shadow.height_mm, 1.0)), 0, 8))
        groups.setdefault((shadow.level, soft), []).append(shadow)
    for (level, soft), members in groups.items():
        mask: Array = np.zeros((h, w), np.uint8)
        for shadow in members:
            outline = thrown(camera, shadow, lamp)
            if outline is not None:
                points = np.round(outline * (16 / COARSE)).astype(np.int32)
                cv2.fillConvexPoly(mask, points, int(255 * shadow.dense), cv2.LINE_AA, 4)
        sigma = 0.4 * radius * 2.0**soft / max(float(lamp[2]), 150.0) * px_mm + 0.5
        if sigma > 4:
            small = cv2.resize(mask, (w // 4 + 1, h // 4 + 1), interpolation=cv2.INTER_AREA)
            soft_mask = cv2.GaussianBlur(small, (0, 0), sigma / 4)
            mask = np.asarray(cv2.resize(soft_mask, (w, h), interpolation=cv2.INTER_LINEAR))
        else:
            mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma))
        lost = mask.astype(np.float32) * np.float32(-1 / 255) + 1
        lost[levels >= level] = 1.0
        free *= lost
    return free


def thrown(camera: VirtualCamera, shadow: Shadow, lamp: Array) -> Array | None:
    """The outline in the picture of the shadow that points throw on the ground."""
    p = shadow.points
    z = np.minimum(p[:, 2], lamp[2] * 0.8) - shadow.ground_mm
    t = 1 + z / (lamp[2] - shadow.ground_mm - z)
    ground = lamp[:2] + (p[:, :2] - lamp[:2]) * t[:, None]
    uv = camera.project(np.column_stack([ground, np.full(len(ground), shadow.ground_mm)]))
    if not np.isfinite(uv).all() or np.abs(uv).max() > 12000:
        return None
    return np.asarray(cv2.convexHull(uv.astype(np.float32)).reshape(-1, 2))
