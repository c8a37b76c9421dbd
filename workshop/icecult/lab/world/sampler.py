"""Random plain scenes with a seed and a difficulty."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from engine.icecult.board import COLOURS
from vision.icecult.sim.arranging import TIDY, arrange
from vision.icecult.sim.draw.backdrop import CARDBOARD
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.sample import random_hand, random_look
from vision.icecult.sim.scene import PLASTICS, cube_places
from vision.icecult.sim.states import random_set, random_state
from vision.sim.camera import VirtualCamera, fitted
from workshop.icecult.lab.shapes.clutter import sample_props
from workshop.icecult.lab.shapes.places import plain_data, stacks_of
from workshop.lab.paint.patterns import rounded
from workshop.lab.rigs import LIGHT_RIGS, sample_light
from workshop.lab.space import Json

LEVELS = ("easy", "medium", "hard")
# Ranges per difficulty: (easy, medium, hard).
KNOBS: dict[str, tuple[Any, Any, Any]] = {
    "elevation": ((58, 75), (45, 70), (35, 62)),
    "hfov": ((60, 72), (55, 78), (55, 78)),
    "roll": (1.5, 3.0, 6.0),
    "zoom": ((1.03, 1.12), (1.02, 1.22), (0.98, 1.35)),
    "k1": ((-0.04, 0.0), (-0.09, 0.03), (-0.14, 0.05)),
    "offset": (3.0, 5.0, 7.0),
    "lean": (0.2, 0.6, 1.2),
    "hand": (0.0, 0.12, 0.5),
    "props": (0, 2, 4),
    "tall": (0.25, 0.4, 0.6),
    "blur": ((0.45, 0.7), (0.5, 0.95), (0.6, 1.4)),
    "motion": (0.0, 2.5, 6.0),
    "well": ((5000, 9000), (1800, 5000), (500, 2200)),
    "read": ((2, 5), (4, 9), (6, 16)),
    "jpeg": ((85, 95), (70, 92), (45, 85)),
    "exposure": ((0.9, 1.15), (0.75, 1.35), (0.6, 1.55)),
    "wb": (0.02, 0.05, 0.10),
    "awb": ((0.85, 1.0), (0.6, 1.0), (0.3, 1.0)),
    "flare": ((0.01, 0.03), (0.02, 0.05), (0.03, 0.09)),
    "lying": (0.0, 0.15, 0.35),
    "arm_yaw": (0.3, 0.7, 1.4),
}
ROUGHNESS = {"wood": (0.12, 0.4), "cloth": (0.0, 0.0), "plain": (0.12, 0.4)}  # 0 = matt


def fit_camera(geo: Dimensions, spec: Json, placement: Json, zoom: float) -> None:
    """Choose the distance so that the board and the finished pawns fill the frame."""
    goals = [stack for where, stack in placement.items() if where.startswith("goal")]
    home = [(stack["x_mm"], stack["y_mm"], z) for stack in goals for z in (0, 45)]
    spec["distance_mm"] = fitted(VirtualCamera.from_json(spec), [*geo.tips(), *home], zoom).distance_mm


class Dice:
    """Random numbers within a difficulty's ranges."""

    def __init__(self, rng: np.random.Generator, difficulty: str) -> None:
        self.rng = rng
        self.knob = {k: v[LEVELS.index(difficulty)] for k, v in KNOBS.items()}

    def between(self, low: float, high: float, digits: int = 3) -> float:
        """Any number from `low` to `high`."""
        return round(float(self.rng.uniform(low, high)), digits)

    def within(self, name: str) -> float:
        """A number within the range of a knob."""
        low, high = self.knob[name]
        return self.between(low, high, 4)

    def around(self, name: str) -> float:
        """A number up to a knob's value to either side of zero."""
        return self.between(-self.knob[name], self.knob[name])


def sample_camera(geo: Dimensions, dice: Dice, placement: Json) -> Json:
    """An HD webcam that sees the whole board."""
    camera: Json = {
        "width": 1280,
        "height": 720,
        "hfov_deg": dice.within("hfov"),
        "azimuth_deg": dice.between(0, 360, 2),
        "elevation_deg": dice.within("elevation"),
        "distance_mm": 0.0,
        "target_mm": [dice.between(-15, 15, 1), dice.between(-15, 15, 1), 10.0],
        "roll_deg": dice.around("roll"),
        "k1": dice.within("k1"),
        "k2": dice.between(-0.01, 0.02, 4),
    }
    fit_camera(geo, camera, placement, dice.within("zoom"))
    return camera


def sample_looks(geo: Dimensions, dice: Dice) -> Json:
    """Table, print and lie of the paths, inks, plastic of the cones: as the shipped table has them."""
    look = random_look(dice.rng, geo, dice.knob["arm_yaw"])
    return {
        "table": {
            "kind": look.table_kind,
            "color": rounded(look.table_colour),
            "alpha": dice.between(*ROUGHNESS[look.table_kind]),
            "size_mm": rounded(look.table_size_mm, 0),
            "yaw_deg": round(look.table_yaw_deg, 1),
            "offset_mm": rounded(look.table_offset_mm, 0),
            "floor": rounded(look.floor),
        },
        "board": {
            "border": look.border,
            "border_mm": round(look.border_mm, 2),
            "inner_panel": look.inner_panel,
            "ornament": look.ornament,
            "gloss_alpha": dice.between(0.22, 0.45),
            "cardboard": CARDBOARD,
            "base_side": look.base_side,
            "arm_pose": {arm: plain_data(pose) for arm, pose in look.arm_poses.items()},
        },
        "pawn_style": {
            "square_foot": look.square_foot,
            "alpha": dice.between(0.05, 0.16),
            "tint": {c: rounded(np.subtract(look.plastics[c], PLASTICS[c])) for c in COLOURS},
        },
        "ink": {symbol: rounded(ink) for symbol, ink in look.inks.items()},
    }


def sample_post(dice: Dice) -> Json:
    """Lens, sensor and picture processing of the webcam."""
    return {
        "lateral_ca": dice.between(-0.0008, 0.0008, 6),
        "blur_px": dice.within("blur"),
        "motion_px": dice.between(0, dice.knob["motion"], 2),
        "motion_deg": dice.between(0, 180, 1),
        "flare": dice.within("flare"),
        "vignetting": dice.between(0.05, 0.4),
        "exposure": dice.within("exposure"),
        "awb_strength": dice.within("awb"),
        "grey_world": dice.between(0, 0.35),
        "wb_error": [round(1 + dice.around("wb"), 3), 1.0, round(1 + dice.around("wb"), 3)],
        "full_well": dice.within("well"),
        "read_noise": dice.within("read"),
        "row_noise": dice.between(0, 1.5, 2),
        "saturation": dice.between(0.85, 1.2),
        "contrast": dice.between(0.0, 0.9),
        "isp_denoise": dice.between(0, 28, 1),
        "sharpen": dice.between(0.1, 0.9),
        "jpeg_quality": int(dice.within("jpeg")),
    }


def sample_plain_hand(geo: Dimensions, rng: np.random.Generator, scene: Json) -> Json:
    """A hand as the shipped table has it."""
    return plain_data(random_hand(rng, geo, stacks_of(scene)))


def sample_scene(
    geo: Dimensions, seed: int, difficulty: str, state: Json | None = None, most: tuple[int, int] = TIDY
) -> Json:
    """A random plain scene; `state`: its position, where one is given; `most`: how high pawns off the paths stand."""
    rng = np.random.default_rng([seed, LEVELS.index(difficulty)])
    dice = Dice(rng, difficulty)
    state = state or random_state(rng, geo, tall=dice.knob["tall"])
    wiggle = 0.07 if difficulty == "easy" else 0.17
    cubes = [replace(cube, yaw_deg=dice.between(-wiggle, wiggle)) for cube in cube_places(state, random_set(rng))]
    stacks = arrange(state, geo, rng, dice.knob["offset"], dice.knob["lying"], dice.knob["lean"], most)
    scene: Json = {"version": 2, "seed": seed, "difficulty": difficulty, "cubes": [plain_data(cube) for cube in cubes]}
    scene["placement"] = {where: plain_data(stack) for where, stack in stacks.items()}
    scene["camera"] = sample_camera(geo, dice, scene["placement"])
    scene |= sample_looks(geo, dice)
    scene["post"] = sample_post(dice)
    scene["light"] = sample_light(rng, str(rng.choice(LIGHT_RIGS[difficulty])))
    scene["props"] = sample_props(geo, rng, int(rng.integers(0, dice.knob["props"] + 1)))
    scene["hands"] = [sample_plain_hand(geo, rng, scene)] if rng.random() < dice.knob["hand"] else []
    return scene
