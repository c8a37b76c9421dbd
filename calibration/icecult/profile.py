"""TableProfile: everything known about one table as one camera sees it; JSON both ways (schema 2; 1 is read too).

profile = TableProfile.load("table.json")
profile.resolution_wh            (1280, 720): the picture size it is valid for
profile.geometry                 dict of all keys of geometry.json; profile.board is the same as a Geometry
profile.camera                   Camera: matrix (K), distortion, rvec, tvec_mm (table mm -> camera, OpenCV)
profile.arms["N"]                ArmPose(yaw_deg, across_mm, along_mm): how this strip lies askew
profile.tips_px["N"]             (x, y) of the strip's tip
profile.project(points_mm)       (N, 3) table mm -> (N, 2) pixels
profile.arm_point("N", along, across, z)       a point of the real, askew strip in table mm
profile.arm_points("N", [[along, across, z]])  the same for many, (N, 3) -> (N, 3)
profile.board.cube_top("NW")     (4, 3) corners NW NE SE SW of a cube's top face in table mm
profile.colours, .set, .quality, .evidence     plain JSON values; set is None until one is known
profile.north                    "chosen" or "arbitrary" (found automatically: naming is not the user's)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera import Array, Camera, numbers, rotation_z
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS, Geometry, make_geometry
from calibration.profile import SCHEMA, ProfileError, check_schema, must_fit, read_profile, write_profile
from calibration.turning import camera_turned, points_turned, size_turned
from engine.core.errors import IcekeeperError
from engine.icecult.board import SLOTS

GAME = "ice-cult"
MOST_PX, MOST_ASKEW = 1 << 14, 1000.0
"""A side of a picture in pixels, and degrees or millimetres that a strip may lie askew: more is a slip of the pen."""
STACK_MM = 45.0  # so much of a stack is inside its ring


@dataclass(frozen=True, slots=True)
class ArmPose:
    """How one strip lies askew against the ideal cross: turn about the centre, then shift."""

    yaw_deg: float = 0.0
    across_mm: float = 0.0
    along_mm: float = 0.0

    def to_json(self) -> dict[str, float]:
        return {"yaw_deg": self.yaw_deg, "across_mm": self.across_mm, "along_mm": self.along_mm}


@dataclass(frozen=True, slots=True)
class TableProfile:
    """A calibration result: camera, board, colours and set of one table, with its evidence."""

    resolution_wh: tuple[int, int]
    geometry: Mapping[str, Any]
    camera: Camera
    arms: Mapping[str, ArmPose]
    tips_px: Mapping[str, tuple[float, float]]
    date: str = ""
    north: str = "chosen"
    colours: Mapping[str, Any] = field(default_factory=dict)
    set: Mapping[str, Any] | None = None
    quality: Mapping[str, Any] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict)
    game: str = GAME
    """Whose board it is."""
    sizes: Mapping[str, Any] = field(default_factory=dict)  # the set's sizes as measured: {"mm": ..., "sure": ...}

    @property
    def board(self) -> Geometry:
        """The geometry with its derived places."""
        return Geometry(self.geometry)

    def project(self, points_mm: npt.ArrayLike) -> Array:
        """Pixels (N, 2) of table points (N, 3) in mm; NaN behind the camera."""
        return self.camera.project(points_mm)

    def arm_points(self, arm: str, points: npt.ArrayLike) -> Array:
        """Table mm of points (along, across, z) on the strip as it really lies."""
        return arm_points(arm, self.arms[arm], points)

    def arm_point(self, arm: str, along_mm: float, across_mm: float = 0.0, z_mm: float | None = None) -> Array:
        """Table mm of one point on the strip as it really lies; z defaults to the strip's surface."""
        z = float(self.geometry["board_thickness"]) if z_mm is None else z_mm
        return np.asarray(self.arm_points(arm, [(along_mm, across_mm, z)])[0])

    @property
    def layout(self) -> str:
        """Whether the paths leave the block at its sides or its corners."""
        return str(self.geometry["exit"])

    def landmarks(self) -> Mapping[str, tuple[float, float]]:
        """The four tips."""
        return self.tips_px

    def place_mm(self, place: str) -> Array:
        """The middle of a cube's top (NW), of a space (N3) or of a path's tip (goalN), in table mm."""
        if place in SLOTS:
            return np.asarray(self.board.cube_top(place).mean(0))
        if place.startswith("goal"):
            return self.arm_point(place[4:], self.board.tip_mm)
        return self.arm_point(place[0], self.board.space_along_mm(int(place[1:])))

    def changed_px(self, places: Sequence[str]) -> list[Array]:
        """The cubes that changed together, and every other place by itself; what cannot be seen is left out."""
        cubes = [place for place in places if place in SLOTS]
        shapes = [np.concatenate([self.board.cube_top(slot) for slot in cubes])] if cubes else []
        shapes += [self._stack_corners(place) for place in places if place not in SLOTS and place != "start"]
        pixels = [np.asarray(self.project(shape)) for shape in shapes]
        return [each for each in pixels if np.isfinite(each).all()]

    def _stack_corners(self, place: str) -> Array:
        """The corners of a space, and of what may stand on it."""
        board, home = self.board, place.startswith("goal")
        along = board.tip_mm if home else board.space_along_mm(int(place[1:]))
        half, z = board["space_length"] / 2, board["board_thickness"]
        corners = [(along + a * half, b * half, h) for a in (-1, 1) for b in (-1, 1) for h in (z, z + STACK_MM)]
        return self.arm_points(place[-1] if home else place[0], corners)

    def outlines(self) -> list[list[list[float]]]:
        """Every space and tip as it really lies, the holder, the block's sides and the cubes' tops."""
        lines = [line for arm in ARMS for line in self._path_outlines(arm)]
        lines += [self.project(ring) for ring in self.board.block_rings()]
        lines += [self.project(self.board.cube_top(slot)) for slot in SLOTS]
        return [
            [[round(float(x), 1), round(float(y), 1)] for x, y in line] for line in lines if np.isfinite(line).all()
        ]

    def space_px(self, place: str) -> Array:
        """The corners (4, 2) of a space (N3) as it really lies, in pixels."""
        return self.project(self._space_mm(place[0], int(place[1:])))

    def _space_mm(self, arm: str, space: int) -> Array:
        """The corners (4, 3) of a space, in table mm."""
        board, half, z = self.board, self.board["path_width"] / 2, self.board["board_thickness"]
        near = board.arm_start_mm + (space - 1) * board["space_length"]
        far = near + board["space_length"]
        return self.arm_points(arm, [(near, -half, z), (far, -half, z), (far, half, z), (near, half, z)])

    def _path_outlines(self, arm: str) -> list[Array]:
        """The spaces of one path and its tip, in pixels."""
        board, half, z = self.board, self.board["path_width"] / 2, self.board["board_thickness"]
        out = [self._space_mm(arm, space) for space in range(1, board.spaces + 1)]
        end = board.arm_end_mm
        out.append(self.arm_points(arm, [(end, -half, z), (board.tip_mm, 0.0, z), (end, half, z)]))
        return [self.project(line) for line in out]

    def region(self) -> list[tuple[float, float]]:
        """The part of the picture that the paths span, from tip to tip."""
        width, height = self.resolution_wh
        return [(x / width, y / height) for x, y in self.tips_px.values()]

    def check_picture(self, width: int, height: int) -> None:
        """Refuse a picture of another size."""
        must_fit(self.resolution_wh, width, height)

    def changed(self, **values: Any) -> TableProfile:
        """A copy with some fields replaced."""
        return replace(self, **values)

    def turned(self, quarters: int) -> TableProfile:
        """The profile for pictures turned clockwise by so many quarters."""
        if quarters % 4 == 0:
            return self
        tips = points_turned(list(self.tips_px.values()), self.resolution_wh, quarters)
        return replace(
            self,
            resolution_wh=size_turned(self.resolution_wh, quarters),
            camera=camera_turned(self.camera, quarters),
            tips_px={arm: (float(x), float(y)) for arm, (x, y) in zip(self.tips_px, tips, strict=True)},
        )

    def sized(self, sizes: Mapping[str, Mapping[str, float]]) -> TableProfile:
        """A copy with some sizes measured: millimetres of this profile, and how sure they are."""
        geometry = {**self.geometry, **{key: size["mm"] for key, size in sizes.items()}}
        return replace(self, geometry=geometry, sizes={**self.sizes, **sizes})

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "game": self.game,
            "date": self.date,
            "resolution_wh": list(self.resolution_wh),
            "north": self.north,
            "geometry": dict(self.geometry),
            "camera": self.camera.to_json(),
            "arms": {arm: self.arms[arm].to_json() for arm in ARMS},
            "tips_px": {arm: [round(v, 2) for v in self.tips_px[arm]] for arm in ARMS},
            "colours": dict(self.colours),
            "set": None if self.set is None else dict(self.set),
            "quality": dict(self.quality),
            "evidence": dict(self.evidence),
            "sizes": dict(self.sizes),
        }

    @classmethod
    def from_json(cls, data: Any, name: str = "profile") -> TableProfile:
        """Inverse of `to_json`; a ProfileError says what is wrong with anything else."""
        check_schema(data, name)
        try:
            return cls._parsed(data)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            raise ProfileError(f"{name}: broken profile ({what}); run `icekeeper calibrate` again") from error
        except IcekeeperError as error:
            raise ProfileError(f"{name}: {error}; run `icekeeper calibrate` again") from error

    @classmethod
    def _parsed(cls, data: Mapping[str, Any]) -> TableProfile:
        width, height = (int(v) for v in numbers(data, "resolution_wh", 2, MOST_PX, least=1))
        if data["north"] not in ("chosen", "arbitrary"):
            raise ValueError("'north' is neither chosen nor arbitrary")
        tips = {arm: numbers(data["tips_px"], arm, 2, 1e6) for arm in ARMS}
        return cls(
            resolution_wh=(width, height),
            geometry=make_geometry(data["geometry"]).to_json(),
            camera=Camera.from_json(data["camera"], (width, height)),
            arms={arm: _arm_pose(data["arms"][arm]) for arm in ARMS},
            tips_px={arm: (x, y) for arm, (x, y) in tips.items()},
            date=str(data["date"]),
            game=_game(data.get("game", GAME)),
            north=data["north"],
            colours=_colours(data["colours"]),
            set=None if data["set"] is None else dict(data["set"]),
            quality=dict(data["quality"]),
            evidence=dict(data["evidence"]),
            sizes=measured_sizes(data.get("sizes", {})),
        )

    def save(self, path: Path | str) -> None:
        """Write the profile as JSON."""
        write_profile(path, self.to_json())

    @classmethod
    def load(cls, path: Path | str) -> TableProfile:
        """Read a profile; a ProfileError says what is wrong."""
        return cls.from_json(read_profile(path), str(path))


def arm_points(arm: str, pose: ArmPose, points: npt.ArrayLike) -> Array:
    """Table mm (N, 3) of points (along, across, z) on a strip that lies askew."""
    local = np.asarray(points, np.float64).reshape(-1, 3)[:, [1, 0, 2]]
    turned = local @ rotation_z(ARM_YAW_DEG[arm] + pose.yaw_deg).T
    return np.asarray(turned + rotation_z(ARM_YAW_DEG[arm]) @ (pose.across_mm, pose.along_mm, 0.0))


def _colours(data: Mapping[str, Any]) -> dict[str, Any]:
    """The colours, as far as somebody reckons with them."""
    if "light_bgr" in data:
        numbers(data, "light_bgr", 3, 100.0, least=0.0)
    for key in data.get("strips", {}):
        numbers(data["strips"], key, 3, 1e4)
    return dict(data)


def _arm_pose(data: Mapping[str, Any]) -> ArmPose:
    return ArmPose(*(numbers(data, key, 1, MOST_ASKEW)[0] for key in ("yaw_deg", "across_mm", "along_mm")))


def measured_sizes(data: Mapping[str, Any]) -> dict[str, Any]:
    """Sizes as they were measured, each in millimetres that a set can have, and how sure it is."""
    make_geometry({key: size["mm"] for key, size in data.items()})
    for key, size in data.items():
        if not 0 <= float(size["sure"]) <= 1:
            raise ValueError(f"'sure' of {key!r} must be from 0 to 1, got {size['sure']!r}")
    return dict(data)


def _game(name: Any) -> str:
    """The game itself, if this version has an eye for it."""
    if name != GAME:
        raise ValueError(f"it is of the game {name!r}, this version watches {GAME}")
    return GAME
