"""A board drawn by hand over a picture: four tips, and a handle for everything else that may be off.

drawing = drawn_at(tips, board, (1280, 720))     tips N E S W in pixels
drawing = pulled(drawing, "start", (412, 300))   a handle put elsewhere: all four paths follow
drawing.handles                                  where each handle is, in pixels

Only proportions can be seen, so the length from centre to tip stays what it is and the sizes follow the handles; the
camera then need not move when a handle does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.icecult.certainty import PAWN_KEYS, PAWNS
from calibration.icecult.fitting.pose import check_tips, pose_from_tips
from calibration.icecult.geometry import ARMS, Geometry
from calibration.icecult.profile import TableProfile
from calibration.icecult.sizes.sized import KEYS
from calibration.lens import Lens
from calibration.profile import today

Array = npt.NDArray[np.float64]

HANDLES = ("start", "shoulder", "width", "corner", "height")
SIZES_OF = {
    "start": ("base_size", "space_length"),
    "shoulder": ("tip_length", "space_length"),
    "width": ("path_width",),
    "corner": ("cube_edge",),
    "height": ("base_height",),
}
LEAST_SPACE_MM, LEAST_TIP_MM = 12.0, 3.0  # a handle leaves at least so much
TOLD, NODDED = 0.95, 0.85  # how sure a size is that a person pulled into place, or saw drawn and approved
SAME_CAMERA_LOG_SD = 0.02  # of the focal length: a pull moves no lens
STEPS = 48  # values tried over the whole range of a handle


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as drawn: the profile it would be, which path bears the handles, and the sizes a person has told."""

    profile: TableProfile
    lens: Lens
    path: str
    told: frozenset[str] = frozenset()

    @property
    def handles(self) -> dict[str, tuple[float, float]]:
        """Where each handle is in the picture."""
        return {name: _pixel(self, self.profile.board, name) for name in HANDLES}

    def on(self, path: str) -> Drawing:
        """The same with the handles on another path."""
        return replace(self, path=path)


def drawn_at(tips: npt.ArrayLike, board: Geometry, lens: Lens, told: frozenset[str] = frozenset()) -> Drawing:
    """A board of these sizes that ends at tips N E S W."""
    spots = np.asarray(tips, np.float64).reshape(4, 2)
    check_tips(spots, lens.resolution_wh)
    fit = pose_from_tips(spots, board, lens, spread_px=1.0)
    at = {arm: (float(x), float(y)) for arm, (x, y) in zip(ARMS, spots, strict=True)}
    profile = TableProfile(lens.resolution_wh, board.to_json(), fit.camera, fit.arms, at, today())
    return Drawing(profile, lens, clearest_path(profile), told)


def drawing_of(profile: TableProfile, told: frozenset[str] = frozenset(), path: str | None = None) -> Drawing:
    """A board that was found, as if it were drawn."""
    camera = profile.camera
    lens = Lens(profile.resolution_wh, camera.focal_px, SAME_CAMERA_LOG_SD, camera.centre_px, camera.distortion, 0.01)
    return Drawing(profile, lens, path or clearest_path(profile), told)


def moved(drawing: Drawing, tips: npt.ArrayLike) -> Drawing:
    """The same board at other tips."""
    fresh = drawn_at(tips, drawing.profile.board, drawing.lens, drawing.told)
    return replace(fresh, path=drawing.path)


def pulled(drawing: Drawing, handle: str, at: Sequence[float]) -> Drawing:
    """The board after one handle was put as near to a pixel as its size allows."""
    board = drawing.profile.board
    low, high = _range(board, handle)
    value = _nearest(lambda v: _pixel(drawing, _sized(board, handle, v), handle), low, high, at)
    sized = _sized(board, handle, value)
    profile = drawing.profile.changed(geometry=sized.to_json())
    return replace(drawing, profile=profile, told=drawing.told | set(SIZES_OF[handle]))


def accepted(drawing: Drawing) -> TableProfile:
    """The profile of a board that a person drew and found right."""
    board = drawing.profile.board
    sizes = {key: {"mm": round(board[key], 2), "sure": _sure(drawing, key)} for key in KEYS}
    pawns = {key: {"mm": round(board[key], 2), "sure": PAWNS} for key in PAWN_KEYS}  # nobody drew any
    quality = {"grade": "fair", "by_hand": True, "unsure_sizes": [], "advice": []}
    return drawing.profile.changed(
        sizes={**pawns, **drawing.profile.sizes, **sizes}, quality=quality, evidence={"way": "hand"}
    )


def nodded(profile: TableProfile) -> TableProfile:
    """A found profile whose drawn lines a person has found right."""
    sizes = {key: {**size, "sure": _at_least(key, size)} for key, size in profile.sizes.items()}
    return profile.changed(sizes=sizes)


def clearest_path(profile: TableProfile) -> str:
    """The path that lies largest in the picture."""
    board = profile.board
    return max(ARMS, key=lambda arm: _length_px(profile, arm, board.arm_start_mm, board.tip_mm))


def _length_px(profile: TableProfile, arm: str, near_mm: float, far_mm: float) -> float:
    a, b = profile.project([profile.arm_point(arm, near_mm), profile.arm_point(arm, far_mm)])
    return float(np.nan_to_num(np.linalg.norm(a - b)))


def _sure(drawing: Drawing, key: str) -> float:
    known = float(drawing.profile.sizes.get(key, {}).get("sure", 0.0))
    return max(TOLD if key in drawing.told else NODDED, known)


def _at_least(key: str, size: Mapping[str, Any]) -> float:
    """How sure a size is once a person approved the drawing; the sizes of pawns, which are not drawn, gain nothing."""
    return max(float(size["sure"]), NODDED) if key in KEYS else float(size["sure"])


def _range(board: Geometry, handle: str) -> tuple[float, float]:
    """Between which values what a handle shows may lie, in mm."""
    room = LEAST_SPACE_MM * board.spaces
    return {
        "start": (0.08 * board.tip_mm, board.arm_end_mm - room),
        "shoulder": (board.arm_start_mm + room, board.tip_mm - LEAST_TIP_MM),
        "width": (4.0, 50.0),
        "corner": (12.0, 90.0),
        "height": (0.5, 70.0),
    }[handle]


def _sized(board: Geometry, handle: str, value: float) -> Geometry:
    """The board with one thing elsewhere, as long from centre to tip as before."""
    start, end = board.arm_start_mm, board.arm_end_mm
    sizes = {
        "start": {
            "base_size": value * (math.sqrt(2) if board.corners else 2.0),
            "space_length": (end - value) / board.spaces,
        },
        "shoulder": {"tip_length": board.tip_mm - value, "space_length": (value - start) / board.spaces},
        "width": {"path_width": 2 * value},
        "corner": {"cube_edge": value},
        "height": {"base_height": value},
    }[handle]
    return Geometry({**board.values, **sizes})


def _pixel(drawing: Drawing, board: Geometry, handle: str) -> tuple[float, float]:
    """Where a handle is on a board of these sizes."""
    x, y = drawing.profile.project([_spot(drawing, board, handle)])[0]
    return float(x), float(y)


def _spot(drawing: Drawing, board: Geometry, handle: str) -> Array:
    half, profile, path = board["path_width"] / 2, drawing.profile, drawing.path
    if handle == "start":
        return profile.arm_point(path, board.arm_start_mm)
    if handle == "shoulder":
        return profile.arm_point(path, board.arm_end_mm, half)
    if handle == "width":
        return profile.arm_point(path, board.space_along_mm((board.spaces + 1) // 2), -half)
    if handle == "height":
        return np.array([0.0, 0.0, board.cube_top_mm])
    square = board.block_square(board["cube_edge"] + board["cube_gap"] / 2, board.cube_top_mm)
    return np.asarray(square[_outer_corner(drawing)])


def _outer_corner(drawing: Drawing) -> int:
    """The block's corner furthest to the right: there its width and its height show in different directions."""
    board = drawing.profile.board
    return int(drawing.profile.project(board.block_square(board["base_size"] / 2, board["base_height"]))[:, 0].argmax())


def _nearest(pixel: Callable[[float], tuple[float, float]], low: float, high: float, at: Sequence[float]) -> float:
    """The value whose pixel is nearest: over the whole range, then around the best."""
    for _ in range(2):
        values = np.linspace(low, high, STEPS)
        off = [math.hypot(x - at[0], y - at[1]) for x, y in (pixel(float(v)) for v in values)]
        best, step = float(values[int(np.nanargmin(off))]), (high - low) / (STEPS - 1)
        low, high = max(low, best - step), min(high, best + step)
    return best
