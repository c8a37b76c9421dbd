"""BoardProfile: one board of IGLU IGLU as one camera sees it; JSON both ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera, numbers
from calibration.igluiglu.grid import CORNER_NAMES, CORNERS, CROSSINGS, Grid, every_crossing, middles, on_table, turned
from calibration.profile import SCHEMA, ProfileError, check_schema, must_fit, read_profile, write_profile
from calibration.turning import camera_turned, points_turned
from engine.core.errors import IcekeeperError

GAME = "iglu"
MOST_PX = 1 << 14
TALL = 0.5  # of a space: what stands on one
Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class BoardProfile:
    """A calibration result; see `calibration.profile.Profile`."""

    grid: Grid
    date: str = ""
    north: str = "chosen"  # or "arbitrary": which corner is a1 was nobody's choice
    set: Mapping[str, Any] | None = None
    quality: Mapping[str, Any] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict)
    game: str = GAME

    @property
    def camera(self) -> Camera:
        return self.grid.camera

    @property
    def resolution_wh(self) -> tuple[int, int]:
        return self.grid.camera.resolution_wh

    @property
    def layout(self) -> str:
        """There is one way to lay the board."""
        return ""

    def landmarks(self) -> Mapping[str, tuple[float, float]]:
        """The outer corners of the grid."""
        return {name: (float(x), float(y)) for name, (x, y) in zip(CORNER_NAMES, self.grid.corners, strict=True)}

    def place_mm(self, place: str) -> npt.NDArray[np.float64]:
        return np.asarray(on_table(middles([place]))[0], np.float64)

    def changed_px(self, places: Sequence[str]) -> list[npt.NDArray[np.float64]]:
        """The corners of each space, and where what stands on it ends."""
        out = []
        for middle in middles(places):
            around = middle + (CORNERS / 8 - 0.5)
            high = self.grid.raised(around * 0.6 + middle * 0.4, TALL)
            out.append(np.asarray(np.vstack([self.grid.pixels(around), high]), np.float64))
        return out

    def outlines(self) -> list[list[list[float]]]:
        """The grid, line by line."""
        seen = self.grid.crossings.reshape(CROSSINGS, CROSSINGS, 2)
        lines = [*seen, *seen.swapaxes(0, 1)]
        return [[*map(list, line.tolist()), *map(list, line[-2:0:-1].tolist())] for line in lines]

    def region(self) -> list[tuple[float, float]]:
        """The board and what stands on it, as shares of the picture's sides."""
        w, h = self.resolution_wh
        spots = np.vstack([self.grid.corners, self.grid.raised(CORNERS, TALL)])
        hull = cv2.convexHull(spots.astype(np.float32))[:, 0]
        return [(float(min(1.0, max(0.0, x / w))), float(min(1.0, max(0.0, y / h)))) for x, y in hull]

    def check_picture(self, width: int, height: int) -> None:
        must_fit(self.resolution_wh, width, height)

    def changed(self, **values: Any) -> BoardProfile:
        """A copy with some fields replaced."""
        return replace(self, **values)

    def turned(self, quarters: int) -> BoardProfile:
        """The profile for pictures turned clockwise by so many quarters."""
        if quarters % 4 == 0:
            return self
        seen = points_turned(self.grid.crossings, self.resolution_wh, quarters)
        return replace(self, grid=Grid.through(camera_turned(self.camera, quarters), seen))

    def named_from(self, corner: str) -> BoardProfile:
        """The same board with the corner now called `corner` becoming a1; the others follow anticlockwise."""
        quarters = CORNER_NAMES.index(corner)
        if not quarters:
            return self
        # what is at a point of the board now was at that point turned on by so many quarters before
        turn = cv2.Rodrigues(np.array([0.0, 0.0, quarters * np.pi / 2]))[0]
        x, y, z = cv2.Rodrigues(self.camera.rotation @ turn)[0].ravel().tolist()
        seen = self.grid.pixels(turned(every_crossing(), quarters))
        return replace(self, grid=Grid.through(replace(self.camera, rvec=(x, y, z)), seen))

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "game": self.game,
            "date": self.date,
            "resolution_wh": list(self.resolution_wh),
            "north": self.north,
            "camera": self.camera.to_json(),
            "corners": {name: [round(v, 2) for v in at] for name, at in self.landmarks().items()},
            "bend_px": np.round(self.grid.bend.reshape(-1), 3).tolist(),
            "set": None if self.set is None else dict(self.set),
            "quality": dict(self.quality),
            "evidence": dict(self.evidence),
        }

    @classmethod
    def from_json(cls, data: Any, name: str = "profile") -> BoardProfile:
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
    def _parsed(cls, data: Mapping[str, Any]) -> BoardProfile:
        width, height = (int(v) for v in numbers(data, "resolution_wh", 2, MOST_PX, least=1))
        if data["game"] != GAME:
            raise ValueError(f"it is of the game {data['game']!r}, this is {GAME}")
        if data["north"] not in ("chosen", "arbitrary"):
            raise ValueError("'north' is neither chosen nor arbitrary")
        bend = np.array(numbers(data, "bend_px", 2 * CROSSINGS**2, 1e4)).reshape(CROSSINGS, CROSSINGS, 2)
        return cls(
            grid=Grid(Camera.from_json(data["camera"], (width, height)), bend),
            date=str(data["date"]),
            north=data["north"],
            set=None if data["set"] is None else dict(data["set"]),
            quality=dict(data["quality"]),
            evidence=dict(data["evidence"]),
        )

    def save(self, path: Path | str) -> None:
        """Write the profile as JSON."""
        write_profile(path, self.to_json())

    @classmethod
    def load(cls, path: Path | str) -> BoardProfile:
        """Read a profile; a ProfileError says what is wrong."""
        return cls.from_json(read_profile(path), str(path))
