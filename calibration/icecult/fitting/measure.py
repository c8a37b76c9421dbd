"""Measures the board's keypoints in a picture with the patch network and refines a pose to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from calibration.fitting.patches import Measured, PatchReader
from calibration.fitting.windows import Keypoint, build_pyramid
from calibration.icecult.defaults import MODELS
from calibration.icecult.fitting.keypoints import KINDS, board_keypoints
from calibration.icecult.fitting.solver import Fit, Projector, SeenPoints, solve
from calibration.icecult.geometry import Geometry

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

TIP_SPREAD_PX = 3.0  # how far off a person points
SETTLED_PX = 1.2  # a fit that moves less is not measured again


def board_reader() -> PatchReader:
    """The network that knows this board's points."""
    return PatchReader(MODELS / "patch.onnx", KINDS)


def refine(
    reader: PatchReader, bgr: Picture, board: Geometry, start: Fit, rounds: int = 4, tips: Array | None = None
) -> tuple[Fit, Measured]:
    """Fit the board to the picture: measure, solve, and again from the better place; given `tips` are weak evidence."""
    points, pyramid, fit = board_keypoints(board), build_pyramid(bgr), start
    everywhere = Projector(points, start.lens)
    for _ in range(rounds):
        measured = reader.measure(pyramid, points, fit)
        usable = np.flatnonzero(measured.spread_mm < 6.0)
        if len(usable) < 6:
            break
        before = everywhere(fit.values)
        fit = solve(_evidence(measured, usable, points, tips), fit.values, fit.lens, rounds=25)
        if float(np.abs(everywhere(fit.values) - before).max()) < SETTLED_PX:
            break
    return fit, measured


def _evidence(
    measured: Measured, usable: npt.NDArray[np.intp], points: list[Keypoint], tips: Array | None
) -> SeenPoints:
    mine = [measured.points[i] for i in usable]
    pixels, whiten = measured.pixels[usable], measured.whiten[usable]
    if tips is not None:
        mine += [p for p in points if p.kind == "tip"]
        pixels = np.concatenate([pixels, tips])
        whiten = np.concatenate([whiten, np.repeat(np.eye(2)[None] / TIP_SPREAD_PX, len(tips), axis=0)])
    return SeenPoints(mine, pixels, whiten)


def without_arms(measured: Measured, arms: list[str]) -> Measured:
    """The same measurement with nothing known of some strips."""
    mine = np.array([p.arm in arms for p in measured.points], bool)
    return replace(measured, spread_mm=np.where(mine, 99.0, measured.spread_mm))


def solve_again(fit: Fit, measured: Measured, board: Geometry, tips: Array) -> Fit:
    """Solve once more from what was measured."""
    usable = np.flatnonzero(measured.spread_mm < 6.0)
    return solve(_evidence(measured, usable, board_keypoints(board), tips), fit.values, fit.lens, rounds=25)


def residuals_px(fit: Fit, measured: Measured) -> Array:
    """Distance in pixels between measured and fitted places."""
    if not measured.points:
        return np.zeros(0)
    return np.asarray(np.linalg.norm(Projector(measured.points, fit.lens)(fit.values) - measured.pixels, axis=1))
