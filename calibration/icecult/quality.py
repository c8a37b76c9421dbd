"""How good a calibration is, in numbers, and what to do about it, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from calibration.fitting.quality import (
    BLURRED_PX,
    BRIGHT,
    DARK,
    FLAT_DEG,
    STEEP_DEG,
    counted,
    edge_width_px,
    light,
    within,
)
from calibration.icecult.find import Found
from calibration.icecult.geometry import ARMS, Geometry, in_sight

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

SMALL_SPACE_PX = 18.0  # a space that shows smaller is hard to read
HARDLY_SEEN = 0.3  # of a single pawn: where the block leaves less in sight, it may well be overlooked
RAISE_MM = (20.0, 600.0)  # a step, and the most that a camera is asked to be raised
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
        "tip_spread_px": {arm: round(v, 2) for arm, v in proof.spread_px.items()},
        "elevation_deg": round(camera.elevation_deg, 1),
        "hfov_deg": round(camera.hfov_deg, 1),
        "smallest_space_px": round(smallest_space_px(found), 1),
        **{k: round(v, 2) for k, v in light(bgr, np.array([found.tips_px[a] for a in ARMS])).items()},
        "edge_width_px": round(edge_width_px(bgr, *edges_px(found)), 2),
        "unsure_sizes": list(unsure),
        "behind": behind_block(found.board, camera.position_mm),
        "raise_cm": higher_cm(found.board, camera.position_mm),
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


def edges_px(found: Found) -> tuple[Array, Array]:
    """Pixels on the strips' edges, one for each side of each space, and pixels 4 mm outside them."""
    board, half = found.board, found.board["path_width"] / 2
    spots = [
        [board.on_arm(arm, board.space_along_mm(space), side + d) for d in (0.0, 4.0)]
        for arm in ARMS
        for space in range(1, board.spaces + 1)
        for side in (-half, half)
    ]
    seen = found.fit.camera.project(np.array(spots).reshape(-1, 3)).reshape(-1, 2, 2)
    return seen[:, 0], seen[:, 1]


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
    "behind": "the block hides {behind}: raise the camera by some {raise_cm} cm, or icekeeper asks what stands there",
    "askew": "the paths do not lie as they should: push them against the base, flat on the table",
}
"""Key, as the page has words for it -> the sentence of the terminal; most important first."""


def advice_keys(numbers: Mapping[str, Any], found: Found) -> list[str]:
    """What would make it better, most important first; empty when all is well."""
    applies = {
        "sizes": bool(numbers["unsure_sizes"]),
        "cut-off": bool(outside(found.tips_px, found.fit.camera.resolution_wh)),
        "hidden": bool(_hidden(found)),
        "block": found.proof.base < LEAST_BLOCK,
        "tip": max(numbers["tip_spread_px"].values()) > 2.5,
        "small": numbers["smallest_space_px"] < SMALL_SPACE_PX,
        "flat": numbers["elevation_deg"] < FLAT_DEG,
        "steep": numbers["elevation_deg"] > STEEP_DEG,
        "dark": numbers["brightness"] < DARK,
        "bright": numbers["brightness"] > BRIGHT or numbers["burnt_share"] > 0.2,
        "blurred": numbers["edge_width_px"] > BLURRED_PX,
        "behind": bool(numbers["behind"]),
        "askew": numbers["rms_px"] > 1.5,
    }
    return [key for key in ADVICE if applies[key]]


def advice(keys: Sequence[str], numbers: Mapping[str, Any], found: Found) -> list[str]:
    """The same as sentences."""
    sizes = ", ".join(key.replace("_", " ") for key in numbers["unsure_sizes"])
    # no letters: which path is called N may be settled only later
    hidden = counted(len(_hidden(found)), "path is", "paths are")
    away = counted(len(outside(found.tips_px, found.fit.camera.resolution_wh)), "path tip lies", "path tips lie")
    behind = counted(len(numbers["behind"]), "space", "spaces")
    words = {"sizes": sizes, "hidden": hidden, "outside": away, "behind": behind, "raise_cm": numbers["raise_cm"]}
    return [ADVICE[key].format(**words) for key in keys]


def behind_block(board: Geometry, camera_mm: Array) -> list[str]:
    """The spaces of which the block hides so much from there that a single pawn may well be overlooked."""
    places = [(arm, space) for arm in ARMS for space in range(1, board.spaces + 1)]
    feet = [board.on_arm(arm, board.space_along_mm(space), 0.0, board["board_thickness"]) for arm, space in places]
    pawn, _ = in_sight(board, feet, camera_mm)
    return [f"{arm}{space}" for (arm, space), share in zip(places, pawn, strict=True) if share < HARDLY_SEEN]


def higher_cm(board: Geometry, camera_mm: Array) -> int:
    """How much higher the camera would see over the block, at most `RAISE_MM`; 0 where it does so already."""
    step, most = RAISE_MM
    lifts = [up for up in np.arange(0.0, most, step) if not behind_block(board, camera_mm + np.array([0.0, 0.0, up]))]
    return 5 * math.ceil(min(lifts, default=most) / 50)


def outside(tips_px: Mapping[str, tuple[float, float]], resolution_wh: tuple[int, int]) -> list[str]:
    """Paths whose tip lies outside the picture."""
    return [arm for arm in ARMS if not within(tips_px[arm], resolution_wh)]


def _hidden(found: Found) -> list[str]:
    """Strips of which too little was seen."""
    return [arm for arm in ARMS if found.proof.parts[arm] < 4]


def grade(numbers: dict[str, Any], found: Found) -> str:
    """good, fair or poor."""
    if found.proof.agreement < 0.8 or max(numbers["tip_spread_px"].values()) > 4:
        return "poor"
    return "good" if set(numbers["advice_keys"]) <= {"behind"} else "fair"
