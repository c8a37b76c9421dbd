"""Pictures with truth, as the tensors the networks learn from."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.icecult.board import COLOURS, SLOTS
from vision.icecult.read.cubes import cube_class
from vision.icecult.read.rectify import (
    LEVELS,
    PATHS,
    SPACES,
    Array,
    SpaceView,
    corners,
    cube_patches,
    space_centre_mm,
    table_patch,
    view_of,
)
from workshop.icecult.reader.strays import FAINT_PX, strays, take_in

Json = dict[str, Any]
MUST_SEE_PX = 15  # a pawn on the table that shows less is neither wanted nor unwanted
MAX_PAWNS = 48
RIDING = 2  # how many heights above the table are told apart, for pawns beside the paths
SIZES = {"stack_pitch": 11.0, "cone_foot_size": 26.0, "cone_height": 34.0}
SIZE_ERROR = 0.08  # how far the sizes that a profile has may be from the truth
NOBODY_MEASURED = 0.5  # share of the profiles that take the pawns' feet and heights for the usual ones
AT_ONCE = 64  # pictures in memory


@dataclass(frozen=True, slots=True)
class Example:
    """One picture and what is true of it."""

    name: str
    difficulty: str
    bgr: Array  # (H, W, 3)
    camera: Array  # as `pack_camera`
    arrays: dict[str, Array]
    mask: Array | None = None  # (H, W): hands 255, things 128, where it is known


def pack_camera(camera: Json) -> Array:
    """(22,): R row by row, t, fx fy cx cy, k1 k2 p1 p2 k3, width."""
    k = np.array(camera["K"], float)
    parts = [np.array(camera["R_world_to_camera"], float).ravel(), np.array(camera["t_world_to_camera_mm"], float)]
    parts += [np.array([k[0, 0], k[1, 1], k[0, 2], k[1, 2]]), np.array(camera["distortion_k1k2p1p2k3"], float)]
    return np.concatenate([*parts, [camera["width"]]]).astype(np.float32)


def eye_of(camera: Json) -> Array:
    """Where the camera is, in mm of the table."""
    r, t = np.array(camera["R_world_to_camera"]), np.array(camera["t_world_to_camera_mm"])
    return np.asarray(-r.T @ t)


def stack_arrays(truth: Json) -> dict[str, Array]:
    """Truth of the 20 spaces: colours by level, share in view, foot position, whether each pawn can be seen."""
    levels = np.zeros((SPACES, LEVELS), np.int64)
    share, plain = np.zeros(SPACES, np.float32), np.zeros(SPACES, np.float32)
    foot = np.full((SPACES, 2), np.nan, np.float32)
    faint = {p["where"] for p in truth["pawns"] if p["where"][1:].isdigit() and p["visible_px"] < FAINT_PX}
    for pawn in truth["pawns"]:
        if pawn["where"][1:].isdigit() and pawn["level"] == 0:
            foot[PATHS.index(pawn["where"][0]) * 5 + int(pawn["where"][1:])] = pawn["foot_mm"][:2]
    for a, path in enumerate(PATHS):
        for i, stack in enumerate(truth["observation"]["paths"][path]):
            k = a * 5 + i
            for level, colour in enumerate(stack[:LEVELS]):
                levels[k, level] = COLOURS.index(colour) + 1
            share[k] = truth["visibility"]["spaces"][f"{path}{i + 1}"]
            if f"{path}{i}" in faint:
                share[k] = min(share[k], 0.4)
            plain[k] = share[k] >= 0.8
    return {"levels": levels, "share": share, "plain": plain, "foot": foot}


def table_arrays(truth: Json) -> dict[str, Array]:
    """Pawns at the start and beyond the tips: x, y, colour, how high, whether seen; -1 pads."""
    rows = [
        [*p["foot_mm"][:2], COLOURS.index(p["color"][0]), min(p["level"], RIDING), p["visible_px"] >= MUST_SEE_PX]
        for p in truth["pawns"]
        if not p["where"][1:].isdigit()
    ]
    out = np.full((MAX_PAWNS, 5), -1, np.float32)
    out[: len(rows)] = rows[:MAX_PAWNS] if rows else out[:0]
    hands = truth.get("scene", {}).get("hands", truth.get("hands", []))
    return {"pawns": out, "hand": np.array([1.0 if hands else 0.0], np.float32)}


def cube_arrays(truth: Json) -> dict[str, Array]:
    """Classes and shares in view of the cube tops, in the order of SLOTS."""
    diagonal = corners(truth["geometry"])
    seen = [truth["observation"]["cubes"][slot] for slot in SLOTS]
    labels = [cube_class(c["symbol"], c["facing"], diagonal) for c in seen]
    share = [truth["visibility"]["cubes"][slot] for slot in SLOTS]
    return {"cube_class": np.array(labels), "cube_share": np.array(share, np.float32)}


def known_sizes(truth: Json, standard: bool) -> Json:
    """The pawns' sizes as a profile has them: the standard ones, or nearly the true ones."""
    if standard:
        return SIZES
    rng = np.random.default_rng([int(truth.get("seed") or 0), 77])
    sizes = {key: truth["geometry"][key] * (1 + rng.uniform(-SIZE_ERROR, SIZE_ERROR)) for key in SIZES}
    if rng.random() < NOBODY_MEASURED:
        sizes |= {key: SIZES[key] for key in ("cone_foot_size", "cone_height")}
    return sizes


def rises_of(truth: Json, filled: Array) -> Array:
    """(20,): how far each stack rises; those of a lesson may rise in their own way."""
    usual, poses = float(truth["geometry"]["stack_pitch"]), truth.get("scene", {}).get("placement", {})
    own = [poses.get(f"{path}{i}", {}).get("rise_mm", usual) for path in PATHS for i in range(SPACES // len(PATHS))]
    return np.where(filled, own, usual).astype(np.float32)


def view_of_each(geometry: Json, feet_mm: Array, rises_mm: Array, eye: Array) -> SpaceView:
    """As `view_of`, each place with a rise of its own."""
    views = [
        view_of({**geometry, "stack_pitch": float(rise)}, [foot], eye)
        for foot, rise in zip(feet_mm, rises_mm, strict=True)
    ]
    return SpaceView(*(np.concatenate([getattr(view, name) for view in views]) for name in SpaceView.__slots__))


def space_arrays(truth: Json, standard: bool = False, learn: bool = False) -> dict[str, Array]:
    """The spaces and what is true of them; to learn from, pawns beside the paths take the place of empty ones."""
    camera, geometry = truth["camera"], truth["geometry"]
    eye = eye_of(camera)
    arms = truth.get("scene", {}).get("board", {}).get("arm_pose", {})
    half = {arm: {key: value / 2 for key, value in pose.items()} for arm, pose in arms.items()}
    arrays = stack_arrays(truth)
    arrays["space_foot"] = np.array([space_centre_mm(geometry, p, i, half.get(p)) for p in PATHS for i in range(5)])
    arrays["pitch"] = rises_of(truth, arrays["levels"][:, 0] > 0)
    if learn:
        take_in(arrays, strays(truth, eye))
    known = known_sizes(truth, standard)
    rises = arrays["pitch"] * known["stack_pitch"] / geometry["stack_pitch"]
    view = view_of_each({**geometry, **known}, arrays["space_foot"], rises, eye)
    arrays["space_foot"] = arrays["space_foot"].astype(np.float32)
    return {
        **arrays,
        "space_patch": view.patches.astype(np.float32),
        "space_facts": view.facts,
        "slot_rows": view.slot_rows,
    }


def geometry_arrays(truth: Json) -> dict[str, Array]:
    """Patches of the cubes and the table, and sizes."""
    camera, geometry = truth["camera"], truth["geometry"]
    eye = eye_of(camera)
    return {
        "eye": eye.astype(np.float32),
        "cone_foot": np.array([geometry["cone_foot_size"]], np.float32),
        "cube_patch": cube_patches(geometry).astype(np.float32),
        "table_patch": table_patch(eye).astype(np.float32),
        "camera": pack_camera(camera),
    }


def load(file: Path, standard: bool = False, learn: bool = False) -> Example | None:
    """The example of a truth file, or None where it has no picture or observation."""
    truth = json.loads(file.read_text())
    picture = next((p for s in (".jpg", ".png") if (p := file.with_suffix(s)).exists()), None)
    if picture is None or "observation" not in truth or "visibility" not in truth:
        return None
    bgr = np.asarray(cv2.imread(str(picture)))
    arrays = geometry_arrays(truth) | space_arrays(truth, standard, learn) | table_arrays(truth) | cube_arrays(truth)
    drawn = file.with_suffix(".mask.png")
    mask = mask_in(drawn, bgr.shape[1::-1]) if drawn.is_file() else None
    return Example(file.stem, str(truth.get("difficulty") or "other"), bgr, arrays.pop("camera"), arrays, mask)


def mask_in(file: Path, wh: Sequence[int]) -> Array:
    """What the lab drew of hands and things, in the size of its picture."""
    drawn = np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE))
    return np.asarray(cv2.resize(drawn, tuple(wh), interpolation=cv2.INTER_NEAREST))


def load_or_skip(file: Path, standard: bool, learn: bool) -> Example | None:
    """As `load`, but a truth file of another kind is named and left out."""
    try:
        return load(file, standard, learn)
    except (KeyError, ValueError, TypeError) as error:
        print(f"{file}: left out, no truth of a table ({error!r})", flush=True)
        return None


def held_out(names: Sequence[str]) -> set[str]:
    """One picture in sixteen, by its name; the first one where there are too few."""
    held = {name for name in names if zlib.crc32(name.encode()) % 16 == 0}
    return held if 0 < len(held) < len(names) else set(names[:1])


def load_folders(
    folders: Sequence[Path],
    limit: int | None = None,
    standard: bool = False,
    learn: bool = False,
    wanted: Callable[[str], bool] = lambda name: True,
) -> Iterator[Example]:
    """The wanted examples of some folders, in name order and few at a time: thousands of pictures fill any memory.

    Pawns are taken for `standard` ones, as a new profile has them; to `learn` from, those beside the paths count too.
    """
    files = [f for folder in folders for f in sorted(folder.glob("*.json"))][:limit]
    files = [file for file in files if wanted(file.stem)]
    with ThreadPoolExecutor(8) as pool:
        for k in range(0, len(files), AT_ONCE):
            for example in pool.map(lambda file: load_or_skip(file, standard, learn), files[k : k + AT_ONCE]):
                if example is not None:
                    yield example
