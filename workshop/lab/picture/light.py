"""Lamps, windows and the room around the table."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.sim.noise import colour_tuple
from vision.sim.space import Array
from workshop.lab.shapes.materials import diffuse, mitsuba, rgb, texture, to_mitsuba
from workshop.lab.shapes.meshes import Tri, lathe
from workshop.lab.space import Json, kelvin_rgb

PANORAMA_WH = (512, 256)  # one size for all rooms: it is part of the compiled kernel


def source_rgb(source: Json) -> Array:
    """Linear colour of a light: black body times an optional filter."""
    return np.asarray(kelvin_rgb(source["kelvin"]) * np.array(source.get("tint", (1.0, 1.0, 1.0))))


def emitter(source: Json) -> Json:
    """Area light giving roughly `illuminance` on the board centre, alone and unoccluded."""
    mi = mitsuba()
    az, d, h = math.radians(source["azimuth_deg"]), source["distance_mm"], source["height_mm"]
    p = np.array([d * math.cos(az), d * math.sin(az), h])
    r2, cos_board = float(p @ p), max(h / float(np.linalg.norm(p)), 0.12)
    w, t = source["size_mm"], mi.ScalarTransform4f
    if source["kind"] == "sphere":
        area, cos_light = math.pi * (w[0] / 2) ** 2, 1.0
    else:
        area = math.pi * w[0] * w[1] / 4 if source["kind"] == "disk" else w[0] * w[1]
        cos_light = max(h / math.sqrt(r2), 0.2) if source["facing"] == "down" else 1.0
    radiance = source_rgb(source) * source["illuminance"] * r2 / (area * cos_light * cos_board)
    light: Json = {"type": "area", "radiance": {"type": "rgb", "value": [float(c) for c in radiance]}}
    if source["kind"] == "sphere":
        return {"type": "sphere", "center": p.tolist(), "radius": w[0] / 2, "emitter": light}
    target = p - (0, 0, 1) if source["facing"] == "down" else np.array([0.0, 0.0, 20.0])
    up = (0, 1, 0.01) if source["facing"] == "down" else (0, 0, 1)
    frame = t().look_at(origin=p.tolist(), target=np.asarray(target).tolist(), up=up) @ t().scale(
        [w[0] / 2, w[1] / 2, 1]
    )
    if source.get("mullions"):  # a window cross, visible in reflections
        img = np.full((96, 96, 3), 1.0, np.float32)
        img[45:51], img[:, 45:51] = 0.04, 0.04
        img *= np.linspace(1.25, 0.6, 96, dtype=np.float32)[:, None, None]
        light["radiance"] = texture(img * radiance.astype(np.float32), linear=True)
    return {"type": "disk" if source["kind"] == "disk" else "rectangle", "to_world": frame, "emitter": light}


def room(light: Json) -> Json:
    """Procedural low resolution surroundings: ceiling, walls, furniture blocks, floor."""
    mi = mitsuba()
    rng = np.random.default_rng(light["room_seed"])
    h, w = 128, 256
    elevation = np.linspace(90, -90, h)[:, None] * np.ones((1, w))
    wall = np.asarray(rng.uniform(0.45, 0.9)) * (1 + rng.uniform(-0.12, 0.12, 3))
    img: Array = np.where(elevation[..., None] > 38, 1.0, wall) * np.ones((h, w, 3))
    img = np.where(elevation[..., None] < -15, 0.28 * (1 + rng.uniform(-0.25, 0.25, 3)), img)
    for _ in range(int(rng.integers(4, 10))):
        x, y, bw, bh = rng.integers(0, w), rng.integers(50, 78), rng.integers(6, 34), rng.integers(8, 34)
        img[y - bh // 2 : y + bh // 2, np.arange(x, x + bw) % w] = rng.uniform(0.03, 0.75) * (
            1 + rng.uniform(-0.4, 0.4, 3)
        )
    img = cv2.GaussianBlur(np.concatenate([img] * 3, 1).astype(np.float32), (0, 0), 1.6)[:, w : 2 * w]
    weight = np.maximum(np.sin(np.radians(elevation)), 0) * np.cos(np.radians(elevation))
    level = (img.mean(-1) * weight).sum() / weight.sum() * math.pi
    img *= (kelvin_rgb(light["ambient_kelvin"]) * light["ambient"] / level).astype(np.float32)
    img = np.asarray(cv2.resize(img, PANORAMA_WH, interpolation=cv2.INTER_LINEAR))
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(img, np.float32)),
        "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
    }


def furnished_room(light: Json) -> Json:
    """A room of high contrast, as photographed ones are: windows, lamps, coloured walls, pictures, furniture."""
    rng = np.random.default_rng(light["room_seed"])
    w, h = PANORAMA_WH
    elevation = np.linspace(90, -90, h)[:, None] * np.ones((1, w))
    img = walls(rng, elevation)
    for _ in range(int(rng.integers(8, 26))):
        x, y, bw, bh = rng.integers(0, w), rng.integers(80, 170), rng.integers(6, 80), rng.integers(6, 60)
        paint_box(img, (int(x), int(y), int(bw), int(bh)), hue_colour(rng, 0.5) * rng.uniform(0.03, 0.8))
    for _ in range(int(rng.integers(0, 4))):
        window(rng, img)
    img = cv2.GaussianBlur(np.concatenate([img] * 3, 1).astype(np.float32), (0, 0), 1.0)[:, w : 2 * w]
    for _ in range(int(rng.integers(0, 5))):  # lamps stay sharp and very bright
        spot, r = (int(rng.integers(0, w)), int(rng.integers(10, 120))), int(rng.integers(2, 9))
        glow = kelvin_rgb(float(rng.uniform(2300, 6500))) * rng.uniform(8, 90)
        img = np.ascontiguousarray(img)
        cv2.circle(img, spot, r, colour_tuple(glow), -1, cv2.LINE_AA)
    return environment(np.asarray(img), elevation, light)


def walls(rng: np.random.Generator, elevation: Array) -> Array:
    """Ceiling, four walls of one or two paints, floor, all unevenly lit."""
    h, w = elevation.shape
    paint = [hue_colour(rng, float(rng.choice([0.05, 0.15, 0.5, 0.8]))) * rng.uniform(0.2, 0.9) for _ in range(2)]
    edge = np.sort(rng.integers(0, w, 4))
    which = (np.searchsorted(edge, np.arange(w)) % 2)[None, :, None] * np.ones((h, 1, 1))
    img: Array = np.where(which > 0, paint[0], paint[1])
    top = rng.uniform(25, 50)
    img = np.where(elevation[..., None] > top, rng.uniform(0.5, 1.0) * (1 + rng.uniform(-0.08, 0.08, 3)), img)
    img = np.where(elevation[..., None] < -15, hue_colour(rng, 0.4) * rng.uniform(0.05, 0.5), img)
    turn = 2 * np.pi * np.arange(w)[None, :] / w
    uneven = 1 + rng.uniform(0, 0.8) * np.cos(turn + rng.uniform(0, 6.3))
    return np.ascontiguousarray(img * uneven[..., None], np.float32)


def hue_colour(rng: np.random.Generator, saturation: float) -> Array:
    """Bright colour of any hue and the given saturation."""
    wheel = 0.5 + 0.5 * np.cos(2 * np.pi * (rng.random() + np.array([0, 1 / 3, 2 / 3])))
    return np.asarray(1 - saturation + saturation * wheel)


def paint_box(img: Array, xywh: tuple[int, int, int, int], colour: Array) -> None:
    """Fill a box that may wrap around the panorama's edge."""
    x, y, bw, bh = xywh
    img[max(y - bh // 2, 0) : y + bh // 2, np.arange(x, x + bw) % img.shape[1]] = colour


def window(rng: np.random.Generator, img: Array) -> None:
    """A bright window with sky, something outside, and bars."""
    x, y, bw, bh = (int(rng.integers(*r)) for r in ((0, 512), (60, 110), (14, 80), (24, 70)))
    sky = kelvin_rgb(float(rng.uniform(5000, 9500))) * rng.uniform(4, 30)
    paint_box(img, (x, y, bw, bh), sky)
    paint_box(img, (x, y + bh // 3, bw, bh // 3), sky * hue_colour(rng, 0.5) * rng.uniform(0.1, 0.6))
    for k in range(int(rng.integers(1, 4)) + 1):
        paint_box(img, (x + k * bw // 3, y, 2, bh), np.full(3, 0.2))
    paint_box(img, (x, y, bw, 4), np.full(3, 0.2))


def environment(img: Array, elevation: Array, light: Json) -> Json:
    """Environment emitter scaled to `ambient` on the table, its mean colour turned to `ambient_kelvin`."""
    mi = mitsuba()
    weight = np.maximum(np.sin(np.radians(elevation)), 0) * np.cos(np.radians(elevation))
    level = (img * weight[..., None]).sum((0, 1)) / weight.sum() * math.pi
    keep = float(light.get("room_colour", 0.5))  # how much of the room's own cast stays in its light
    cast = (level / level.mean()) ** (1 - keep)
    img = img / level.mean() / cast * kelvin_rgb(light["ambient_kelvin"]) * light["ambient"]
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(img, np.float32)),
        "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
    }


def occluder_parts(scene: Json) -> Json:
    """People and furniture out of the picture that throw shadows onto the table."""
    ring = [(math.sin(a), -math.cos(a)) for a in np.linspace(0.01, math.pi - 0.01, 24)]
    ball, parts = lathe(ring, 48), {}
    for k, item in enumerate(scene.get("occluders", [])):
        body = Tri(ball.v * np.array(item["radii_mm"]) + np.array(item["at_mm"]), ball.f)
        parts[f"shade_{k}"] = to_mitsuba(f"shade_{k}", body, {"type": "twosided", "cloth": diffuse(rgb(item["color"]))})
    return parts


def surroundings(light: Json) -> Json:
    """A procedural room, or a photographed one: `hdri` names an equirectangular .hdr file, its level and yaw."""
    if "hdri" not in light:
        return furnished_room(light) if light.get("room") == "furnished" else room(light)
    mi, spec = mitsuba(), light["hdri"]
    img: Array = np.asarray(cv2.imread(spec["file"], cv2.IMREAD_UNCHANGED))[..., ::-1].astype(np.float32)
    img = cv2.resize(img, PANORAMA_WH, interpolation=cv2.INTER_AREA)
    elevation = np.radians(np.linspace(90, -90, 256))[:, None]
    weight = np.maximum(np.sin(elevation), 0) * np.cos(elevation) * np.ones((1, 512))
    img *= spec["level"] / float((img.mean(-1) * weight).sum() / weight.sum() * math.pi)
    t = mi.ScalarTransform4f()
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(img)),
        "to_world": t.rotate([0, 0, 1], spec.get("yaw_deg", 0.0)).rotate([1, 0, 0], 90),
    }
