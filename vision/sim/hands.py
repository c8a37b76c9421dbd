"""The shape of hands: chains of tapered capsules, fingertips near the origin, forearm along -x; millimetres."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from calibration.camera import rotation_z
from vision.sim.space import Array, rot_axis

Point = tuple[float, float, float]
Capsule = tuple[Point, Point, float, float]
ROWS = ((-27.0, 0.0), (-9.0, 5.0), (9.0, 3.0), (26.0, -6.0))  # of the fingers: across, reach
# A finger's knuckle, middle joint and tip: along, how far the fingers are spread, height.
Finger = tuple[Point, Point, Point]
PINCHED: Finger = ((-62, 1.0, 52), (-26, 0.9, 36), (-6, 0.7, 8))
CURLED: Finger = ((-66, 1.0, 46), (-44, 0.9, 22), (-66, 0.8, 18))
POINTED: Finger = ((-62, 1.0, 48), (-24, 0.8, 34), (12, 0.5, 16))
ARCHED: Finger = ((-58, 1.25, 58), (-18, 1.3, 48), (8, 1.2, 14))
LEVEL: Finger = ((-62, 1.1, 30), (-24, 1.25, 22), (14, 1.35, 14))
LAID: Finger = ((-62, 1.0, 16), (-18, 1.13, 13), (26, 1.1, 9))
SPREAD: Finger = ((-62, 1.0, 46), (-12, 1.53, 34), (28, 2.0, 20))
SECOND: Finger = ((-58, 1.0, 56), (-20, 0.8, 52), (2, 0.6, 22))
KINDS: dict[str, tuple[Finger, Finger, Finger, Finger]] = {
    "pinch": (PINCHED,) * 4,
    "precise": (PINCHED, SECOND, CURLED, CURLED),
    "point": (POINTED, CURLED, CURLED, CURLED),
    "grip": (ARCHED,) * 4,
    "flat": (LEVEL,) * 4,
    "laid": (LAID,) * 4,
    "spread": (SPREAD,) * 4,
    "fist": (CURLED,) * 4,
}
THUMB: tuple[Point, Point, Point] = ((-72, -48, 36), (-30, -38, 16), (-8, -24, 4))
THUMBS: dict[str, tuple[Point, Point, Point]] = {
    "grip": ((-78, -56, 40), (-34, -56, 22), (-2, -44, 12)),
    "flat": ((-85, -58, 36), (-52, -66, 26), (-26, -62, 20)),
    "laid": ((-84, -56, 14), (-48, -76, 11), (-22, -84, 9)),
    "spread": ((-80, -54, 44), (-44, -74, 32), (-14, -82, 20)),
    "fist": ((-78, -46, 46), (-48, -42, 34), (-40, -16, 28)),
}
WRIST_MM = {"laid": 20}  # height; all others stand


def capsules(kind: str, sleeve_at_mm: float) -> tuple[list[Capsule], list[Capsule]]:
    """Skin and sleeve of a right hand; the sleeve, its far end first, begins so far behind the fingertips."""
    cuff, rise, z = -sleeve_at_mm, (95 - 60) / (330 - 135), WRIST_MM.get(kind, 60)
    inside = min(cuff - 20, -170)
    skin: list[Capsule] = [((inside, 0, z + rise * (-inside - 135)), (-135.0, 0.0, z), 28, 25)]
    for (y, reach), finger in zip(ROWS, KINDS[kind], strict=True):
        knuckle, middle, tip = ((along + reach, y * wide, high) for along, wide, high in finger)
        skin += [((-135, y * 0.55, z), knuckle, 15, 12), (knuckle, middle, 10, 8.5), (middle, tip, 8.5, 6.8)]
    base, joint, tip = THUMBS.get(kind, THUMB)
    skin += [((-125, -22, z - 8), base, 16, 12), (base, joint, 11, 9.5), (joint, tip, 9, 7.5)]
    stations = [(x, z + rise * (-x - 135)) for x in (-900.0, -600.0, -400.0, cuff)]
    widths = (62.0, 54.0, 48.0, 40.0)
    sleeve: list[Capsule] = [
        ((x0, 0, z0), (x1, 0, z1), widths[i], widths[i + 1])
        for i, ((x0, z0), (x1, z1)) in enumerate(pairwise(stations))
    ]
    return skin, sleeve


def hand_frame(yaw_deg: float, pitch_deg: float, twist_deg: float, left: bool) -> Array:
    """Rotation (with a mirror for left hands) from a hand's own frame to the world."""
    flip = np.diag([1.0, -1.0, 1.0]) if left else np.eye(3)
    turn = rotation_z(yaw_deg) @ rot_axis((0, 1.0, 0), pitch_deg) @ rot_axis((1.0, 0, 0), twist_deg)
    return np.asarray(turn @ flip)
