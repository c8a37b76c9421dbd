"""Measures whether a profile fits: `python -m bench fits FRAMES [--first 0] [--count 20]`.

Of every picture a profile is made as its owner makes it, from four tips pointed at 3 px off with only the layout known.
Is the very picture taken that was calibrated? Is the board found again after the camera was turned about its lens by 5
to 40 px, and rolled by up to two degrees, by who has seen it before and by who has only the profile? Is another table
taken for it? FRAMES is a folder of pictures with their truth (NAME.jpg beside NAME.json).
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from bench.eye import finder, tips_profile
from bench.results import figure
from calibration.icecult.follow import StripSeeker
from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from calibration.proof import Follower
from engine.core.errors import IcekeeperError

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]

TITLE = "Does this profile fit this picture?"
KNOCKS: Final = ((5.0, 0.0), (10.0, 0.0), (20.0, 0.0), (40.0, 0.0), (10.0, 1.0), (20.0, 2.0))
"""How far the middle of the picture goes, in px, and by how many degrees it is rolled."""
RIGHT_PX: Final = 4.0  # beyond how far off the calibrated tips were
GRAIN: Final = 1.5


@dataclass(frozen=True, slots=True)
class Owned:
    """A picture with the profile that its owner made of it."""

    bgr: Picture
    truth: dict[str, Any]
    profile: TableProfile
    seed: int

    def off_px(self, profile: TableProfile, tips: Array) -> float:
        """How far a profile has the farthest tip from where it is."""
        return float(np.linalg.norm(np.array([profile.tips_px[arm] for arm in ARMS]) - tips, axis=1).max())

    @property
    def tips(self) -> Array:
        """The true tips N E S W."""
        return np.array([self.truth["pixels"]["arms"][arm]["tip"] for arm in ARMS])

    def follower(self, seen: bool = True) -> Follower[TableProfile]:
        """What follows this table; it may have `seen` it where it was calibrated."""
        follow = Follower[TableProfile](StripSeeker(finder()))
        if seen:
            follow(self.profile, self.bgr)
        return follow


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.fits", description=__doc__)
    parser.add_argument("frames", type=Path, help="folder of pictures with their truth")
    parser.add_argument("--first", type=int, default=0, help="how many pictures are left out first")
    parser.add_argument("--count", type=int, default=20, help="how many pictures (default 20)")
    args = parser.parse_args(argv)
    answers: dict[str, Counter[str]] = {}
    for words, answer in asked(owned(args.frames, args.first, args.count)):
        answers.setdefault(words, Counter())[answer] += 1
    if not answers:
        print(f"{args.frames}: no picture with truth could be calibrated", file=sys.stderr)
        return 1
    for words, counted in answers.items():
        told = ", ".join(f"{answer} {count}" for answer, count in counted.most_common())
        print(f"| {words} | {told} |")
        figure(words, told)
    return 0


def owned(folder: Path, first: int, count: int) -> Iterator[Owned]:
    """The pictures that can be calibrated."""
    for file in sorted(folder.glob("*.json"))[first : first + count]:
        truth, seed = json.loads(file.read_text(encoding="utf-8")), zlib.crc32(file.stem.encode())
        bgr = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
        try:
            yield Owned(bgr, truth, tips_profile(bgr, truth, 3.0, seed, "measured"), seed)
        except IcekeeperError:
            continue


def asked(tables: Iterator[Owned]) -> Iterator[tuple[str, str]]:
    """What is asked of every table, and the answer."""
    before: Owned | None = None
    for table in tables:
        yield "the very picture that was calibrated", table.follower(seen=False)(table.profile, table.bgr)[0]
        rng = np.random.default_rng(table.seed)
        for px, roll_deg in KNOCKS:
            bgr, tips = knocked(table, px, roll_deg, rng)
            for seen, who in ((True, "seen before"), (False, "the profile alone")):
                yield f"knocked by {px:.0f} px and {roll_deg:.0f} degrees, {who}", _again(table, bgr, tips, seen)
        if before is not None and before.profile.resolution_wh == table.profile.resolution_wh:
            yield "another table", before.follower()(before.profile, table.bgr)[0]
        before = table


def _again(table: Owned, bgr: Picture, tips: Array, seen: bool) -> str:
    """Whether a knocked board is found again."""
    status, found = table.follower(seen)(table.profile, bgr)
    if status != "moved":
        return status
    least = table.off_px(table.profile, table.tips)
    return "found again" if table.off_px(found, tips) < least + RIGHT_PX else "found elsewhere"


def knocked(table: Owned, px: float, roll_deg: float, rng: np.random.Generator) -> tuple[Picture, Array]:
    """The picture after its camera was turned about its lens, to a side drawn by chance; and where the tips are."""
    camera = table.truth["camera"]
    matrix, lens = np.array(camera["K"]), np.array(camera["distortion_k1k2p1p2k3"])
    way, angle = rng.uniform(0, 2 * np.pi), np.arctan(px / matrix[0, 0])
    aside = cv2.Rodrigues(np.array([np.sin(way) * angle, np.cos(way) * angle, 0.0]))[0]
    turn: Array = np.asarray(aside @ cv2.Rodrigues(np.array([0.0, 0.0, np.radians(roll_deg)]))[0], np.float64)

    def seen(pixels: Array, rotation: Array) -> Array:
        straight = cv2.undistortPoints(pixels.reshape(-1, 1, 2), matrix, lens).reshape(-1, 2)
        rays = np.column_stack([straight, np.ones(len(straight))]) @ rotation.T
        return np.asarray(cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, lens)[0], np.float64).reshape(-1, 2)

    height, width = table.bgr.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64)), axis=-1)
    source = seen(grid.reshape(-1, 2), turn.T).reshape(height, width, 2).astype(np.float32)
    bgr = cv2.remap(table.bgr, source[..., 0], source[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    noisy = np.clip(bgr + rng.normal(0, GRAIN, bgr.shape), 0, 255).astype(np.uint8)
    return noisy, seen(table.tips, turn)


if __name__ == "__main__":
    sys.exit(main())
