"""Any world: scenes of other makes, printers, rooms and cameras, far beyond one photographer's taste."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import PLASTICS
from vision.icecult.sim.states import KINDS, full_state, random_state
from vision.sim.camera import VirtualCamera
from workshop.icecult.lab.paint.art import sample_art
from workshop.icecult.lab.paint.symbols import sample_symbols
from workshop.icecult.lab.shapes.moulds import sample_mould
from workshop.icecult.lab.world.around import near_books, sample_things
from workshop.icecult.lab.world.gestures import sample_hands
from workshop.icecult.lab.world.sampler import LEVELS, fit_camera, sample_plain_hand, sample_scene
from workshop.icecult.lab.world.variation import (
    cone_wall,
    far_board,
    far_cubes,
    far_geometry,
    far_inks,
    far_light,
    far_pawns,
    from_above,
    sample,
    sample_occluder,
    shifted,
)
from workshop.lab.paint.covers import sample_cover
from workshop.lab.paint.patterns import any_colour, rounded
from workshop.lab.picture.spoil import sample_spoil
from workshop.lab.shapes.digits import GRIPS, sample_digits
from workshop.lab.shapes.hands import hand_rotation
from workshop.lab.space import Json

Rng = np.random.Generator
SIZES = ((1280, 720, 0.5), (640, 480, 0.15), (960, 540, 0.17), (800, 600, 0.07), (1920, 1080, 0.04), (720, 1280, 0.07))
USUAL_SHARE = 0.35  # of the sets have nearly the usual board sizes
ANY_RISE_MM = (7.0, 14.5)
TIP_MM = (185.0, 332.0)  # distance of a tip from the centre; beyond, the reader's view of the table ends


def wide_geometry(rng: Rng, standard: Dimensions) -> Json:
    """Another make: every size its own."""
    sizes = far_geometry(rng) | any_cone(rng)
    sizes["base_height"] = round(float(rng.uniform(2, 30)), 2)
    sizes["board_thickness"] = round(float(rng.uniform(1.0, 4.0)), 2)
    sizes["cube_gap"] = round(float(rng.uniform(0.1, 1.2)), 2)
    sizes["symbol_arrow_length"] = round(float(rng.uniform(0.6, 0.92)), 3)
    sizes["symbol_arc_radius"] = round(float(rng.uniform(0.42, 0.58)), 3)
    sizes["symbol_arc_stroke"] = round(float(rng.uniform(0.08, 0.21)), 3)
    sizes["exit"] = "corners" if rng.random() < 0.45 else "sides"
    usual = rng.random() < USUAL_SHARE
    for _ in range(200):
        board = usual_board(rng, standard) if usual else any_board(rng)
        if TIP_MM[0] < replace(standard, **(sizes | board)).tip < TIP_MM[1]:
            break
    limit = min(board["path_width"], board["space_length"]) - 1.0
    sizes["cone_foot_size"] = round(min(sizes["cone_foot_size"], limit), 3)
    sizes["cone_radius_bottom"] = round(min(sizes["cone_radius_bottom"], sizes["cone_foot_size"] / 2 - 2.2), 3)
    return {**sizes, **board, "cone_wall": cone_wall(sizes)}


def any_cone(rng: Rng) -> Json:
    """Foot, height and rise of any pawn, down to stacks so flat that their rims lie close together."""
    height = float(rng.uniform(27, 42))
    rise = float(rng.uniform(7, min(14.0, 0.42 * height)))
    foot = float(rng.uniform(20.5, 31))
    return {"cone_height": round(height, 3), "stack_pitch": round(rise, 3), "cone_foot_size": round(foot, 3)}


def usual_board(rng: Rng, standard: Dimensions) -> Json:
    """Board sizes within a few per cent of the usual ones."""
    keys = ("cube_edge", "path_width", "space_length", "tip_length", "base_size")
    sizes = {k: round(float(getattr(standard, k) * (1 + rng.uniform(-0.03, 0.03))), 2) for k in keys}
    return {**sizes, "base_size": round(max(sizes["base_size"], 2 * sizes["cube_edge"] + 3), 2)}


def any_board(rng: Rng) -> Json:
    """Board sizes of any make."""
    edge = float(rng.uniform(30, 55))
    return {
        "cube_edge": round(edge, 2),
        "base_size": round(2 * edge + float(rng.uniform(2, 30)), 2),
        "path_width": round(float(rng.uniform(26, 55)), 2),
        "space_length": round(float(rng.uniform(26, 50)), 2),
        "tip_length": round(float(rng.uniform(10, 45)), 2),
    }


def wide_board(rng: Rng, board: Json) -> None:
    """Art, cut-outs, holder and cardboard of any printer."""
    far_board(rng, board)
    art = sample_art(rng)
    board["art"] = art
    tone = rng.random()
    top = any_colour(rng, 0.1) if tone < 0.4 else [round(float(rng.uniform(0.8, 0.98)), 3)] * 3
    board["base_colors"] = [art["palette"][0] if tone > 0.75 else top] * 2
    same = rng.random() < 0.5
    board["base_side"] = board["base_colors"][0] if same else any_colour(rng, 0.1)
    board["cardboard"] = (
        any_colour(rng, 0.2) if rng.random() < 0.4 else shifted((0.8, 0.76, 0.68), rng, 0.05, 0.15, 0.2)
    )
    board["gloss_alpha"] = round(float(rng.uniform(0.04, 0.6)), 3)


def wide_pawns(rng: Rng, scene: Json, geo: Dimensions) -> None:
    """Other moulds and plastics: hues that drift, pale, dark, waxy."""
    style = scene["pawn_style"]
    far_pawns(rng, style)
    style["mould"] = sample_mould(rng, geo)
    style["square_foot"] = style["mould"]["foot"] == "square"
    drift = {"r": 0.035, "y": 0.035, "g": 0.09, "b": 0.07}
    value, saturation = rng.uniform(-0.25, 0.2), rng.uniform(-0.35, 0.1)
    for c in COLOURS:
        base = np.array(shifted(PLASTICS[c], rng, drift[c], 0.12, 0.12))
        grey = base.mean()
        base = np.clip(grey + (base - grey) * (1 + saturation), 0.02, 1) * (1 + value * (0.4 if c == "y" else 1.0))
        style["tint"][c] = rounded(np.clip(base, 0.02, 1) - np.array(PLASTICS[c]))


def wide_light(rng: Rng, light: Json) -> None:
    """Coloured, mixed or hard light, now and then nearly none."""
    far_light(rng, light)
    for source in light["sources"]:
        if rng.random() < 0.3:  # deeper tints leave no colour to tell
            source["tint"] = rounded(1 - rng.uniform(0, 0.45) * rng.random(3))
        source["kelvin"] = round(float(rng.uniform(2100, 9000)))
    if rng.random() < 0.25:
        light["ambient"] = round(float(rng.uniform(0.02, 0.12)), 3)
    light["room_colour"] = round(float(rng.uniform(0.0, 1.0)), 2)


def clear_of_camera(hand: Json, eye: Any) -> bool:
    """Whether neither forearm nor sleeve comes so near to the camera that nothing else is seen."""
    tip = np.array(hand["at_mm"])
    elbow = tip + hand_rotation(hand) @ np.array([-620.0, 0.0, 120.0])
    along = elbow - tip
    t = float(np.clip((eye - tip) @ along / (along @ along), 0, 1))
    return float(np.linalg.norm(tip + t * along - eye)) > 190.0


def wide_hands(geo: Dimensions, rng: Rng, scene: Json, chance: float | None = None) -> None:
    """Hands as before, but with jointed fingers in poses of their own."""
    sample_hands(geo, rng, scene, chance)
    scene["hands"] = [
        hand for hand in scene["hands"] if clear_of_camera(hand, VirtualCamera.from_json(scene["camera"]).position)
    ]
    if not scene["hands"]:
        scene.pop("held", None)
    names = {"precise": "pinch", "laid": "flat"}
    for hand in scene["hands"]:
        kind = names.get(hand["kind"], hand["kind"])
        grip = kind if rng.random() < 0.7 else str(rng.choice(list(GRIPS)))
        hand["digits"] = sample_digits(rng, "flat" if hand["kind"] == "laid" else grip)
        hand["alpha"] = round(float(rng.uniform(0.25, 0.6)), 2)
        hand["skin"] = shifted(hand["skin"], rng, 0.015, 0.12, 0.1)
        if rng.random() < 0.3:
            hand["sleeve"] = any_colour(rng, 0.03)


def reach_in(geo: Dimensions, scene: Json, seed: int) -> None:
    """Let a hand reach into a scene that has none."""
    rng = np.random.default_rng([seed, 779])
    this = replace(geo, **scene.get("geometry", {}))
    if rng.random() < 0.5:
        scene["hands"] = [sample_plain_hand(this, rng, scene)]
    else:
        wide_hands(this, rng, scene, 1.0)


def wide_camera(geo: Dimensions, rng: Rng, scene: Json) -> None:
    """Any camera from a phone held upright to a wide-angle webcam."""
    camera = scene["camera"]
    w, h, _ = SIZES[int(rng.choice(len(SIZES), p=[s[2] for s in SIZES]))]
    camera["width"], camera["height"] = w, h
    camera["hfov_deg"] = round(float(rng.uniform(32, 50) if w < h else rng.uniform(45, 95)), 3)
    camera["elevation_deg"] = round(float(rng.uniform(30, 80)), 3)
    corner = math.tan(math.radians(camera["hfov_deg"]) / 2) ** 2 * (1 + (h / w) ** 2)
    bend = rng.uniform(-0.17, 0.02) / corner  # more would fold the picture's corners over
    camera["k1"], camera["k2"] = round(float(bend), 4), round(float(rng.uniform(0.0, 0.02) / corner**2), 4)
    camera["roll_deg"] = round(float(rng.normal(0, 4)), 2)
    camera["centre_shift_px"] = rounded(np.clip(rng.normal(0, w / 160, 2), -w / 50, w / 50), 2)
    camera["target_mm"] = [*rounded(rng.uniform(-45, 45, 2), 1), 10.0]
    fit_camera(geo, camera, scene["placement"], float(1.0 + 0.75 * rng.beta(1.0, 3.6)))


def wide_post(rng: Rng, scene: Json) -> None:
    """Exposure, colour and sharpening of any processor, then what streams spoil."""
    post, width = scene["post"], int(scene["camera"]["width"])
    post["exposure"] = round(float(np.clip(np.exp(rng.normal(0, 0.38)), 0.3, 2.2)), 3)
    post["wb_error"] = [round(float(rng.uniform(0.82, 1.2)), 3), 1.0, round(float(rng.uniform(0.82, 1.2)), 3)]
    post["awb_strength"] = round(float(rng.uniform(0.2, 1.0)), 3)
    post["saturation"] = round(float(rng.uniform(0.5, 1.6)), 3)
    post["contrast"] = round(float(rng.uniform(-0.3, 1.3)), 3)
    post["motion_px"] = round(post["motion_px"] * width / 1280, 2)
    post["blur_px"] = round(float(rng.uniform(0.35, 1.3)), 3)
    post["sharpen"] = round(float(rng.uniform(0.0, 1.5)), 3)
    post["spoil"] = sample_spoil(rng, scene["difficulty"])


def wide_state(geo: Dimensions, rng: Rng, full: bool) -> Json:
    """A position: learning tables full of stacks, special ones, or plain ones."""
    if full:
        return full_state(rng, geo)
    special = rng.random() < 0.5
    return random_state(rng, geo, str(rng.choice(KINDS)) if special else "", float(rng.uniform(0.1, 0.5)))


def estrange(rng: Rng, scene: Json) -> None:
    """Give a scene a look that is kept out of all others: what is learned from them is measured on it."""
    if "symbols" in scene:
        scene["symbols"]["arrow"] = str(rng.choice(["kite", "swallow"]))
    if "art" in scene["board"]:
        scene["board"]["art"]["style"] = str(rng.choice(["weave", "rust"]))
        scene["board"]["art"]["frame"] = "oval"
    scene["pawn_style"]["mould"]["foot"] = "hexagon"
    scene["pawn_style"]["mould"]["rings"] = 3
    scene["table"]["kind"] = "pictured"


def sample_wide(
    geo: Dimensions, seed: int, difficulty: str, full: bool = False, steep: bool = False, strange: bool = False
) -> Json:
    """The scene of a seed in any world; a `strange` one has the look that is kept for measuring."""
    rng = np.random.default_rng([seed, LEVELS.index(difficulty), 777])
    geometry = wide_geometry(rng, geo)
    this = replace(geo, **geometry)
    most = (int(rng.choice([1, 1, 2, 3, 5])), int(rng.integers(2, 6)))  # pawns may wait in stacks as well
    scene = sample_scene(this, seed, difficulty, wide_state(this, rng, full), most)
    scene["geometry"], scene["variety"] = geometry, "wide"
    scene["ink"] = far_inks(rng)
    if rng.random() < 0.5:
        scene["ink"]["arc"] = any_colour(rng, 0.02, 0.45)
    if rng.random() < 0.85:
        scene["symbols"] = sample_symbols(rng)
    if rng.random() < 0.9:
        wide_board(rng, scene["board"])
    wide_light(rng, scene["light"])
    sample_cover(rng, scene["table"])
    far_cubes(rng, scene)
    wide_pawns(rng, scene, this)
    wide_camera(this, rng, scene)
    wide_post(rng, scene)
    things = sample_things(this, rng, scene["placement"], int(rng.integers(0, 8)), near=bool(rng.random() < 0.4))
    scene["props"] = scene["props"] + near_books(scene["props"], things)
    if rng.random() < 0.25:
        body = sample_occluder(rng, scene)
        scene["occluders"] = [body] if body else []
    wide_hands(this, rng, scene)
    if steep:
        from_above(this, rng, scene)
    if strange:
        estrange(rng, scene)
    return scene


def sample_make(geo: Dimensions, seed: int, difficulty: str, full: bool = False, steep: bool = False) -> Json:
    """The scene of a seed with a set of any make, printed and photographed as plainly as the usual one."""
    rng = np.random.default_rng([seed, LEVELS.index(difficulty), 778])
    geometry = wide_geometry(rng, geo)
    this = replace(geo, **geometry)
    scene = sample_scene(this, seed, difficulty, full_state(rng, this) if full else None)
    scene["geometry"], scene["variety"] = geometry, "makes"
    if steep:
        from_above(this, rng, scene)
    return scene


VARIETY = {"mixed": None, "near": True, "far": False, "makes": None, "wide": None}


def drawn(
    geo: Dimensions,
    seed: int,
    difficulty: str,
    variety: str,
    full: bool = False,
    steep: bool = False,
    strange: bool = False,
) -> Json:
    """The scene of a seed: near the plain set, far from it, both, sets of any make in the plain world, or any world."""
    if variety == "wide":
        return sample_wide(geo, seed, difficulty, full, steep, strange)
    if variety == "makes":
        return sample_make(geo, seed, difficulty, full, steep)
    return sample(geo, seed, difficulty, VARIETY[variety], full, steep)


def each_its_rise(scene: Json, seed: int) -> None:
    """Let every stack on the spaces rise in its own way: no look of a picture tells how far."""
    rng = np.random.default_rng([seed, 5])
    for where, stack in scene["placement"].items():
        if where[0] in ARMS:
            stack["rise_mm"] = round(float(rng.uniform(*ANY_RISE_MM)), 2)
