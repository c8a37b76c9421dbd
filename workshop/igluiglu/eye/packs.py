"""A folder of pictures as arrays that load in seconds: each board seen flat, each whole picture small, what is true.

`NAME.flat.npy` are the boards as `flat.WHOLE` shows them by the truth, `NAME.view.npy` whole pictures as the network
that finds the board sees them, `cards-NAME.npz` the round cards with their numbers, and `NAME.npz` what is true of
boards and views.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.fitting.overview import letterbox
from calibration.igluiglu.flat import WHOLE, seen_flat
from vision.igluiglu.kinds import KINDS
from vision.igluiglu.read.cards import AROUND, TOKEN_PX
from vision.igluiglu.read.counting import FOUR
from workshop.igluiglu.eye.lessons import Json, arrays, true_grid, truths

Array = npt.NDArray[Any]
VIEW_WH = (480, 360)
"""A quarter finer than what is looked at: a lesson may be seen from nearer."""
ROOM = 1.4  # times what is looked at of a card, so that it may be moved and turned
CARD_PX = round(TOKEN_PX * ROOM)
CARDS = ("card", "number", "angle", "legible")


@dataclass(frozen=True, slots=True)
class Pack:
    """The pictures of one folder and what is true of them."""

    out: Path  # without an ending
    flat: Array  # (n, rows, columns, 3) bytes
    view: Array  # (n, rows, columns, 3) bytes
    tables: dict[str, Array]

    def __len__(self) -> int:
        return len(self.tables["name"])

    @property
    def name(self) -> str:
        return self.out.name


@dataclass(frozen=True, slots=True)
class Packing:
    """One picture to be put into a pack."""

    picture: Path
    truth: Json
    out: Path
    at: int


def files(out: Path) -> tuple[Path, Path, Path]:
    """Flat boards, views and truths of a pack."""
    return (
        out.with_name(out.name + ".flat.npy"),
        out.with_name(out.name + ".view.npy"),
        out.with_name(out.name + ".npz"),
    )


def make(folder: Path, out: Path, processes: int = 1, limit: int | None = None) -> None:
    """Pack a folder; `out` without an ending."""
    found = list(islice(truths(folder), limit))
    if not found:
        raise ValueError(f"{folder}: no pictures with their truth (NAME.jpg and NAME.json)")
    out.parent.mkdir(parents=True, exist_ok=True)
    flat, view, said = files(out)
    for file, (rows, columns) in ((flat, WHOLE.hw), (view, VIEW_WH[::-1])):
        np.lib.format.open_memmap(file, "w+", np.uint8, (len(found), rows, columns, 3)).flush()
    jobs = [Packing(picture, truth, out, at) for at, (picture, truth) in enumerate(found)]
    if processes <= 1:
        told = [_put(job) for job in jobs]
    else:
        # processes of their own: OpenCV's threads and a GPU that was begun to be used do not survive a fork
        with get_context("spawn").Pool(processes, cv2.setNumThreads, (1,)) as pool:
            told = pool.map(_put, jobs, chunksize=8)
    good = [each for each in told if each is not None]
    tables: Any = {key: np.array([each[key] for each in good]) for key in good[0] if key not in CARDS}
    cards: Any = {key: np.concatenate([each[key] for each in good]) for key in CARDS}
    np.savez(cards_file(out), **cards)
    part = said.with_name(f"part-{said.name}")
    np.savez_compressed(part, **tables)
    part.replace(said)  # whoever waits for a pack sees a whole one


def _put(job: Packing) -> dict[str, Array] | None:
    """Write one picture's pixels; what is true of it, and None where it is no lesson."""
    bgr: Any = cv2.imread(str(job.picture))
    if bgr is None:
        return None
    try:
        grid, true = true_grid(job.truth), arrays(job.truth)
    except (KeyError, ValueError, TypeError, cv2.error) as error:
        print(f"{job.picture}: left out: {error!r}", flush=True)
        return None
    flat, view, _ = files(job.out)
    whole = seen_flat(bgr, grid, grid.quarter, WHOLE)
    np.load(flat, mmap_mode="r+")[job.at] = whole
    true |= cards_of(whole, true)
    small, zoom = letterbox(bgr, VIEW_WH)
    np.load(view, mmap_mode="r+")[job.at] = small
    true["view_corners"] = ((true["corners"] + 0.5) * zoom - 0.5).astype(np.float32)
    shown = [round(side * zoom) for side in (bgr.shape[1], bgr.shape[0])]
    return {**true, "view_wh": np.array(shown, np.int16), "at": np.array(job.at), "name": np.array(job.picture.stem)}


def cards_file(out: Path) -> Path:
    """The cards of a pack."""
    return out.with_name(f"cards-{out.name}.npz")


def cards_of(whole: Array, true: dict[str, Array]) -> dict[str, Array]:
    """The cards of one board that are in view: how each looks, its number from 0, its way, whether it can be read."""
    seen = np.flatnonzero((true["token"][:, 3] > 0) & np.isfinite(true["token_at"][:, 0]))
    side = float(true["token_size"]) * AROUND * ROOM * WHOLE.px
    step = (np.arange(CARD_PX, dtype=np.float32) + 0.5) / CARD_PX * side - side / 2
    pixels = np.zeros((len(seen), CARD_PX, CARD_PX, 3), np.uint8)
    for k, (x, y) in enumerate(WHOLE.pixels(true["token_at"][seen])):
        columns, rows = np.meshgrid(step + np.float32(x), step + np.float32(y))
        pixels[k] = cv2.remap(whole, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    kind, value, legible = true["token"][seen, :3].T
    number = np.where(kind == KINDS.index("bear"), FOUR, value - 1).astype(np.int64)
    said = (pixels, number, true["token_angle"][seen], legible > 0)
    return dict(zip(CARDS, said, strict=True))


def load(out: Path) -> Pack:
    """A pack; its pixels stay on the disk until they are asked for."""
    flat, view, said = files(out)
    with np.load(said) as held:
        tables = {key: held[key] for key in held.files}
    return Pack(out, np.load(flat, mmap_mode="r"), np.load(view, mmap_mode="r"), tables)


def packed(folder: Path, room: Path, processes: int = 1, limit: int | None = None) -> Pack:
    """The pack of a folder, made if it is not there."""
    out = room / f"{folder.parent.name}-{folder.name}{'' if limit is None else f'-{limit}'}"
    if not files(out)[2].exists():
        make(folder, out, processes, limit)
    return load(out)
