"""The board's print: sea of any style, four corners of land, lines between spaces or none, a border."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from engine.igluiglu.board import CELLS
from vision.igluiglu.sim.geometry import Geometry
from vision.igluiglu.sim.prints import marks
from vision.igluiglu.sim.prints.marks import Rng
from vision.sim.noise import fbm
from vision.sim.space import Array

SEAS = ("plain", "deep", "waves", "swirl", "streaks", "bubbles", "patches", "caustics")
LINES = ("none", "full", "soft", "crosses", "dashed", "frames", "dots", "chequer")
LANDS = ("floe", "rock", "snow", "tundra", "crystal", "picture")
BORDERS = ("plain", "shaded", "icy", "map", "sea", "striped")
PX_MM = 1.7


def sample_board(rng: Rng) -> dict[str, Any]:
    """A style as plain numbers."""
    hue = float(rng.normal(0.57, 0.05)) if rng.random() < 0.7 else float(rng.random())
    sea = marks.hsv(rng, (hue - 0.03, hue + 0.03), (0.15, 0.95), (0.1, 0.85))
    icy = marks.hsv(rng, (0.5, 0.62), (0.0, 0.3), (0.7, 1.0))
    return {
        "sea": str(rng.choice(SEAS)),
        "lines": str(rng.choice(LINES, p=[0.22, 0.24, 0.12, 0.12, 0.1, 0.08, 0.06, 0.06])),
        "land": str(rng.choice(LANDS)),
        "border": str(rng.choice(BORDERS)),
        "sea_rgb": sea,
        "other_rgb": marks.near(rng, sea, 0.18) if rng.random() < 0.8 else marks.any_colour(rng),
        "line_rgb": marks.any_colour(rng, 0.0, 1.0),
        "land_rgb": icy if rng.random() < 0.6 else marks.any_colour(rng, 0.2),
        "rock_rgb": marks.any_colour(rng, 0.05, 0.8),
        "border_rgb": marks.any_colour(rng) if rng.random() < 0.6 else icy,
        "seed": int(rng.integers(1 << 30)),
    }


def sea(style: dict[str, Any], h: int, w: int, rng: Rng) -> Array:
    """Water of any style."""
    base, other = style["sea_rgb"], style["other_rgb"]
    out = marks.plane(h, w, base)
    kind = style["sea"]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    if kind == "plain":
        return marks.mottled(rng, out, float(rng.uniform(0, 0.12)), 200)
    if kind == "deep":
        far = np.hypot(xx / w - 0.5, yy / h - 0.5)
        return marks.mottled(rng, marks.blend(out, other, far * rng.uniform(0.4, 1.4)), 0.15, 90)
    tone = fbm(rng, (h, w), (float(rng.uniform(40, 260)),) * 2, 4)
    if kind == "waves":
        period = float(rng.uniform(12, 60))
        wave = np.sin((yy + tone * rng.uniform(20, 160)) * (2 * np.pi / period))
        return marks.blend(out, other, np.clip((wave - rng.uniform(0, 0.8)) * 3, 0, 1) * rng.uniform(0.2, 0.9))
    if kind == "swirl":
        ring = np.sin(tone * rng.uniform(12, 60))
        return marks.blend(out, other, (ring * 0.5 + 0.5) * rng.uniform(0.2, 0.9))
    if kind == "streaks":
        tone = fbm(rng, (h, w), (float(rng.uniform(100, 500)), float(rng.uniform(6, 24))), 3)
        return marks.blend(out, other, np.clip((tone - 0.4) * rng.uniform(1, 5), 0, 1))
    if kind == "caustics":
        vein = 1 - np.abs(tone - 0.5) * rng.uniform(12, 34)
        return marks.blend(marks.mottled(rng, out, 0.2, 200), other, np.clip(vein, 0, 1) * rng.uniform(0.3, 1))
    if kind == "patches":
        return marks.blend(out, other, np.clip((tone - rng.uniform(0.4, 0.6)) * rng.uniform(4, 30), 0, 1))
    for _ in range(int(rng.integers(30, 300))):
        at = tuple(int(v) for v in rng.integers(0, (w, h)))
        cv2.circle(
            out, at, int(rng.integers(1, 14)), marks.bgr8(marks.near(rng, other, 0.1)), 1 if rng.random() < 0.6 else -1
        )
    return out


def land(style: dict[str, Any], size: int, rng: Rng) -> tuple[Array, Array]:
    """A corner's print and how much of it covers the sea (0..1)."""
    kind, rgb, rock = style["land"], style["land_rgb"], style["rock_rgb"]
    out = marks.mottled(rng, marks.plane(size, size, rgb), 0.15, size / 3)
    cover = np.zeros((size, size), np.uint8)
    reach = float(np.random.default_rng(style["seed"]).uniform(0.4, 0.56))
    rough = float(np.random.default_rng(style["seed"] + 1).choice([0.0, 0.04, 0.1]))
    corners = np.array([(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)], float)
    corners = corners * (1 + rough * rng.normal(0, 1, (8, 1))) * reach
    marks.polygon(cover, corners * size + size / 2, 255)
    if kind == "floe":
        cv2.GaussianBlur(cover, (0, 0), size / 60, cover)
        for _ in range(int(rng.integers(1, 5))):
            walk = np.cumsum(rng.normal(0, size / 8, (5, 2)), 0) + rng.uniform(0, size, 2)
            marks.lines(out, walk, marks.near(rng, rock, 0.05), 1)
    elif kind in ("rock", "tundra"):
        tone = fbm(rng, (size, size), (size / 3, size / 3), 4)
        out = marks.blend(out, rock, np.clip((tone - 0.5) * (14 if kind == "rock" else 4) + 0.3, 0, 1))
    elif kind == "crystal":
        for _ in range(14):
            at = rng.uniform(0, size, 2)
            marks.polygon(out, marks.ragged(rng, 4, 0.3) * size * 0.2 + at, marks.near(rng, rgb, 0.1))
    elif kind == "picture":
        peak = np.array([(0.1, 0.9), (0.35, 0.3), (0.5, 0.55), (0.7, 0.2), (0.95, 0.9)]) * size
        marks.polygon(out, peak, rock)
    return out, cover.astype(np.float32) / 255


def ruled(image: Array, style: dict[str, Any], geometry: Geometry, x0: float, y0: float, rng: Rng) -> Array:
    """Lines between the spaces."""
    kind, colour, step = style["lines"], style["line_rgb"], geometry.cell * PX_MM
    thick = max(1, round(float(np.random.default_rng(style["seed"]).uniform(0.4, 2.2)) * PX_MM))
    mask: Array = np.zeros(image.shape[:2], np.uint8)
    for k in range(9):
        at, end = k * step, 8 * step
        for a, b in (((at, 0), (at, end)), ((0, at), (end, at))):
            p, q = np.array([a[0] + x0, a[1] + y0]), np.array([b[0] + x0, b[1] + y0])
            if kind in ("full", "soft"):
                marks.lines(mask, np.array([p, q]), 255, thick)
            elif kind == "dashed":
                for t in np.arange(0, 1, 1 / 32):
                    marks.lines(mask, np.array([p + (q - p) * t, p + (q - p) * (t + 1 / 64)]), 255, thick)
            elif kind in ("crosses", "dots"):
                for t in np.linspace(0, 1, 9):
                    spot, arm = p + (q - p) * t, (q - p) / 8 * (0.14 if kind == "crosses" else 0.02)
                    marks.lines(mask, np.array([spot - arm, spot + arm]), 255, thick)
    if kind in ("frames", "chequer"):
        for i in range(8):
            for j in range(8):
                low = np.array((x0 + i * step, y0 + j * step))
                if kind == "frames":
                    gap = step * 0.06
                    ring = low + np.array([(gap, gap), (step - gap, gap), (step - gap, step - gap), (gap, step - gap)])
                    marks.lines(mask, ring, 255, thick, closed=True)
                elif (i + j) % 2:
                    marks.polygon(mask, low + np.array([(0, 0), (step, 0), (step, step), (0, step)]), 70)
    if kind == "soft":
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.5 * PX_MM))
    return marks.blend(image, colour, mask.astype(np.float32) / 255 * rng.uniform(0.4, 1.0))


def border(style: dict[str, Any], h: int, w: int, rng: Rng) -> Array:
    """What surrounds the grid, all over the board."""
    kind, rgb = style["border"], style["border_rgb"]
    out = marks.plane(h, w, rgb)
    tone = fbm(rng, (h, w), (h / 3, w / 3), 4)
    if kind == "shaded":
        slope = np.linspace(0, 1, w, dtype=np.float32)[None] * np.ones((h, 1), np.float32)
        out = marks.blend(out, marks.any_colour(rng), slope)
    elif kind == "icy":
        out = marks.blend(out, (1.0, 1.0, 1.0), np.clip((tone - 0.4) * 3, 0, 1))
    elif kind == "map":
        out = marks.blend(out, marks.any_colour(rng), np.clip((tone - 0.5) * 30, 0, 1) * 0.6)
    elif kind == "sea":
        out = sea(style, h, w, rng)
    elif kind == "striped":
        yy, xx = np.mgrid[0:h, 0:w]
        out = marks.blend(out, marks.any_colour(rng), ((xx + yy) % 60 < 24) * 0.7)
    return out


def print_board(style: dict[str, Any], geometry: Geometry) -> Array:
    """The whole board, north up."""
    rng = np.random.default_rng(style["seed"])
    west, east, south, north = geometry.outline
    w, h = round((east - west) * PX_MM), round((north - south) * PX_MM)
    out = border(style, h, w, rng)
    x0, y0 = (-geometry.half - west) * PX_MM, (north - geometry.half) * PX_MM
    side = round(2 * geometry.half * PX_MM)
    more = int(rng.integers(0, 5) * PX_MM)  # the sea may reach a little beyond the grid
    low_x, low_y = max(round(x0) - more, 0), max(round(y0) - more, 0)
    part = out[low_y : round(y0) + side + more, low_x : round(x0) + side + more]
    part[:] = sea(style, part.shape[0], part.shape[1], rng)
    out = ruled(out, style, geometry, x0, y0, rng)
    step = geometry.cell * PX_MM
    size = int(step * 1.05)
    for name in ("a1", "a8", "h1", "h8"):
        column, row = divmod(CELLS[name], 8)
        cx, cy = x0 + (column + 0.5) * step, y0 + (7.5 - row) * step
        picture, cover = land(style, size, rng)
        x, y = round(cx - size / 2), round(cy - size / 2)
        x1, y1 = max(x, 0), max(y, 0)
        x2, y2 = min(x + size, w), min(y + size, h)
        piece = slice(y1 - y, y2 - y), slice(x1 - x, x2 - x)
        out[y1:y2, x1:x2] = blend_in(out[y1:y2, x1:x2], picture[piece], cover[piece])
    return lettered(out, style, geometry, rng)


def blend_in(under: Array, over: Array, cover: Array) -> Array:
    """One picture over another."""
    return cv2.blendLinear(over, np.ascontiguousarray(under), np.ascontiguousarray(cover), 1 - cover)


def lettered(image: Array, style: dict[str, Any], geometry: Geometry, rng: Rng) -> Array:
    """A name or letters on the border, a frame around the grid, the folds."""
    h, w = image.shape[:2]
    wide = min(geometry.border) * PX_MM
    ink = marks.apart(rng, style["border_rgb"])
    text = str(rng.choice(["IGLU IGLU", "NORTH", "ice and sea", "a b c d e f g h", "~ ~ ~ ~ ~"]))
    if wide > 14 and rng.random() < 0.6:
        scale, font = wide / 45, int(rng.integers(0, 5))
        (tw, th), _ = cv2.getTextSize(text, font, scale, 2)
        sides = int(rng.integers(1, 3))
        for side in range(2):  # turned about twice: the grid stays where it is
            x, y = int(rng.integers(0, max(w - tw, 1))), int(h - wide / 2 + th / 2)
            if side < sides:
                cv2.putText(image, text, (x, y), font, scale, marks.bgr8(ink), int(rng.integers(1, 4)), cv2.LINE_AA)
            image = np.ascontiguousarray(image[::-1, ::-1])
    if rng.random() < 0.35:
        west, _, _, north = geometry.outline
        low = np.array([(-geometry.half - west) * PX_MM, (north - geometry.half) * PX_MM]) - 1.5
        side = 2 * geometry.half * PX_MM + 3
        ring = low + np.array([(0, 0), (side, 0), (side, side), (0, side)])
        marks.lines(image, ring, ink, int(rng.integers(1, 6)), closed=True)
    dark = float(rng.uniform(0.0, 0.7))
    west, _, _, north = geometry.outline
    for fold, vertical in zip(geometry.folds, (True, False), strict=True):
        if fold:
            at = -west * PX_MM if vertical else north * PX_MM
            line = np.array([(at, 0), (at, h)] if vertical else [(0, at), (w, at)])
            mask = np.zeros((h, w), np.uint8)
            marks.lines(mask, line, 255, int(rng.integers(1, 4)))
            tone = (0.95, 0.95, 0.9) if rng.random() < 0.35 else (0.02, 0.02, 0.03)
            image = marks.blend(image, tone, mask.astype(np.float32) / 255 * dark)
    return image
