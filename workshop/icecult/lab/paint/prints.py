"""What is printed: path strips, block holder and cube symbols."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.icecult.sim.draw.textures import ICE_TO_FIRE
from vision.icecult.sim.geometry import Dimensions
from vision.sim.noise import colour_tuple, fbm, mix
from vision.sim.space import FACES, Array
from workshop.lab.space import Json

PX_PER_MM = 6


def gradient(geo: Dimensions, rng: np.random.Generator, style: Json) -> tuple[Array, Array]:
    """Ground colour of a strip and how far along it each pixel lies (0 at the block, 1 at the tip)."""
    w, h = int(geo.path_width * PX_PER_MM), int((geo.tip - geo.arm_start) * PX_PER_MM)
    t = np.linspace(1, 0, h, dtype=np.float32)[:, None] * np.ones((1, w), np.float32)
    t = np.clip(t + 0.05 * (fbm(rng, (h, w), (160, 160), 4) - 0.5), 0, 1)
    shade = t
    if style.get("steps"):  # flat colours, one or more a space, instead of a smooth run
        step_mm, length_mm = geo.space_length / style["steps"], geo.tip - geo.arm_start
        along_mm = np.linspace(length_mm, 0, h)[:, None]
        shade = np.clip((np.floor(along_mm / step_mm) + 0.5) * step_mm / length_mm, 0, 1)
        shade = np.asarray(shade * np.ones((1, w)), np.float32)
    stops = np.array(style.get("stops", ICE_TO_FIRE))
    img = np.stack([np.interp(shade, np.linspace(0, 1, len(stops)), stops[:, c]) for c in range(3)], -1)
    return img.astype(np.float32), t


def grain(rng: np.random.Generator, img: Array, style: Json) -> Array:
    """Lay a paper, stone, ice or brush structure over a print."""
    kind, strength = style.get("grain", "none"), float(style.get("grain_strength", 0.0))
    if kind == "none" or strength <= 0:
        return img
    shape = (img.shape[0], img.shape[1])
    cells: dict[str, tuple[tuple[float, float], int]] = {
        "paper": ((3, 3), 2),
        "stone": ((60, 60), 6),
        "brush": ((260, 14), 4),
        "cloud": ((200, 200), 5),
    }
    tone = fbm(rng, shape, *cells.get(kind, ((90, 90), 4))) - 0.5
    if kind == "shards":  # flat facets with edges, like broken ice
        tone = np.round(tone * 12) / 12
    return np.asarray(np.clip(img * (1 + 2 * strength * tone[..., None]), 0, 1), np.float32)


def arm_texture(geo: Dimensions, rng: np.random.Generator, style: Json) -> Array:
    """sRGB print of one arm: rows run from the tip (top) to the centre, 6 px per mm."""
    px = PX_PER_MM
    img, t = gradient(geo, rng, style)
    h, w = t.shape
    cracks = np.abs(fbm(rng, (h, w), (90, 90), 3) - 0.5) < 0.012
    img = mix(img, (1.0, 1.0, 1.0), cracks * 0.45 * (1 - t) * style.get("cracks", 1.0))
    img = np.ascontiguousarray(grain(rng, img, style))
    line = colour_tuple(style["border"])
    thick = max(2, int(style["border_mm"] * px))
    step = int(geo.space_length * px)
    for i in range(geo.spaces_per_arm + 1):
        y = h - 1 - i * step
        cv2.line(img, (0, y), (w, y), line, thick, cv2.LINE_AA)
        if i < geo.spaces_per_arm:
            if style["inner_panel"]:
                m = int(3.2 * px)
                panel = img[y - step + m : y - m, m : w - m]
                panel += (np.array([1, 1, 1], np.float32) - panel) * 0.30
            draw_ornament(img, style, (w // 2, y - step // 2), i)
    cv2.rectangle(img, (0, int(geo.tip_length * px)), (w - 1, h + thick), line, thick, cv2.LINE_AA)
    tip = np.array([(0, geo.tip_length * px), (w / 2, 0), (w - 1, geo.tip_length * px)], np.int32)
    cv2.polylines(img, [tip], False, line, thick, cv2.LINE_AA)
    return np.clip(img, 0, 1)


def draw_ornament(img: Array, style: Json, centre: tuple[int, int], number: int) -> None:
    """Draw the ornament of one space, a shade darker (or `ornament_tone` times brighter) than its ground."""
    px, kind = PX_PER_MM, str(style["ornament"])
    tone = style.get("ornament_tone", 0.8 if kind == "dot" else 0.72)
    ink = colour_tuple(np.clip(img[centre[1], centre[0]] * tone, 0, 1))
    (x, y), size = centre, int(7 * px * style.get("ornament_scale", 1.0))
    stroke = max(1, int(2.2 * px * style.get("ornament_scale", 1.0)))
    if kind == "chevron":
        pts = np.array([(x - size, y + size // 2), (x, y - size // 2), (x + size, y + size // 2)], np.int32)
        cv2.polylines(img, [pts], False, ink, stroke, cv2.LINE_AA)
    elif kind == "dot":
        cv2.circle(img, centre, size * 4 // 7, ink, -1, cv2.LINE_AA)
    elif kind == "ring":
        cv2.circle(img, centre, size, ink, stroke, cv2.LINE_AA)
    elif kind == "number":
        glyph = np.zeros(img.shape[:2], np.uint8)  # OpenCV writes on bytes only
        cv2.putText(glyph, str(number + 1), (x - size // 2, y + size // 2), 3, size / 14, 255, stroke // 2, cv2.LINE_AA)
        img += (np.asarray(ink, np.float32) - img) * (glyph.astype(np.float32) / 255)[..., None]
    elif kind == "snowflake":
        snowflake(img, centre, size, ink, max(1, stroke // 2))
    elif kind == "diamond":
        pts = np.array([(x - size, y), (x, y - size), (x + size, y), (x, y + size)], np.int32)
        cv2.polylines(img, [pts], True, ink, stroke, cv2.LINE_AA)
    elif kind == "lines":
        for k in range(-3, 4):
            at = y + k * size // 3
            cv2.line(img, (x - size, at), (x + size, at), ink, max(1, stroke // 3), cv2.LINE_AA)


def snowflake(img: Array, centre: tuple[int, int], size: int, ink: tuple[float, float, float], stroke: int) -> None:
    """Six spokes with barbs."""
    for k in range(6):
        d = np.array([math.cos(k * math.pi / 3), math.sin(k * math.pi / 3)])
        side = np.array([-d[1], d[0]])
        end, fork = np.array(centre) + d * size, np.array(centre) + d * size * 0.6
        cv2.line(img, centre, to_pixel(end), ink, stroke, cv2.LINE_AA)
        for s in (-1, 1):
            cv2.line(img, to_pixel(fork), to_pixel(fork + (d + s * side) * size * 0.25), ink, stroke, cv2.LINE_AA)


def to_pixel(point: Array) -> tuple[int, int]:
    """Whole pixel of a float position."""
    return int(point[0]), int(point[1])


def base_texture(geo: Dimensions, rng: np.random.Generator, style: Json) -> Array:
    """sRGB print of the block's holder."""
    n = 640
    dark, bright = style.get("base_colors", ((0.64, 0.82, 0.92), (0.82, 0.92, 0.97)))
    img = mix(dark, bright, fbm(rng, (n, n), (160, 160), 4))
    cracks = np.abs(fbm(rng, (n, n), (120, 120), 4) - 0.5) < 0.010
    img = mix(img, np.asarray(dark) * 0.88, cracks * 0.7 * style.get("cracks", 1.0))
    img = np.ascontiguousarray(grain(rng, img, style))
    px, c = n / geo.base_size, n // 2
    half, thick = int((geo.cube_edge + 1) * px), max(2, int(style["border_mm"] * px))
    cv2.rectangle(img, (c - half, c - half), (c + half, c + half), colour_tuple(style["border"]), thick, cv2.LINE_AA)
    return img


def beside(face: str) -> list[str]:
    """The four faces next to one, counter-clockwise from the upper one in its outside view."""
    _, right, up = (np.array(axis) for axis in FACES[face])
    names = {axes[0]: name for name, axes in FACES.items()}
    return [names[(int(x), int(y), int(z))] for x, y, z in (up, -right, -up, right)]


def print_of(face: str, symbol: str, turns: int) -> str:
    """A print like "red>U", "arc:SE" or "circle", turned so many quarters counter-clockwise seen from outside."""
    near = beside(face)
    if symbol == "arc":
        return f"arc:{near[turns]}{near[turns - 1]}"
    return symbol if symbol == "circle" else f"{symbol}>{near[turns]}"


def drawn_face(face: str, text: str) -> Json:
    """The symbol and the quarter turns of a print on a face; the two ends of an arc may come in any order."""
    symbol = text.partition(">")[0].partition(":")[0]
    turns = next(k for k in range(4) if sorted(print_of(face, symbol, k)) == sorted(text))
    return {"symbol": symbol, "turns": turns}


def placed(geo: Dimensions, face: Json, img: Array) -> Array:
    """A drawn symbol (bytes, twice the wanted size) as it lies on its face (0..1).

    A print may be turned by `turns` quarters counter-clockwise, a careless one be off by `shift_mm` and `turn_deg`.
    """
    big = img.shape[0]
    px = big // 2
    if "shift_mm" in face:
        dx, dy = (v / geo.cube_edge * big for v in face["shift_mm"])
        turn = cv2.getRotationMatrix2D((big / 2, big / 2), face.get("turn_deg", 0.0), 1.0)
        turn[:, 2] += (dx, dy)
        img = np.asarray(cv2.warpAffine(img, turn, (big, big)), np.uint8)
    rim = int(geo.cube_bevel / geo.cube_edge * big) + 3
    img[:rim], img[-rim:], img[:, :rim], img[:, -rim:] = 0, 0, 0, 0
    half = cv2.resize(img, (px, px), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return np.rot90(half, int(face.get("turns", 0)))
