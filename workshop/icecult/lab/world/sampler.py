"""Random plain scenes with a seed and a difficulty."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from vision.icecult.sim.geometry import Dimensions
from vision.sim.camera import VirtualCamera, fitted
from workshop.icecult.lab.shapes.clutter import muted, sample_props
from workshop.icecult.lab.world.layout import sample_state, scatter
from workshop.lab.rigs import LIGHT_RIGS, sample_light
from workshop.lab.space import Json

LEVELS = ("easy", "medium", "hard")
SKINS = ((0.87, 0.67, 0.55), (0.76, 0.54, 0.42), (0.55, 0.36, 0.26), (0.36, 0.23, 0.17), (0.93, 0.76, 0.67))
# Ranges per difficulty: (easy, medium, hard).
KNOBS: dict[str, tuple[Any, Any, Any]] = {
    "elevation": ((58, 75), (45, 70), (35, 62)),
    "hfov": ((60, 72), (55, 78), (55, 78)),
    "roll": (1.5, 3.0, 6.0),
    "zoom": ((1.03, 1.12), (1.02, 1.22), (0.98, 1.35)),
    "k1": ((-0.04, 0.0), (-0.09, 0.03), (-0.14, 0.05)),
    "offset": (3.0, 5.0, 7.0),
    "lean": (0.3, 0.9, 1.7),
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
TABLES: list[
    tuple[str, tuple[float, float, float], tuple[float, float]]
] = [  # kind, sRGB tint, roughness range (0 = matte)
    ("wood", (0.68, 0.50, 0.33), (0.18, 0.4)),
    ("wood", (0.45, 0.29, 0.18), (0.12, 0.35)),
    ("wood", (0.82, 0.69, 0.52), (0.25, 0.45)),
    ("wood", (0.24, 0.16, 0.12), (0.12, 0.3)),
    ("cloth", (0.20, 0.36, 0.28), (0, 0)),
    ("cloth", (0.75, 0.72, 0.66), (0, 0)),
    ("cloth", (0.52, 0.18, 0.18), (0, 0)),
    ("cloth", (0.25, 0.29, 0.42), (0, 0)),
    ("plain", (0.90, 0.90, 0.88), (0.12, 0.4)),
    ("plain", (0.10, 0.10, 0.11), (0.1, 0.35)),
    ("plain", (0.55, 0.56, 0.58), (0.2, 0.4)),
]


def fit_camera(geo: Dimensions, spec: Json, state: Json, zoom: float) -> None:
    """Choose the distance so that the board and the finished pawns fill the frame."""
    home = [(g["x_mm"], g["y_mm"], z) for g in state["goal"] for z in (0, 45)]
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


def sample_placement(geo: Dimensions, dice: Dice, state: Json) -> Json:
    """How carelessly each stack stands on its space."""
    return {
        f"{arm}{i}": {
            "dx_mm": dice.around("offset"),
            "dy_mm": dice.around("offset"),
            "yaw_deg": dice.between(0, 90, 1),
            "twist_deg": round(float(dice.rng.normal(0, 12)), 1),
            "lean_x_deg": round(dice.around("lean") * 0.7, 3),
            "lean_y_deg": round(dice.around("lean") * 0.7, 3),
        }
        for arm in ARMS
        for i, colours in enumerate(state["arms"][arm])
        if colours
    }


def sample_camera(geo: Dimensions, dice: Dice, state: Json) -> Json:
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
    fit_camera(geo, camera, state, dice.within("zoom"))
    return camera


def sample_table(dice: Dice) -> Json:
    """A plain table."""
    kind, tint, alpha = TABLES[dice.rng.integers(len(TABLES))]
    return {
        "kind": kind,
        "color": [round(float(np.clip(c * dice.rng.uniform(0.88, 1.1), 0.02, 0.96)), 3) for c in tint],
        "alpha": dice.between(*alpha),
        "size_mm": [round(float(dice.rng.uniform(1200, 1900))), round(float(dice.rng.uniform(800, 1100)))],
        "yaw_deg": dice.between(0, 360, 1),
        "offset_mm": [round(float(dice.rng.uniform(-150, 150))), round(float(dice.rng.uniform(-60, 60)))],
        "floor": [round(float(c), 3) for c in np.array([0.56, 0.49, 0.42]) * dice.rng.uniform(0.5, 1.5)],
    }


def sample_board(geo: Dimensions, dice: Dice) -> Json:
    """Print and lie of the paths."""
    return {
        "border": [(0.10, 0.16, 0.26), (0.97, 0.97, 0.97), (0.25, 0.30, 0.40)][dice.rng.integers(3)],
        "border_mm": dice.between(0.7, 1.5, 2),
        "inner_panel": bool(dice.rng.random() < 0.5),
        "ornament": str(dice.rng.choice(["none", "chevron", "dot"])),
        "gloss_alpha": dice.between(0.22, 0.45),
        "cardboard": (0.72, 0.66, 0.56),
        "base_side": (0.62, 0.76, 0.86),
        "arm_pose": {
            arm: {
                "yaw_deg": dice.around("arm_yaw") * 0.5,
                "across_mm": dice.around("arm_yaw"),
                "along_mm": dice.between(0, dice.knob["arm_yaw"]),
            }
            for arm in ARMS
        },
    }


def sample_pawn_style(dice: Dice) -> Json:
    """Plastic of the cones."""
    return {
        "square_foot": bool(dice.rng.random() < 0.6),
        "alpha": dice.between(0.05, 0.16),
        "tint": {c: [round(float(v), 3) for v in dice.rng.normal(0, 0.03, 3)] for c in COLOURS},
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


def sample_plain_hand(geo: Dimensions, rng: np.random.Generator, state: Json) -> Json:
    """A pinching hand over the block or a space."""
    arm, i = str(rng.choice(ARMS)), int(rng.integers(0, geo.spaces_per_arm))
    block = np.array([0.0, 0.0, geo.base_height + geo.cube_edge])
    spot = block if rng.random() < 0.35 else geo.space_centre(arm, i)
    height = geo.stack_pitch * max(len(state["arms"][arm][i]) - 1, 0) + geo.cone_height if spot[2] < 10 else 4.0
    outward = math.degrees(math.atan2(spot[1], spot[0])) + rng.uniform(-40, 40)
    skin = np.array(SKINS[rng.integers(4)])
    return {
        "left": bool(rng.random() < 0.5),
        "yaw_deg": round(outward + 180, 1),
        "pitch_deg": round(float(rng.uniform(-4, 14)), 1),
        "twist_deg": round(float(rng.uniform(-15, 15)), 1),
        "at_mm": [round(float(v), 1) for v in spot + np.array([0, 0, height + rng.uniform(2, 25)])],
        "skin": [round(float(v), 3) for v in skin * rng.uniform(0.93, 1.05)],
        "sleeve": muted(rng),
    }


def sample_scene(geo: Dimensions, seed: int, difficulty: str, state: Json | None = None) -> Json:
    """A random plain scene; `state` (cubes, arms, bare start and goal colours) may be given."""
    rng = np.random.default_rng([seed, LEVELS.index(difficulty)])
    dice = Dice(rng, difficulty)
    state = state or sample_state(geo, rng, dice.knob["tall"])
    scatter(geo, rng, state, dice.knob["lying"])
    wiggle = 0.15 if difficulty == "easy" else 0.35
    for cube in state["cubes"]:
        cube["yaw_deg"] = round(float(rng.uniform(-wiggle, wiggle)) * 0.5, 3)
    scene: Json = {"version": 1, "seed": seed, "difficulty": difficulty, "state": state}
    scene["placement"] = sample_placement(geo, dice, state)
    scene["camera"] = sample_camera(geo, dice, state)
    scene["table"] = sample_table(dice)
    scene["board"] = sample_board(geo, dice)
    scene["pawn_style"] = sample_pawn_style(dice)
    scene["post"] = sample_post(dice)
    scene["light"] = sample_light(rng, str(rng.choice(LIGHT_RIGS[difficulty])))
    scene["props"] = sample_props(geo, rng, int(rng.integers(0, dice.knob["props"] + 1)))
    scene["hands"] = [sample_plain_hand(geo, rng, state)] if rng.random() < dice.knob["hand"] else []
    return scene
