"""Wider variety: other sets, prints, rooms, tables, wear, hands and cameras on top of the plain sampler."""

from __future__ import annotations

import colorsys
import math
from dataclasses import replace
from typing import Any

import numpy as np

from engine.icecult.board import COLOURS
from vision.icecult.sim.arranging import TIDY
from vision.icecult.sim.draw.textures import ICE_TO_FIRE
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.sample import random_dims
from vision.icecult.sim.scene import INKS, PLASTICS
from vision.icecult.sim.states import KINDS, full_state, random_state
from vision.sim.camera import VirtualCamera
from workshop.icecult.lab.shapes.clutter import sample_props
from workshop.icecult.lab.shapes.places import plain_data
from workshop.icecult.lab.world.gestures import sample_hands
from workshop.icecult.lab.world.sampler import LEVELS, fit_camera, sample_scene
from workshop.lab.paint.patterns import rounded
from workshop.lab.space import Json

Rng = np.random.Generator
FROM_ABOVE = (66.0, 87.0)  # degrees
PLAIN_SHARE = 0.4  # pictures near the plain distribution
SIZES = ((1280, 720, 0.60), (640, 480, 0.14), (960, 540, 0.10), (800, 600, 0.10), (1920, 1080, 0.06))
BRIGHT_PROPS = ("mug", "book", "box", "card", "ball", "ball", "paper", "pen", "phone")


def shifted(rgb: Any, rng: Rng, hue: float, saturation: float, value: float) -> list[float]:
    """The colour with its hue, saturation and value moved by up to the given amounts."""
    h, s, v = colorsys.rgb_to_hsv(*(float(c) for c in rgb))
    h, s, v = h + rng.uniform(-hue, hue), s + rng.uniform(-saturation, saturation), v + rng.uniform(-value, value)
    return rounded(colorsys.hsv_to_rgb(h % 1, float(np.clip(s, 0, 1)), float(np.clip(v, 0.02, 1))))


def far_geometry(rng: Rng) -> Json:
    """Another make: other symbols, other cones."""
    ranges = {
        "symbol_arrow_length": (0.62, 0.86),
        "symbol_arrow_head_width": (0.45, 0.68),
        "symbol_arrow_shaft_width": (0.15, 0.28),
        "symbol_circle_diameter": (0.46, 0.72),
        "symbol_arc_radius": (0.46, 0.54),
        "symbol_arc_stroke": (0.10, 0.20),
        "cube_bevel": (0.5, 2.0),
        "cone_height": (30.0, 41.0),
        "cone_foot_size": (22.5, 30.0),
        "cone_foot_height": (1.6, 3.4),
        "cone_foot_corner_radius": (1.5, 8.0),
        "cone_radius_bottom": (8.0, 10.8),
        "cone_radius_top": (2.2, 4.2),
        "stack_pitch": (9.0, 13.5),
    }
    geometry = {k: round(float(rng.uniform(*r)), 3) for k, r in ranges.items()}
    geometry["cone_radius_bottom"] = min(geometry["cone_radius_bottom"], geometry["cone_foot_size"] / 2 - 2.2)
    return {**geometry, "cone_wall": cone_wall(geometry)}


def cone_wall(geometry: Json) -> float:
    """How thick the plastic may be: a nested cone must not cut through the one below."""
    slope = (geometry["cone_radius_bottom"] - geometry["cone_radius_top"]) / geometry["cone_height"]
    return round(float(min(1.5, 0.8 * slope * geometry["stack_pitch"])), 3)


def far_inks(rng: Rng) -> Json:
    """Inks of another printer: still red, yellow, green, blue, purple and black."""
    inks = {k: shifted(v, rng, 0.035, 0.25, 0.22) for k, v in INKS.items()}
    inks["yellow"] = shifted(INKS["yellow"], rng, 0.02, 0.2, 0.12)
    inks["arc"] = shifted((0.09, 0.09, 0.11), rng, 0.5, 0.5, 0.09)
    return inks


def far_pawns(rng: Rng, style: Json) -> None:
    """Other plastic: colour, gloss, matt or worn."""
    for c in COLOURS:
        hue = 0.02 if c == "y" else 0.035
        style["tint"][c] = rounded(np.array(shifted(PLASTICS[c], rng, hue, 0.22, 0.18)) - np.array(PLASTICS[c]))
    style["alpha"] = round(float(rng.uniform(0.04, 0.4)), 3)
    if rng.random() < 0.4:
        style["matt"] = round(float(rng.uniform(0.15, 0.75)), 3)


def far_board(rng: Rng, style: Json) -> None:
    """Another print of the paths and the holder."""
    style["stops"] = [shifted(c, rng, 0.04, 0.3, 0.2) for c in ICE_TO_FIRE]
    if rng.random() < 0.3:  # straight from cold to warm
        style["stops"] = [style["stops"][0], style["stops"][-1]]
    if rng.random() < 0.35:
        style["steps"] = int(rng.choice([1, 1, 1, 2]))
    kinds = ["none", "chevron", "dot", "ring", "number", "snowflake", "diamond", "lines"]
    style["ornament"] = str(rng.choice(kinds))
    style["ornament_tone"] = round(float(rng.uniform(0.5, 0.9) if rng.random() < 0.7 else rng.uniform(1.1, 1.5)), 3)
    style["ornament_scale"] = round(float(rng.uniform(0.5, 1.6)), 3)
    style["border"] = [shifted((0.1, 0.16, 0.26), rng, 0.5, 0.4, 0.1), [0.97] * 3, rounded(rng.uniform(0.05, 0.95, 3))][
        int(rng.integers(3))
    ]
    style["border_mm"] = round(float(rng.uniform(0.4, 2.2)), 2)
    style["inner_panel"] = bool(rng.random() < 0.4)
    style["cracks"] = round(float(rng.uniform(0, 1.5)), 2)
    style["grain"] = str(rng.choice(["none", "paper", "stone", "brush", "cloud", "shards"]))
    style["grain_strength"] = round(float(rng.uniform(0.05, 0.38)), 3)
    style["gloss_alpha"] = round(float(rng.uniform(0.08, 0.6)), 3)
    dark = shifted((0.64, 0.82, 0.92), rng, 0.08, 0.3, 0.35)
    style["base_colors"] = [dark, rounded(np.minimum(np.array(dark) * rng.uniform(1.02, 1.3), 1))]
    style["base_side"] = shifted(dark, rng, 0.05, 0.2, 0.25)
    style["cardboard"] = shifted((0.72, 0.66, 0.56), rng, 0.1, 0.2, 0.25)


def far_table(rng: Rng, table: Json) -> None:
    """Another table: any hue, patterns, folds."""
    table["kind"] = str(rng.choice(["wood", "cloth", "plain", "chequered", "dotted", "marble", "newspaper"]))
    if table["kind"] != "wood" or rng.random() < 0.3:
        saturation = rng.choice([0.1, 0.35, 0.7, 0.9])
        table["color"] = rounded(colorsys.hsv_to_rgb(rng.random(), float(saturation), float(rng.uniform(0.12, 0.92))))
    soft = table["kind"] in ("cloth", "chequered", "dotted", "newspaper")
    table["alpha"] = 0.0 if soft and rng.random() < 0.75 else round(float(rng.uniform(0.08, 0.5)), 3)
    if soft and rng.random() < 0.65:
        table["folds"] = {"seed": int(rng.integers(1 << 30)), "depth_mm": round(float(rng.uniform(1, 7)), 2)}


def far_light(rng: Rng, light: Json) -> None:
    """A furnished room, with or without lamps, the sun or coloured light."""
    light["room"] = "furnished"
    light["room_colour"] = round(float(rng.uniform(0.1, 0.7)), 2)
    light["ambient_kelvin"] = round(float(rng.uniform(2600, 8500)))
    light["ambient"] = round(float(rng.uniform(0.15, 0.7)), 3)
    draw = rng.random()
    if draw < 0.35:  # the room alone, as around a photographed panorama
        light["sources"], light["ambient"] = [], 1.0
    elif draw < 0.55:
        light["sources"] = [sun(rng)] + light["sources"] * bool(rng.random() < 0.3)
    for source in light["sources"]:
        if rng.random() < 0.25:
            source["tint"] = rounded(1 - rng.uniform(0, 0.45) * rng.random(3))
        if source["kind"] == "sphere" and rng.random() < 0.4:
            source["size_mm"] = [round(float(rng.uniform(20, 50)), 1)] * 2  # a bare bulb: hard shadows


def sun(rng: Rng) -> Json:
    """Sunlight through an opening: small, far away, hard shadows."""
    size = round(float(rng.uniform(40, 160)), 1)
    return {
        "kind": "disk",
        "facing": "board",
        "azimuth_deg": round(float(rng.uniform(0, 360)), 1),
        "distance_mm": round(float(rng.uniform(2500, 4500))),
        "height_mm": round(float(rng.uniform(1500, 3500))),
        "size_mm": [size, size],
        "kelvin": round(float(rng.uniform(4300, 6000))),
        "illuminance": round(float(rng.uniform(0.6, 1.6)), 3),
    }


def sample_occluder(rng: Rng, scene: Json) -> Json | None:
    """A dark body between a light and the table that the camera does not see."""
    camera, sources = VirtualCamera.from_json(scene["camera"]), scene["light"]["sources"]
    w, h = camera.resolution_wh
    for _ in range(30):
        if sources and rng.random() < 0.7:
            source = sources[int(rng.integers(len(sources)))]
            a = math.radians(source["azimuth_deg"])
            lamp = np.array(
                [source["distance_mm"] * math.cos(a), source["distance_mm"] * math.sin(a), source["height_mm"]]
            )
            at = lamp * rng.uniform(0.25, 0.7) + np.append(rng.normal(0, 90, 2), 0.0)
        else:
            a = rng.uniform(0, 2 * np.pi)
            at = np.append(rng.uniform(420, 800) * np.array([math.cos(a), math.sin(a)]), rng.uniform(200, 550))
        radii = rng.uniform((60, 60, 60), (190, 190, 320))
        ball = rng.normal(size=(80, 3))
        skin = at + ball / np.linalg.norm(ball, axis=1, keepdims=True) * radii
        uv = camera.project(skin)
        seen = (uv[:, 0] > -60) & (uv[:, 0] < w + 60) & (uv[:, 1] > -60) & (uv[:, 1] < h + 60)
        clear = np.linalg.norm((camera.position - at) / radii) > 1.5 and at[2] - radii[2] > 60
        if clear and not seen.any():
            return {"at_mm": rounded(at, 1), "radii_mm": rounded(radii, 1), "color": rounded(rng.uniform(0.03, 0.5, 3))}
    return None


def far_cubes(rng: Rng, scene: Json) -> None:
    """Used cubes: scratches, dust, fingerprints, careless prints."""
    dirt = float(rng.beta(1.2, 2.5))
    for cube in scene["cubes"]:
        cube["wear"] = {
            "seed": int(rng.integers(1 << 30)),
            "scratches": int(rng.integers(0, 1 + int(160 * dirt))),
            "dust": int(rng.integers(0, 1 + int(500 * dirt))),
            "fingerprints": int(rng.integers(0, 9)),
            "smudge": round(float(rng.uniform(0.02, 0.05 + 0.3 * dirt)), 3),
            "haze": round(float(rng.uniform(0, 0.12 * dirt)), 4),
            "tint": rounded(rng.uniform(0.93, 0.998, 3)),
        }
        cube["careless"] = {
            face: {
                "shift_mm": rounded(np.clip(rng.normal(0, 0.4, 2), -1, 1)),
                "turn_deg": round(float(np.clip(rng.normal(0, 0.8), -2, 2)), 2),
            }
            for face in cube["prints"]
        }
    scene["ink_alpha"] = round(float(rng.uniform(0.08, 0.5)), 3)


def far_camera(geo: Dimensions, rng: Rng, scene: Json) -> None:
    """Another webcam at another place."""
    camera = scene["camera"]
    w, h, _ = SIZES[int(rng.choice(len(SIZES), p=[s[2] for s in SIZES]))]
    camera["width"], camera["height"] = w, h
    camera["hfov_deg"] = round(float(rng.uniform(48, 82)), 3)
    camera["elevation_deg"] = round(float(rng.uniform(35, 75)), 3)
    camera["k1"] = round(float(np.clip(camera["k1"] + rng.normal(0, 0.03), -0.15, 0.06)), 4)
    camera["centre_shift_px"] = rounded(np.clip(rng.normal(0, w / 160, 2), -w / 50, w / 50), 2)
    camera["target_mm"] = [*rounded(rng.uniform(-30, 30, 2), 1), 10.0]
    fit_camera(geo, camera, scene["placement"], float(1.0 + 0.4 * rng.beta(1.2, 2.2)))


def far_post(rng: Rng, post: Json, width: int) -> None:
    """Other exposure, colour and compression."""
    post["exposure"] = round(float(np.clip(post["exposure"] * rng.uniform(0.75, 1.3), 0.45, 1.8)), 3)
    post["wb_error"] = [round(float(rng.uniform(0.82, 1.2)), 3), 1.0, round(float(rng.uniform(0.82, 1.2)), 3)]
    post["saturation"] = round(float(rng.uniform(0.65, 1.4)), 3)
    post["motion_px"] = round(post["motion_px"] * width / 1280, 2)
    post["blur_px"] = round(post["blur_px"] * max(width / 1280, 0.7), 3)
    post["sharpen"] = round(float(rng.uniform(0.0, 1.4)), 3)
    if rng.random() < 0.4:
        post["video"] = {
            "quality": int(rng.integers(25, 75)),
            "chroma_step": round(float(rng.choice([2, 2, 3, 4]) * rng.uniform(0.8, 1.2)), 2),
        }


def widen(geo: Dimensions, rng: Rng, scene: Json) -> None:
    """Change most parts of a plain scene for rarer ones."""
    often = rng.random(8) < 0.7
    if often[0]:
        far_board(rng, scene["board"])
    if often[1]:
        far_light(rng, scene["light"])
    if often[2]:
        far_table(rng, scene["table"])
    if often[3]:
        far_cubes(rng, scene)
    if often[4]:
        far_pawns(rng, scene["pawn_style"])
    if often[5]:
        far_camera(geo, rng, scene)
    if often[6]:
        far_post(rng, scene["post"], int(scene["camera"]["width"]))
    if often[7] and scene["difficulty"] != "easy":
        scene["props"] = sample_props(geo, rng, int(rng.integers(0, 7)), BRIGHT_PROPS, bright=bool(rng.random() < 0.7))
    if rng.random() < 0.3:
        body = sample_occluder(rng, scene)
        scene["occluders"] = [body] if body else []
    sample_hands(geo, rng, scene)


def from_above(geo: Dimensions, rng: Rng, scene: Json) -> None:
    """Lift the camera until most stacks show little more than their top."""
    camera = scene["camera"]
    camera["elevation_deg"] = round(float(rng.uniform(*FROM_ABOVE)), 3)
    fit_camera(geo, camera, scene["placement"], float(rng.uniform(1.0, 1.3)))


def sample(
    geo: Dimensions, seed: int, difficulty: str, plain: bool | None = None, full: bool = False, steep: bool = False
) -> Json:
    """The scene of a seed: near the plain distribution for some seeds, widely varied for the others.

    A `full` table has stacks on most of its spaces, more than a game has pawns for; a `steep` one is seen almost from
    above.
    """
    rng = np.random.default_rng([seed, LEVELS.index(difficulty), 4242])
    draw = rng.random()
    near = draw < PLAIN_SHARE if plain is None else plain
    geometry = plain_data(random_dims(rng)) if near or rng.random() < 0.3 else far_geometry(rng)
    geometry["exit"] = "corners" if rng.random() < 0.4 else "sides"
    this = replace(geo, **geometry)
    state, most = None, TIDY
    if full or (not near and rng.random() < 0.5):
        state = full_state(rng, this) if full else random_state(rng, this, str(rng.choice(KINDS)))
        most = (1, int(rng.integers(2, 6)))
    scene = sample_scene(this, seed, difficulty, state, most)
    scene["geometry"], scene["variety"] = geometry, "near" if near else "far"
    if not near:
        scene["ink"] = far_inks(rng)
        widen(this, rng, scene)
    if steep:
        from_above(this, rng, scene)
    return scene
