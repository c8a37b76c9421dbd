"""Folders of pictures as a pair of files each that load in seconds, and as crops small enough to be carried home.

`NAME.npy` are the pixels of all pictures one after the other, `NAME.npz` where each begins and what is true of it.
`NAME.crops.npz` has no pictures but the places cut out of them with a margin, as one JPEG a table.
Either way a *view* is a small or large picture with its own camera, and every place is seen in one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from workshop.icecult.places.lessons import PLACES, arrays, resized, truths
from workshop.icecult.places.look import COLUMNS, WIDE_MM, eye_of, sight_of, top_reach_mm, virtual_camera

Array = npt.NDArray[Any]
TOPS = 4
CROPS = ".crops.npz"
MARGIN_ROWS, MARGIN_COLUMNS, MARGIN_FOOT = 176, 96, (140.0, 48.0)  # of a carried place, and where its foot is
ROWS_FINER, COLUMNS_FINER = 1.15, 1.1  # than the crops that are cut out of it
MARGIN_TOP = 112  # of a carried top
AT_ONCE = 64  # tables that are cut out before their sizes are added up
ACROSS = 8  # places side by side in the JPEG of a table
QUALITY = 90


@dataclass(frozen=True, slots=True)
class Pack:
    """The pictures of one folder and what is true of them."""

    name: str
    pixels: Array  # (m, 3) bytes: blue, green, red
    views: dict[str, Array]  # start (v,), hw (v, 2), camera (v, CAMERA)
    tables: dict[str, Array]  # name, focal (n,), place_view (n, PLACES), top_view (n, TOPS), and those of lessons

    def __len__(self) -> int:
        return len(self.tables["name"])


@dataclass(frozen=True, slots=True)
class Packing:
    """One picture to be put into the pixels of a pack."""

    picture: Path
    truth: dict[str, Any]
    pixels: Path
    start: int
    hw: tuple[int, int]


def make(folder: Path, out: Path, processes: int = 1, limit: int | None = None) -> Path:
    """Pack a folder; `out` without an ending."""
    found = list(islice(truths(folder), limit))
    if not found:
        raise ValueError(f"{folder}: no pictures with their truth (NAME.jpg and NAME.json)")
    sides = [_resized_hw(truth) for _, truth in found]
    starts = np.concatenate([[0], np.cumsum([height * width for height, width in sides])])
    out.parent.mkdir(parents=True, exist_ok=True)
    pixels = out.with_suffix(".npy")
    np.lib.format.open_memmap(pixels, "w+", np.uint8, (int(starts[-1]), 3)).flush()
    jobs = [
        Packing(picture, truth, pixels, int(start), hw)
        for (picture, truth), start, hw in zip(found, starts[:-1], sides, strict=True)
    ]
    if processes <= 1:
        told = [_put(job) for job in jobs]
    else:
        # processes of their own: OpenCV's threads and a GPU that was begun to be used do not survive a fork
        with get_context("spawn").Pool(processes, cv2.setNumThreads, (1,)) as pool:
            told = pool.map(_put, jobs, chunksize=8)
    tables = {key: np.array([each[key] for each in told]) for key in told[0] if key != "camera"}
    own = np.arange(len(told))
    views = {"start": starts[:-1], "hw": np.array(sides), "camera": np.array([each["camera"] for each in told])}
    tables["place_view"], tables["top_view"] = (np.repeat(own[:, None], many, 1) for many in (PLACES, TOPS))
    tables["focal"] = views["camera"][:, 12]
    tables["name"] = np.array([picture.stem for picture, _ in found])
    _save(out.with_suffix(".npz"), views, tables)
    return out


def _resized_hw(truth: dict[str, Any]) -> tuple[int, int]:
    """Rows and columns of a picture in a pack."""
    camera = truth["camera"]
    rows, columns, _ = resized(np.broadcast_to(np.zeros(3, np.uint8), (camera["height"], camera["width"], 3))).shape
    return rows, columns


def _put(job: Packing) -> dict[str, Array]:
    """Write one picture's pixels; what is true of it."""
    picture = cv2.imread(str(job.picture))
    if picture is None or picture.shape[:2] != (job.truth["camera"]["height"], job.truth["camera"]["width"]):
        raise ValueError(f"{job.picture}: expected a picture of the size that its truth says")
    pixels = np.load(job.pixels, mmap_mode="r+")
    count = job.hw[0] * job.hw[1]
    pixels[job.start : job.start + count] = resized(picture).reshape(-1, 3)
    return arrays(job.truth)


def _save(file: Path, views: dict[str, Array], tables: dict[str, Array]) -> None:
    """Write both kinds of arrays as one file."""
    parts: Any = {f"{part}.{key}": value for part, held in (("v", views), ("t", tables)) for key, value in held.items()}
    np.savez_compressed(file, **parts)


def load(file: Path) -> Pack:
    """A pack, whole pictures or carried crops; whole pictures stay on the disk until they are asked for."""
    if file.name.endswith(CROPS):
        return carried(file)
    views, tables = _parts(file.with_suffix(".npz"))
    return Pack(file.stem, np.load(file.with_suffix(".npy"), mmap_mode="r"), views, tables)


def _parts(file: Path) -> tuple[dict[str, Array], dict[str, Array]]:
    """The arrays of views and of tables."""
    with np.load(file, allow_pickle=False) as held:
        parts = [{key[2:]: held[key] for key in held.files if key.startswith(part)} for part in ("v.", "t.")]
    return parts[0], parts[1]


def packed(folder: Path, room: Path, processes: int = 1, limit: int | None = None) -> Pack:
    """The pack of a folder, made if it is not there; a file of carried crops is its own."""
    if folder.name.endswith(CROPS):
        return load(folder)
    out = room / f"{folder.parent.name}-{folder.name}{'' if limit is None else f'-{limit}'}"
    if not out.with_suffix(".npz").exists():
        make(folder, out, processes, limit)
    return load(out.with_suffix(".npz"))


def picture_of(pack: Pack, view: int) -> Array:
    """One view as a picture."""
    rows, columns = pack.views["hw"][view].tolist()
    start = int(pack.views["start"][view])
    return np.asarray(pack.pixels[start : start + rows * columns]).reshape(rows, columns, 3)


def carry(pack: Pack, out: Path, most_bytes: int | None = None, threads: int = 1) -> int:
    """Write the places and tops of a pack's tables as crops; how many tables there was room for."""
    jpegs, cameras, total = [], [], 0
    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, len(pack), AT_ONCE):
            for data, own in pool.map(partial(_carried, pack), range(first, min(first + AT_ONCE, len(pack)))):
                total += len(data) + own.nbytes
                if most_bytes is None or total <= most_bytes:
                    jpegs.append(data)
                    cameras.append(own)
            if most_bytes is not None and total > most_bytes:
                break
    kept = {key: value[: len(jpegs)] for key, value in pack.tables.items() if not key.endswith("_view")}
    ends = np.cumsum([len(data) for data in jpegs])
    views = {"jpeg": np.concatenate(jpegs), "ends": ends, "camera": np.array(cameras, np.float32)}
    _save(out, views, kept)
    return len(jpegs)


def _carried(pack: Pack, table: int) -> tuple[Array, Array]:
    """The places and tops of one table as a JPEG, and their cameras."""
    mosaic, own = _mosaic(pack, table)
    return np.asarray(cv2.imencode(".jpg", mosaic, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]), own


def cameras_of(pack: Pack, table: int) -> tuple[list[Array], list[tuple[int, int]]]:
    """For each place and top of a table: a camera that sees it alone with a margin, and the size of its picture."""
    tables = pack.tables
    cameras, sides = [], []
    for k, foot in enumerate(tables["foot"][table].astype(float)):
        eye = eye_of(np, pack.views["camera"][tables["place_view"][table, k]][None].astype(float))[0]
        row_mm = float(sight_of(np, eye[None], foot[None]).row_mm[0])
        finer = (ROWS_FINER / row_mm, COLUMNS_FINER * COLUMNS / WIDE_MM)
        cameras.append(virtual_camera(eye, foot, MARGIN_FOOT, finer))
        sides.append((MARGIN_ROWS, MARGIN_COLUMNS))
    for k, patch in enumerate(tables["top"][table].astype(float)):
        eye = eye_of(np, pack.views["camera"][tables["top_view"][table, k]][None].astype(float))[0]
        middle = (MARGIN_TOP - 1) / 2
        fine = middle / top_reach_mm(patch)
        cameras.append(virtual_camera(eye, patch[0], (middle, middle), (fine, fine)))
        sides.append((MARGIN_TOP, MARGIN_TOP))
    return cameras, sides


def _mosaic(pack: Pack, table: int) -> tuple[Array, Array]:
    """All places and tops of a table in one picture, and their cameras."""
    cameras, sides = cameras_of(pack, table)
    views = [*pack.tables["place_view"][table], *pack.tables["top_view"][table]]
    cuts = [
        recut(picture_of(pack, view), pack.views["camera"][view].astype(float), camera, hw)
        for view, camera, hw in zip(views, cameras, sides, strict=True)
    ]
    out = np.zeros((*_mosaic_hw(), 3), np.uint8)
    for cut, (top, left) in zip(cuts, _corners(), strict=True):
        out[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
    return out, np.array(cameras, np.float32)


def _corners() -> list[tuple[int, int]]:
    """Where each place and top is in the picture of a table."""
    found = [(k // ACROSS * MARGIN_ROWS, k % ACROSS * MARGIN_COLUMNS) for k in range(PLACES)]
    return [*found, *((PLACES // ACROSS * MARGIN_ROWS, k * MARGIN_TOP) for k in range(TOPS))]


def _mosaic_hw() -> tuple[int, int]:
    return PLACES // ACROSS * MARGIN_ROWS + MARGIN_TOP, ACROSS * MARGIN_COLUMNS


def recut(picture: Array, camera: Array, other: Array, hw: tuple[int, int]) -> Array:
    """The picture as another camera at the same place would have taken it."""
    rows, columns = np.meshgrid(np.arange(hw[0]), np.arange(hw[1]), indexing="ij")
    fx, fy, cx, cy = other[12:16]
    rays = np.stack([(columns - cx) / fx, (rows - cy) / fy, np.ones(hw)], -1).reshape(-1, 3)
    turn, lens = other[:9].reshape(3, 3), camera[16:21]
    seen = rays @ turn @ camera[:9].reshape(3, 3).T
    k = np.array([[camera[12], 0, camera[14]], [0, camera[13], camera[15]], [0, 0, 1]])
    xy = cv2.projectPoints(seen, np.zeros(3), np.zeros(3), k, lens)[0].reshape(*hw, 2).astype(np.float32)
    xy[(seen[:, 2] < 1e-3).reshape(hw)] = -1e4
    return np.asarray(cv2.remap(picture, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT))


def carried(file: Path) -> Pack:
    """A pack of carried crops: every place is a picture of its own."""
    views, tables = _parts(file)
    pixels, sides = [], [(MARGIN_ROWS, MARGIN_COLUMNS)] * PLACES + [(MARGIN_TOP, MARGIN_TOP)] * TOPS
    for start, end in zip([0, *views["ends"][:-1]], views["ends"], strict=True):
        mosaic = np.asarray(cv2.imdecode(views["jpeg"][start:end], cv2.IMREAD_COLOR))
        for (top, left), (rows, columns) in zip(_corners(), sides, strict=True):
            pixels.append(mosaic[top : top + rows, left : left + columns].reshape(-1, 3))
    count, each = len(views["ends"]), PLACES + TOPS
    starts = np.concatenate([[0], np.cumsum([len(part) for part in pixels])])[:-1]
    own = np.arange(count * each).reshape(count, each)
    tables |= {"place_view": own[:, :PLACES], "top_view": own[:, PLACES:]}
    cameras = views["camera"].reshape(count * each, -1)
    held = {"start": starts, "hw": np.array(sides * count), "camera": cameras}
    return Pack(file.name.removesuffix(CROPS), np.concatenate(pixels), held, tables)


def only(pack: Pack, wanted: Sequence[int]) -> Pack:
    """The same pack with some of its tables alone."""
    chosen = np.asarray(wanted, int)
    return Pack(pack.name, pack.pixels, pack.views, {key: value[chosen] for key, value in pack.tables.items()})
