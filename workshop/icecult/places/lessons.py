"""From a picture's truth to what there is to learn: every place where pawns may stand, and the tops."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.icecult.geometry import in_sight
from engine.icecult.board import COLOURS, SLOTS
from vision.icecult.read.cubes import cube_class
from vision.icecult.read.rectify import (
    LEVELS,
    OUTWARD,
    PATHS,
    SPACES,
    board_of,
    corners,
    cube_patches,
    space_centre_mm,
)
from workshop.icecult.places.look import camera_vector

Array = npt.NDArray[Any]
Json = dict[str, Any]
PLACES = 32  # of a table: its spaces, then places beside the paths, then spots where nothing stands
BESIDE, NOTHING = SPACES, SPACES + 1  # kinds of places; a space's kind is its number
LONGEST_PX = 1280  # of a picture's sides
FAINT_PX = 25.0  # of a picture of that size: a stack with a pawn that shows less is no lesson
LEAST_SHARE, PLAIN_SHARE = 0.5, 0.8  # in view, of a lesson, and of what is in plain view
CLEAR_MM = 32.0  # from every pawn, of a spot where nothing stands
LYING_MM = 7.0  # no path is so thick
ASKEW = ("yaw_deg", "across_mm", "along_mm")
REACH_MM = 300.0  # of such spots from the middle of the board
UNKNOWN = -1.0  # a share that nobody measured


@dataclass(frozen=True, slots=True)
class PlaceTruth:
    """One place where pawns may stand, and what stands there."""

    kind: int
    foot: Array  # (3,) where a profile has it, in mm
    way: Array  # (2,) outwards along its path; nothing beside the paths
    stack: str  # from the top down
    share: float  # in view, or UNKNOWN
    lesson: bool  # whether the stack can be read off the picture
    tall_mm: float  # of what stands there
    at: Array  # (3,) where its lowest pawn really stands; the foot where none does


def code(stack: str) -> Array:
    """(LEVELS,): 1 to 4 for r, y, g, b, from the top down, 0 behind the last."""
    out = np.zeros(LEVELS, np.uint8)
    out[: len(stack)] = [COLOURS.index(letter) + 1 for letter in stack]
    return out


def resized(picture: Array) -> Array:
    """The picture with its longer side at most `LONGEST_PX`."""
    scale = LONGEST_PX / max(picture.shape[:2])
    if scale >= 1:
        return picture
    height, width = (round(side * scale) for side in picture.shape[:2])
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA))


def scale_of(camera: Json) -> float:
    """How much a picture of this camera is resized."""
    return min(1.0, LONGEST_PX / float(max(camera["width"], camera["height"])))


def heaps_of(truth: Json) -> dict[str, list[Json]]:
    """The pawns by where they stand, the lowest first."""
    out: dict[str, list[Json]] = {}
    for pawn in sorted(truth["pawns"], key=lambda pawn: int(pawn["level"])):
        out.setdefault(pawn["where"], []).append(pawn)
    return out


def readable(heap: list[Json], scale: float) -> bool:
    """Whether every pawn of a heap stands and shows enough to be counted."""
    seen = min(pawn["visible_px"] for pawn in heap) * scale**2
    return seen >= FAINT_PX and not lies(heap[0]) and len(heap) <= LEVELS


def lies(lowest: Json) -> bool:
    """Whether a pawn lies on its side: not every world says so, but the middle of its foot is in the air then."""
    return bool(lowest.get("lying")) or lowest["foot_mm"][2] > LYING_MM


def top_down(heap: list[Json]) -> str:
    """A heap as letters from the top down."""
    return "".join(pawn["color"][0] for pawn in reversed(heap))[:LEVELS]


def stands_at(heap: list[Json], foot: Array) -> Array:
    """Where the lowest pawn of a heap stands."""
    return np.array(heap[0]["foot_mm"], float) if heap else foot


def tall_mm(truth: Json, count: int) -> float:
    """How tall a stack of so many pawns is."""
    geometry = truth["geometry"]
    return float(geometry["cone_height"] + (count - 1) * geometry["stack_pitch"]) if count else 0.0


def askew(truth: Json) -> dict[str, dict[str, float]]:
    """How each path lies, as far as a profile can say it."""
    poses = truth.get("scene", {}).get("board", {}).get("arm_pose", {})
    return {path: {key: float(poses.get(path, {}).get(key, 0.0)) for key in ASKEW} for path in PATHS}


def spaces(truth: Json) -> Iterator[PlaceTruth]:
    """The 20 spaces, each where a profile has it that knows half of how askew its path lies."""
    scale, heaps = scale_of(truth["camera"]), heaps_of(truth)
    half = {path: {key: value / 2 for key, value in pose.items()} for path, pose in askew(truth).items()}
    for k in range(SPACES):
        path, number = PATHS[k // 5], k % 5
        foot = space_centre_mm(truth["geometry"], path, number, half.get(path))
        heap, share = heaps.get(f"{path}{number}", []), float(truth["visibility"]["spaces"][f"{path}{number + 1}"])
        text = truth["observation"]["paths"][path][number][::-1]
        lesson = share >= LEAST_SHARE and (not text or (len(heap) == len(text) and readable(heap, scale)))
        at = stands_at(heap, foot)
        yield PlaceTruth(k, foot, np.array(OUTWARD[path]), text[:LEVELS], share, lesson, tall_mm(truth, len(text)), at)


def beside(truth: Json, eye: Array) -> Iterator[PlaceTruth]:
    """Stacks at the start, at the goal and wherever else beside the paths."""
    scale = scale_of(truth["camera"])
    heaps = {where: heap for where, heap in heaps_of(truth).items() if not where[1:].isdigit()}
    sizes = {where: _size(heap[-1], eye) for where, heap in heaps.items()}
    whole = max(1.0, float(np.quantile(list(sizes.values()), 0.9))) if sizes else 1.0
    for where, heap in heaps.items():
        share = min(1.0, sizes[where] / whole)
        lesson = share >= LEAST_SHARE / 2 and readable(heap, scale)
        foot = np.array([*heap[0]["foot_mm"][:2], 0.0])
        at = stands_at(heap, foot)
        yield PlaceTruth(BESIDE, foot, np.zeros(2), top_down(heap), share, lesson, tall_mm(truth, len(heap)), at)


def _size(pawn: Json, eye: Array) -> float:
    """How much of a pawn shows, whatever its distance."""
    return float(pawn["visible_px"]) * float(np.sum((np.array(pawn["foot_mm"], float) - eye) ** 2))


def nothing(truth: Json, eye: Array, count: int) -> list[PlaceTruth]:
    """Spots on the board and the table on which nothing stands and that the block does not hide."""
    rng = np.random.default_rng([int(truth.get("seed") or 0), 43])
    feet = np.array([pawn["foot_mm"][:2] for pawn in truth["pawns"]], float).reshape(-1, 2)
    board = board_of(truth["geometry"])
    found: list[PlaceTruth] = []
    while len(found) < count:
        at = np.array([*rng.uniform(-REACH_MM, REACH_MM, 2), rng.uniform(0.0, 3.0)])
        near = np.linalg.norm(feet - at[:2], axis=1).min(initial=REACH_MM)
        if np.abs(at[:2]).max() < board["base_size"] or near < CLEAR_MM:
            continue
        lesson = bool(in_sight(board_of(truth["geometry"]), [at], eye)[1][0] > LEAST_SHARE)
        found.append(PlaceTruth(NOTHING, at, np.zeros(2), "", UNKNOWN, lesson, 0.0, at))
    return found


def places(truth: Json) -> list[PlaceTruth]:
    """PLACES places of a picture: always as many, so that every step of a training has the same shape.

    Of many beside the paths some are left out, whichever.
    """
    camera = truth["camera"]
    turn, shift = np.array(camera["R_world_to_camera"]), np.array(camera["t_world_to_camera_mm"])
    eye = np.asarray(-turn.T @ shift)
    others = list(beside(truth, eye))
    order = np.random.default_rng([int(truth.get("seed") or 0), 44]).permutation(len(others))
    found = [*spaces(truth), *(others[k] for k in order[: PLACES - SPACES - 1])]
    return [*found, *nothing(truth, eye, PLACES - len(found))]


def arrays(truth: Json) -> dict[str, Array]:
    """All that is learned of one picture, but for the picture."""
    found, geometry = places(truth), truth["geometry"]
    scale, diagonal = scale_of(truth["camera"]), corners(truth["geometry"])
    tops = [truth["observation"]["cubes"][slot] for slot in SLOTS]
    shares = [truth["visibility"]["cubes"][slot] if top else 0.0 for slot, top in zip(SLOTS, tops, strict=True)]
    classes = [cube_class(top["symbol"], top["facing"], diagonal) if top else 0 for top in tops]
    camera = camera_vector(truth["camera"], scale)
    return {
        "camera": camera.astype(np.float32),
        "kind": np.array([place.kind for place in found], np.int8),
        "foot": np.array([place.foot for place in found], np.float32),
        "at": np.array([place.at for place in found], np.float32),
        "way": np.array([place.way for place in found], np.float32),
        "stack": np.array([code(place.stack) for place in found]),
        "share": np.array([place.share for place in found], np.float32),
        "lesson": np.array([place.lesson for place in found]),
        "tall": np.array([place.tall_mm for place in found], np.float32),
        "rise": np.float32(geometry["stack_pitch"]),
        "diagonal": np.bool_(diagonal),
        "top": np.array(cube_patches(geometry), np.float32),
        "top_class": np.array(classes, np.int16),
        "top_share": np.array(shares, np.float32),
    }


def truths(folder: Path) -> Iterator[tuple[Path, Json]]:
    """The pictures of a folder that have their truth beside them, in the order of their names."""
    for file in sorted(folder.glob("*.json")):
        picture = file.with_suffix(".jpg")
        if picture.exists():
            truth = json.loads(file.read_text(encoding="utf-8"))
            if "observation" in truth and "visibility" in truth:
                yield picture, truth
