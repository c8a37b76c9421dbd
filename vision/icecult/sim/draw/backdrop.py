"""The part of the picture that never moves: floor, table, other things, strips and holder, lit but without shadows."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import Any

import cv2
import numpy as np

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS
from vision.icecult.sim.draw.light import GAMMA, Sky, display
from vision.icecult.sim.draw.sprite import filled
from vision.icecult.sim.draw.textures import STRIP_PX_MM, base_texture, prop_texture, strip_texture, table_texture
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import Look, Scene
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array

BAND_ROWS = 24
FINE = 2  # samples per pixel and axis
TABLE_PX_MM = 1.4
CARDBOARD = (0.72, 0.66, 0.56)
KEPT = 2  # stages


@dataclass(frozen=True)
class Backdrop:
    """Display BGR (float32), and how deep the holder lies in its window of the picture; all else is infinitely deep."""

    bgr: Array
    holder: Array
    window: tuple[slice, slice]

    @property
    def depth(self) -> Array:
        """Of the whole picture."""
        depth = np.full(self.bgr.shape[:2], np.inf, np.float32)
        depth[self.window] = self.holder
        return depth


_drawn: deque[tuple[tuple[Any, ...], Backdrop]] = deque(maxlen=KEPT)
_drawing = threading.Lock()  # two that want the same stage at the same moment would take twice the time and memory


def backdrop_of(scene: Scene, sky: Sky) -> Backdrop:
    """Everything that lies still; a film, its profile and its first picture want the same one: it is drawn once."""
    stage = (scene.camera, scene.look, scene.lighting, scene.dims)
    with _drawing:
        for known, backdrop in _drawn:
            if known == stage:
                return backdrop
        made = draw_backdrop(scene, sky)
        _drawn.append((stage, made))
        return made


def draw_backdrop(scene: Scene, sky: Sky) -> Backdrop:
    """Band by band to keep memory small."""
    camera = scene.camera
    textures = _Textures(scene)
    bgr = np.empty((camera.height, camera.width, 3), np.float32)
    depth = np.full((camera.height, camera.width), np.inf, np.float32)
    for y0 in range(0, camera.height, BAND_ROWS):
        y1 = min(y0 + BAND_ROWS, camera.height)
        fine, near = _band(scene, textures, y0, y1)
        size = (camera.width, y1 - y0)
        bgr[y0:y1] = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)[..., ::-1]
        depth[y0:y1] = cv2.resize(near, size, interpolation=cv2.INTER_NEAREST)
    del textures  # tens of MB
    light, shine = _light_maps(scene, sky)
    cv2.multiply(bgr, light, dst=bgr)
    cv2.add(bgr, shine, dst=bgr)
    window = filled(np.isfinite(depth))
    made = Backdrop(bgr, depth[window].copy(), window)
    made.bgr.flags.writeable = made.holder.flags.writeable = False  # several renderers look at it
    return made


class _Textures:
    def __init__(self, scene: Scene) -> None:
        look, dims = scene.look, scene.dims
        self.table = table_texture(look, TABLE_PX_MM)
        self.strips = {arm: strip_texture(dims, look, 0) for arm in ARMS[:1]}
        self.base = base_texture(dims, look)
        self.props = [(prop, prop_texture(prop)) for prop in look.props]


def _band(scene: Scene, textures: _Textures, y0: int, y1: int) -> tuple[Array, Array]:
    """Albedo (display RGB) and holder depth of some rows, finely sampled."""
    camera, look, dims = scene.camera, scene.look, scene.dims
    xs = (np.arange(camera.width * FINE, dtype=np.float32) + 0.5) / FINE - 0.5
    ys = (np.arange((y1 - y0) * FINE, dtype=np.float32) + 0.5) / FINE - 0.5 + y0
    rays = camera.rays(*np.meshgrid(xs, ys))
    img = _table(camera, look, textures.table, rays)
    near = np.full(img.shape[:2], np.inf, np.float32)
    for prop, page in textures.props:
        w, h, t = prop.size_mm
        to_local = partial(_turned, yaw_deg=prop.yaw_deg, x_mm=prop.x_mm, y_mm=prop.y_mm)
        outline = np.array([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)])
        side = tuple(0.7 * c for c in prop.colour)
        _slab(img, camera, rays, (y0, outline, t, to_local), page, side)
    for arm in ARMS:
        _strip(img, scene, rays, y0, arm, textures.strips["N"])
    half = dims.base_size / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    to_local = partial(_turned, yaw_deg=dims.block_yaw_deg, x_mm=0.0, y_mm=0.0)
    _slab(img, camera, rays, (y0, square, dims.base_height, to_local), textures.base, look.base_side, near)
    return img, near


def _table(camera: VirtualCamera, look: Look, texture: Array, rays: Array) -> Array:
    t = -camera.position[2] / np.minimum(rays[..., 2], -1e-4)
    x, y = camera.position[0] + t * rays[..., 0], camera.position[1] + t * rays[..., 1]
    x, y = _turned(x, y, look.table_yaw_deg, *look.table_offset_mm)
    u = ((x + look.table_size_mm[0] / 2) * TABLE_PX_MM).astype(np.float32)
    v = ((y + look.table_size_mm[1] / 2) * TABLE_PX_MM).astype(np.float32)
    floor = tuple(float(c) for c in look.floor)
    return cv2.remap(texture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=floor)


def _turned(x: Array, y: Array, yaw_deg: float, x_mm: float, y_mm: float) -> tuple[Array, Array]:
    """World to the frame of something turned and shifted."""
    r = rotation_z(-yaw_deg).astype(np.float32)
    x, y = x - np.float32(x_mm), y - np.float32(y_mm)
    return x * r[0, 0] + y * r[0, 1], x * r[1, 0] + y * r[1, 1]


def _window(camera: VirtualCamera, points: Array, y0: int, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    """The part of a band that can show these world points."""
    uv = camera.project(points)
    if not np.isfinite(uv).all():
        return slice(0, shape[0]), slice(0, shape[1])
    low, high = (uv.min(0) - 3) * FINE, (uv.max(0) + 4) * FINE
    rows = slice(max(int(low[1]) - y0 * FINE, 0), min(int(high[1]) - y0 * FINE, shape[0]))
    cols = slice(max(int(low[0]), 0), min(int(high[0]), shape[1]))
    return (rows, cols) if rows.start < rows.stop and cols.start < cols.stop else None


def _slab(
    img: Array, camera: VirtualCamera, rays: Array, shape: tuple[int, Array, float, partial[tuple[Array, Array]]],
    texture: Array, side: tuple[float, ...], near: Array | None = None,
) -> None:  # fmt: skip
    """A flat box: its printed top and its plain walls."""
    y0, outline, height, to_local = shape
    yaw, x_mm, y_mm = (to_local.keywords[k] for k in ("yaw_deg", "x_mm", "y_mm"))
    ring = np.column_stack([outline, np.zeros(len(outline))]) @ rotation_z(yaw).T + (x_mm, y_mm, 0.0)
    window = _window(camera, np.concatenate([ring, ring + np.array([0, 0, height])]), y0, img.shape)
    if window is None:
        return
    part, ray = img[window], rays[window]
    low, high = outline.min(0), outline.max(0)
    levels = [*np.linspace(0, 1, max(2, int(height / 1.5)) + 1)[:-1], 1.0]
    for level in levels:
        t = (height * level - camera.position[2]) / ray[..., 2]
        x, y = to_local(camera.position[0] + t * ray[..., 0], camera.position[1] + t * ray[..., 1])
        inside = (x > low[0]) & (x < high[0]) & (y > low[1]) & (y < high[1])
        if level == 1.0:
            u = (x - low[0]) / (high[0] - low[0]) * texture.shape[1] - 0.5
            v = (high[1] - y) / (high[1] - low[1]) * texture.shape[0] - 0.5
            top = cv2.remap(
                texture, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            part[inside] = top[inside]
        else:
            part[inside] = np.asarray(side, np.float32) * np.float32(0.75)
        if near is not None:
            near[window][inside] = t[inside]


def strip_outline(dims: Dimensions) -> Array:
    """The strip's edge as (across, along); in the corner layout it reaches below the holder."""
    half = dims.path_width / 2
    inner = dims.arm_start - (half + 1.0 if dims.corners else 0.0)
    return np.array([(-half, inner), (half, inner), (half, dims.arm_end), (0, dims.tip), (-half, dims.arm_end)])


def strip_points(scene: Scene, arm: str, points: Array, z_mm: float) -> Array:
    """World positions of (across, along) points on a strip as it really lies."""
    pose = scene.look.arm_poses[arm]
    flat = np.column_stack([points, np.full(len(points), z_mm)])
    shift = scene.dims.on_arm(arm, pose.along_mm, pose.across_mm)
    return np.asarray(flat @ rotation_z(ARM_YAW_DEG[arm] + pose.yaw_deg).T + shift)


def _strip(img: Array, scene: Scene, rays: Array, y0: int, arm: str, texture: Array) -> None:
    dims, camera, pose = scene.dims, scene.camera, scene.look.arm_poses[arm]
    outline = strip_outline(dims)
    ring = np.concatenate([strip_points(scene, arm, outline, z) for z in (0.0, dims.board_thickness)])
    window = _window(camera, ring, y0, img.shape)
    if window is None:
        return
    part, ray, half = img[window], rays[window], dims.path_width / 2
    shift = dims.on_arm(arm, pose.along_mm, pose.across_mm)
    for z in (0.0, dims.board_thickness / 2, dims.board_thickness):
        t = (z - camera.position[2]) / ray[..., 2]
        x, y = camera.position[0] + t * ray[..., 0], camera.position[1] + t * ray[..., 1]
        across, along = _turned(x, y, ARM_YAW_DEG[arm] + pose.yaw_deg, shift[0], shift[1])
        reach = dims.tip - np.maximum(np.abs(across) / half, 0) * dims.tip_length
        inside = (np.abs(across) < half) & (along > outline[0, 1]) & (along < reach)
        if z < dims.board_thickness:
            part[inside] = CARDBOARD
            continue
        u, v = (across + half) * STRIP_PX_MM - 0.5, (dims.tip - along) * STRIP_PX_MM - 0.5
        v = np.clip(v, 0, texture.shape[0] - 1)
        top = cv2.remap(
            texture, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        part[inside] = top[inside]


def _light_maps(scene: Scene, sky: Sky) -> tuple[Array, Array]:
    """Gain and additive shine over the picture, computed coarsely."""
    camera, step = scene.camera, 8
    w, h = camera.width // step + 2, camera.height // step + 2
    xs, ys = np.meshgrid(np.linspace(0, camera.width - 1, w), np.linspace(0, camera.height - 1, h))
    rays = camera.rays(xs, ys).reshape(-1, 3)
    t = -camera.position[2] / np.minimum(rays[:, 2], -1e-3)
    points = (camera.position + t[:, None] * rays).astype(np.float32)
    normals = np.tile(np.array([0, 0, 1], np.float32), (len(points), 1))
    view = -rays / np.linalg.norm(rays, axis=1, keepdims=True)
    gain = np.maximum(sky.diffuse(points, normals), 1e-4) ** (1 / GAMMA)
    shine = display(sky.gloss(points, normals, view, 14.0) * 0.02 * scene.look.table_gloss)
    size = (camera.width, camera.height)
    maps = [
        cv2.resize(m.reshape(h, w, 3).astype(np.float32), size, interpolation=cv2.INTER_LINEAR) for m in (gain, shine)
    ]
    return maps[0], maps[1] * np.float32(0.6)
