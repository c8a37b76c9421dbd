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
from vision.sim.tables import cloth, laminate, wood

STRIP_PX_MM = 5
SYMBOL_PX = 160
ICE_TO_FIRE = [(0.47, 0.75, 0.92), (0.63, 0.83, 0.92), (0.93, 0.87, 0.66), (0.98, 0.72, 0.30), (0.93, 0.46, 0.12)]


def table_texture(look: Look, px_mm: float) -> Array:
    """The table top, x to the right and y down from its south-west corner."""
    shape = (int(look.table_size_mm[1] * px_mm), int(look.table_size_mm[0] * px_mm))
    draw = {"wood": wood, "cloth": cloth}.get(look.table_kind, laminate)
    return draw(np.random.default_rng(look.seed), shape, np.asarray(look.table_colour, np.float32), px_mm)


def strip_texture(dims: Dimensions, look: Look, arm_index: int) -> Array:
    """The print of one strip: rows run from the tip (top) to the block."""
    px, rng = STRIP_PX_MM, np.random.default_rng([look.seed, arm_index])
    w, h = int(dims.path_width * px), round((dims.tip - dims.arm_start) * px)
    t = np.linspace(1, 0, h, dtype=np.float32)[:, None] * np.ones((1, w), np.float32)
    t = np.clip(t + 0.05 * (fbm(rng, (h, w), (130, 130), 4) - 0.5), 0, 1)
    stops = np.array(ICE_TO_FIRE)
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
    img = symbol_drawn(text, face, dims, SYMBOL_PX * 4)
    rim = int(dims.cube_bevel / dims.cube_edge * SYMBOL_PX * 4) + 2
    img[:rim], img[-rim:], img[:, :rim], img[:, -rim:] = 0, 0, 0, 0
    return cv2.resize(img, (SYMBOL_PX, SYMBOL_PX), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def symbol_drawn(text: str, face: str, dims: Dimensions, big: int) -> Array:
    """The same in white on black, `big` pixels wide and up to the very edge."""
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
    return img


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
