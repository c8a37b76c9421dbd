"""Hands and arms: chains of tapered capsules, drawn as one soft surface at half resolution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np

from vision.icecult.sim.draw.light import Sky, display, linear_bgr
from vision.icecult.sim.draw.sprite import Sprite
from vision.icecult.sim.scene import Hand
from vision.sim.camera import VirtualCamera
from vision.sim.hands import capsules, hand_frame
from vision.sim.lens import motion_kernel
from vision.sim.space import Array

BAND_ROWS = 16  # of half-size rows
CLOTH_WIDTH, CLOTH_EDGE = 1950, 8  # pixels; farther than its edge no pixel's softness reaches


def world_capsules(hand: Hand) -> tuple[Array, Array, Array]:
    """Ends (N, 2, 3), radii (N, 2) and "is sleeve" of all parts in the world."""
    skin, sleeve = capsules(hand.kind, hand.sleeve_at_mm)
    ends = np.array([(c[0], c[1]) for c in skin + sleeve], float)
    radii = np.array([(c[2], c[3]) for c in skin + sleeve], float)
    frame = hand_frame(hand.yaw_deg, hand.pitch_deg, hand.twist_deg, hand.left)
    turned = ends @ frame.T + np.asarray(hand.at_mm)
    return turned, radii, np.array([False] * len(skin) + [True] * len(sleeve))


def draw_hand(camera: VirtualCamera, sky: Sky, hand: Hand) -> Iterator[Sprite]:
    """A hand in sprites one below the other, since it may fill half the picture; none when it is out of it."""
    ends, radii, sleeve = world_capsules(hand)
    ends = _clipped(camera, ends)
    uv = camera.project(ends.reshape(-1, 3)).reshape(-1, 2, 2)
    z = camera.depth(ends.reshape(-1, 3)).reshape(-1, 2)
    radius_px = radii * camera.focal_px / z
    window = _window(camera, uv, radius_px)
    if window is None:
        return
    depth, part, soft = _depth_map(window, uv / 2, radius_px / 2, z, radii)
    mask = np.isfinite(depth)
    if mask.any():
        bgr = _shaded(camera, sky, hand, depth, sleeve[part], soft)
        yield from _sprites(camera, hand, window, bgr, mask, depth)


def _clipped(camera: VirtualCamera, ends: Array) -> Array:
    """The far end of the arm kept in front of the lens."""
    out = ends.copy()
    for k, (a, b) in enumerate(ends):
        za, zb = camera.depth(np.array([a, b]))
        if za < 150 < zb:
            out[k, 0] = b + (a - b) * (zb - 150) / (zb - za)
        elif zb <= 150:
            out[k] = b * 0 + camera.position + camera.rotation[2] * 150 + camera.rotation[0] * 5000
    return out


def _window(camera: VirtualCamera, uv: Array, radius_px: Array) -> tuple[int, int, int, int] | None:
    """Half-resolution window x0 y0 x1 y1 (the picture has an even size)."""
    low = np.nanmin((uv - radius_px[..., None]).reshape(-1, 2), 0) / 2 - 8
    high = np.nanmax((uv + radius_px[..., None]).reshape(-1, 2), 0) / 2 + 8
    x0, y0 = np.maximum(np.floor(low), 0)
    x1, y1 = min(float(np.ceil(high[0])), camera.width // 2), min(float(np.ceil(high[1])), camera.height // 2)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 + 1 and y1 > y0 + 1 else None


def _depth_map(
    window: tuple[int, int, int, int], uv: Array, radius_px: Array, z: Array, radii: Array
) -> tuple[Array, Array, Array]:
    """Nearest depth, which capsule, and how near the middle of a finger a pixel is."""
    x0, y0, x1, y1 = window
    depth = np.full((y1 - y0, x1 - x0), np.inf, np.float32)
    part = np.zeros(depth.shape, np.int32)
    soft = np.zeros(depth.shape, np.float32)
    for k in range(len(uv)):
        (a, b), (ra, rb) = uv[k], radius_px[k]
        reach = max(ra, rb) + 1
        low = np.maximum(np.floor(np.minimum(a, b) - reach).astype(int), (x0, y0))
        high = np.minimum(np.ceil(np.maximum(a, b) + reach).astype(int), (x1, y1))
        if (high <= low).any():
            continue
        xs = np.arange(low[0], high[0], dtype=np.float32) - np.float32(a[0])
        ys = (np.arange(low[1], high[1], dtype=np.float32) - np.float32(a[1]))[:, None]
        way = (b - a).astype(np.float32)
        t = np.clip((xs * way[0] + ys * way[1]) / max(float(way @ way), 1e-3), 0, 1)
        radius = ra + (rb - ra) * t
        solid = t * z[k, 0] / (t * z[k, 0] + (1 - t) * z[k, 1])  # the same place along the capsule in space
        inside2 = radius * radius - (xs - t * way[0]) ** 2 - (ys - t * way[1]) ** 2
        bulge = np.sqrt(np.maximum(inside2, 0)) / radius
        here = z[k, 0] + (z[k, 1] - z[k, 0]) * solid - bulge * (radii[k, 0] + (radii[k, 1] - radii[k, 0]) * solid)
        cut = (slice(low[1] - y0, high[1] - y0), slice(low[0] - x0, high[0] - x0))
        won = (inside2 > 0) & (here < depth[cut])
        depth[cut][won], part[cut][won], soft[cut][won] = here[won], k, bulge[won]
    return depth, part, soft


def _shaded(camera: VirtualCamera, sky: Sky, hand: Hand, depth: Array, sleeve: Array, soft: Array) -> Array:
    """Display colours from the smoothed depth."""
    mask = np.isfinite(depth)
    filled = np.where(mask, depth, 0).astype(np.float32)
    sigma = max(camera.focal_px / float(np.median(depth[mask])) * 1.7, 1.2)
    weight = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma)
    smooth = cv2.GaussianBlur(filled, (0, 0), sigma) / np.maximum(weight, 1e-3)
    mm_px = 2 * smooth / camera.focal_px
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125)
    n = np.stack([dx / np.maximum(mm_px, 1e-3), dy / np.maximum(mm_px, 1e-3), -np.ones_like(dx)], -1)[mask]
    # Towards the outline the surface turns away from the eye, which blurred depth cannot show.
    n[:, 2] *= np.clip(soft[mask] + 0.15, 0.2, 1)
    n /= np.sqrt(np.einsum("ij,ij->i", n, n))[:, None]
    is_sleeve = sleeve[mask]
    grain = cloth_grain(camera.height // 2, camera.width // 2)[: depth.shape[0], : depth.shape[1]][mask]
    albedo = np.where(is_sleeve[:, None], linear_bgr(hand.sleeve), linear_bgr(hand.skin))
    albedo *= (1 + np.where(is_sleeve, 0.07, 0.02) * grain)[:, None]
    out = np.zeros((*depth.shape, 3), np.float32)
    out[mask] = display(_lit(camera, sky, hand, n @ camera.rotation.astype(np.float32), albedo, ~is_sleeve))
    return out


def _lit(camera: VirtualCamera, sky: Sky, hand: Hand, n: Array, albedo: Array, skin: Array) -> Array:
    """Light on a hand; it is small, so each lamp shines from one direction."""
    at = np.asarray(hand.at_mm, np.float32)
    view = camera.position - at
    view /= np.linalg.norm(view)
    light = sky.ambient * (1.05 + 0.3 * n[:, 2:3])  # skin scatters
    shine = np.zeros_like(albedo)
    for position, colour, strength in sky.lamps:
        way = position - at
        far = float(np.linalg.norm(way))
        way = way / far
        light = light + colour * (np.maximum(n @ way, 0) * (strength / far**2))[:, None]
        half = ((way + view) / np.linalg.norm(way + view)).astype(np.float32)
        lobe = np.maximum(n @ half, 0) ** 2
        shine += colour * (lobe * lobe * lobe * skin * (0.01 * strength / far**2))[:, None]
    return np.asarray(albedo * light + shine, np.float32)


@lru_cache(maxsize=1)
def cloth_grain(height: int, width: int) -> Array:
    """Fine unevenness for sleeves and skin, as large as this; whatever the size, it is cut out of the same cloth."""
    noise = np.random.default_rng(7).standard_normal((height + CLOTH_EDGE, max(width, CLOTH_WIDTH)), np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 1.2)[:height, :width]
    return np.asarray(soft * np.float32(3.0))


def _sprites(
    camera: VirtualCamera, hand: Hand, window: tuple[int, int, int, int], bgr: Array, mask: Array, depth: Array
) -> Iterator[Sprite]:
    """Full-size sprites with soft edges and, where asked for, motion blur."""
    alpha = cv2.GaussianBlur(mask.astype(np.float32), (3, 3), 0.6)
    colour = cv2.GaussianBlur(bgr, (3, 3), 0.6)
    kernel = motion_kernel(hand.blur_px[0] / 2, hand.blur_px[1] / 2)
    if kernel is not None:
        colour, alpha = cv2.filter2D(colour, -1, kernel), cv2.filter2D(alpha, -1, kernel)
        depth = cv2.erode(depth, np.ones(kernel.shape, np.uint8))
    colour = colour / np.maximum(alpha, 1e-3)[..., None]
    near = cv2.erode(depth, np.ones((3, 3), np.uint8))
    far = float(camera.depth(np.asarray(hand.at_mm)[None])[0])
    x0, y0, _, _ = window
    for row in range(0, len(near), BAND_ROWS):
        band = slice(row, min(row + BAND_ROWS, len(near)))
        soft = _doubled(colour, band, cv2.INTER_LINEAR), _doubled(alpha, band, cv2.INTER_LINEAR)
        yield Sprite(x0 * 2, (y0 + row) * 2, *soft, _doubled(near, band, cv2.INTER_NEAREST), far)


def _doubled(values: Array, rows: slice, how: int) -> Array:
    """Some rows at twice the size, as they come out where all of it is made larger at once."""
    first, last = max(rows.start - 1, 0), min(rows.stop + 1, len(values))
    large = cv2.resize(values[first:last], (values.shape[1] * 2, (last - first) * 2), interpolation=how)
    return np.asarray(large[(rows.start - first) * 2 : (rows.stop - first) * 2])
