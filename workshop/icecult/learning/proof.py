"""Two readers of the same pictures, none of which they learned from, compared in pairs."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.icecult.build import make_profile
from calibration.icecult.certainty import unmeasured_pawns
from calibration.icecult.find import Finder
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import ArmPose, TableProfile
from engine.core.errors import IcekeeperError
from engine.icecult.board import SLOTS
from vision.icecult.observation import PATHS
from vision.icecult.read.observer import Observer
from vision.icecult.read.rectify import SPACES
from workshop.icecult.learning.judging import Compared, JudgedTable, pairs, report
from workshop.icecult.learning.served import Eyes
from workshop.icecult.places.lessons import LEAST_SHARE, askew, spaces, truths

Array = npt.NDArray[Any]
Json = dict[str, Any]
TODAY = "today"
SHIFT, ROLL = 0.0015, 0.003  # radians by which a camera is taken to be turned: a few pixels
Sure = tuple[str, float]
UNREAD: Sure = ("-", 0.0)


class StillReader(Protocol):
    """Reads one picture: for each space and each top what it shows and how likely that is."""

    def __call__(self, bgr: Array, profile: TableProfile) -> tuple[list[Sure], list[Sure]]: ...


def reader_of(name: str) -> StillReader:
    """`today`, or the networks of a folder."""
    return as_today if name == TODAY else exported(Path(name))


def exported(folder: Path) -> StillReader:
    """The networks of a folder."""

    def read(bgr: Array, profile: TableProfile) -> tuple[list[Sure], list[Sure]]:
        seen = Eyes(folder / "places.onnx", folder / "tops.onnx", profile).read(bgr)
        best = [max(guesses, key=lambda guess: guess.weight) for guesses in seen.stacks]
        return [(guess.text, guess.weight) for guess in best], seen.tops

    return read


def as_today(bgr: Array, profile: TableProfile) -> tuple[list[Sure], list[Sure]]:
    """The reader that is shipped."""
    seen = Observer(profile).read(bgr)
    stacks = [
        UNREAD if text is None else (text, seen.confidences.get(f"{path}{k}", 0.0))
        for path in PATHS
        for k, text in enumerate(seen.paths[path], 1)
    ]
    tops = [UNREAD if (top := seen.cubes[slot]) is None else (str(top), top.confidence) for slot in SLOTS]
    return stacks, tops


@cache
def finder() -> Finder:
    return Finder()


def turned_profile(truth: Json, rng: np.random.Generator) -> TableProfile:
    """A perfect calibration whose camera is turned by a few pixels; it knows the board and not its pawns."""
    camera = truth["camera"]
    wh, k = (camera["width"], camera["height"]), camera["K"]
    small = cv2.Rodrigues(np.array([*rng.normal(0, SHIFT, 2), rng.normal(0, ROLL)]))[0]
    turn = small @ np.array(camera["R_world_to_camera"])
    x, y, z = cv2.Rodrigues(turn)[0].ravel().tolist()
    shift = small @ np.array(camera["t_world_to_camera_mm"])
    off = Camera(
        *(wh, k[0][0], (k[0][2], k[1][2]), tuple(camera["distortion_k1k2p1p2k3"]), (x, y, z)),
        (float(shift[0]), float(shift[1]), float(shift[2])),
    )
    arms = {arm: ArmPose(**pose) for arm, pose in askew(truth).items()}
    tips = {arm: tuple(truth["pixels"]["arms"][arm]["tip"]) for arm in ARMS}
    known = make_geometry().values
    board = make_geometry({key: value for key, value in truth["geometry"].items() if key in known})
    return TableProfile(wh, board.to_json(), off, arms, tips).sized(unmeasured_pawns())


def tips_profile(bgr: Array, truth: Json, off_px: float, rng: np.random.Generator) -> TableProfile:
    """What is made of four tips that are so far off, where only the layout is known."""
    tips = np.array([truth["pixels"]["arms"][arm]["tip"] for arm in ARMS])
    angle = rng.uniform(0, 2 * np.pi, len(tips))
    tips = tips + off_px * np.column_stack([np.cos(angle), np.sin(angle)])
    board = make_geometry({"exit": truth["geometry"].get("exit", "sides")})
    return make_profile(bgr, finder().from_tips(bgr, tips, board), "tips")


def table_of(name: str, truth: Json, read: tuple[list[Sure], list[Sure]]) -> JudgedTable:
    """What was read beside what could be read."""
    table = JudgedTable(name)
    for place, (text, sure) in zip(spaces(truth), read[0], strict=False):
        if place.lesson:
            table.spaces.append(Compared(place.stack[::-1], text, sure))
    for slot, (text, sure) in zip(SLOTS, read[1], strict=True):
        top = truth["observation"]["cubes"][slot]
        if top and truth["visibility"]["cubes"][slot] >= LEAST_SHARE:
            facing = {"arc": ":", "circle": ""}.get(top["symbol"], ">") + (top["facing"] or "")
            table.tops.append(Compared(top["symbol"] + facing, text, sure))
    return table


def profile_for(bgr: Array, name: str, truth: Json, tips: float | None) -> TableProfile | None:
    """The profile with which both readers look at a picture; none where no board is found."""
    rng = np.random.default_rng([int(truth.get("seed") or 0), 7])
    try:
        return turned_profile(truth, rng) if tips is None else tips_profile(bgr, truth, tips, rng)
    except IcekeeperError as error:
        print(f"{name}: {error}", flush=True)
        return None


def both(job: tuple[str, str, Path, float | None]) -> list[tuple[JudgedTable, float]]:
    """What two readers make of one picture, and how long each takes; nothing where no board is found."""
    one, other, picture, tips = job
    truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
    bgr = np.asarray(cv2.imread(str(picture)))
    profile = profile_for(bgr, picture.stem, truth, tips)
    if profile is None:
        return []
    out = []
    for name in (one, other):
        began = time.perf_counter()
        try:
            said = reader_of(name)(bgr, profile)
        except IcekeeperError as error:
            print(f"{picture.stem}: {error}", flush=True)
            said = ([UNREAD] * SPACES, [UNREAD] * len(SLOTS))
        out.append((table_of(picture.stem, truth, said), time.perf_counter() - began))
    return out


def prove(
    one: str, other: str, folders: Sequence[Path], tips: float | None, limit: int | None, processes: int = 1
) -> None:
    """Print what both make of each folder, and how they compare."""
    for folder in folders:
        jobs = [(one, other, picture, tips) for picture, _ in islice(truths(folder), limit)]
        with get_context("spawn").Pool(processes, cv2.setNumThreads, (1,)) as pool:
            found = [pair for pair in pool.imap(both, jobs) if pair]
        for k, name in enumerate((one, other)):
            tables, took = zip(*(pair[k] for pair in found), strict=True) if found else ((), ())
            print(report(f"{folder.name} by {name}, {1000 * sum(took) / max(len(took), 1):.0f} ms", tables))
        first, second = ({pair[k][0].name: pair[k][0] for pair in found} for k in (0, 1))
        print(pairs(first, second), flush=True)
