"""Measures the eye: `python -m bench.eye FRAMES [--tips-error 3] [--sizes true] [--limit N] [--jobs 2]`."""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from bench.pictures.scoring import Judged, count, judge, reliability
from bench.results import figure
from calibration.camera import Camera
from calibration.icecult.build import make_profile
from calibration.icecult.certainty import unmeasured_pawns
from calibration.icecult.find import Finder, Found
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.icecult.profile import ArmPose, TableProfile
from calibration.icecult.sizes.sized import KEYS
from engine.core.errors import IcekeeperError
from vision.icecult.read.observer import Observer

DIFFICULTIES = ("easy", "medium", "hard", "all")
TIP_LIMIT_PX = 5.0
GRAIN = 1.5  # of 255, between two pictures of a camera
T = TypeVar("T")
ARM_POSE = ("yaw_deg", "across_mm", "along_mm")
SIZES_HELP = "what is known of the set: its layout alone (with --exact the board, not the pawns), or every true size"
EMPTY: dict[str, Any] = {"cubes": {}, "paths": {}, "hidden": []}


@dataclass(frozen=True, slots=True)
class Result:
    """One picture measured."""

    name: str
    difficulty: str
    judged: list[Judged]
    counts: Counter[str]
    decode_ms: float
    read_ms: float
    memory_mb: float
    notes: list[str] = field(default_factory=list)


@cache
def finder() -> Finder:
    return Finder()


def profile_of(found: Found, resolution_wh: tuple[int, int]) -> TableProfile:
    """The profile a found board gives."""
    return TableProfile(resolution_wh, found.board.to_json(), found.fit.camera, found.fit.arms, found.tips_px)


def board_of(truth: dict[str, Any], sizes: str) -> Geometry:
    """The board as it is known before the picture is seen: its layout only, or every true size."""
    known = make_geometry().values if sizes == "true" else ("exit",)
    return make_geometry({key: value for key, value in truth["geometry"].items() if key in known})


def true_profile(truth: dict[str, Any], sizes: str = "measured") -> TableProfile:
    """The profile of a perfect calibration, which knows the board; the pawns only where every `true` size is known."""
    camera = truth["camera"]
    wh, k = (camera["width"], camera["height"]), camera["K"]
    rvec = cv2.Rodrigues(np.array(camera["R_world_to_camera"]))[0].ravel().tolist()
    distortion, tvec = tuple(camera["distortion_k1k2p1p2k3"]), tuple(camera["t_world_to_camera_mm"])
    exact = Camera(wh, k[0][0], (k[0][2], k[1][2]), distortion, (rvec[0], rvec[1], rvec[2]), tvec)
    poses = truth.get("scene", {}).get("board", {}).get("arm_pose", {})
    arms = {arm: ArmPose(**{key: poses.get(arm, {}).get(key, 0.0) for key in ARM_POSE}) for arm in ARMS}
    tips = {arm: tuple(truth["pixels"]["arms"][arm]["tip"]) for arm in ARMS}
    profile = TableProfile(wh, board_of(truth, "true").to_json(), exact, arms, tips)
    return profile if sizes == "true" else profile.sized(unmeasured_pawns())


def tips_profile(bgr: Any, truth: dict[str, Any], error_px: float, seed: int, sizes: str) -> TableProfile:
    """The profile from tips pointed at with an error of `error_px` in a random direction."""
    tips = np.array([truth["pixels"]["arms"][arm]["tip"] for arm in ARMS])
    angle = np.random.default_rng(seed).uniform(0, 2 * np.pi, 4)
    tips = tips + error_px * np.column_stack([np.cos(angle), np.sin(angle)])
    if sizes == "measured":
        return make_profile(bgr, finder().from_tips(bgr, tips, board_of(truth, sizes)), "tips")
    found = finder().from_tips(bgr, tips, board_of(truth, sizes), known=KEYS)
    return profile_of(found, (bgr.shape[1], bgr.shape[0]))


def automatic(bgr: Any, truth: dict[str, Any]) -> str:
    """How finding the board without help ends: found, false or refused."""
    try:
        tips = finder().automatically(bgr).tips_px
    except IcekeeperError:
        return "refused"
    want = np.array([truth["pixels"]["arms"][arm]["tip"] for arm in ARMS])
    got = np.array([tips[arm] for arm in ARMS])
    worst = min(float(np.linalg.norm(np.roll(got, k, 0) - want, axis=1).max()) for k in range(4))
    return "found" if worst <= TIP_LIMIT_PX else "false"


def measure(file: Path, tips_error: float | None, auto: bool, out: Path | None, sizes: str = "measured") -> Result:
    """Calibrate, read and judge one picture."""
    cv2.setNumThreads(1 if tips_error is None else 2)
    truth = json.loads(file.read_text())
    begin = time.perf_counter()
    bgr = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))))
    decode_ms = 1000 * (time.perf_counter() - begin)
    seen, notes, read_ms = EMPTY, [], 0.0
    try:
        seed = zlib.crc32(file.stem.encode())
        if tips_error is None:
            profile = true_profile(truth, sizes)
        else:
            profile = tips_profile(bgr, truth, tips_error, seed, sizes)
        observer = Observer(profile)
        observer.read(bgr)
        grainy = next_picture(bgr)
        begin = time.perf_counter()
        observer.read(grainy)
        read_ms = 1000 * (time.perf_counter() - begin)
        seen = observer.read(bgr).to_json()
    except IcekeeperError as error:
        notes.append(f"not calibrated: {error}")
    judged = judge(truth, seen)
    counts = count(judged)
    counts["refused"] = int(seen is EMPTY)
    counts["goals right"] = int(seen.get("goal") == truth["observation"]["goal"])
    counts["start right"] = int(seen.get("start") == truth["observation"]["start"])
    if auto:
        counts[f"board {automatic(bgr, truth)}"] = 1
    if out:
        (out / file.name).write_text(json.dumps(seen))
    notes += [note(j) for j in judged if (j.got is not None and not j.right) or (j.got is None and j.share >= 0.8)]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Result(file.stem, str(truth["difficulty"]), judged, counts, decode_ms, read_ms, memory, notes)


def next_picture(bgr: Any) -> Any:
    """The same view as a camera's next picture shows it: what was worked out of this one is of no use."""
    grain = np.random.default_rng(0).normal(0, GRAIN, bgr.shape).round()
    return np.clip(bgr + grain, 0, 255).astype(np.uint8)


def note(one: Judged) -> str:
    """A failure in words."""
    if one.got is None:
        return f"{one.place} {one.want or 'empty'} called hidden ({one.share:.0%} in view)"
    sure = "" if one.confidence is None else f" at {one.confidence:.3f}"
    return f"{one.place} {one.want or 'empty'} read as {one.got or 'empty'}{sure} ({one.share:.0%} in view)"


def share(right: int, whole: int) -> str:
    """ "99.50 % (398/400)"."""
    return f"{right / whole:7.2%} ({right}/{whole})" if whole else "      -"


def table(groups: dict[str, Counter[str]]) -> Iterator[str]:
    """The issue's table, line by line."""
    yield f"{'':42s}" + "".join(f"{d:>24s}" for d in DIFFICULTIES)
    rows: list[tuple[str, str, str]] = [
        ("cube right, of those not called hidden", "cube right", "cube read"),
        ("stack exactly right, of visible ones read", "visible stack right", "visible stack read"),
        ("stack right, of all read", "stack right", "stack read"),
        ("empty space right, of all read", "empty right", "empty read"),
        ("whole table exact", "exact", "tables"),
        ("plain but called hidden", "overhidden", "plain"),
        ("confident (>= 0.9) and wrong, of readings", "confident wrong", "readings"),
        ("refused, at the tips or when reading", "refused", "tables"),
        ("goals right", "goals right", "tables"),
        ("start right", "start right", "tables"),
        ("board found by itself", "board found", "tables"),
        ("board found wrongly", "board false", "tables"),
    ]
    for title, right, whole in rows:
        figure(title, " · ".join(share(groups[d][right], groups[d][whole]).strip() for d in DIFFICULTIES))
        yield f"{title:42s}" + "".join(f"{share(groups[d][right], groups[d][whole]):>24s}" for d in DIFFICULTIES)
    for kind in ("cube", "stack", "empty"):
        counts = "".join(f"{groups[d][kind + ' not read']:24d}" for d in DIFFICULTIES)
        yield f"{kind + ' not read though it must':42s}{counts}"


def report(results: Sequence[Result], auto: bool) -> None:
    """Print all tables."""
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for one in results:
        for group in (one.difficulty, "all"):
            groups[group] += one.counts
            groups[group]["readings"] += sum(one.counts[f"{kind} read"] for kind in ("cube", "stack", "empty"))
    for one in results:
        for text in one.notes:
            print(f"  {one.name}: {text}")
    for line in table(groups):
        if auto or not line.startswith("board"):
            print(line)
    print("\nconfidence       readings    right   share   mean confidence")
    for low, high, n, right, mean in reliability([j for one in results for j in one.judged]):
        print(f"{low:5.3f} .. {high:5.3f} {n:10d} {right:8d} {right / n if n else 0:7.2%} {mean:12.4f}")
    read = np.array([one.read_ms for one in results if one.read_ms] or [0.0])
    decode = float(np.median([one.decode_ms for one in results]))
    figure("one read, median and slowest", f"{np.median(read):.0f} ms, {read.max():.0f} ms")
    figure("memory at most", f"{max(one.memory_mb for one in results):.0f} MB")
    print(
        f"\none read: median {np.median(read):.0f} ms, slowest {read.max():.0f} ms,"
        f" {np.median(read) / decode:.1f} times decoding the JPEG ({decode:.0f} ms);"
        f" memory at most {max(one.memory_mb for one in results):.0f} MB"
    )


def progress(results: Iterator[T], whole: int) -> list[T]:
    """Collects, with a bar on a terminal."""
    out = []
    for one in results:
        out.append(one)
        if sys.stderr.isatty():
            done = 40 * len(out) // whole
            print(f"\r[{'#' * done}{'.' * (40 - done)}] {len(out)}/{whole}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return out


TITLE = "The eye on stills with truth (easy · medium · hard · all)"


def of_second_board(options: Sequence[str]) -> bool:
    """Whether the eye of the other game is meant."""
    return ("--game", "iglu") in pairwise(options) or "--game=iglu" in options


def kept_as(options: Sequence[str]) -> tuple[str, str]:
    """Title and name of what was measured; nothing is kept of networks that are not shipped."""
    if not of_second_board(options):
        return TITLE, "eye"
    return "The eye of IGLU IGLU on stills with truth (easy · medium · hard · all)", (
        "" if "--models" in options else "eye_iglu"
    )


def main() -> int:
    if of_second_board(sys.argv[1:]):
        from bench.iglu.eye import main as second_board

        return second_board(sys.argv[1:])
    parser = argparse.ArgumentParser(description="Measure calibration by tips and reading on pictures with truth.")
    parser.add_argument("frames", type=Path)
    parser.add_argument("--tips-error", type=float, default=3.0, help="pixels by which each tip is off")
    parser.add_argument("--sizes", choices=("measured", "true"), default="measured", help=SIZES_HELP)
    parser.add_argument("--exact", action="store_true", help="take the true camera instead of calibrating")
    parser.add_argument("--no-auto", action="store_true", help="leave out the automatic finding of the board")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--jobs", type=int, default=1, help="processes; times mean something with 1 only")
    parser.add_argument("--observations", type=Path, help="also write each observation into this folder")
    args = parser.parse_args()
    files = [f for f in sorted(args.frames.glob("*.json")) if f.with_suffix(".jpg").exists()][: args.limit]
    if not files:
        print(f"{args.frames}: no pictures with truth (NAME.jpg beside NAME.json)", file=sys.stderr)
        return 1
    if args.observations:
        args.observations.mkdir(parents=True, exist_ok=True)
    auto = not args.no_auto and not args.exact
    tips_error = None if args.exact else args.tips_error
    work = partial(measure, tips_error=tips_error, auto=auto, out=args.observations, sizes=args.sizes)
    if args.jobs == 1:
        results = progress(map(work, files), len(files))
    else:
        with ProcessPoolExecutor(args.jobs) as pool:
            results = progress(pool.map(work, files, chunksize=4), len(files))
    report(results, auto)
    return 0


if __name__ == "__main__":
    sys.exit(main())
