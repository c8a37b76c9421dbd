"""Hands with five tapered, jointed fingers in any pose; fingertips near the origin, forearm along -x."""

from __future__ import annotations

import math

import numpy as np

from vision.sim.hands import Capsule, Point
from vision.sim.space import Array
from workshop.lab.shapes.meshes import Tri
from workshop.lab.shapes.surface import blob
from workshop.lab.space import Json

Rng = np.random.Generator
PHALANGES = ((42.0, 26.0, 21.0), (46.0, 29.0, 22.0), (43.0, 27.0, 22.0), (34.0, 20.0, 19.0))  # index to little finger
RADII = ((8.8, 7.9, 7.2, 5.8), (9.0, 8.0, 7.3, 5.9), (8.5, 7.6, 6.9, 5.6), (7.6, 6.7, 6.0, 5.0))
KNUCKLES = ((-78.0, -27.0), (-74.0, -9.0), (-78.0, 9.0), (-86.0, 25.0))
# mean curl of the three joints in degrees, and how far the fingers spread
GRIPS = {
    "pinch": ((38, 42, 24), 4.0),
    "point": ((62, 82, 45), 3.0),
    "flat": ((4, 6, 4), 9.0),
    "spread": ((14, 18, 12), 15.0),
    "grip": ((48, 62, 40), 6.0),
    "fist": ((74, 92, 52), 2.0),
    "relaxed": ((22, 36, 22), 6.0),
}


def sample_digits(rng: Rng, grip: str) -> Json:
    """Joint angles and build of one hand."""
    mean, spread = GRIPS[grip]
    curl = [[round(float(m + rng.normal(0, 9)), 1) for m in mean] for _ in range(4)]
    if grip in ("point", "pinch"):
        curl[0] = [round(float(v), 1) for v in rng.normal((14, 12, 8) if grip == "point" else (34, 40, 20), 6)]
    return {
        "curl": curl,
        "spread": round(float(spread * rng.uniform(0.5, 1.4)), 1),
        "thumb": [round(float(v), 1) for v in rng.normal((28, 24, 18), (16, 10, 10))],
        "scale": round(float(rng.uniform(0.8, 1.12)), 3),
        "fat": round(float(rng.uniform(0.85, 1.2)), 3),
        "drop": 20.0 if grip == "flat" else round(float(rng.uniform(44, 62)), 1),
    }


def chain(start: Array, yaw: float, pitch: float, curls: list[float], lengths: tuple[float, ...]) -> list[Array]:
    """Joints of a finger that leaves `start` and bends downwards at each joint (degrees)."""
    spots, angle = [start], pitch
    for length, curl in zip(lengths, curls, strict=True):
        angle += curl
        y, p = math.radians(yaw), math.radians(angle)
        step = length * np.array([math.cos(p) * math.cos(y), math.cos(p) * math.sin(y), -math.sin(p)])
        spots.append(spots[-1] + step)
    return spots


def beside(spot: Array, x: float, y: float, z: float) -> Array:
    """A point a little off another."""
    return np.asarray(spot + np.array([x, y, z]))


def point(spot: Array, scale: float) -> Point:
    """A scaled point as plain numbers."""
    x, y, z = (float(v) for v in spot * scale)
    return x, y, z


def capsules(digits: Json) -> list[Capsule]:
    """All bones of a right hand, its middle fingertip near the origin."""
    z, fat = float(digits["drop"]), float(digits["fat"])
    wrist = np.array([-158.0, 0.0, z + 4])
    bones: list[tuple[Array, Array, float, float]] = [(np.array([-360.0, 0, z + 38]), wrist, 38, 25)]
    tips = []
    for k, (x, y) in enumerate(KNUCKLES):
        knuckle = np.array([x, y, z + (3, 6, 4, 0)[k]])
        bones.append((beside(wrist, 6, y * 0.5, -2), knuckle, 15.0, 11.5))
        yaw = (1.5 - k) * -float(digits["spread"])
        joints = chain(knuckle, yaw, 4.0, digits["curl"][k], PHALANGES[k])
        radii = [r * fat for r in RADII[k]]
        bones += [(joints[i], joints[i + 1], radii[i], radii[i + 1]) for i in range(3)]
        bones.append((joints[1], joints[1] + (0.5, 0, 0.5), radii[1] * 1.07, radii[1] * 1.05))
        tips.append(joints[-1])
    base, bend = np.array([-138.0, -30.0, z - 6]), digits["thumb"]
    joints = chain(base, -52.0 + bend[0], 6.0, [bend[1] * 0.4, bend[1] * 0.6, bend[2]], (40.0, 33.0, 27.0))
    bones += [(joints[i], joints[i + 1], r * fat, q * fat) for i, (r, q) in enumerate(((15, 10.5), (10, 9), (9, 6.8)))]
    bones += [
        (beside(wrist, 20, -14, -6), joints[1], 17.0, 12.0),
        (beside(wrist, 18, 16, -5), beside(wrist, 55, 20, -7), 14.0, 13.0),
    ]
    shift = np.mean(tips[:2], axis=0)
    shift = np.array([shift[0], shift[1], min(t[2] for t in tips) - 7.0])
    scale = float(digits["scale"])
    return [(point(p - shift, scale), point(q - shift, scale), r * scale, s * scale) for p, q, r, s in bones]


def digit_meshes(digits: Json, sleeve_at_mm: float) -> tuple[Tri, Tri]:
    """Skin and sleeve."""
    bones = capsules(digits)
    elbow, wrist = np.array(bones[0][0]), np.array(bones[0][1])
    along = (elbow - wrist) / np.linalg.norm(elbow - wrist)
    cuff = wrist + along * max(sleeve_at_mm - 160.0, 12.0)
    sleeve: Capsule = (point(elbow + along * 220.0, 1.0), point(cuff, 1.0), 54.0, 41.0)
    return blob(bones, voxel_mm=2.6, smooth_mm=2.2), blob([sleeve], voxel_mm=6.0)
