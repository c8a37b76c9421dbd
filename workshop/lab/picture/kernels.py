"""One compiled kernel for all scenes.

Dr.Jit writes the kinds of surfaces, lights and shapes that are alive, and how many of each, into the kernel that it
compiles. Compiling takes seconds, more than tracing a picture on a GPU. So one of every kind is kept alive, and idle
extras bring the numbers up to the same figure for every scene.
"""

from __future__ import annotations

import gc
from typing import Any

import numpy as np

from workshop.lab.shapes.materials import diffuse, mitsuba, plastic, rgb, texture
from workshop.lab.space import Json

SHAPES, SURFACES, LIGHTS = 170, 230, 14  # more than any scene holds
KEPT: list[Any] = []
PADDING: list[Any] = []


def every_surface() -> list[Json]:
    """One of every structure of surface that a scene may hold."""
    flat, grey = np.full((2, 2, 3), 0.5, np.float32), rgb((0.5, 0.5, 0.5))
    clean: Json = {"type": "dielectric", "int_ior": 1.49, "ext_ior": 1.000277, "specular_transmittance": grey}
    ink: Json = {"type": "twosided", "front": plastic(texture(flat), 0.2), "back": diffuse(texture(flat))}
    two: Json = {"type": "twosided", "inner": diffuse(grey)}
    weight = texture(flat[..., 0], linear=True)
    worn: Json = {"type": "blendbsdf", "weight": weight, "clean": clean, "dull": two}
    kinds = [diffuse(grey), diffuse(texture(flat)), two, plastic(grey, 0.2), plastic(texture(flat), 0.2)]
    kinds += [{"type": "blendbsdf", "weight": weight, "clear": c, "ink": ink} for c in (clean, worn)]
    kinds.append({"type": "twosided", "inner": plastic(grey, 0.2)})
    kinds.append({"type": "blendbsdf", "weight": 0.5, "shiny": plastic(grey, 0.2), "soft": two})
    return kinds


def keep_every_kind() -> None:
    """Keep one of every kind of surface, light and shape alive for good."""
    mi = mitsuba()
    grey, pane = rgb((0.5, 0.5, 0.5)), np.full((2, 2, 3), 0.5, np.float32)
    KEPT.extend(mi.load_dict(kind) for kind in every_surface())
    lamp, window = {"type": "area", "radiance": grey}, {"type": "area", "radiance": texture(pane, linear=True)}
    KEPT.extend(mi.load_dict({"type": shape, "emitter": lamp}) for shape in ("sphere", "disk", "rectangle"))
    KEPT.append(mi.load_dict({"type": "rectangle", "emitter": window}))
    KEPT.append(mi.load_dict({"type": "rectangle", "bsdf": diffuse(grey)}))
    KEPT.append(mi.load_dict({"type": "envmap", "bitmap": mi.Bitmap(np.full((256, 512, 3), 0.5, np.float32))}))


def number_of(thing: Any, pointer: Any) -> int:
    """Place of an object in Dr.Jit's register of its kind; the lowest free place is given out first."""
    import drjit as dr

    return int(np.array(dr.reinterpret_array(mitsuba().UInt32, pointer(thing)))[0])


def fill(spec: Json, pointer: Any, upto: int) -> None:
    """Add idle objects until every place up to `upto` is taken."""
    mi = mitsuba()
    while True:
        thing = mi.load_dict(spec)
        if number_of(thing, pointer) > upto:
            return
        PADDING.append(thing)


def before_scene() -> None:
    """Make room: drop the last scene's idle extras and what it left behind."""
    if not KEPT:
        keep_every_kind()
    PADDING.clear()
    gc.collect()


def after_scene() -> None:
    """Bring the number of live objects of each kind up to the common figure."""
    mi = mitsuba()
    surface = diffuse(rgb((0.5, 0.5, 0.5)))
    room = {"type": "constant", "radiance": rgb((0.5, 0.5, 0.5))}
    fill(surface, mi.BSDFPtr, SURFACES)
    fill({"type": "rectangle", "bsdf": KEPT[0]}, mi.ShapePtr, SHAPES)
    fill(room, mi.EmitterPtr, LIGHTS)
