"""From a found board to a profile: how good it is, in numbers and words, and which corner is called a1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from calibration.errors import PoseError
from calibration.fitting.pose import LEAST_ACROSS_PX, cross, spots_text
from calibration.fitting.quality import BLURRED_PX, BRIGHT, DARK, FLAT_DEG, edge_width_px, light, within
from calibration.igluiglu.find import Finder, Found
from calibration.igluiglu.grid import CORNER_NAMES, SIDE, Grid, every_crossing
from calibration.igluiglu.profile import BoardProfile
from calibration.lens import Lens
from calibration.profile import today

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[Any]
SMALL_SPACE_PX = 24.0  # a space that shows smaller is hard to read
ADVICE: Final[Mapping[str, str]] = {
    "outside": "a corner of the board lies outside the picture: move the camera until all four show",
    "covered": "part of the board is hidden: take hands and things off and calibrate again",
    "small": "the board is small in the picture: move the camera closer",
    "flat": "the camera looks very flat over the table: raise it",
    "dark": "the picture is dark: switch on a lamp",
    "bright": "the picture is too bright: dim or move the light",
    "blurred": "the picture is blurred: focus the camera and keep it still",
}
"""Key, as the page has words for it -> the sentence of the terminal; most important first."""
FAIR, ROUGH = 60, 40  # crossings that are seen clearly: below, a board is found fairly, or only roughly


def found_at(finder: Finder, bgr: Picture, corners: Array | None, lens: Lens | None) -> Found:
    """The board near these corners (a1 h1 h8 a8), or wherever it is."""
    if corners is None:
        return finder.automatically(bgr, lens)
    check_corners(corners, (bgr.shape[1], bgr.shape[0]))
    return finder.measured(bgr, corners, lens or Lens.usual((bgr.shape[1], bgr.shape[0])), pointed=True)


def check_corners(spots: Array, resolution_wh: tuple[int, int]) -> None:
    """Refuse four corners that no camera above the table could see: far outside, too close, the wrong way round."""
    w, h = resolution_wh
    if not np.isfinite(spots).all() or (np.abs(spots - (w / 2, h / 2)) > 0.75 * max(w, h)).any():
        raise PoseError(f"the corners {spots_text(spots)} are far outside the picture of {w}x{h}; give pixel positions")
    turns = [cross(spots[k - 1] - spots[k - 2], spots[k] - spots[k - 1]) for k in range(4)]
    if all(turn > 0 for turn in turns):
        raise PoseError("the corners go round clockwise; give them in the order a1 h1 h8 a8, anticlockwise from above")
    if not all(turn < 0 for turn in turns):
        raise PoseError(
            f"the corners {spots_text(spots)} are no corners of a board: three lie on a line, or two sides cross"
        )
    if min(np.linalg.norm(spots[0] - spots[2]), np.linalg.norm(spots[1] - spots[3])) < LEAST_ACROSS_PX:
        raise PoseError(
            f"the corners lie less than {LEAST_ACROSS_PX} pixels apart:"
            " the board is too small in this picture; move closer"
        )


def make_profile(
    bgr: Picture, found: Found, way: str, evidence: Mapping[str, Any] | None = None, north: str = "chosen"
) -> BoardProfile:
    """The profile of a found board with its quality report."""
    return BoardProfile(
        grid=found.grid,
        date=today(),
        north=north,
        quality=report(bgr, found),
        evidence={"way": way, **(evidence or {})},
    )


TOWARDS: Final[Mapping[str, tuple[int, int]]] = {"bottom": (0, 1), "right": (1, 0), "top": (0, -1), "left": (-1, 0)}
"""Side of a picture -> the way there."""


def named_from_side(profile: BoardProfile, side: str) -> BoardProfile:
    """The same board with the corner that is nearest to this side of the picture called a1."""
    spots, (x, y) = profile.landmarks(), TOWARDS[side]
    return profile.named_from(max(CORNER_NAMES, key=lambda name: x * spots[name][0] + y * spots[name][1]))


def named_like(profile: BoardProfile, old: BoardProfile) -> BoardProfile:
    """The same board with its corners named as in an older profile of the same camera."""
    return min((profile.named_from(name) for name in CORNER_NAMES), key=lambda one: apart_px(one, old))


def apart_px(one: BoardProfile, other: BoardProfile) -> float:
    """Mean distance of the corners in pixels."""
    return float(np.linalg.norm(one.grid.corners - other.grid.corners, axis=1).mean())


def report(bgr: Picture, found: Found) -> dict[str, Any]:
    """Numbers and advice about a found board."""
    grid = found.grid
    middles = (np.stack(np.meshgrid(range(SIDE), range(SIDE)), -1).reshape(-1, 2) + 0.5).astype(float)
    numbers: dict[str, Any] = {
        "certainty": round(found.certainty, 4),
        "crossings_clear": found.clear,
        "crossings": len(found.spread),
        "spread_spaces": round(float(np.median(found.spread)), 4),
        "bend_px": round(float(np.linalg.norm(grid.bend, axis=2).max()), 2),
        "elevation_deg": round(grid.camera.elevation_deg, 1),
        "hfov_deg": round(grid.camera.hfov_deg, 1),
        "smallest_space_px": round(float(grid.fineness(middles).min()), 1),
        **{key: round(value, 2) for key, value in light(bgr, grid.corners).items()},
        "edge_width_px": round(edge_width_px(bgr, *_edges_px(grid)), 2),
    }
    keys = advice_keys(numbers, grid)
    rough = found.clear < ROUGH or found.certainty < 0.5
    grade = "poor" if rough else "good" if not keys and found.clear >= FAIR else "fair"
    return {"grade": grade, **numbers, "advice_keys": keys, "advice": [ADVICE[key] for key in keys]}


def advice_keys(numbers: Mapping[str, Any], grid: Grid) -> Sequence[str]:
    """What would make it better, most important first."""
    wh = grid.camera.resolution_wh
    applies = {
        "outside": not all(within((float(x), float(y)), wh) for x, y in grid.corners),
        "covered": numbers["crossings_clear"] < ROUGH,
        "small": numbers["smallest_space_px"] < SMALL_SPACE_PX,
        "flat": numbers["elevation_deg"] < FLAT_DEG,
        "dark": numbers["brightness"] < DARK,
        "bright": numbers["brightness"] > BRIGHT or numbers["burnt_share"] > 0.2,
        "blurred": numbers["edge_width_px"] > BLURRED_PX,
    }
    return [key for key in ADVICE if applies[key]]


def _edges_px(grid: Grid) -> tuple[Array, Array]:
    """Pixels on the sides of tiles, and pixels a fifth of a space beside them."""
    inner = every_crossing()[::5] + np.array([0.0, 0.5])
    return grid.pixels(inner), grid.pixels(inner + np.array([0.2, 0.0]))
