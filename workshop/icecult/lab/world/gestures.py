"""What hands do at the table."""

from __future__ import annotations

import math

import numpy as np

from calibration.icecult.geometry import ARMS
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions
from vision.icecult.sim.sample import SKINS, muted
from vision.sim.space import Array
from workshop.icecult.lab.shapes.clutter import vivid
from workshop.lab.space import Json

Rng = np.random.Generator
HAND_CHANCE = {"easy": 0.05, "medium": 0.25, "hard": 0.5}
OVER_BOARD = ("pinch", "precise", "point", "spread", "grip", "fist")


def spot_on_path(geo: Dimensions, rng: Rng, placement: Json) -> tuple[Array, float]:
    """A space and the height of what stands there."""
    arm, i = str(rng.choice(ARMS)), int(rng.integers(0, geo.spaces_per_arm))
    stack = placement.get(f"{arm}{i}")
    height = geo.stack_pitch * (len(stack["colours"]) - 1) + geo.cone_height if stack else 0.0
    return geo.space_centre(arm, i), height


def hand_target(geo: Dimensions, rng: Rng, placement: Json) -> tuple[Array, str, float]:
    """Where the fingertips are, the pose, and how far the forearm may turn from pointing outwards."""
    draw = rng.random()
    if draw < 0.25:  # gripping or touching a cube
        at = geo.cube_centre(str(rng.choice(SEEDED_SLOTS))) + np.array([0, 0, geo.cube_edge / 2])
        return at + np.array([0, 0, rng.uniform(-18, 15)]), str(rng.choice(["grip", "pinch", "precise", "point"])), 60
    if draw < 0.65:  # reaching for a space
        at, height = spot_on_path(geo, rng, placement)
        return at + np.array([0, 0, max(height + rng.uniform(-8, 25), 5)]), str(rng.choice(OVER_BOARD)), 50
    if draw < 0.82:  # reaching across: the forearm lies over other paths
        at, height = spot_on_path(geo, rng, placement)
        return at + np.array([0, 0, height + rng.uniform(5, 40)]), str(rng.choice(OVER_BOARD)), 180
    a, r = rng.uniform(0, 2 * np.pi), rng.uniform(170, 330)  # resting near the edge
    pose = str(rng.choice(["laid", "fist", "spread"]))
    rest = {"laid": -2.0, "fist": -16.0, "spread": -6.0}[pose]
    return np.array([r * math.cos(a), r * math.sin(a), geo.board_thickness + 4 + rest]), pose, 35


def sample_hand(geo: Dimensions, rng: Rng, placement: Json) -> Json:
    """One hand with its sleeve."""
    at, pose, swing = hand_target(geo, rng, placement)
    outward = math.degrees(math.atan2(at[1], at[0])) + rng.uniform(-swing, swing)
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.88, 1.05)
    resting = pose == "laid"
    return {
        "left": bool(rng.random() < 0.5),
        "kind": pose,
        "yaw_deg": round(outward + 180, 1),
        "pitch_deg": round(float(rng.uniform(-2, 3) if resting else rng.uniform(-4, 16)), 1),
        "twist_deg": round(float(rng.uniform(-4, 4) if resting else rng.uniform(-22, 22)), 1),
        "at_mm": [round(float(v), 1) for v in at],
        "skin": [round(float(np.clip(v, 0.05, 0.97)), 3) for v in skin],
        "sleeve": vivid(rng) if rng.random() < 0.35 else list(muted(rng)),
        "sleeve_at_mm": float(rng.choice([170.0, 225.0, 300.0])),
    }


def carry_pawn(geo: Dimensions, rng: Rng, scene: Json, hand: Json) -> None:
    """Let a waiting pawn be held between the fingertips."""
    placement = scene["placement"]
    waiting = [where for where in placement if where.startswith("start")]
    if not waiting:
        return
    where = waiting[int(rng.integers(len(waiting)))]
    *rest, colour = placement[where]["colours"]
    if rest:
        placement[where]["colours"] = "".join(rest)
    else:
        del placement[where]
    hand["kind"] = "precise" if rng.random() < 0.5 else "pinch"
    hand["at_mm"][2] = round(max(hand["at_mm"][2], geo.cone_height + 12.0), 1)
    x, y, z = hand["at_mm"]
    scene["held"] = [
        {
            "color": colour,
            "at_mm": [x, y, round(z - geo.cone_height * 0.75, 1)],
            "yaw_deg": round(float(rng.uniform(0, 360)), 1),
            "tilt_deg": round(float(rng.normal(0, 12)), 1),
        }
    ]


def sample_hands(geo: Dimensions, rng: Rng, scene: Json, chance: float | None = None) -> None:
    """Replace the scene's hands by none, one or two."""
    scene["hands"] = []
    if rng.random() >= (HAND_CHANCE[scene["difficulty"]] if chance is None else chance):
        return
    scene["hands"] = [sample_hand(geo, rng, scene["placement"]) for _ in range(2 if rng.random() < 0.25 else 1)]
    if rng.random() < 0.2:
        carry_pawn(geo, rng, scene, scene["hands"][0])
