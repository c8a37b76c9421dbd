"""The board on one printed sheet, and where it lies in a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import cv2
import numpy as np

from calibration.camera import Array, Camera
from calibration.errors import NotFoundError
from calibration.lens import Lens
from calibration.markers import CARD_MM, MARKER_MM, QUIET_MM, Picture, draw_card, find_markers
from calibration.profile import SCHEMA, ProfileError, check_schema, must_fit
from calibration.proof import lightly_knocked
from calibration.sheet import A4_MM, Sheet, blank, px
from calibration.turning import camera_turned

SQUARES: Final = tuple(f"{column}{row}" for row in "321" for column in "abc")
"""In the order in which stones lie on them: the last stone is taken first."""
SIDE_MM: Final = 40.0
CARDS_MM: Final = {"NW": (8.0, 8.0), "NE": (146.0, 8.0), "SE": (146.0, 223.0), "SW": (8.0, 223.0)}
"""Upper left corners of the four cards on the sheet, in the order of their markers' numbers."""


def on_table(x: float, y: float) -> Array:
    """Table mm (x to the right, y away, z up) of a point on the sheet (x to the right, y down)."""
    return np.array([x - A4_MM[0] / 2, A4_MM[1] / 2 - y, 0.0])


def marker_mm(name: str) -> Array:
    """The corners (4, 3) of a card's marker, clockwise from the upper left."""
    left, bottom = CARDS_MM[name][0] + QUIET_MM, CARDS_MM[name][1] + CARD_MM[1] - QUIET_MM
    steps = ((0, MARKER_MM), (MARKER_MM, MARKER_MM), (MARKER_MM, 0), (0, 0))
    return np.array([on_table(left + right, bottom - up) for right, up in steps])


def square_mm(square: str) -> Array:
    """The corners (4, 3) of a square."""
    at = SQUARES.index(square)
    x, y = (at % 3 - 1) * SIDE_MM, (1 - at // 3) * SIDE_MM
    half = SIDE_MM / 2
    return np.array([(x + a * half, y + b * half, 0.0) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))])


def printed() -> Sheet:
    """The board, ready to print."""
    sheet = blank()
    for number, (name, origin_mm) in enumerate(CARDS_MM.items()):
        draw_card(sheet, name, number, origin_mm)
    for square in SQUARES:
        corners = [(px(x + A4_MM[0] / 2), px(A4_MM[1] / 2 - y)) for x, y, _ in square_mm(square)]
        cv2.rectangle(sheet, corners[0], corners[2], 120, px(0.6))
    return sheet


@dataclass(frozen=True)
class StonesProfile:
    """One board as one camera sees it."""

    camera: Camera
    game: str = "take-stones"
    layout: str = "sides"
    set: Mapping[str, Any] | None = None
    quality: Mapping[str, Any] = field(default_factory=dict)

    @property
    def resolution_wh(self) -> tuple[int, int]:
        return self.camera.resolution_wh

    def landmarks(self) -> dict[str, tuple[float, float]]:
        return {name: self._pixel(marker_mm(name).mean(axis=0)) for name in CARDS_MM}

    def _pixel(self, point_mm: Array) -> tuple[float, float]:
        x, y = self.camera.project(point_mm)[0]
        return float(x), float(y)

    def place_mm(self, place: str) -> Array:
        return np.asarray(square_mm(place).mean(axis=0))

    def changed_px(self, places: Sequence[str]) -> list[Array]:
        return [self.camera.project(square_mm(place)) for place in places]

    def outlines(self) -> list[list[list[float]]]:
        return [pixels.tolist() for pixels in self.changed_px(SQUARES)]

    def region(self) -> list[tuple[float, float]]:
        width, height = self.resolution_wh
        return [(x / width, y / height) for x, y in self.landmarks().values()]

    def check_picture(self, width: int, height: int) -> None:
        must_fit(self.resolution_wh, width, height)

    def turned(self, quarters: int) -> StonesProfile:
        return replace(self, camera=camera_turned(self.camera, quarters)) if quarters % 4 else self

    def to_json(self) -> dict[str, Any]:
        size = list(self.resolution_wh)
        return {"schema": SCHEMA, "game": self.game, "resolution_wh": size, "camera": self.camera.to_json()}

    @classmethod
    def from_json(cls, data: Any, name: str = "profile") -> StonesProfile:
        check_schema(data, name)
        try:
            width, height = data["resolution_wh"]
            return cls(Camera.from_json(data["camera"], (width, height)))
        except (KeyError, TypeError, ValueError) as error:
            raise ProfileError(f"{name}: broken profile ({error}); calibrate again") from error


def find(bgr: Picture) -> StonesProfile:
    """The profile of the board in a picture, by the corners of all four markers."""
    seen = find_markers(bgr, range(len(CARDS_MM)))
    if missing := [name for number, name in enumerate(CARDS_MM) if number not in seen]:
        raise NotFoundError(f"the board was not found: no marker {', '.join(missing)} is in the picture")
    size = bgr.shape[1], bgr.shape[0]
    table = np.concatenate([marker_mm(name) for name in CARDS_MM]).astype(np.float32)
    pixels = np.concatenate([seen[number] for number in range(len(CARDS_MM))]).astype(np.float32)
    lens = Lens.usual(size)
    start = Camera(size, lens.focal_px, lens.centre_px, (0.0,) * 5, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)).matrix
    fixed = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_PRINCIPAL_POINT | cv2.CALIB_FIX_ASPECT_RATIO
    fixed |= cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K1 | cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3
    _, matrix, _, rvecs, tvecs = cv2.calibrateCamera([table], [pixels], size, start, np.zeros(5), flags=fixed)
    (a, b, c), (x, y, z) = rvecs[0].ravel().tolist(), tvecs[0].ravel().tolist()
    return StonesProfile(Camera(size, float(matrix[0, 0]), lens.centre_px, (0.0,) * 5, (a, b, c), (x, y, z)))


class MarkerSeeker:
    """Where the board lies now, by its markers: see `calibration.proof.Seeker`."""

    def offset_px(self, profile: StonesProfile, bgr: Picture) -> tuple[float | None, int]:
        seen = find_markers(bgr, ())
        known = {k: profile.camera.project(marker_mm(name)) for k, name in enumerate(CARDS_MM) if k in seen}
        far = [float(np.linalg.norm(seen[k] - corners, axis=1).mean()) for k, corners in known.items()]
        return (max(far) if len(far) > 1 else None), len(far)

    def followed(self, profile: StonesProfile, bgr: Picture) -> StonesProfile | None:
        return None  # markers are sought everywhere anyway

    def found_again(self, profile: StonesProfile, bgr: Picture) -> StonesProfile | None:
        try:
            found = find(bgr)
        except NotFoundError:
            return None
        return found if lightly_knocked(found.camera, profile.camera) else None

    def seen_from(self, profile: StonesProfile, camera: Camera) -> StonesProfile:
        return replace(profile, camera=camera)

    def there(self, profile: StonesProfile, bgr: Picture) -> str:
        return ""  # its markers tell where it is, or nothing does

    def apart_px(self, one: StonesProfile, other: StonesProfile) -> float:
        here, there = (np.array(list(each.landmarks().values())) for each in (one, other))
        return float(np.linalg.norm(here - there, axis=1).max())
