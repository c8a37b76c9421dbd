"""Board art of any printer: palettes, facets, paint, cracks, pictures, framed or cut-out spaces, worn edges."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from vision.icecult.sim.draw.textures import ICE_TO_FIRE
from vision.icecult.sim.geometry import Dimensions
from vision.sim.noise import fbm, mix
from vision.sim.space import Array
from workshop.lab.paint.patterns import any_colour, facets
from workshop.lab.space import Json

Rng = np.random.Generator
PX_PER_MM = 4
STYLES = ("facets", "ice", "paint", "plain", "plain", "picture", "wood", "speckle")
FRAMES = ("square", "square", "square", "round", "soft", "floe", "none")
SPACES = ("printed", "printed", "printed", "hole", "recess")


def sample_palette(rng: Rng) -> list[list[float]]:
    """Colours from the block to the tip: cold to warm, one hue, anything, or no run at all."""
    kind = rng.random()
    if kind < 0.5:
        lift, grey = rng.uniform(-0.25, 0.2), rng.uniform(0.0, 0.5)
        stops = np.array(ICE_TO_FIRE) + lift + rng.normal(0, 0.09, (5, 3))
        stops = stops + grey * (stops.mean(1, keepdims=True) - stops)
        keep = sorted(rng.choice(5, int(rng.integers(2, 6)), replace=False))
        return [[round(float(v), 3) for v in stop] for stop in np.clip(stops[keep], 0.03, 1)]
    if kind < 0.7:
        return [any_colour(rng, 0.08)] * 2
    return [any_colour(rng, 0.08) for _ in range(int(rng.integers(2, 5)))]


def sample_art(rng: Rng) -> Json:
    """Everything about the paths' print, as a value."""
    return {
        "style": str(rng.choice(STYLES)),
        "spaces": str(rng.choice(SPACES)),
        "frame": str(rng.choice(FRAMES)),
        "palette": sample_palette(rng),
        "steps": int(rng.choice([0, 0, 0, 1, 2])),
        "strength": round(float(rng.uniform(0.1, 0.7)), 3),
        "cell_mm": round(float(rng.uniform(3, 26)), 2),
        "frame_mm": round(float(rng.uniform(0.4, 3.5)), 2),
        "inset_mm": round(float(rng.choice([0.0, 1.0, 3.0, 5.5]) * rng.uniform(0.6, 1.3)), 2),
        "frame_colour": any_colour(rng, 0.03) if rng.random() < 0.5 else [float(rng.choice([0.06, 0.97]))] * 3,
        "panel": round(float(rng.choice([0.0, 0.0, 0.25, 0.5]) * rng.choice([-1, 1, 1])), 2),
        "rim": bool(rng.random() < 0.5),
        "lines": bool(rng.random() < 0.45),
        "wear": round(float(rng.choice([0.0, 0.4, 1.0]) * rng.random()), 3),
        "dirt": round(float(rng.choice([0.0, 0.3, 0.8]) * rng.random()), 3),
        "rail_share": round(float(rng.uniform(0.1, 0.24)), 3),
        "floor": any_colour(rng),
        "seed": int(rng.integers(1 << 30)),
    }


def ground(geo: Dimensions, art: Json, shape: tuple[int, int], rng: Rng) -> Array:
    """The run of colours, smooth or one for each space; row 0 is the tip."""
    h, w = shape
    t = np.linspace(1, 0, h, dtype=np.float32)[:, None] * np.ones((1, w), np.float32)
    t = np.clip(t + rng.uniform(0, 0.3) * (fbm(rng, shape, (h / 4, h / 4), 4) - 0.5), 0, 1)
    if art["steps"]:
        cells = geo.spaces_per_arm * art["steps"] + 1
        t = np.round(t * cells) / cells
    stops = np.array(art["palette"])
    return np.stack([np.interp(t, np.linspace(0, 1, len(stops)), stops[:, c]) for c in range(3)], -1).astype(np.float32)


def structured(img: Array, art: Json, rng: Rng) -> Array:
    """The ground with its printed structure."""
    shape, cell, strength = (img.shape[0], img.shape[1]), art["cell_mm"] * PX_PER_MM, float(art["strength"])
    style = art["style"]
    if style == "plain":
        return img
    if style in ("facets", "picture"):
        tone, edge = facets(shape, cell * 1.5, rng)
        hue = np.asarray(any_colour(rng), np.float32) if style == "picture" else np.ones(3, np.float32)
        img = img * (1 + 0.5 * strength * tone[..., None]) + (hue - img) * (edge * strength * 0.7)[..., None]
        return img + (hue - img) * (np.clip(tone, 0, 1) * strength)[..., None] if style == "picture" else img
    wide = {
        "wood": (cell * 8, cell / 2),
        "weave": (cell / 3, cell / 3),
        "rust": (cell, cell / 5),
        "speckle": (2.0, 2.0),
    }.get(style, (cell, cell))
    tone = fbm(rng, shape, wide, 5) - 0.5
    if style == "ice":
        crack = np.clip(1 - np.abs(fbm(rng, shape, (cell * 2, cell * 2), 5) - 0.5) * rng.uniform(20, 60), 0, 1)
        return img + (float(rng.choice([0.0, 1.0, 1.0])) - img) * (crack * strength + np.maximum(tone, 0))[..., None]
    if style == "paint":
        blot = np.clip(tone * 14, -1, 1) * strength
        return np.asarray(
            img * (1 + 0.4 * blot[..., None]) + (np.asarray(any_colour(rng)) - img) * np.maximum(blot, 0)[..., None]
        )
    return np.asarray(img * (1 + 2.4 * strength * tone[..., None]))


def outline(art: Json, centre: tuple[float, float], half: tuple[float, float], rng: Rng) -> Array:
    """Pixel outline of one space's frame."""
    a = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    c, s = np.cos(a), np.sin(a)
    power = {"square": 30.0, "round": 5.0, "soft": 3.2, "oval": 2.0}.get(str(art["frame"]), 8.0)
    reach = (np.abs(c) ** power + np.abs(s) ** power) ** (-1 / power)
    if art["frame"] == "floe":
        reach = reach * rng.uniform(0.8, 1.02, 48)
    spots = np.column_stack([centre[0] + half[0] * reach * c, centre[1] + half[1] * reach * s])
    return np.round(spots * 8).astype(np.int32)


def frame_space(img: Array, art: Json, y: float, step: float, rng: Rng) -> None:
    """Panel and frame of the space whose inner border is at row `y`."""
    w = img.shape[1]
    inset = (art["inset_mm"] + art["frame_mm"] / 2) * PX_PER_MM
    half = (max(w / 2 - inset, 4.0), max(step / 2 - inset, 4.0))
    shape = outline(art, (w / 2, y - step / 2), half, rng)
    if art["panel"]:
        inside = np.zeros(img.shape[:2], np.float32)
        cv2.fillPoly(inside, [shape], 1.0, cv2.LINE_AA, 3)
        img += (float(art["panel"] > 0) - img) * (abs(art["panel"]) * inside)[..., None]
    if art["frame"] == "none":
        return
    thick = max(1, round(art["frame_mm"] * PX_PER_MM))
    cv2.polylines(img, [shape], True, tuple(float(v) for v in art["frame_colour"]), thick, cv2.LINE_AA, 3)


def strip_art(geo: Dimensions, art: Json) -> Array:
    """sRGB print of one path: rows run from the tip (top) to the centre."""
    rng = np.random.default_rng(art["seed"])
    shape = (int((geo.tip - geo.arm_start) * PX_PER_MM), int(geo.path_width * PX_PER_MM))
    img = np.ascontiguousarray(np.clip(structured(ground(geo, art, shape, rng), art, rng), 0, 1), np.float32)
    h, w = shape
    step, colour = geo.space_length * PX_PER_MM, tuple(float(v) for v in art["frame_colour"])
    thick = max(1, round(art["frame_mm"] * PX_PER_MM))
    for i in range(geo.spaces_per_arm):
        frame_space(img, art, h - 1 - i * step, step, rng)
        if art["lines"]:
            y = round(h - 1 - (i + 1) * step)
            cv2.line(img, (0, y), (w, y), colour, thick, cv2.LINE_AA)
    if art["rim"]:
        top = geo.tip_length * PX_PER_MM
        edge = np.array([(0, h + 9), (0, top), (w / 2, 0), (w - 1, top), (w - 1, h + 9)], np.int32)
        cv2.polylines(img, [edge], False, colour, thick * 2, cv2.LINE_AA)
    return np.clip(aged(img, art, geo.tip_length * PX_PER_MM, rng), 0, 1)


def aged(img: Array, art: Json, tip_px: float, rng: Rng) -> Array:
    """Edges rubbed down to the cardboard, and dirt."""
    h, w, _ = img.shape
    xx = np.abs(np.arange(w, dtype=np.float32) - w / 2)[None, :] * np.ones((h, 1), np.float32)
    reach = np.minimum(1.0, np.arange(h, dtype=np.float32) / tip_px)[:, None] * w / 2
    rubbed = np.clip(1 - (reach - xx) / (2.5 * PX_PER_MM * art["wear"] + 1e-3), 0, 1)
    rubbed = rubbed * (fbm(rng, (h, w), (30, 30), 3) > 0.45) * min(1.0, 2 * art["wear"])
    img = mix(img, (0.78, 0.72, 0.62), rubbed)
    dirt = np.clip(fbm(rng, (h, w), (90, 90), 5) - 0.5, 0, 1) * art["dirt"]
    return np.asarray(img * (1 - dirt[..., None] * np.array([0.5, 0.6, 0.8], np.float32)))


def holder_art(geo: Dimensions, art: Json, colours: Any) -> Array:
    """sRGB print of the block's holder: plain card, wood, or the path's own art."""
    rng = np.random.default_rng(art["seed"] + 1)
    shape = (320, 320)
    img = np.ones((*shape, 3), np.float32) * np.asarray(colours, np.float32)
    img = np.ascontiguousarray(np.clip(structured(img, art, rng), 0, 1), np.float32)
    if rng.random() < 0.6:
        half = int((geo.cube_edge + 1) / geo.base_size * 320)
        box, colour = (160 - half, 160 + half), tuple(float(v) for v in art["frame_colour"])
        thick = max(1, round(art["frame_mm"] * 320 / geo.base_size))
        cv2.rectangle(img, (box[0], box[0]), (box[1], box[1]), colour, thick, cv2.LINE_AA)
    return np.clip(img, 0, 1)
