"""One frame of a film: what is true while it is taken, whether a hand is in view, cubes in the middle of a motion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.icecult.sim.draw.hands import world_capsules
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.play.motions import Exchange, Roll, Spin
from vision.icecult.sim.scene import CubePlace, Hand, Scene, Vec3

ROLL_AXIS: dict[str, tuple[Vec3, float]] = {
    "n": ((1.0, 0.0, 0.0), -90.0),
    "s": ((1.0, 0.0, 0.0), 90.0),
    "e": ((0.0, 1.0, 0.0), 90.0),
    "w": ((0.0, 1.0, 0.0), -90.0),
}
SLIVER_PX = 3.0
"""Less than this of a hand at the picture's edge is often not drawn at all."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has just happened."""

    kind: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """What is true while a frame is taken; `state` is the table as last set down."""

    index: int
    time_s: float
    resting: bool  # nothing moves and no hand is in view
    hand: bool
    state: Mapping[str, Any]
    player: str
    turn: int
    disturbance: str = ""  # light, shadow, bump or push, while it lasts
    events: tuple[Event, ...] = ()


Shot = tuple[Scene, FrameTruth]
"""A frame to be drawn, and its truth."""


def slots_of(motion: Roll | Spin | Exchange) -> tuple[str, ...]:
    """The cubes that a motion takes hold of."""
    if isinstance(motion, Roll):
        return tuple(motion.slots)
    return (motion.slot,) if isinstance(motion, Spin) else (motion.a, motion.b)


def half_done(cube: CubePlace, motion: Roll | Spin | Exchange, t: float, dims: Dimensions) -> CubePlace:
    """A cube in the middle of a motion, of which the share `t` is done."""
    if isinstance(motion, Roll):
        axis, degrees = ROLL_AXIS[motion.heading]
        a = math.radians(90 * t)
        lift = dims.cube_edge / 2 * (math.cos(a) + math.sin(a) - 1) + 14 * math.sin(math.pi * t)
        return replace(cube, roll_axis=axis, roll_deg=degrees * t, lift_mm=lift)
    if isinstance(motion, Spin):
        return replace(cube, yaw_deg=(-90 if motion.sense == "+" else 90) * t, lift_mm=10 * math.sin(math.pi * t))
    other = motion.b if cube.slot == motion.a else motion.a
    way = (dims.cube_centre(other) - dims.cube_centre(cube.slot)) * t
    height = 60.0 if cube.slot == motion.a else 18.0
    return replace(cube, dx_mm=float(way[0]), dy_mm=float(way[1]), lift_mm=height * math.sin(math.pi * t))


def in_view(scene: Scene, hand: Hand, least_px: float = 0.0) -> bool:
    """Whether a hand or arm can reach into the picture, by more than so many pixels."""
    ends, radii, _ = world_capsules(hand)
    t = np.linspace(0, 1, 9)[None, :, None]
    points = (ends[:, :1] * (1 - t) + ends[:, 1:] * t).reshape(-1, 3)
    radius = (radii[:, :1] * (1 - t[..., 0]) + radii[:, 1:] * t[..., 0]).ravel()
    depth = scene.camera.depth(points)
    ahead = depth > 60
    uv = scene.camera.project(points[ahead])
    reach = radius[ahead] * scene.camera.focal_px / depth[ahead]
    size = np.array([scene.camera.width, scene.camera.height])
    outside = np.hypot(*np.maximum(np.maximum(-uv, uv - size), 0.0).T)
    return bool((outside < reach - least_px).any())
