"""Clutter on the table."""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.camera import rotation_z
from vision.sim.noise import colour_tuple, fbm
from vision.sim.space import Array
from workshop.lab.shapes.materials import diffuse, plastic, rgb, texture, to_mitsuba
from workshop.lab.shapes.meshes import Tri, join, lathe, prism, rectangle_outline
from workshop.lab.shapes.things import RADII, thing_mesh
from workshop.lab.space import Json

SIZES_MM = {
    "book": (148, 210, 4),
    "phone": (73, 150, 8),
    "box": (190, 190, 48),
    "card": (63, 88, 0.6),
    "paper": (210, 297, 0.4),
    "pen": (9, 140, 8),
}


def mug_mesh(rng: np.random.Generator) -> Tri:
    """A filled mug without a handle."""
    radius, height = rng.uniform(36, 44), rng.uniform(80, 100)
    inner, drink = radius - 4, height * 0.7
    lines = [
        [(radius, 0.0), (radius, height)],
        [(radius, height), (inner, height)],
        [(inner, height), (inner, 4.0)],
        [(inner, drink), (0.0, drink)],
    ]
    return join([lathe(line, 64) for line in lines])


def ball_mesh(radius: float) -> Tri:
    """A fruit or a toy ball."""
    angles = np.linspace(0.01, math.pi - 0.01, 32)
    return lathe([(radius * math.sin(a), radius - radius * math.cos(a)) for a in angles], 64)


def page_texture(rng: np.random.Generator, prop: Json, aspect: float) -> Array:
    """A cover or page: a title block and lines of text; a phone is just dark."""
    page = np.full((420, int(420 * aspect), 3), 1.0, np.float32)
    if prop["kind"] == "phone":
        return page * np.asarray((0.03, 0.03, 0.035), np.float32)
    page = page * np.asarray(prop["color"], np.float32)
    page = np.ascontiguousarray(page * (0.9 + 0.2 * fbm(rng, (page.shape[0], page.shape[1]), (150, 150), 3))[..., None])
    title = colour_tuple(np.clip(np.asarray(prop["color"]) + rng.normal(0, 0.22, 3), 0.05, 0.95))
    cv2.rectangle(page, (20, 20), (page.shape[1] - 20, 120), title, -1)
    for y in range(150, 400, 14):
        end = int(page.shape[1] * rng.uniform(0.5, 0.92))
        cv2.line(page, (24, y), (end, y), (0.15, 0.15, 0.18), 3, cv2.LINE_AA)
    return np.clip(page, 0, 1)


def prop_meshes(scene: Json) -> Json:
    """Table-top clutter that is no part of the game."""
    parts: Json = {}
    for k, prop in enumerate(scene.get("props", [])):
        rng = np.random.default_rng(prop["seed"])
        r, at, name = rotation_z(prop["yaw_deg"]), (prop["x_mm"], prop["y_mm"], 0.0), f"prop_{k}"
        if prop["kind"] in RADII:
            tri = thing_mesh(prop["kind"], rng).moved(r, at)
            skin = {"type": "twosided", "inner": plastic(rgb(prop["color"]), prop["alpha"])}
            parts[name] = to_mitsuba(name, tri, skin)
            continue
        if prop["kind"] in ("mug", "ball"):
            tri, alpha = (mug_mesh(rng), 0.06) if prop["kind"] == "mug" else (ball_mesh(32.0), 0.2)
            parts[name] = to_mitsuba(name, tri.moved(r, at), plastic(rgb(prop["color"]), alpha))
            continue
        w, h, t = SIZES_MM[prop["kind"]]
        outline, uv = rectangle_outline(w, h)
        top, wall = prism(outline, 0.05, t, uv)
        cover = plastic(texture(page_texture(rng, prop, w / h)), 0.03 if prop["kind"] == "phone" else 0.25)
        parts[name] = to_mitsuba(name, top.moved(r, at), cover)
        parts[name + "_side"] = to_mitsuba(name + "_side", wall.moved(r, at), diffuse(rgb(prop["color"])))
    return parts
