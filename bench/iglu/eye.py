"""Measures the eye of IGLU IGLU on pictures with their truth: the board found, spaces read, tables exact."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.iglu.judging import Json, Judged, best, judge
from bench.results import figure
from calibration.igluiglu.find import MODELS, Finder
from calibration.igluiglu.grid import Grid
from calibration.lens import Lens
from engine.core.errors import IcekeeperError
from vision.igluiglu.read.observer import MODELS as READERS
from vision.igluiglu.read.observer import Observer

LEVELS = ("easy", "medium", "hard", "all")
PARTS = ("ground", "inuit", "igloo", "fish count", "fish values", "fox count", "fox values", "bear")
SLIP_PX = 3.0  # by which corners that are pointed at are off
TURNS = 5  # reads that are timed


@dataclass(frozen=True, slots=True)
class Result:
    """One picture measured."""

    name: str
    level: str
    pointed: Judged  # through corners that a person gave
    found: Judged  # through a board that was found by itself, any corner for a1
    read_ms: float
    find_ms: float


@cache
def finder(models: Path) -> Finder:
    return Finder(models)


def pointed_at(bgr: Any, truth: Json, models: Path, seed: int) -> Grid:
    """The board as it is measured from corners that are a few pixels off."""
    corners = np.array([truth["pixels"]["grid_corners"][name] for name in ("a1", "h1", "h8", "a8")])
    angle = np.random.default_rng(seed).uniform(0, 2 * np.pi, 4)
    corners = corners + SLIP_PX * np.column_stack([np.cos(angle), np.sin(angle)])
    lens = Lens.usual((bgr.shape[1], bgr.shape[0]))
    return finder(models).measured(bgr, corners, lens).grid


def first_grid(file: Path, bgr: Any, truth: Json, models: Path) -> Grid:
    """The same of the first picture of a series, else of this one."""
    first = file.with_name(re.sub(r"^(\d+)-\d+", r"\1-0", file.name))
    if truth.get("series") and first != file and first.exists():
        bgr = np.asarray(cv2.imread(str(first.with_suffix(".jpg"))))
        truth = json.loads(first.read_text(encoding="utf-8"))
    return pointed_at(bgr, truth, models, len(file.stem))


def measure(file: Path, models: Path | None, out: Path | None) -> Result:
    """Find, read and judge one picture."""
    truth = json.loads(file.read_text(encoding="utf-8"))
    bgr = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))))
    boards, readers = models or MODELS, models or READERS
    empty: Json = {}
    seen, read_ms = empty, 0.0
    try:
        observer = Observer(first_grid(file, bgr, truth, boards), readers)
        seen = observer.read(bgr).to_json()
        begun = time.perf_counter()
        for _ in range(TURNS):
            observer.read(bgr)
        read_ms = 1000 * (time.perf_counter() - begun) / TURNS
    except IcekeeperError as error:
        print(f"{file.stem}: {error}", flush=True)
    if out is not None:
        (out / file.name).write_text(json.dumps(seen), encoding="utf-8")
    begun = time.perf_counter()
    alone = empty
    try:
        grid = finder(boards).automatically(bgr).grid
        alone = Observer(grid, readers).read(bgr).to_json()
    except IcekeeperError:
        pass
    find_ms = 1000 * (time.perf_counter() - begun)
    return Result(file.stem, truth["difficulty"], judge(truth, seen), best(truth, alone), read_ms, find_ms)


def share(right: int, whole: int) -> str:
    """ "99.5 % (398/400)"."""
    return f"{100 * right / whole:.1f} % ({right}/{whole})" if whole else "-"


def rows() -> Iterator[tuple[str, str, str, str]]:
    """What is told: title, which way of finding, counted, of how many."""
    yield "board found by itself, within a quarter of a space", "found", "board found", "tables"
    yield "board found wrongly", "found", "board wrong", "tables"
    for way in ("pointed", "found"):
        yield f"spaces right of those readable, board {way}", way, "right", "readable"
        yield f"spaces wrong, board {way}", way, "wrong", "readable"
        yield f"sure (0.9) and wrong, of spaces, board {way}", way, "sure and wrong", "readable"
        yield f"tables exact, board {way}", way, "exact", "tables"
    for part in PARTS:
        yield f"{part} right", "pointed", f"{part} right", f"{part} n"
        yield f"{part} right where there is one", "pointed", f"{part} there right", f"{part} there"
    yield "invented cards, of spaces without", "pointed", "fish count invented", "readable"
    yield "tiles before players right", "pointed", "hands right", "hands n"


def report(results: Sequence[Result]) -> None:
    """Print all figures."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in results:
        for level in (one.level, "all"):
            for way, judged in (("pointed", one.pointed), ("found", one.found)):
                counts[level, way] += judged.counts
                counts[level, way]["tables"] += 1
    print(f"{'':58s}" + "".join(f"{level:>22s}" for level in LEVELS))
    for title, way, right, whole in rows():
        each = [share(counts[level, way][right], counts[level, way][whole]) for level in LEVELS]
        figure(title, " · ".join(each))
        print(f"{title:58s}" + "".join(f"{text:>22s}" for text in each))
    read = [one.read_ms for one in results if one.read_ms]
    figure("one read, median", f"{np.median(read or [0.0]):.0f} ms")
    print(f"one read {np.median(read or [0.0]):.0f} ms, finding {np.median([one.find_ms for one in results]):.0f} ms")


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench eye --game iglu", description=__doc__)
    parser.add_argument("--game", choices=("iglu",), default="iglu")
    parser.add_argument("frames", type=Path)
    parser.add_argument("--models", type=Path, help="a folder with other networks than those that are shipped")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--jobs", type=int, default=1, help="processes; times mean something with 1 only")
    parser.add_argument("--observations", type=Path, help="also write each observation into this folder")
    parser.add_argument("--faults", type=int, default=0, help="print so many faults of each picture")
    args = parser.parse_args(argv)
    files = [f for f in sorted(args.frames.glob("*.json")) if f.with_suffix(".jpg").exists()][: args.limit]
    if not files:
        print(f"{args.frames}: no pictures with truth (NAME.jpg beside NAME.json)", file=sys.stderr)
        return 1
    if args.observations:
        args.observations.mkdir(parents=True, exist_ok=True)
    work = partial(measure, models=args.models, out=args.observations)
    if args.jobs == 1:
        results = list(map(work, files))
    else:
        with ProcessPoolExecutor(args.jobs, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
            results = list(pool.map(work, files))
    for one in results:
        far = one.found.corner_error
        if one.found.counts["board wrong"]:
            print(f"  {one.name}: found {far:.2f} spaces off")
        elif far is None:
            print(f"  {one.name}: not found")
        for text in one.pointed.faults[: args.faults]:
            print(f"  {one.name} {text}")
    report(results)
    return 0
