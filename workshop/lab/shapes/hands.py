"""Hands and sleeves in a few poses; fingertips near the origin, forearm along -x."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from calibration.camera import rotation_z
from vision.sim.space import Array, rot_axis
from workshop.lab.shapes.digits import digit_meshes
from workshop.lab.shapes.materials import diffuse, plastic, rgb, to_mitsuba
from workshop.lab.shapes.meshes import Tri
from workshop.lab.shapes.surface import Capsule, Point, blob
from workshop.lab.space import Json

# Finger shapes: for each of index, middle, ring, little: (knuckle, middle joint, tip) as (x, z); y follows the spread.
Finger = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
CURLED: Finger = ((-66, 54), (-42, 44), (-62, 28))
STRAIGHT: Finger = ((-62, 46), (-12, 34), (28, 20))
PINCHED: Finger = ((-62, 52), (-26, 36), (-6, 8))
LAID: Finger = ((-62, 16), (-18, 13), (26, 9))
ARCHED: Finger = ((-62, 62), (-14, 60), (4, 22))
POSES: dict[str, tuple[tuple[Finger, Finger, Finger, Finger], float, float]] = {
    "pinch": ((PINCHED, PINCHED, PINCHED, PINCHED), 1.0, 60.0),
    "precise": ((PINCHED, ((-58, 56), (-20, 52), (2, 22)), CURLED, CURLED), 0.9, 62.0),
    "point": ((STRAIGHT, CURLED, CURLED, CURLED), 1.0, 58.0),
    "flat": ((LAID, LAID, LAID, LAID), 1.25, 20.0),
    "spread": ((STRAIGHT, STRAIGHT, STRAIGHT, STRAIGHT), 1.7, 54.0),
    "grip": ((ARCHED, ARCHED, ARCHED, ARCHED), 1.15, 66.0),
    "fist": ((CURLED, CURLED, CURLED, CURLED), 0.9, 56.0),
}
THUMBS: dict[str, tuple[Point, Point, Point]] = {
    "pinch": ((-72, -48, 36), (-30, -38, 16), (-8, -24, 4)),
    "precise": ((-72, -48, 38), (-32, -42, 20), (-6, -26, 6)),
    "point": ((-76, -46, 40), (-46, -38, 28), (-36, -18, 24)),
    "flat": ((-84, -56, 14), (-48, -76, 11), (-22, -84, 9)),
    "spread": ((-80, -54, 44), (-44, -74, 32), (-14, -82, 20)),
    "grip": ((-84, -50, 50), (-58, -52, 34), (-44, -38, 14)),
    "fist": ((-78, -46, 46), (-48, -42, 34), (-40, -16, 28)),
}
ROWS_Y = (-27.0, -9.0, 9.0, 26.0)
REACH = (0.0, 5.0, 3.0, -6.0)


def skeleton(pose: str) -> list[Capsule]:
    """Capsules of forearm, palm, fingers and thumb."""
    fingers, spread, wrist_z = POSES[pose]
    thumb = THUMBS[pose]
    bones: list[Capsule] = [((-330, 0, wrist_z + 35), (-135, 0, wrist_z), 34, 25)]
    for finger, y, reach in zip(fingers, ROWS_Y, REACH, strict=True):
        knuckle, mid, tip = (
            (x + reach, y * wide, z) for (x, z), wide in zip(finger, (1.0, 0.9 * spread, 0.7 * spread**2), strict=True)
        )
        bones += [
            ((-135, y * 0.55, wrist_z), knuckle, 15, 12),
            (knuckle, mid, 9.5, 8.5),
            (mid, tip, 8.5, 7),
        ]
    bones += [
        ((-125, -22, wrist_z - 8), thumb[0], 16, 12),
        (thumb[0], thumb[1], 11, 9.5),
        (thumb[1], thumb[2], 9, 7.5),
    ]
    return bones


@lru_cache(maxsize=16)
def hand_meshes(pose: str = "pinch", sleeve_from_mm: float = 225.0) -> tuple[Tri, Tri]:
    """Skin and sleeve of a right hand; the sleeve ends `sleeve_from_mm` behind the fingertips."""
    wrist_z = POSES[pose][2]
    cuff = wrist_z + 35 * (sleeve_from_mm - 135) / 195
    sleeve: Capsule = ((-560, 0, wrist_z + 85), (-sleeve_from_mm, 0, cuff), 52, 39)
    return blob(skeleton(pose), smooth_mm=3.5), blob([sleeve], voxel_mm=5.0)


def hand_rotation(hand: Json) -> Array:
    """Rotation (with a mirror for left hands) from the hand's own frame to the world."""
    flip = np.diag([1.0, -1.0, 1.0]) if hand["left"] else np.eye(3)
    tilt = rot_axis(np.array([0, 1.0, 0]), hand["pitch_deg"]) @ rot_axis(np.array([1.0, 0, 0]), hand["twist_deg"])
    return np.asarray(rotation_z(hand["yaw_deg"]) @ tilt @ flip)


def hand_parts(scene: Json) -> Json:
    """Mitsuba meshes of all hands and sleeves in the scene."""
    parts: Json = {}
    for k, hand in enumerate(scene.get("hands", [])):
        cuff_mm = float(hand.get("sleeve_from_mm", 225.0))
        jointed = "digits" in hand
        skin, sleeve = (
            digit_meshes(hand["digits"], cuff_mm) if jointed else hand_meshes(hand.get("pose", "pinch"), cuff_mm)
        )
        r = hand_rotation(hand)
        for name, tri, bsdf in (
            (f"hand_{k}", skin, plastic(rgb(hand["skin"]), hand.get("alpha", 0.38))),
            (f"sleeve_{k}", sleeve, diffuse(rgb(hand["sleeve"]))),
        ):
            moved = tri.moved(r, hand["at_mm"])
            if hand["left"]:
                moved.f = moved.f[:, ::-1]
            parts[name] = to_mitsuba(name, moved, bsdf)
    return parts
