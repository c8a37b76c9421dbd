"""How good a calibration is, in numbers, and what to do about it, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.icecult.find import Found
from calibration.icecult.geometry import ARMS

Picture = npt.NDArray[np.uint8]

STEEP_DEG, FLAT_DEG = 80.0, 35.0  # elevations of the camera beyond which a view is steep or flat
SMALL_SPACE_PX = 18.0  # a space that shows smaller is hard to read
DARK, BRIGHT = 45.0, 215.0  # of 255: median brightness
BLURRED_PX = 2.6  # width of edges
OUTSIDE_PX = 4.0  # a tip may lie so far outside the picture
LEAST_BLOCK = 2  # points of the block, of nine: with fewer, how it stands is a guess


def report(bgr: Picture, found: Found, unsure: Sequence[str] = ()) -> dict[str, Any]:
    """Numbers and advice about a found board; `unsure`: sizes that could not be measured well."""
    camera, proof = found.fit.camera, found.proof
    numbers: dict[str, Any] = {
        "grade": "good",
        "points_seen": proof.sure,
        "points_confirmed": proof.agreeing,
        "points": proof.points,
        "rms_px": round(proof.rms_px, 2),
        "tip_spread_px": {arm: round(v, 2) for arm, v in proof.tip_spread_px.items()},
        "elevation_deg": round(camera.elevation_deg, 1),
        "hfov_deg": round(camera.hfov_deg, 1),
        "smallest_space_px": round(smallest_space_px(found), 1),
        **{k: round(v, 2) for k, v in light(bgr, found).items()},
        "edge_width_px": round(edge_width_px(bgr, found), 2),
        "unsure_sizes": list(unsure),
    }
    numbers["advice_keys"] = advice_keys(numbers, found)
    numbers["advice"] = advice(numbers["advice_keys"], numbers, found)
    numbers["grade"] = grade(numbers, found)
    return numbers


def smallest_space_px(found: Found) -> float:
    """Shorter side of the smallest space as the picture shows it."""
    board = found.board
    sides = []
    for arm in ARMS:
        centre = board.on_arm(arm, board.space_along_mm(board.spaces))
        for direction in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)):
            reach = np.array(direction) * board["space_length"] / 2
            a, b = found.fit.camera.project(np.array([centre - reach, centre + reach]))
            sides.append(float(np.linalg.norm(a - b)))
    return min(sides)


def light(bgr: Picture, found: Found) -> dict[str, float]:
    """Median brightness of the board's surroundings and the share of burnt-out pixels (0..1)."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    area = np.zeros(grey.shape, np.uint8)
    hull = cv2.convexHull(np.array([found.tips_px[a] for a in ARMS], np.float32))
    cv2.fillConvexPoly(area, np.round(hull).astype(np.int32), 1)
    inside = grey[area > 0]
    if not inside.size:
        return {"brightness": 0.0, "burnt_share": 0.0}
    return {"brightness": float(np.median(inside)), "burnt_share": float((inside >= 250).mean())}


def edge_width_px(bgr: Picture, found: Found) -> float:
    """Typical width of the strips' edges: about 1 to 2 in a sharp picture."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    board, half = found.board, found.board["path_width"] / 2
    reach = np.linspace(-9, 9, 73)
    widths = []
    for arm in ARMS:
        for space in range(1, board.spaces + 1):
            for side in (-half, half):
                spot = [board.on_arm(arm, board.space_along_mm(space), side + d) for d in (0.0, 4.0)]
                here, out = found.fit.camera.project(np.array(spot))
                normal = (out - here) / max(float(np.linalg.norm(out - here)), 1e-6)
                line = (here + reach[:, None] * normal).astype(np.float32)
                profile = cv2.remap(grey, line[:, 0:1], line[:, 1:2], cv2.INTER_LINEAR).ravel()
                widths.append(_step_width(profile, float(reach[1] - reach[0])))
    sharp = [w for w in widths if w > 0]
    return float(np.percentile(sharp, 30)) if sharp else 9.0


def _step_width(profile: npt.NDArray[Any], pitch: float) -> float:
    """Height of a step over its steepest slope; 0 where there is no step."""
    height = float(profile.max() - profile.min())
    slope = float(np.abs(np.gradient(profile)).max()) / pitch
    return height / slope if height > 25 and slope > 0 else 0.0


ADVICE: Final[Mapping[str, str]] = {
    "sizes": "sizes are uncertain ({sizes}): calibrate once on the cleared board, in good light, and take them over",
    "cut-off": "{outside} outside the picture: move the camera until all four tips show",
    "hidden": "{hidden} mostly hidden: take hands and things off and calibrate again",
    "block": "the block was hardly made out: compare how it is drawn (its sides or its corners towards the paths), or "
    "take hands off the cubes and calibrate again",
    "tip": "a path tip is uncertain: make sure that all four are in view",
    "small": "the board is small in the picture: move the camera closer",
    "flat": "the camera looks very flat over the table: raise it, stacks hide spaces",
    "steep": "the camera looks straight down: lower it, so that stacks can be counted",
    "dark": "the picture is dark: switch on a lamp",
    "bright": "the picture is too bright: dim or move the light",
    "blurred": "the picture is blurred: focus the camera and keep it still",
    "askew": "the strips do not lie as they should: push them against the holder, flat on the table",
}
"""Key, as the page has words for it -> the sentence of the terminal; most important first."""


def advice_keys(numbers: Mapping[str, Any], found: Found) -> list[str]:
    """What would make it better, most important first; empty when all is well."""
    applies = {
        "sizes": bool(numbers["unsure_sizes"]),
        "cut-off": bool(outside(found.tips_px, found.fit.camera.resolution_wh)),
        "hidden": bool(_hidden(found)),
        "block": found.proof.block < LEAST_BLOCK,
        "tip": max(numbers["tip_spread_px"].values()) > 2.5,
        "small": numbers["smallest_space_px"] < SMALL_SPACE_PX,
        "flat": numbers["elevation_deg"] < FLAT_DEG,
        "steep": numbers["elevation_deg"] > STEEP_DEG,
        "dark": numbers["brightness"] < DARK,
        "bright": numbers["brightness"] > BRIGHT or numbers["burnt_share"] > 0.2,
        "blurred": numbers["edge_width_px"] > BLURRED_PX,
        "askew": numbers["rms_px"] > 1.5,
    }
    return [key for key in ADVICE if applies[key]]


def advice(keys: Sequence[str], numbers: Mapping[str, Any], found: Found) -> list[str]:
    """The same as sentences."""
    sizes = ", ".join(key.replace("_", " ") for key in numbers["unsure_sizes"])
    # no letters: which path is called N may be settled only later
    hidden = _counted(len(_hidden(found)), "strip is", "strips are")
    away = _counted(len(outside(found.tips_px, found.fit.camera.resolution_wh)), "path tip lies", "path tips lie")
    return [ADVICE[key].format(sizes=sizes, hidden=hidden, outside=away) for key in keys]


def _counted(count: int, one: str, several: str) -> str:
    """So many of something, as a sentence begins with it."""
    return f"{count} {several}" if count > 1 else f"a {one}"


def outside(tips_px: Mapping[str, tuple[float, float]], resolution_wh: tuple[int, int]) -> list[str]:
    """Paths whose tip lies outside the picture."""
    return [arm for arm in ARMS if not _within(tips_px[arm], resolution_wh)]


def _within(at: tuple[float, float], resolution_wh: tuple[int, int]) -> bool:
    """Whether a point lies in the picture, or hardly beside it."""
    return all(-OUTSIDE_PX <= v <= most + OUTSIDE_PX for v, most in zip(at, resolution_wh, strict=True))


def _hidden(found: Found) -> list[str]:
    """Strips of which too little was seen."""
    return [arm for arm in ARMS if found.proof.arms[arm] < 4]


def grade(numbers: dict[str, Any], found: Found) -> str:
    """good, fair or poor."""
    if found.proof.agreement < 0.8 or max(numbers["tip_spread_px"].values()) > 4:
        return "poor"
    return "good" if not numbers["advice"] else "fair"
