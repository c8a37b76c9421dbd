"""Measures a set from one picture: from coarse proportions to sizes, the patch network looking closer each time."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.fitting.patches import Measured, PatchReader
from calibration.fitting.windows import Keypoint, build_pyramid
from calibration.icecult.fitting.keypoints import board_keypoints
from calibration.icecult.fitting.measure import SETTLED_PX, TIP_SPREAD_PX
from calibration.icecult.fitting.pose import pose_from_tips, tip_keypoints
from calibration.icecult.fitting.solver import Fit, Projector
from calibration.icecult.fitting.verify import prove
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.icecult.sizes.proportions import blank_board, board_of, likely
from calibration.icecult.sizes.sized import KEYS, SizedFit, SizeEvidence, SizePrior, solve_sized
from calibration.icecult.sizes.turned import layout_bonus
from calibration.icecult.sizes.unroll import unrolled
from calibration.lens import Lens

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

SOFT_MM = 1.5  # least spread of a point while the sizes are still rough
NO_SPREAD = np.zeros((len(KEYS), len(KEYS)))
STRIP_POINTS, BLOCK_POINTS = 52, 9  # of the board's keypoints, in this order
BLOCK_RATIOS, BLOCK_HEIGHTS_MM = (2.12, 2.3, 2.5), (6.0, 13.0, 21.0)  # holders to start from


@dataclass(frozen=True, slots=True)
class Try:
    """One way to understand the picture: sizes and pose, what was measured around it, and how well they agree."""

    sized: SizedFit
    measured: Measured
    score: float


class SetMeter:
    """Measures the set in one picture; sizes that are `held` are known already."""

    def __init__(self, reader: PatchReader, bgr: Picture, tips: Array | None, held: Mapping[str, float]) -> None:
        self._reader, self._pyramid, self._tips, self._held = reader, build_pyramid(bgr), tips, dict(held)

    def layout_bonus(self, board: Geometry, fit: Fit) -> float:
        """What the directions of the block's edges say of the layout."""
        return layout_bonus(self._pyramid[0], fit, board.arm_start_mm, str(board.values["exit"]))

    def prior(self, board: Geometry) -> SizePrior:
        """What is known of the sizes: those held, and what is usual."""
        return SizePrior.of(make_geometry({**board.values, **self._held}), self._held)

    def from_tips(self, tips: Array, layouts: Sequence[str], lens: Lens) -> Try:
        """The best way to understand a board that ends at these tips, whatever its sizes."""
        flat = pose_from_tips(tips, blank_board(), lens)
        way = likely(unrolled(self._reader, self._pyramid, flat), most=1)[0]
        board = board_of(way, layouts[0])
        strips = self._closer(SizedFit(board, pose_from_tips(tips, board, lens), NO_SPREAD), block=False)
        tried = [self._whole(strips, layout) for layout in layouts]
        return max(tried, key=lambda one: one.score + self.layout_bonus(one.sized.board, one.sized.fit))

    def near(self, board: Geometry, fit: Fit) -> Try:
        """The same, from a board that already fits nearly."""
        return self._closer(SizedFit(board, fit, NO_SPREAD), block=True, rounds=3)

    def _whole(self, strips: Try, layout: str) -> Try:
        """The block of one layout, from wherever it fits best, then everything together."""
        starts = block_starts(strips.sized.board, layout)
        tried = [self._with_block(strips, board) for board in starts]
        best = max(tried, key=lambda one: one.score)
        return self._closer(best.sized, block=True)

    def _with_block(self, strips: Try, board: Geometry) -> Try:
        now = SizedFit(board, strips.sized.fit, strips.sized.spread)
        for _ in range(2):
            block = self._reader.measure(self._pyramid, block_keypoints(now.board), now.fit)
            block = replace(block, numbers=[STRIP_POINTS + n for n in block.numbers])
            both = joined(strips.measured, block)
            now = solve_sized(evidence_of(both, self._tips, SOFT_MM), now.board, now.fit, self.prior(now.board), 8)
        measured = replace(block, points=[board_keypoints(now.board)[n] for n in block.numbers])
        return Try(now, measured, self._score(now, measured))

    def _closer(self, now: SizedFit, block: bool, rounds: int = 6) -> Try:
        """Measure, solve for pose and sizes, and again from the better place."""
        for turn in range(rounds):
            points = board_keypoints(now.board)
            measured = self._reader.measure(self._pyramid, points if block else points[:STRIP_POINTS], now.fit)
            before, soft = _pixels(now), SOFT_MM if turn < 2 else 0.0
            now = solve_sized(evidence_of(measured, self._tips, soft), now.board, now.fit, self.prior(now.board))
            if turn >= 2 and float(np.abs(_pixels(now) - before).max()) < SETTLED_PX:
                break
        points = board_keypoints(now.board)
        measured = replace(measured, points=[points[n] for n in measured.numbers])
        return Try(now, measured, self._score(now, measured))

    def _score(self, sized: SizedFit, measured: Measured) -> float:
        return prove(sized.fit, measured, sized.board).score - self.prior(sized.board).oddness(sized.board)


def block_starts(board: Geometry, layout: str) -> list[Geometry]:
    """The board with blocks of several sizes, for the paths begin at the holder."""
    base = board.arm_start_mm * (math.sqrt(2) if layout == "corners" else 2.0)
    sizes = itertools.product(BLOCK_RATIOS, BLOCK_HEIGHTS_MM)
    fixed = {**board.values, "exit": layout, "base_size": base}
    return [make_geometry({**fixed, "cube_edge": base / ratio, "base_height": high}) for ratio, high in sizes]


def block_keypoints(board: Geometry) -> list[Keypoint]:
    return board_keypoints(board)[STRIP_POINTS:]


def joined(one: Measured, other: Measured) -> Measured:
    """Two measurements of different points as one."""
    return Measured(
        one.points + other.points,
        one.numbers + other.numbers,
        np.concatenate([one.pixels, other.pixels]),
        np.concatenate([one.whiten, other.whiten]),
        np.concatenate([one.spread_mm, other.spread_mm]),
        np.concatenate([one.px_per_mm, other.px_per_mm]),
    )


def _pixels(sized: SizedFit) -> Array:
    return Projector(board_keypoints(sized.board), sized.fit.lens)(sized.fit.values)


def points_and_tips(board: Geometry) -> list[Keypoint]:
    """All keypoints, then the tips once more: those that someone pointed at."""
    return board_keypoints(board) + tip_keypoints(board)


def evidence_of(measured: Measured, tips: Array | None, soft_mm: float = 0.0) -> SizeEvidence:
    """What was measured and what was pointed at; `soft_mm` is the least spread a point is given."""
    usable = np.flatnonzero(measured.spread_mm < 6.0)
    numbers = [measured.numbers[i] for i in usable]
    soft = np.minimum(measured.spread_mm[usable] / soft_mm, 1.0) if soft_mm else np.ones(len(usable))
    pixels, whiten = measured.pixels[usable], measured.whiten[usable] * soft[:, None, None]
    if tips is not None:
        numbers += [STRIP_POINTS + BLOCK_POINTS + k for k in range(len(ARMS))]
        pixels = np.concatenate([pixels, tips])
        whiten = np.concatenate([whiten, np.repeat(np.eye(2)[None] / TIP_SPREAD_PX, len(tips), axis=0)])
    return SizeEvidence(points_and_tips, np.array(numbers, int), pixels, whiten)
