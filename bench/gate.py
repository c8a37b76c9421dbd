"""Measures the gate: `python -m bench.gate [FRAMES] [--stills 3] [--visits 1] [--reads 8]`.

Resting films made from stills with every kind of camera noise: how many open within half a second, as one rest. Hands
over the virtual table with the same noises: how many are let through. And what reading makes of averaged pictures.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from bench.eye import true_profile
from bench.pictures.hands import Shown, quiet_region, quiet_scene, visit
from bench.pictures.noises import Flaw, flaws, spoiled
from bench.results import figure
from calibration.icecult.fitting.overview import Overview
from vision.aside import Region
from vision.averaging import mean_picture
from vision.compare import moving, shrunk
from vision.frame import Bgr, Frame
from vision.gate import Gate
from vision.icecult.sim.draw.render import Renderer

OPEN_S, FILM_S = 0.5, 1.2
LEARN_S = 3.0  # later, and for so much longer, where something goes on beside the board
HAND_FPS = 8.0
GRAIN = Flaw("smooth 1.5 px, sigma 10", 10.0, 1.5)

Still = tuple[Bgr, Region]


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of camera: its noise, pictures a second and size."""

    flaw: Flaw
    fps: float = 12.0
    resolution_wh: tuple[int, int] | None = None
    hands: bool = True

    @property
    def learned(self) -> bool:
        """Whether the gate must learn first what goes on beside the board."""
        return bool(self.flaw.screen) or self.flaw.people

    @property
    def name(self) -> str:
        """As it stands in the table."""
        size = "" if self.resolution_wh is None else f", {self.resolution_wh[0]}x{self.resolution_wh[1]}"
        return self.flaw.name + ("" if self.fps == 12 else f", {self.fps:g} fps") + size


def cases() -> list[Case]:
    """Every row of the table."""
    others = [(4.0, None), (60.0, None), (12.0, (640, 480)), (12.0, (1920, 1080)), (12.0, (720, 1280))]
    return [*(Case(each) for each in flaws()), *(Case(GRAIN, fps, size, False) for fps, size in others)]


TITLE = "The gate in noise"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.gate", description=__doc__)
    parser.add_argument("frames", type=Path, nargs="?", help="folder of stills; the virtual table without one")
    parser.add_argument("--stills", type=int, default=3, help="resting films of each kind (default 3)")
    parser.add_argument("--visits", type=int, default=1, help="visits of a hand of each kind (default 1)")
    parser.add_argument("--reads", type=int, default=8, help="stills read clean, noisy and averaged (default 8)")
    parser.add_argument("--only", default="", help="only kinds whose name contains this")
    args = parser.parse_args(argv)
    stills = list(_stills(args.frames, args.stills))
    visits = [(list(visit(seed, HAND_FPS)), quiet_region(seed)) for seed in range(args.visits)]
    rows = [case for case in cases() if args.only in case.name]
    print(f"{'camera':36s} {'one rest in 0.5 s':>18s} {'open again':>11s} {'hands let through':>18s}")
    total, begun = Counter[str](), time.monotonic()
    for done, case in enumerate(rows, start=1):
        total += _row(case, stills, visits)
        _bar(done, len(rows), begun)
    print(f"{'all':36s} {_share(total, 'opened', 'rests'):>18s} {_share(total, 'again', 'visits'):>11s}"
          f" {_share(total, 'through', 'hands'):>18s}")  # fmt: skip
    print(f"{'up to sigma 10':36s} {_share(total, 'opened 10', 'rests 10'):>18s}   goal 99 %, hands 0")
    figure("rests opened within half a second, as one", _share(total, "opened", "rests").strip())
    figure("the same up to sigma 10", _share(total, "opened 10", "rests 10").strip(), "99 %")
    figure("pictures with a hand let through", _share(total, "through", "hands").strip(), "0")
    if args.frames and args.reads:
        _reading(args.frames, args.reads)
    _speed(stills[0])
    return 0


def _row(case: Case, stills: Sequence[Still], visits: Sequence[tuple[Sequence[Shown], Region]]) -> Counter[str]:
    counts = Counter[str]()
    for k, still in enumerate(stills):
        counts += Counter({"rests": 1, "opened": int(_one_rest(case, still, k))})
    for k, (shown, region) in enumerate(visits if case.hands else ()):
        counts += _hands(case, shown, region, k)
    if case.flaw.sigma <= 10 and not case.learned:
        counts += Counter({"rests 10": counts["rests"], "opened 10": counts["opened"]})
    print(f"{case.name:36s} {_share(counts, 'opened', 'rests'):>18s} {_share(counts, 'again', 'visits'):>11s}"
          f" {_share(counts, 'through', 'hands'):>18s}", flush=True)  # fmt: skip
    return counts


def _one_rest(case: Case, still: Still, seed: int) -> bool:
    """Whether a film of nothing opens in time, and stays one rest."""
    bgr, region = still if case.resolution_wh is None else _fitted(still, case.resolution_wh)
    film_s, open_s = (span + LEARN_S * case.learned for span in (FILM_S, OPEN_S))
    frames = spoiled(case.flaw, [bgr] * max(3, round(film_s * case.fps)), case.fps, seed, region)
    gate, opened_s, rests = Gate(region, _hand_share), np.inf, set[int]()
    for k, bgr in enumerate(frames):
        seen = gate.see(Frame(bgr, k, k / case.fps))
        if seen.status == "rest":
            opened_s = min(opened_s, k / case.fps)
            rests.add(seen.rest)
            gate.settle()
    return bool(opened_s <= open_s and len(rests) == 1 and seen.status == "rest")


def _hands(case: Case, shown: Sequence[Shown], region: Region, seed: int) -> Counter[str]:
    """How many pictures with a hand were taken for a rest, and whether the table opens when it has gone."""
    shown = [*[shown[0]] * round(LEARN_S * HAND_FPS * case.learned), *shown]
    frames = spoiled(case.flaw, [bgr for bgr, _ in shown], HAND_FPS, seed, region)
    gate, counts, status = Gate(region, _hand_share), Counter[str](visits=1), ""
    for k, (bgr, (_, what)) in enumerate(zip(frames, shown, strict=True)):
        status = gate.see(Frame(bgr, k, k / HAND_FPS)).status
        if status == "rest":
            gate.settle()
        counts += Counter({"hands": int(what == "hand"), "through": int(what == "hand" and status == "rest")})
    counts["again"] = int(status == "rest")
    return counts


def _reading(folder: Path, reads: int) -> None:
    """What is read right: of the clean picture, of a noisy one, of the mean of four noisy ones."""
    from bench.pictures.scoring import count, judge
    from vision.icecult.read.observer import Observer

    files = [file for file in sorted(folder.glob("*.json")) if file.with_suffix(".jpg").exists()]
    files = files[:: max(1, len(files) // reads)][:reads]
    totals = {name: Counter[str]() for name in ("clean", "one noisy picture", "mean of four noisy ones")}
    for seed, file in enumerate(files):
        truth = json.loads(file.read_text(encoding="utf-8"))
        clean = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
        noisy = spoiled(GRAIN, [clean] * 4, 12.0, seed)
        observer = Observer(true_profile(truth))
        for name, bgr in zip(totals, (clean, noisy[0], mean_picture(noisy)), strict=True):
            totals[name] += count(judge(truth, observer.read(bgr).to_json()))
    print(f"\nreading of {len(files)} stills, {GRAIN.name}, of all cubes, stacks and spaces that must be read")
    for name, counts in totals.items():
        right = sum(counts[f"{kind} right"] for kind in ("cube", "stack", "empty"))
        whole = right + sum(counts[f"{k} read"] - counts[f"{k} right"] + counts[f"{k} not read"]
                            for k in ("cube", "stack", "empty"))  # fmt: skip
        print(f"  {name:26s} right {right / max(1, whole):7.2%} ({right}/{whole}), tables exact {counts['exact']}")


def _speed(still: Still) -> None:
    """Milliseconds of processor time a frame."""
    cv2.setNumThreads(1)
    print("\none frame, processor time on one core")
    grain = Flaw("", 2.0), Flaw("", 10.0, 1.5)
    for name, flaw in zip(("clean camera", "noisy camera"), grain, strict=True):
        frames = [Frame(bgr, k, k / 12) for k, bgr in enumerate(spoiled(flaw, [still[0]] * 12, 12.0, 1))]
        gate = Gate(still[1])
        smalls = [shrunk(frame.bgr) for frame in frames]
        plain = [_took(partial(moving, *pair)) for pair in pairwise(smalls)]
        shrink = [_took(partial(shrunk, frame.bgr)) for frame in frames]
        see = [_took(partial(gate.see, frame)) for frame in frames]
        before = np.median(plain) + np.median(shrink)
        print(f"  {name}: difference alone {before:.1f} ms, the whole gate {np.median(see[3:]):.1f} ms")


def _took(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def _stills(folder: Path | None, count: int) -> Iterator[Still]:
    if folder is None:
        for seed in range(count):
            yield Renderer().render(quiet_scene(seed, (1280, 720))).bgr, quiet_region(seed)
        return
    files = sorted(folder.glob("*.jpg"))
    for file in files[:: max(1, len(files) // count)][:count]:
        truth = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        yield np.asarray(cv2.imread(str(file)), np.uint8), true_profile(truth).region()


def _fitted(still: Still, resolution_wh: tuple[int, int]) -> Still:
    """The picture in another size; one that stands is turned."""
    (bgr, region), (width, height) = still, resolution_wh
    if height > width:
        bgr = np.asarray(cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        region = [(1 - y, x) for x, y in region]
    return np.asarray(cv2.resize(bgr, resolution_wh, interpolation=cv2.INTER_AREA), np.uint8), region


def _hand_share(bgr: Bgr) -> float:
    return Overview().hand_share(bgr)


def _share(counts: Counter[str], part: str, whole: str) -> str:
    return f"{counts[part]}/{counts[whole]}" if counts[whole] else "-"


def _bar(done: int, count: int, begun: float) -> None:
    if sys.stderr.isatty():
        left = (time.monotonic() - begun) / done * (count - done)
        print(f"\r{done}/{count}, {left:4.0f} s left ", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
