"""Clutter on the table."""

from __future__ import annotations

import math

import cv2
import numpy as np

from .geometry import Json, rot_z
from .materials import diffuse, plastic, rgb, texture, to_mitsuba
from .meshes import join, lathe, prism, rectangle_outline
from .noise import colour_tuple, fbm

SIZES_MM = {
    "book": (148, 210, 4),
    "phone": (73, 150, 8),
    "box": (190, 190, 48),
    "card": (63, 88, 0.6),
    "paper": (210, 297, 0.4),
    "pen": (9, 140, 8),
}


def prop_meshes(scene: Json) -> Json:
    """Table-top clutter that is no part of the game."""
    parts: Json = {}
    for k, prop in enumerate(scene.get("props", [])):
        rng = np.random.default_rng(prop["seed"])
        r, at, name = rot_z(prop["yaw_deg"]), (prop["x_mm"], prop["y_mm"], 0.0), f"prop_{k}"
        if prop["kind"] == "mug":
            radius, height = rng.uniform(36, 44), rng.uniform(80, 100)
            tri = join(
                [
                    lathe([(radius, 0), (radius, height)], 64),
                    lathe([(radius, height), (radius - 4, height)], 64),
                    lathe([(radius - 4, height), (radius - 4, 4)], 64),
                    lathe([(radius - 4, height * 0.7), (0, height * 0.7)], 64),
                ]
            )
            parts[name] = to_mitsuba(name, tri.moved(r, at), plastic(rgb(prop["color"]), 0.06))
            continue
        if prop["kind"] == "ball":
            ring = [(32 * math.sin(a), 32 - 32 * math.cos(a)) for a in np.linspace(0.01, math.pi - 0.01, 32)]
            parts[name] = to_mitsuba(name, lathe(ring, 64).moved(r, at), plastic(rgb(prop["color"]), 0.2))
            continue
        w, h, t = SIZES_MM[prop["kind"]]
        outline, uv = rectangle_outline(w, h)
        top, wall = prism(outline, 0.05, t, uv)
        page = np.full((420, int(420 * w / h), 3), 1.0, np.float32) * np.asarray(
            (0.03, 0.03, 0.035) if prop["kind"] == "phone" else prop["color"], np.float32
        )
        if prop["kind"] != "phone":
            page = np.ascontiguousarray(page * (0.9 + 0.2 * fbm(rng, page.shape[:2], (150, 150), 3))[..., None])
            cv2.rectangle(
                page,
                (20, 20),
                (page.shape[1] - 20, 120),
                colour_tuple(np.clip(np.asarray(prop["color"]) + rng.normal(0, 0.22, 3), 0.05, 0.95)),
                -1,
            )
            for y in range(150, 400, 14):
                cv2.line(
                    page, (24, y), (int(page.shape[1] * rng.uniform(0.5, 0.92)), y), (0.15, 0.15, 0.18), 3, cv2.LINE_AA
                )
        parts[name] = to_mitsuba(
            name, top.moved(r, at), plastic(texture(np.clip(page, 0, 1)), 0.03 if prop["kind"] == "phone" else 0.25)
        )
        parts[name + "_side"] = to_mitsuba(name + "_side", wall.moved(r, at), diffuse(rgb(prop["color"])))
    return parts
