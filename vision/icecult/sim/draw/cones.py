"""Pawns: hollow cones on a square or round foot, hit by rays exactly."""

from __future__ import annotations

import numpy as np

from vision.icecult.sim.draw.light import Sky, display, linear_bgr
from vision.icecult.sim.draw.sprite import FINE, Sprite, fine_rays, gathered, window_of
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import Look, PawnPlace
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array


def pawn_outline(dims: Dimensions, pawn: PawnPlace) -> Array:
    """World points around a pawn: foot plate and cap."""
    ring = np.radians(np.arange(0, 360, 15))
    circle = np.column_stack([np.cos(ring), np.sin(ring)])
    foot, cap = circle * dims.cone_foot_size / 2, circle * dims.cone_radius_top
    parts = [np.column_stack([foot, np.full(len(ring), z)]) for z in (0.0, dims.cone_foot_height)]
    parts.append(np.column_stack([cap, np.full(len(ring), dims.cone_height)]))
    return np.asarray(np.concatenate(parts) @ pawn.rotation(dims).T + np.asarray(pawn.origin_mm))


def draw_pawn(camera: VirtualCamera, dims: Dimensions, look: Look, sky: Sky, pawn: PawnPlace) -> Sprite | None:
    """One pawn alone; None when it is out of the picture."""
    outline = pawn_outline(dims, pawn)
    grown = (outline - outline.mean(0)) * (1.42 if look.square_foot else 1.03) + outline.mean(0)
    window = window_of(camera, np.concatenate([outline, grown]))
    if window is None:
        return None
    rotation = pawn.rotation(dims).astype(np.float32)
    fine = 1 if pawn.held else FINE
    rays = fine_rays(camera, window, fine)
    eye = ((camera.position - np.asarray(pawn.origin_mm)) @ rotation).astype(np.float32)
    index, depth, normal, inner = _hit(dims, look.square_foot, eye, rays @ rotation)
    if not len(index):
        return None
    points = (camera.position + depth[:, None] * rays[index]).astype(np.float32)
    bgr = _shade(look, sky, pawn, (points, normal @ rotation.T, rays[index], inner), dims)
    far = float(camera.depth(np.asarray(pawn.origin_mm)[None])[0])
    return gathered(window, index, bgr, depth, far, fine)


def _hit(dims: Dimensions, square: bool, eye: Array, rays: Array) -> tuple[Array, Array, Array, Array]:
    """Index, depth, local normal and "inside of the hollow" of all rays that meet the pawn."""
    n = len(rays)
    best = np.full(n, np.inf, np.float32)
    normal = np.zeros((n, 3), np.float32)
    inner = np.zeros(n, bool)

    def claim(ok: Array, t: Array, directions: Array, dark: Array | bool = False) -> None:
        ok = ok & (t > 1) & (t < best)
        best[ok] = t[ok]
        normal[ok] = directions[ok] if directions.ndim == 2 else directions
        inner[ok] = dark[ok] if isinstance(dark, np.ndarray) else dark

    foot, height = dims.cone_foot_height, dims.cone_height
    dz = np.where(np.abs(rays[:, 2]) < 1e-6, 1e-6, rays[:, 2])
    for z in (0.0, 0.35 * foot, 0.7 * foot, foot):
        t = (z - eye[2]) / dz
        x, y = eye[0] + t * rays[:, 0], eye[1] + t * rays[:, 1]
        inside, outward = _in_foot(dims, square, x, y)
        if z == 0.0:
            hollow = np.hypot(x, y) < dims.cone_radius_bottom - dims.cone_wall
            claim(inside & (dz > 0), t, np.array([0, 0, -1], np.float32), hollow)
        if z == foot:
            claim(inside & (dz < 0), t, np.array([0, 0, 1], np.float32))
        else:
            claim(inside, t, outward)
    _body(dims, eye, rays, claim)
    t = (height - eye[2]) / dz
    x, y = eye[0] + t * rays[:, 0], eye[1] + t * rays[:, 1]
    claim(x * x + y * y < dims.cone_radius_top**2, t, np.array([0, 0, 1], np.float32))
    index = np.flatnonzero(np.isfinite(best))
    return index, best[index], normal[index], inner[index]


def _in_foot(dims: Dimensions, square: bool, x: Array, y: Array) -> tuple[Array, Array]:
    """Whether points lie within the foot's outline, and the way out of it."""
    half = dims.cone_foot_size / 2
    if not square:
        radius = np.hypot(x, y)
        away = np.column_stack([x, y, np.zeros_like(x)]) / np.maximum(radius, 1e-3)[:, None]
        return radius < half, away.astype(np.float32)
    core = half - dims.cone_foot_corner_radius
    dx, dy = np.maximum(np.abs(x) - core, 0), np.maximum(np.abs(y) - core, 0)
    over = np.hypot(dx, dy)
    away = np.column_stack([dx * np.sign(x), dy * np.sign(y), np.zeros_like(x)]) / np.maximum(over, 1e-3)[:, None]
    return over < dims.cone_foot_corner_radius, away.astype(np.float32)


def _body(dims: Dimensions, eye: Array, rays: Array, claim: object) -> None:
    """The cone's mantle: roots of the ray in x2 + y2 = r(z)2."""
    foot, height = dims.cone_foot_height, dims.cone_height
    slope = (dims.cone_radius_bottom - dims.cone_radius_top) / (height - foot)
    e, f = dims.cone_radius_bottom + slope * foot - slope * eye[2], slope * rays[:, 2]
    a = rays[:, 0] ** 2 + rays[:, 1] ** 2 - f * f
    b = eye[0] * rays[:, 0] + eye[1] * rays[:, 1] + e * f
    c = eye[0] ** 2 + eye[1] ** 2 - e * e
    root = b * b - a * c
    ok = root > 0
    safe = np.where(np.abs(a) < 1e-9, 1e-9, a)
    for sign in (-1, 1):
        t = (-b + sign * np.sqrt(np.maximum(root, 0))) / safe
        p = eye + t[:, None] * rays
        here = ok & (p[:, 2] >= foot) & (p[:, 2] <= height)
        radius = np.maximum(np.hypot(p[:, 0], p[:, 1]), 1e-3)
        out = np.column_stack([p[:, 0] / radius, p[:, 1] / radius, np.full(len(p), slope)]) / np.hypot(1, slope)
        claim(here, t, out.astype(np.float32))  # type: ignore[operator]


def _shade(look: Look, sky: Sky, pawn: PawnPlace, hit: tuple[Array, Array, Array, Array], dims: Dimensions) -> Array:
    points, normal, rays, inner = hit
    albedo = linear_bgr(look.plastics[pawn.colour])
    view = -rays / np.linalg.norm(rays, axis=1, keepdims=True)
    light = sky.diffuse(points, normal, 0.3)
    height = (points - np.asarray(pawn.origin_mm, np.float32)) @ pawn.rotation(dims)[:, 2].astype(np.float32)
    if pawn.covered:  # in the shade of the pawn above
        light *= np.where(height > dims.cone_foot_height + 0.3, 0.45, 0.8)[:, None].astype(np.float32)
    light *= (0.82 + 0.18 * np.clip(height / 6, 0, 1))[:, None].astype(np.float32)
    light[inner] *= 0.3
    facing = np.clip(np.einsum("ij,ij->i", view, normal), 0, 1)
    fresnel = 0.04 + 0.5 * (1 - facing) ** 5
    mirror = 2 * facing[:, None] * normal - view
    reflected = np.minimum(sky.seen(mirror), 3.0) * fresnel[:, None] * look.pawn_gloss
    shine = sky.gloss(points, normal, view, 60.0) * (0.04 * look.pawn_gloss)
    return display(albedo * light + np.where(inner[:, None], 0, reflected + shine))
