"""Lamps, windows and the room around the table."""

from __future__ import annotations

import math
from typing import Any
import cv2
import numpy as np
from .geometry import Array, Json, kelvin_rgb
from .materials import mitsuba, texture


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
    radiance = kelvin_rgb(source["kelvin"]) * source["illuminance"] * r2 / (area * cos_light * cos_board)
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
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(img, np.float32)),
        "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
    }


def surroundings(light: Json) -> Json:
    """The procedural room, or a photographed one: light["hdri"] = {"file", "level", "yaw_deg"} (equirectangular .hdr)."""
    if "hdri" not in light:
        return room(light)
    mi, spec = mitsuba(), light["hdri"]
    img = np.asarray(cv2.imread(spec["file"], cv2.IMREAD_UNCHANGED))[..., ::-1].astype(np.float32)
    img = cv2.resize(img, (512, 256), interpolation=cv2.INTER_AREA)
    elevation = np.radians(np.linspace(90, -90, 256))[:, None]
    weight = np.maximum(np.sin(elevation), 0) * np.cos(elevation) * np.ones((1, 512))
    img *= spec["level"] / float((img.mean(-1) * weight).sum() / weight.sum() * math.pi)
    t = mi.ScalarTransform4f()
    return {
        "type": "envmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(img)),
        "to_world": t.rotate([0, 0, 1], spec.get("yaw_deg", 0.0)).rotate([1, 0, 0], 90),
    }
