"""What the virtual table shows: every piece with its place, the look of the set, the light, what spoils the picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARMS
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions, pose_rotation
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array, rot_axis

Rgb = tuple[float, float, float]
Vec3 = tuple[float, float, float]
COLOUR_NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
INKS: dict[str, Rgb] = {
    "red": (0.79, 0.10, 0.12),
    "yellow": (0.96, 0.80, 0.08),
    "green": (0.07, 0.51, 0.22),
    "blue": (0.08, 0.28, 0.69),
    "circle": (0.43, 0.14, 0.55),
    "arc": (0.06, 0.06, 0.07),
}
PLASTICS: dict[str, Rgb] = {
    "r": (0.76, 0.10, 0.10),
    "y": (0.96, 0.80, 0.08),
    "g": (0.07, 0.50, 0.21),
    "b": (0.08, 0.26, 0.62),
}


@dataclass(frozen=True, slots=True)
class CubePlace:
    """A cube: its prints, how it stands, and how far it is from its proper place."""

    slot: str
    prints: Mapping[str, str | None]
    pose: str
    dx_mm: float = 0.0
    dy_mm: float = 0.0
    lift_mm: float = 0.0
    yaw_deg: float = 0.0
    roll_axis: Vec3 = (1.0, 0.0, 0.0)  # in the block's own frame
    roll_deg: float = 0.0

    @property
    def aligned(self) -> bool:
        """Whether it stands exactly in its place."""
        return not any((self.dx_mm, self.dy_mm, self.lift_mm, self.yaw_deg, self.roll_deg))

    @property
    def held(self) -> bool:
        """Whether it is in somebody's hand."""
        return bool(self.lift_mm or self.roll_deg)

    def rotation(self, dims: Dimensions) -> Array:
        """Home pose to world."""
        turn = rotation_z(dims.block_yaw_deg + self.yaw_deg) @ rot_axis(self.roll_axis, self.roll_deg)
        return np.asarray(turn @ pose_rotation(self.pose))

    def centre(self, dims: Dimensions) -> Array:
        """Where its middle is."""
        return np.asarray(dims.cube_centre(self.slot) + np.array([self.dx_mm, self.dy_mm, self.lift_mm]))


@dataclass(frozen=True, slots=True)
class PawnPlace:
    """A pawn: `where` is N0..W4 (spaces from 0), start0.. or goalN0.., `level` its height in the stack."""

    where: str
    level: int
    colour: str
    origin_mm: Vec3
    yaw_deg: float = 0.0
    lean_x_deg: float = 0.0
    lean_y_deg: float = 0.0
    lying: bool = False
    covered: bool = False  # another pawn sits on it
    held: bool = False  # in somebody's hand

    def rotation(self, dims: Dimensions) -> Array:
        """Upright pawn to world."""
        turn = rot_axis((1, 0, 0), self.lean_x_deg) @ rot_axis((0, 1, 0), self.lean_y_deg) @ rotation_z(self.yaw_deg)
        if self.lying:
            turn = turn @ rot_axis((0, 1.0, 0), 90.0 + lying_slope_deg(dims))
        return np.asarray(turn)


def lying_slope_deg(dims: Dimensions) -> float:
    """How much a lying pawn's axis points down: foot edge and cap touch the table."""
    return float(np.degrees(np.arctan2(dims.cone_foot_size / 2 - dims.cone_radius_top, dims.cone_height - 1.2)))


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its arm; `at_mm` is between the fingertips, `yaw_deg` the way it points."""

    at_mm: Vec3
    yaw_deg: float
    pitch_deg: float = 6.0
    twist_deg: float = 0.0
    left: bool = False
    kind: str = "pinch"  # pinch, grip, flat or point
    skin: Rgb = (0.80, 0.58, 0.46)
    sleeve: Rgb = (0.3, 0.35, 0.5)
    sleeve_at_mm: float = 225.0
    blur_px: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light source; `strength` is what it gives on the board's middle."""

    at_mm: Vec3 = (600.0, 500.0, 1400.0)
    colour: Rgb = (1.0, 1.0, 1.0)
    strength: float = 0.7
    radius_mm: float = 150.0


@dataclass(frozen=True, slots=True)
class Lighting:
    """All lamps, and the light from everywhere."""

    lamps: tuple[Lamp, ...] = (Lamp(),)
    ambient: Rgb = (0.6, 0.6, 0.61)
    room_seed: int = 1
    room_level: float = 0.6


@dataclass(frozen=True, slots=True)
class ArmPose:
    """How one strip lies askew: turn about the centre, then shift."""

    yaw_deg: float = 0.0
    across_mm: float = 0.0
    along_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Prop:
    """Something else on the table: a box-shaped thing."""

    kind: str
    x_mm: float
    y_mm: float
    yaw_deg: float
    size_mm: Vec3
    colour: Rgb
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """How table and set are made."""

    table_kind: str = "wood"  # wood, cloth or plain
    table_colour: Rgb = (0.45, 0.29, 0.18)
    table_gloss: float = 0.25
    table_size_mm: tuple[float, float] = (1500.0, 950.0)
    table_offset_mm: tuple[float, float] = (0.0, 0.0)
    table_yaw_deg: float = 0.0
    floor: Rgb = (0.5, 0.45, 0.4)
    border: Rgb = (0.10, 0.16, 0.26)
    border_mm: float = 1.0
    inner_panel: bool = False
    ornament: str = "dot"  # none, dot or chevron
    base_colour: Rgb = (0.73, 0.87, 0.95)
    base_side: Rgb = (0.62, 0.76, 0.86)
    inks: Mapping[str, Rgb] = field(default_factory=lambda: dict(INKS))
    ink_gain: float = 0.35
    ink_gloss: float = 0.06
    glass_light: float = 0.7  # how much light reaches the holder below the cubes
    plastics: Mapping[str, Rgb] = field(default_factory=lambda: dict(PLASTICS))
    square_foot: bool = True
    pawn_gloss: float = 0.5
    arm_poses: Mapping[str, ArmPose] = field(default_factory=lambda: {a: ArmPose() for a in ARMS})
    props: tuple[Prop, ...] = ()
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Defects:
    """What lens, sensor and encoder do to the picture."""

    noise_sd: float = 3.0
    noise_grain_px: float = 0.7
    blur_px: float = 0.6
    motion_px: float = 0.0
    motion_deg: float = 0.0
    vignetting: float = 0.15
    white_balance: Rgb = (1.0, 1.0, 1.0)
    exposure: float = 1.0
    saturation: float = 1.0
    contrast: float = 0.2
    sharpen: float = 0.3
    flare: float = 0.02
    jpeg_quality: int = 85  # 0 = not compressed


@dataclass(frozen=True, slots=True)
class Blot:
    """The shadow of something that is not in the picture."""

    x_mm: float
    y_mm: float
    radius_mm: float
    dense: float = 0.6


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything one picture needs."""

    cubes: tuple[CubePlace, ...]
    pawns: tuple[PawnPlace, ...]
    camera: VirtualCamera
    dims: Dimensions = field(default_factory=Dimensions)
    look: Look = field(default_factory=Look)
    lighting: Lighting = field(default_factory=Lighting)
    defects: Defects = field(default_factory=Defects)
    hands: tuple[Hand, ...] = ()
    passing: tuple[Blot, ...] = ()
    seed: int = 0

    def changed(self, **values: Any) -> Scene:
        """A copy with some parts replaced."""
        return replace(self, **values)


def cube_places(state: Mapping[str, Any], cube_set: Mapping[str, Any]) -> tuple[CubePlace, ...]:
    """The four cubes of a state given as JSON; "NE:UN" = the cube that belongs to NE stands here."""
    places = []
    for slot in SEEDED_SLOTS:
        owner, colon, pose = str(state["cubes"][slot]).rpartition(":")
        places.append(CubePlace(slot, cube_set["cubes"][owner if colon else slot], pose))
    return tuple(places)
