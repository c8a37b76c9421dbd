"""Path tracing: a Mitsuba scene and a camera to linear light and first-hit masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import PawnPlace
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array
from workshop.icecult.lab.picture.build import build_scene
from workshop.lab.picture.denoise import denoise
from workshop.lab.shapes.materials import mitsuba
from workshop.lab.space import Json


@dataclass(frozen=True, slots=True)
class Quality:
    """Render cost knobs."""

    spp: int = 16
    cube_spp: int = 64  # extra samples on pixels that show an acrylic cube
    scale: float = 1.0  # internal resolution relative to the final image
    denoise: bool = True
    crop: tuple[int, int, int, int] | None = None  # x0, y0, x1, y1: path trace only this window of the picture

    def render_size(self, camera: VirtualCamera) -> tuple[int, int]:
        """Width and height of the traced image."""
        w, h = camera.resolution_wh
        return round(w * self.scale), round(h * self.scale)

    def window(self) -> tuple[slice, slice]:
        """Rows and columns of the crop in the traced image."""
        x0, y0, x1, y1 = (round(v * self.scale) for v in self.crop or (0, 0, 0, 0))
        return slice(y0, y1), slice(x0, x1)


SUM_SIZES = (1280 * 720, 1920 * 1080)


def primary_rays(camera: VirtualCamera, size: tuple[int, int], index: Any, jitter: Any) -> Any:
    """Rays through pixels `index` (row-major) at sub-pixel offset `jitter`, with the lens distortion applied."""
    mi = mitsuba()
    import drjit as dr

    def const(value: float) -> Any:  # kept out of the kernel source, so that kernels stay small and cacheable
        return dr.opaque(mi.Float, float(value))

    (w, h), focal = size, const(camera.focal_px * size[0] / camera.width)
    cx, cy = (
        const(n / 2 + shift * w / camera.resolution_wh[0])
        for n, shift in zip((w, h), camera.centre_shift_px, strict=True)
    )
    row = index // dr.opaque(mi.UInt32, w)
    column = index - row * dr.opaque(mi.UInt32, w)
    xd, yd = (mi.Float(column) + jitter.x - cx) / focal, (mi.Float(row) + jitter.y - cy) / focal
    k1, k2 = const(camera.k1), const(camera.k2)
    x, y = mi.Float(xd), mi.Float(yd)
    for _ in range(12):  # fixed-point inverse of x_d = x (1 + k1 r^2 + k2 r^4)
        r2 = x * x + y * y
        bend = 1 + k1 * r2 + k2 * r2 * r2
        x, y = xd / bend, yd / bend
    right, down, forward = ([const(v) for v in axis] for axis in camera.rotation)
    direction = mi.Vector3f(*(x * right[i] + y * down[i] + forward[i] for i in range(3)))
    return mi.RayDifferential3f(mi.Point3f(*(const(v) for v in camera.position)), dr.normalize(direction))


def first_hits(world: Any, camera: VirtualCamera, size: tuple[int, int]) -> dict[str, Array]:
    """Boolean mask per game piece or occluder of the pixels whose centre ray hits it first."""
    mi = mitsuba()
    import drjit as dr

    w, h = size
    rays: Any = primary_rays(camera, size, dr.arange(mi.UInt32, w * h), mi.Point2f(0.5))
    hit = np.array(dr.reinterpret_array(mi.UInt32, world.ray_intersect_preliminary(rays).shape)).reshape(h, w)
    keys: dict[str, int] = {
        s.id(): int(np.array(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(s)))[0]) for s in world.shapes()
    }
    return {
        k: hit == v for k, v in keys.items() if k.startswith(("pawn_", "cube_", "hand_", "sleeve_", "held_", "prop_"))
    }


def samples_per_pixel(masks: dict[str, Array], camera: VirtualCamera, quality: Quality) -> Array:
    """How many samples each pixel gets (row-major): more where a cube is seen, few outside the crop."""
    w, h = quality.render_size(camera)
    glass = np.zeros(camera.resolution_wh[::-1], np.uint8)
    for name, mask in masks.items():
        if name.startswith("cube_"):
            glass |= mask.astype(np.uint8)
    glass = np.asarray(cv2.dilate(glass, np.ones((5, 5), np.uint8)), np.uint8)
    count = quality.spp + quality.cube_spp * cv2.resize(glass, (w, h), interpolation=cv2.INTER_NEAREST).astype(np.int64)
    if quality.crop:
        inside = np.zeros((h, w), bool)
        inside[quality.window()] = True
        count = np.where(inside, count, 1)  # elsewhere just enough to meter exposure and colour
    return np.asarray(count.ravel())


def trace(world: Any, camera: VirtualCamera, size: tuple[int, int], count: Array, seed: int) -> Array:
    """Mean radiance, albedo and normal (nine channels) of every pixel, all samples as one wavefront."""
    mi = mitsuba()
    import drjit as dr

    w, h = size
    index = mi.UInt32(np.repeat(np.arange(w * h, dtype=np.uint32), count))
    sampler = mi.load_dict({"type": "independent"})
    sampler.seed(seed & 0xFFFFFFFF, dr.width(index))
    rays = primary_rays(camera, (w, h), index, sampler.next_2d())
    path = {"type": "path", "max_depth": 18, "rr_depth": 6}
    integrator = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal", "img": path})
    radiance, _, extra = integrator.sample(world, sampler, rays)
    room = next((n for n in SUM_SIZES if n >= w * h), w * h)  # few sizes, so that kernels are shared
    sums = dr.zeros(mi.Float, room * 9)
    for c, value in enumerate([radiance.x, radiance.y, radiance.z, *extra[-6:]]):
        dr.scatter_add(sums, dr.select(dr.isfinite(value), value, 0.0), index * 9 + c)
    return np.asarray(np.array(sums)[: w * h * 9].reshape(h, w, 9) / count.reshape(h, w, 1))


def render_linear(
    geo: Dimensions, scene: Json, camera: VirtualCamera, quality: Quality, pawns: list[PawnPlace]
) -> tuple[Array, dict[str, Array]]:
    """Linear, distorted image at `quality.scale` times the camera size, and first-hit masks at camera size."""
    world = build_scene(geo, scene, pawns)
    masks = first_hits(world, camera, camera.resolution_wh)
    count = samples_per_pixel(masks, camera, quality)
    image = trace(world, camera, quality.render_size(camera), count, scene["seed"])
    colour, albedo, normal = image[..., :3], image[..., 3:6], image[..., 6:]
    if not quality.denoise:
        return colour.astype(np.float32), masks
    if not quality.crop:
        return denoise(colour, albedo, normal), masks
    out, cell = np.asarray(cv2.GaussianBlur(colour.astype(np.float32), (0, 0), 3)), quality.window()
    colour, albedo, normal = (np.ascontiguousarray(part[cell]) for part in (colour, albedo, normal))
    out[cell] = denoise(colour, albedo, normal)
    return out, masks
