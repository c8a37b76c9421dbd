"""Prints and surfaces as small pictures: table tops, strips, holder, cube symbols; display RGB in 0..1."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import Look, Prop
from vision.sim.noise import colour_tuple, fbm, mix
from vision.sim.space import FACES, Array

STRIP_PX_MM = 5
SYMBOL_PX = 160


def table_texture(look: Look, px_mm: float) -> Array:
    """The table top, x to the right and y down from its south-west corner."""
    rng = np.random.default_rng(look.seed)
    shape = (int(look.table_size_mm[1] * px_mm), int(look.table_size_mm[0] * px_mm))
    base = np.asarray(look.table_colour, np.float32)
    if look.table_kind == "wood":
        return _wood(rng, shape, base, px_mm)
    if look.table_kind == "cloth":
        return _cloth(rng, shape, base, px_mm)
    tone = 0.6 * fbm(rng, shape, (500, 500), 3) + 0.4 * fbm(rng, shape, (3, 3), 1)
    out = mix(base * 0.93, np.minimum(base * 1.05, 1), tone)
    if rng.random() < 0.4:
        flecks = np.clip((fbm(rng, shape, (4, 4), 1) - 0.8) * 8, 0, 1)
        out *= (1 + 0.14 * flecks * rng.choice([-1, 1]))[..., None]
    return out


def _wood(rng: np.random.Generator, shape: tuple[int, int], base: Array, px_mm: float) -> Array:
    plank = int(rng.uniform(90, 220) * px_mm)
    fibre = fbm(rng, (1, 8192), (1, 24), 5)[0]
    bend, ring, depth = rng.uniform(30, 160), rng.uniform(14, 40), rng.uniform(0.08, 0.3)
    out = np.empty((*shape, 3), np.float32)
    for y0 in range(0, shape[0], plank):
        n = min(plank, shape[0] - y0)
        sway, drift = fbm(rng, (n, shape[1]), (400, 900), 2), fbm(rng, (n, shape[1]), (60, 420), 2)
        rows = np.arange(n, dtype=np.float32)[:, None]
        line = rows * (2.2 / px_mm) + (sway - 0.5) * bend + (drift - 0.5) * 24 + rng.uniform(800, 6500)
        grain = fibre[np.clip(line, 0, 8191).astype(np.int32)]
        rings = 0.5 + 0.5 * np.sin(line * (2 * np.pi / ring))
        tone = 0.35 + depth * (rings**3 - 0.3) + 0.75 * (grain - 0.5) + 0.3 * (sway - 0.5)
        part = mix(base * 0.74, np.minimum(base * 1.12, 1), np.clip(tone, 0, 1)) * (1 + rng.uniform(-0.08, 0.07))
        part[:2] *= 0.72
        out[y0 : y0 + n] = part
    return out


def _cloth(rng: np.random.Generator, shape: tuple[int, int], base: Array, px_mm: float) -> Array:
    yy, xx = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    fine = cv2.resize(rng.random((shape[0] // 2, shape[1] // 2), dtype=np.float32), (shape[1], shape[0]))
    tone = 0.5 + 0.7 * (fine - 0.5) + 0.25 * (fbm(rng, shape, (240, 240), 3) - 0.5)
    out = mix(base * 0.8, np.minimum(base * 1.12, 1), np.clip(tone, 0, 1))
    if rng.random() < 0.5:  # striped or checked
        pitch, other = rng.uniform(35, 95) * px_mm, np.clip(base * rng.uniform(0.45, 0.8), 0, 1)
        band = ((xx % pitch) < pitch * 0.4).astype(np.float32) * 0.5
        if rng.random() < 0.6:
            band += ((yy % pitch) < pitch * 0.4).astype(np.float32) * 0.5
        out = mix(out, out * (other / np.maximum(base, 0.02)), band * 0.8)
    folds = fbm(rng, shape, (260 * px_mm, 60 * px_mm), 2)
    return np.asarray(out * (0.93 + 0.14 * folds[..., None]))


def strip_texture(dims: Dimensions, look: Look, arm_index: int) -> Array:
    """The print of one strip: rows run from the tip (top) to the block."""
    px, rng = STRIP_PX_MM, np.random.default_rng([look.seed, arm_index])
    w, h = int(dims.path_width * px), round((dims.tip - dims.arm_start) * px)
    t = np.linspace(1, 0, h, dtype=np.float32)[:, None] * np.ones((1, w), np.float32)
    t = np.clip(t + 0.05 * (fbm(rng, (h, w), (130, 130), 4) - 0.5), 0, 1)
    stops = np.array(
        [(0.47, 0.75, 0.92), (0.63, 0.83, 0.92), (0.93, 0.87, 0.66), (0.98, 0.72, 0.30), (0.93, 0.46, 0.12)]
    )
    img = np.stack([np.interp(t, np.linspace(0, 1, 5), stops[:, c]) for c in range(3)], -1).astype(np.float32)
    cracks = np.abs(fbm(rng, (h, w), (75, 75), 3) - 0.5) < 0.012
    img = np.ascontiguousarray(mix(img, (1.0, 1.0, 1.0), cracks * 0.45 * (1 - t)))
    line = colour_tuple(look.border)
    thick, step = max(2, int(look.border_mm * px)), int(dims.space_length * px)
    for i in range(dims.spaces_per_arm + 1):
        y = h - 1 - i * step
        cv2.line(img, (0, y), (w, y), line, thick, cv2.LINE_AA)
        if i < dims.spaces_per_arm:
            _space_print(img, look, y - step // 2, step)
    top = int(dims.tip_length * px)
    cv2.rectangle(img, (0, top), (w - 1, h + thick), line, thick, cv2.LINE_AA)
    cv2.polylines(img, [np.array([(0, top), (w // 2, 0), (w - 1, top)], np.int32)], False, line, thick, cv2.LINE_AA)
    return np.clip(img, 0, 1)


def _space_print(img: Array, look: Look, y: int, step: int) -> None:
    px, w = STRIP_PX_MM, img.shape[1]
    if look.inner_panel:
        m = int(3.2 * px)
        panel = img[y - step // 2 + m : y + step // 2 - m, m : w - m]
        panel += (1 - panel) * 0.30
    ink = tuple(float(v) for v in img[y, w // 2] * (0.72 if look.ornament == "chevron" else 0.8))
    if look.ornament == "chevron":
        s, c = 7 * px, w // 2
        points = np.array([(c - s, y + s // 2), (c, y - s // 2), (c + s, y + s // 2)], np.int32)
        cv2.polylines(img, [points], False, ink, int(2.2 * px), cv2.LINE_AA)
    elif look.ornament == "dot":
        cv2.circle(img, (w // 2, y), 4 * px, ink, -1, cv2.LINE_AA)


def base_texture(dims: Dimensions, look: Look) -> Array:
    """The holder's top, north up."""
    n, rng = 460, np.random.default_rng([look.seed, 77])
    base = np.asarray(look.base_colour, np.float32)
    img = mix(base * 0.9, np.minimum(base * 1.08, 1), fbm(rng, (n, n), (120, 120), 4))
    cracks = np.abs(fbm(rng, (n, n), (90, 90), 4) - 0.5) < 0.010
    img = np.ascontiguousarray(mix(img, base * 0.82, cracks * 0.7))
    px, c = n / dims.base_size, n // 2
    half, line = int((dims.cube_edge + 1) * px), colour_tuple(look.border)
    cv2.rectangle(img, (c - half, c - half), (c + half, c + half), line, max(2, int(look.border_mm * px)), cv2.LINE_AA)
    return img


def prop_texture(prop: Prop) -> Array:
    """The upper side of a book, card, phone or box."""
    rng = np.random.default_rng(prop.seed)
    h, w = 210, max(40, int(210 * prop.size_mm[0] / prop.size_mm[1]))
    page = np.ones((h, w, 3), np.float32) * np.asarray(prop.colour, np.float32)
    if prop.kind == "phone":
        return page * np.float32(0.08)
    page = np.ascontiguousarray(page * (0.9 + 0.2 * fbm(rng, (h, w), (75, 75), 3))[..., None])
    other = np.clip(np.asarray(prop.colour) + rng.normal(0, 0.22, 3), 0.05, 0.95)
    cv2.rectangle(page, (10, 10), (w - 10, 60), colour_tuple(other), -1)
    for y in range(75, h - 10, 7):
        cv2.line(page, (12, y), (int(w * rng.uniform(0.5, 0.92)), y), (0.15, 0.15, 0.18), 2, cv2.LINE_AA)
    return np.clip(page, 0, 1)


@lru_cache(maxsize=256)
def symbol_mask(text: str, face: str, dims: Dimensions) -> Array:
    """Coverage (0..1) of a print like "red>U" on a home face, seen from outside with the face's own right and up."""
    big = SYMBOL_PX * 4
    img = np.zeros((big, big), np.uint8)
    symbol, arrow, to = text.partition(">")
    if arrow:
        _draw_arrow(img, dims, _face_angle(face, to) + (45.0 if dims.corners else 0.0))
    elif symbol == "circle":
        cv2.circle(img, (big // 2, big // 2), int(dims.symbol_circle_diameter / 2 * big), 255, -1, cv2.LINE_AA)
    else:
        a, b = (_face_vector(face, f) for f in text.partition(":")[2])
        x, y = (a + b) * 0.5 + 0.5
        corner = (round(float(x * big)), round(float((1 - y) * big)))
        cv2.circle(img, corner, int(dims.symbol_arc_radius * big), 255, int(dims.symbol_arc_stroke * big), cv2.LINE_AA)
    rim = int(dims.cube_bevel / dims.cube_edge * big) + 2
    img[:rim], img[-rim:], img[:, :rim], img[:, -rim:] = 0, 0, 0, 0
    return cv2.resize(img, (SYMBOL_PX, SYMBOL_PX), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _face_vector(face: str, toward: str) -> Array:
    """Direction (right, up) on a face that leads to a neighbouring face."""
    _, right, up = (np.array(v) for v in FACES[face])
    normal = np.array(FACES[toward][0])
    return np.array([float(normal @ right), float(normal @ up)])


def _face_angle(face: str, toward: str) -> float:
    """The same as an angle, counter-clockwise from up."""
    right, up = _face_vector(face, toward)
    return math.degrees(math.atan2(-right, up))


def _draw_arrow(img: Array, dims: Dimensions, angle_deg: float) -> None:
    big = img.shape[0]
    length, head, shaft = dims.symbol_arrow_length, dims.symbol_arrow_head_width, dims.symbol_arrow_shaft_width
    top, neck = length / 2, length / 2 - head * 0.62
    half = [(0, top), (head / 2, neck), (shaft / 2, neck), (shaft / 2, -length / 2)]
    points = np.array(half + [(-x, y) for x, y in reversed(half[1:])])
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    points = points @ np.array([[c, s], [-s, c]])  # counter-clockwise with y up
    pixels = (points * (1, -1) + 0.5) * big
    cv2.fillPoly(img, [np.round(pixels).astype(np.int32)], 255, cv2.LINE_AA)
