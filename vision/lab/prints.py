"""What is printed: path strips, block holder and cube symbols."""

from __future__ import annotations

import math
from typing import Any
import cv2
import numpy as np
from .geometry import Array, Geometry, Json
from .noise import colour_tuple, fbm, mix


def arm_texture(geo: Geometry, rng: np.random.Generator, style: Json) -> Array:
    """sRGB print of one arm: rows run from the tip (top) to the centre, 6 px per mm."""
    px = 6
    w, h = int(geo.path_width * px), int((geo.tip - geo.arm_start) * px)
    t = np.linspace(1, 0, h, dtype=np.float32)[:, None] * np.ones((1, w), np.float32)
    t = np.clip(t + 0.05 * (fbm(rng, (h, w), (160, 160), 4) - 0.5), 0, 1)
    stops = np.array(
        [(0.47, 0.75, 0.92), (0.63, 0.83, 0.92), (0.93, 0.87, 0.66), (0.98, 0.72, 0.30), (0.93, 0.46, 0.12)]
    )
    img = np.stack([np.interp(t, np.linspace(0, 1, 5), stops[:, c]) for c in range(3)], -1).astype(np.float32)
    cracks = np.abs(fbm(rng, (h, w), (90, 90), 3) - 0.5) < 0.012
    img = mix(img, (1.0, 1.0, 1.0), cracks * 0.45 * (1 - t))
    line = colour_tuple(style["border"])
    thick = max(2, int(style["border_mm"] * px))
    step = int(geo.space_length * px)
    for i in range(int(geo.spaces_per_arm) + 1):
        y = h - 1 - i * step
        cv2.line(img, (0, y), (w, y), line, thick, cv2.LINE_AA)
        if i < int(geo.spaces_per_arm):
            if style["inner_panel"]:
                m = int(3.2 * px)
                panel = img[y - step + m : y - m, m : w - m]
                panel += (np.array([1, 1, 1], np.float32) - panel) * 0.30
            if style["ornament"] == "chevron":
                c, s = (w // 2, y - step // 2), int(7 * px)
                pts = np.array([(c[0] - s, c[1] + s // 2), (c[0], c[1] - s // 2), (c[0] + s, c[1] + s // 2)], np.int32)
                cv2.polylines(
                    img, [pts], False, tuple(float(v) for v in img[c[1], c[0]] * 0.72), int(2.2 * px), cv2.LINE_AA
                )
            elif style["ornament"] == "dot":
                cv2.circle(
                    img,
                    (w // 2, y - step // 2),
                    int(4 * px),
                    tuple(float(v) for v in img[y - step // 2, w // 2] * 0.8),
                    -1,
                    cv2.LINE_AA,
                )
    cv2.rectangle(img, (0, int(geo.tip_length * px)), (w - 1, h + thick), line, thick, cv2.LINE_AA)
    tip = np.array([(0, geo.tip_length * px), (w / 2, 0), (w - 1, geo.tip_length * px)], np.int32)
    cv2.polylines(img, [tip], False, line, thick, cv2.LINE_AA)
    return np.clip(img, 0, 1)


def base_texture(geo: Geometry, rng: np.random.Generator, style: Json) -> Array:
    n = 640
    img = mix((0.64, 0.82, 0.92), (0.82, 0.92, 0.97), fbm(rng, (n, n), (160, 160), 4))
    cracks = np.abs(fbm(rng, (n, n), (120, 120), 4) - 0.5) < 0.010
    img = np.ascontiguousarray(mix(img, (0.55, 0.74, 0.86), cracks * 0.7))
    px, c = n / geo.base_size, n // 2
    half = int((geo.cube_edge + 1) * px)
    line = colour_tuple(style["border"])
    cv2.rectangle(
        img, (c - half, c - half), (c + half, c + half), line, max(2, int(style["border_mm"] * px)), cv2.LINE_AA
    )
    return img


def face_mask(geo: Geometry, face: Json, px: int = 512) -> Array:
    """Coverage (0..1) of one printed symbol; `turns` quarter turns counter-clockwise seen from outside.

    A careless print may be off by `shift_mm` and turned by `turn_deg`.
    """
    symbol, turns, big = str(face["symbol"]), int(face["turns"]), 2 * px
    img = np.zeros((big, big), np.uint8)
    if symbol.startswith("arrow"):
        length, head, shaft = geo.symbol_arrow_length, geo.symbol_arrow_head_width, geo.symbol_arrow_shaft_width
        top, bottom, neck = 0.5 - length / 2, 0.5 + length / 2, 0.5 - length / 2 + head * 0.62
        pts = [
            (0.5, top),
            (0.5 + head / 2, neck),
            (0.5 + shaft / 2, neck),
            (0.5 + shaft / 2, bottom),
            (0.5 - shaft / 2, bottom),
            (0.5 - shaft / 2, neck),
            (0.5 - head / 2, neck),
        ]
        drawn = np.array(pts)
        if geo.corners:  # 45 degrees counter-clockwise
            drawn = (drawn - 0.5) @ np.array([[1, -1], [1, 1]]) / math.sqrt(2) + 0.5
        cv2.fillPoly(img, [(drawn * big).astype(np.int32)], 255, cv2.LINE_AA)
    elif symbol == "circle":
        cv2.circle(img, (big // 2, big // 2), int(geo.symbol_circle_diameter / 2 * big), 255, -1, cv2.LINE_AA)
    elif symbol == "arc":  # around the top right corner, middle of the top edge to middle of the right edge
        cv2.circle(img, (big, 0), int(geo.symbol_arc_radius * big), 255, int(geo.symbol_arc_stroke * big), cv2.LINE_AA)
    else:
        raise ValueError(f"unknown symbol {symbol!r}")
    if "shift_mm" in face:
        dx, dy = (v / geo.cube_edge * big for v in face["shift_mm"])
        turn = cv2.getRotationMatrix2D((big / 2, big / 2), face.get("turn_deg", 0.0), 1.0)
        turn[:, 2] += (dx, dy)
        img = np.asarray(cv2.warpAffine(img, turn, (big, big)), np.uint8)
    rim = int(geo.cube_bevel / geo.cube_edge * big) + 3
    img[:rim], img[-rim:], img[:, :rim], img[:, -rim:] = 0, 0, 0, 0
    return np.rot90(cv2.resize(img, (px, px), interpolation=cv2.INTER_AREA).astype(np.float32) / 255, turns)
