"""Measures the measuring of sets: `python -m bench.sizes FRAMES [--tips-error 3] [--limit N] [--auto]`.

Each picture is calibrated from its tips, a few pixels off, with nothing known; sizes and projected places are compared
with the truth. Only proportions can be seen, so sizes are compared after making both boards as long from centre to tip.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from bench.eye import progress
from bench.results import figure
from calibration.icecult.certainty import sizes_of
from calibration.icecult.find import Finder, Found
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.icecult.profile import arm_points
from calibration.icecult.sizes.sized import KEYS
from engine.core.errors import IcekeeperError
from engine.icecult.board import SLOTS

WRONG = {"base_height": 0.35, "tip_length": 0.12}  # a size further off is wrong: heights hardly show from above
WRONG_OTHERS = 0.05
SURE = 0.8


@dataclass(frozen=True, slots=True)
class Measured:
    """One picture measured against its truth."""

    name: str
    difficulty: str
    refused: str = ""
    layout: bool = False
    off: dict[str, float] | None = None  # share by which each size is off
    sure: dict[str, float] | None = None
    space_px: float = 0.0  # median distance of the spaces' centres
    block_px: float = 0.0  # of the cubes' corners

    @property
    def wrong(self) -> list[str]:
        """Sizes that are wrong and said to be sure."""
        return [k for k in KEYS if self.off and self.sure and abs(self.off[k]) > limit(k) and self.sure[k] >= SURE]


def limit(key: str) -> float:
    return WRONG.get(key, WRONG_OTHERS)


def measure(file: Path, finder: Finder, error_px: float, layout_known: bool) -> Measured:
    """Calibrate one picture and compare."""
    truth = json.loads(file.read_text())
    bgr = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
    tips = np.array([truth["pixels"]["arms"][arm]["tip"] for arm in ARMS])
    angle = np.random.default_rng(zlib.crc32(file.stem.encode())).uniform(0, 2 * np.pi, len(ARMS))
    tips = tips + error_px * np.column_stack([np.cos(angle), np.sin(angle)])
    board = make_geometry({"exit": truth["geometry"]["exit"]}) if layout_known else None
    try:
        found = finder.from_tips(bgr, tips, board)
    except IcekeeperError as error:
        return Measured(file.stem, str(truth["difficulty"]), refused=str(error))
    return compared(file.stem, truth, bgr, found)


def compared(name: str, truth: dict[str, Any], bgr: npt.NDArray[np.uint8], found: Found) -> Measured:
    """Sizes and places of a found board beside the true ones."""
    usual = make_geometry().values
    true = make_geometry({k: v for k, v in truth["geometry"].items() if k in usual})
    scale = found.board.tip_mm / true.tip_mm
    off = {key: found.board[key] / scale / true[key] - 1 for key in KEYS}
    sure = {key: one["sure"] for key, one in sizes_of(bgr, found).items()}
    layout = found.board.values["exit"] == true.values["exit"]
    spaces, block = places_off(truth, found)
    return Measured(name, str(truth["difficulty"]), "", layout, off, sure, spaces, block)


def places_off(truth: dict[str, Any], found: Found) -> tuple[float, float]:
    """Median distance in pixels of the spaces' centres and of the cubes' corners."""
    board, camera = found.board, found.fit.camera
    spaces = [camera.project(arm_points(arm, found.fit.arms[arm], centres(board))) for arm in ARMS]
    wanted = [truth["pixels"]["arms"][arm]["space_centres"] for arm in ARMS]
    corners = [camera.project(board.cube_top(slot)) for slot in SLOTS]
    return median_px(spaces, wanted), median_px(corners, [truth["pixels"]["cubes"][slot] for slot in SLOTS])


def centres(board: Geometry) -> list[tuple[float, float, float]]:
    return [(board.space_along_mm(k), 0.0, board["board_thickness"]) for k in range(1, board.spaces + 1)]


def median_px(ours: Sequence[npt.NDArray[np.float64]], theirs: Any) -> float:
    return float(np.median(np.linalg.norm(np.array(ours) - np.array(theirs, np.float64), axis=-1)))


def lines(results: Sequence[Measured]) -> Iterator[str]:
    """The table, line by line."""
    for one in results:
        if one.refused:
            yield f"  {one.name}: refused: {one.refused}"
        elif one.off and (one.wrong or not one.layout):
            sizes = ", ".join(f"{k} {one.off[k]:+.0%}" for k in one.wrong)
            yield f"  {one.name}: {'' if one.layout else 'LAYOUT WRONG '}{sizes} (said to be sure)"
    yield (
        f"{'':10s}{'pictures':>9s}{'refused':>8s}{'layout':>8s}{'wrong':>7s}{'unsure':>8s}"
        + "".join(f"{key.split('_')[0] + ' ' + key.split('_')[1]:>15s}" for key in KEYS)
        + f"{'spaces px':>11s}{'cubes px':>10s}"
    )
    for group in ("easy", "medium", "hard", "all"):
        mine = [one for one in results if group in (one.difficulty, "all")]
        if mine:
            yield row(group, mine)


def row(group: str, mine: Sequence[Measured]) -> str:
    """Counts, the median share by which each size is off, and the median and worst tenth of the places in pixels."""
    seen = [one for one in mine if one.off and one.sure]
    counts = [len(mine), len(mine) - len(seen), sum(one.layout for one in seen), sum(bool(one.wrong) for one in seen)]
    counts.append(sum(min((one.sure or {})[k] for k in KEYS) < SURE for one in seen))
    sizes = [np.median([abs((one.off or {})[k]) for one in seen]) if seen else 0.0 for k in KEYS]
    places = [[one.space_px for one in seen] or [0.0], [one.block_px for one in seen] or [0.0]]
    widths = (9, 8, 8, 7, 8)
    text = f"{group:10s}" + "".join(f"{n:{w}d}" for n, w in zip(counts, widths, strict=True))
    text += "".join(f"{size:15.1%}" for size in sizes)
    return text + "".join(f"{np.median(p):6.1f}/{np.percentile(p, 90):4.1f}" for p in places)


TITLE = "Sizes of sets of any make"


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how well sets of any make are measured.")
    parser.add_argument("frames", type=Path)
    parser.add_argument("--tips-error", type=float, default=3.0, help="pixels by which each tip is off")
    parser.add_argument("--layout", action="store_true", help="say whether paths leave through sides or corners")
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    files = [f for f in sorted(args.frames.glob("*.json")) if f.with_suffix(".jpg").exists()][: args.limit]
    if not files:
        print(f"{args.frames}: no pictures with truth (NAME.jpg beside NAME.json)", file=sys.stderr)
        return 1
    finder = Finder()
    results = progress((measure(f, finder, args.tips_error, args.layout) for f in files), len(files))
    for line in lines(results):
        print(line)
    seen = [one for one in results if one.off]
    figure("boards measured", f"{len(seen)} of {len(results)}")
    for key in KEYS if seen else ():
        figure(f"{key}: off, median", f"{np.median([abs((one.off or {})[key]) for one in seen]):.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
