"""A plain set on a wooden table under a lamp: what the demonstration shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from vision.igluiglu.sim.canvas import Texture
from vision.igluiglu.sim.geometry import Geometry
from vision.igluiglu.sim.prints import animals, board, tiles
from vision.igluiglu.sim.scene import Lamp, Light, Look, Scene
from vision.igluiglu.sim.shapes import igloo_form, inuit_form
from vision.sim.camera import VirtualCamera, fitted
from vision.sim.noise import fbm, mix
from vision.sim.space import Array

SEED: Final = 11
INKS: Final = {"r": (0.75, 0.1, 0.1), "y": (0.93, 0.72, 0.1), "g": (0.12, 0.5, 0.2), "b": (0.1, 0.22, 0.62)}


def table_top() -> Array:
    """Plain wood."""
    rng, shape = np.random.default_rng(SEED), (600, 900)
    grain = fbm(rng, shape, (5.0, 300.0), 4)
    rgb = mix((0.42, 0.28, 0.17), (0.6, 0.43, 0.28), np.clip((grain - 0.3) * 2, 0, 1))
    return np.ascontiguousarray((rgb[..., ::-1] * 255).astype(np.uint8))


def plain_look(geometry: Geometry) -> Look:
    """Pale ice on a dark sea, cream tokens."""
    rng = np.random.default_rng(SEED)
    sea = {"sea": "waves", "sea_rgb": (0.06, 0.22, 0.4), "other_rgb": (0.12, 0.34, 0.52), "lines": "soft"}
    ground = {"land": "floe", "border": "icy", "line_rgb": (0.7, 0.8, 0.9), "land_rgb": (0.9, 0.93, 0.96)}
    board_style = {**board.sample_board(rng), **sea, **ground, "rock_rgb": (0.4, 0.4, 0.4)}
    board_style["border_rgb"] = (0.7, 0.8, 0.88)
    ice = {"back": "cracks", "back_rgb": (0.8, 0.89, 0.95), "mark_rgb": (0.6, 0.74, 0.84), "framed": False}
    berg = {"glacier": "massif", "sky_rgb": (0.16, 0.2, 0.42), "berg_rgb": (0.92, 0.95, 0.98), "rounded": 0.06}
    tile_style = {**tiles.sample_tiles(rng), **ice, **berg}
    token_style = animals.sample_tokens(rng)
    token_style |= {"grounds": {"fish": (0.93, 0.88, 0.75), "fox": (0.9, 0.7, 0.45), "bear": (0.93, 0.93, 0.95)}}
    token_style |= {"inks": dict.fromkeys(("fish", "fox", "bear"), (0.2, 0.28, 0.4)), "number_rgb": (0.05, 0.05, 0.1)}
    token_style |= {"animal": 0.4, "number_at": (0.2, -0.2), "off": (-0.08, 0.08), "detailed": False}
    token_style |= {"sign": "plain", "behind": "plain", "number": 0.46, "counted": False, "digits": 2}
    faces = {"back": tiles.print_back(tile_style), "glacier": tiles.print_glacier(tile_style)}
    faces |= {event: tiles.print_event(tile_style, event) for event in tiles.EVENTS}
    values = {"fish": (0, 1, 2, 3), "fox": (0, 1, 2, 3), "bear": (0, 4)}
    tokens = {
        f"{kind}{value or ''}": animals.print_token(token_style, kind, value)
        for kind, each in values.items()
        for value in each
    }
    return Look(
        table=Texture(table_top()),
        table_mm=(1300.0, 900.0),
        floor=(0.2, 0.18, 0.17),
        board=Texture(board.print_board(board_style, geometry)),
        faces={name: Texture(image) for name, image in faces.items()},
        tokens={name: Texture(image) for name, image in tokens.items()},
        edges={"board": (0.5, 0.5, 0.5), "tile": (0.88, 0.88, 0.85), "token": (0.85, 0.83, 0.78)},
        inks=dict(INKS),
        inuit=inuit_form("cone", 11.5, 24.0, 0.75, 0.7, 0.7),
        igloo=igloo_form("dome", 18.0, 1.0, False),
        facts={"board": board_style, "tiles": tile_style, "tokens": token_style, "table": {"kind": "wood"}},
    )


def plain_scene(width: int = 1280, height: int = 720) -> Scene:
    """The empty room of the demonstration."""
    geometry = Geometry()
    west, east, south, north = geometry.outline
    ring = np.array([(x, y, 0.0) for x in (west - 40, east + 40) for y in (south - 20, north + 20)])
    camera = VirtualCamera(width=width, height=height, azimuth_deg=12.0, elevation_deg=60.0, hfov_deg=60.0, k1=-0.02)
    camera = fitted(replace(camera, bends_to=camera.folds_at), ring, 1.0)
    lamps = (Lamp((-500.0, 700.0, 1500.0), (1.0, 0.97, 0.92), 0.62, 160.0),)
    light = Light(lamps, (0.62, 0.62, 0.64), 1.0)
    return Scene(geometry, camera, plain_look(geometry), light)
