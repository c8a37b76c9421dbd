"""Measures what keeps a calibration right: `python -m bench.table FRAMES [--count 20] [--hard]`.

FRAMES is a folder of pictures with their truth (NAME.jpg beside NAME.json): pictures into which the printed marker
cards were laid. With `--hard` two other tables, in which nothing is known of the set: a cup stands on one of the paths
and the board has to be found alone; and somebody points beside the tips. Knocks are measured by `bench.fits`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from bench.eye import true_profile
from bench.pictures.laid import lay_cards, room_for_cards
from calibration.errors import NotFoundError, PoseError
from calibration.icecult.find import Finder
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.markers import seen_tips
from calibration.icecult.profile import TableProfile

Picture = npt.NDArray[np.uint8]
RIGHT_PX = 5.0
BLURS_PX = (0.8, 1.6, 2.2)


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture with its exact profile."""

    name: str
    bgr: Picture
    profile: TableProfile

    @property
    def tips(self) -> npt.NDArray[np.float64]:
        """The true tips N E S W."""
        return np.array([self.profile.tips_px[arm] for arm in ARMS])


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.table", description=__doc__)
    parser.add_argument("frames", type=Path, help="folder of pictures with their truth")
    parser.add_argument("--count", type=int, default=20, help="how many pictures for each table (default 20)")
    parser.add_argument("--hard", action="store_true", help="a cup on a path, and tips given beside the board")
    args = parser.parse_args(argv)
    if not any(args.frames.glob("*.json") if args.hard else shots(args.frames)):
        print(f"{args.frames}: no pictures with truth (NAME.jpg beside NAME.json)", file=sys.stderr)
        return 1
    finder = Finder()
    print("| pictures | counted |\n| --- | --- |")
    if args.hard:
        for words, answers in hardships(args.frames, args.count, finder):
            print(f"| {words} | {told(answers)} |", flush=True)
        return 0
    for blur_px in BLURS_PX:
        print(
            f"| marker cards, blur {blur_px} px | {told(cards(args.frames, args.count, finder, blur_px))} |", flush=True
        )
    return 0


def shots(folder: Path) -> Iterator[Shot]:
    """The pictures of 1280x720 in the order of their names."""
    for file in sorted(folder.glob("*.json")):
        truth: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if truth.get("camera", {}).get("width") != 1280 or truth["camera"]["height"] != 720:
            continue
        bgr = cv2.imread(str(file.with_suffix(".jpg")))
        if bgr is not None:
            yield Shot(file.stem, np.asarray(bgr, np.uint8), true_profile(truth))


def hardships(folder: Path, count: int, finder: Finder) -> Iterator[tuple[str, Iterator[str]]]:
    """What makes a board of any make hard to find, and how each picture fares."""
    for words, far in (("a cup on a tip", 0.06), ("a cup on half a path", 0.22)):
        yield f"{words}, found alone", (alone(bgr, tips, far, finder) for bgr, tips in pointed(folder, count))
    for off_px in (3.0, 22.0, 40.0):
        words = "each by" if off_px < 10 else "all of them the same way by"
        yield f"tips given, {words} {off_px:.0f} px", beside(folder, count, finder, off_px)


def pointed(folder: Path, count: int) -> Iterator[tuple[Picture, npt.NDArray[np.float64]]]:
    """Pictures of any size with their tips N E S W."""
    for file in sorted(folder.glob("*.json"))[:count]:
        tips = json.loads(file.read_text(encoding="utf-8"))["pixels"]["arms"]
        bgr = cv2.imread(str(file.with_suffix(".jpg")))
        if bgr is not None:
            yield np.asarray(bgr, np.uint8), np.array([tips[arm]["tip"] for arm in ARMS])


def alone(bgr: Picture, tips: npt.NDArray[np.float64], far: float, finder: Finder) -> str:
    """Whether the board is found with a cup on one of its paths, so far from the tip towards the middle."""
    rng = np.random.default_rng(int(tips[0, 0] * 7))
    tip, reach = tips[int(rng.integers(len(ARMS)))], float(np.linalg.norm(tips[0] - tips[2])) / 2
    (x, y), r = (tip + far * (tips.mean(0) - tip)).astype(int), int((0.14 + far / 2) * reach)
    colour = rng.integers(20, 230, 3)
    for top, shade in ((y, colour), (y - r // 2, colour), (y - r, colour // 2)):
        cv2.ellipse(bgr, (x, top), (r, int(0.85 * r)), 0, 0, 360, shade.tolist(), -1, cv2.LINE_AA)
    try:
        found = finder.automatically(bgr)
    except NotFoundError:
        return "refused"
    own = np.array([found.tips_px[arm] for arm in ARMS])
    turns = [np.roll(own, k, axis=0) - tips for k in range(len(ARMS))]
    return judged(min(turns, key=lambda off: float(abs(off).sum())) * 1280 / max(bgr.shape))


def beside(folder: Path, count: int, finder: Finder, off_px: float) -> Iterator[str]:
    """What becomes of tips that somebody gave each a few pixels off, or all of them beside the board."""
    for bgr, tips in pointed(folder, count):
        turns = np.random.default_rng(int(tips[0, 0] * 7)).uniform(0, 2 * np.pi, len(ARMS))
        turns = turns if off_px < 10 else np.full(len(ARMS), turns[0])
        off = off_px * max(bgr.shape) / 1280 * np.column_stack([np.cos(turns), np.sin(turns)])
        try:
            found = finder.from_tips(bgr, tips + off)
        except (NotFoundError, PoseError):
            yield "refused"
            continue
        yield judged((np.array([found.tips_px[arm] for arm in ARMS]) - tips) * 1280 / max(bgr.shape))


def judged(off: npt.NDArray[np.float64]) -> str:
    return "within 5 px" if float(np.linalg.norm(off, axis=1).max()) < RIGHT_PX else "wrong"


def told(answers: Iterator[str]) -> str:
    """What was answered how often."""
    return ", ".join(f"{text} {count}" for text, count in Counter(answers).most_common())


def cards(folder: Path, count: int, finder: Finder, blur_px: float) -> Iterator[str]:
    """How each picture with room for the cards is calibrated by them."""
    roomy = (shot for shot in shots(folder) if room_for_cards(shot.profile))
    for seed, shot in zip(range(count), roomy, strict=False):
        laid = lay_cards(shot.bgr, shot.profile, seed, blur_px)
        try:
            tips = seen_tips(laid)
            if len(tips) < len(ARMS):
                yield f"{len(tips)} cards seen"
                continue
            board = make_geometry({"exit": shot.profile.geometry["exit"]})
            found = finder.from_tips(laid, np.array([tips[arm] for arm in ARMS]), board)
        except NotFoundError:
            yield "refused"
            continue
        off_px = np.linalg.norm(np.array([found.tips_px[arm] for arm in ARMS]) - shot.tips, axis=1).max()
        yield "within 5 px" if off_px < RIGHT_PX else "wrong"


if __name__ == "__main__":
    sys.exit(main())
