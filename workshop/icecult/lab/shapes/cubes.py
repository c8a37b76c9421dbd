"""The printed cubes: clear where nothing is printed, ink on every face."""

from __future__ import annotations

import numpy as np

from vision.icecult.sim.draw.textures import symbol_drawn
from vision.icecult.sim.geometry import Dimensions
from vision.sim.noise import mix
from vision.sim.space import FACES, Array
from workshop.icecult.lab.paint.prints import drawn_face, placed
from workshop.icecult.lab.paint.symbols import layers, rim_colour
from workshop.lab.shapes.materials import clear_acrylic, diffuse, plastic, texture
from workshop.lab.space import Json

FACE_PX, FREE_PX = 512, 256  # of a face in the cubes' texture, plain and in another print


def printed_face(geo: Dimensions, face: Json, style: Json, ink: Array, number: int) -> tuple[Array, Array]:
    """Coverage and colour of one face in another print than the plain one."""
    layer = layers(geo, str(face["symbol"]), style, 2 * FREE_PX, number)
    own, rim = (placed(geo, face, np.round(part * 255).astype(np.uint8)) for part in layer)
    share = np.where(own + rim > 0, rim / np.maximum(own + rim, 1e-4), 0.0)
    return np.clip(own + rim, 0, 1) * style["opacity"], mix(ink, rim_colour(str(style["outline"]), ink), share)


def cube_material(
    geo: Dimensions, cube: Json, inks: Json, ink_alpha: float, rng: np.random.Generator, symbols: Json | None = None
) -> Json:
    """Clear acrylic where nothing is printed, opaque ink (seen from both sides) where a symbol is printed."""
    px = FREE_PX if symbols else FACE_PX
    mask, colour = np.zeros((2 * px, 3 * px), np.float32), np.zeros((2 * px, 3 * px, 3), np.float32)
    for k, name in enumerate(FACES):
        text, careless = cube["prints"][name], cube.get("careless", {}).get(name, {})
        face = drawn_face(name, text) | careless
        cell = np.s_[k // 3 * px : (k // 3 + 1) * px, k % 3 * px : (k % 3 + 1) * px]
        ink = np.clip(np.array(inks[face["symbol"]]) + rng.normal(0, 0.015, 3), 0.02, 1)
        if symbols:
            mask[cell], colour[cell] = printed_face(geo, face, symbols, ink, k)
        else:
            mask[cell], colour[cell] = placed(geo, careless, symbol_drawn(text, name, geo, 2 * px)), ink
    printed = texture(colour)
    return {
        "type": "blendbsdf",
        "weight": texture(mask, linear=True),
        "clear": clear_acrylic(geo.cube_ior, cube.get("wear")),
        "ink": {"type": "twosided", "front": plastic(printed, ink_alpha), "back": diffuse(printed)},
    }
