"""Measures the board's keypoints in a picture with the patch network and refines a pose to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from calibration.icecult.defaults import MODELS
from calibration.icecult.fitting.keypoints import (
    KINDS,
    Keypoint,
    board_keypoints,
    build_pyramid,
    cut_windows,
    table_points,
    window_frames,
)
from calibration.icecult.fitting.solver import Fit, Projector, Seen, solve
from calibration.icecult.geometry import Geometry
from calibration.networks import network

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

OFFSET_UNIT_MM = 8.0
REACH_MM = 20.0  # answers further off are guesses
SURE_MM = 1.3  # a point counts as seen when its spread is below this
TIP_SPREAD_PX = 3.0  # how far off a person points
SETTLED_PX = 1.2  # a fit that moves less is not measured again
FLOOR_MM = 0.12  # no point is better than this, whatever the network says


@dataclass(frozen=True, slots=True)
class Measured:
    """What the network says about each keypoint: place in pixels, whitening matrices, spread in mm, px per mm."""

    points: list[Keypoint]
    numbers: list[int]  # which of the points asked for they are
    pixels: Array
    whiten: Array
    spread_mm: Array
    px_per_mm: Array

    @property
    def sure(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.spread_mm < SURE_MM)


class PatchReader:
    """The patch network."""

    def __init__(self, path: Path | None = None) -> None:
        self._net = network(path or MODELS / "patch.onnx")

    def measure(self, pyramid: list[Picture], points: list[Keypoint], fit: Fit) -> Measured:
        """Look for keypoints near where the fit expects them."""
        keep, centres, jacobians, answers = self.answers(pyramid, points, fit)
        points = [points[i] for i in keep]
        if not points:
            return Measured([], [], np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
        return _decoded(points, keep, centres, jacobians, answers)

    def answers(
        self, pyramid: list[Picture], points: list[Keypoint], fit: Fit
    ) -> tuple[list[int], Array, Array, Array]:
        """What the network says (N, kinds, 5) of windows inside the picture; which these are, centres and Jacobians."""
        where = table_points(points, fit.arms)
        centres, jacobians = window_frames(points, where, fit.camera.project)
        h, w = pyramid[0].shape[:2]
        inside = np.all(np.isfinite(centres), axis=1) & np.all((centres > -6) & (centres < (w + 6, h + 6)), axis=1)
        inside &= np.abs(np.linalg.det(np.nan_to_num(jacobians))) > 1e-3
        keep = np.flatnonzero(inside)
        centres, jacobians = centres[keep], jacobians[keep]
        if not len(keep):
            return [], centres, jacobians, np.zeros((0, len(KINDS), 5))
        (told,) = self._net.answer(["answer"], picture=cut_windows(pyramid, centres, jacobians))
        answers = np.asarray(told, np.float64).reshape(len(keep), len(KINDS), 5)
        return [int(i) for i in keep], centres, jacobians, answers


def _decoded(points: list[Keypoint], numbers: list[int], centres: Array, jacobians: Array, answers: Array) -> Measured:
    mine = answers[np.arange(len(points)), [KINDS.index(p.kind) for p in points]]
    offset, covariance = decoded_mm(mine)
    covariance = covariance + np.eye(2) * FLOOR_MM**2
    whiten_mm = np.linalg.cholesky(np.linalg.inv(covariance)).transpose(0, 2, 1)
    spread = np.sqrt(np.linalg.eigvalsh(covariance)[:, -1])
    spread[np.hypot(offset[:, 0], offset[:, 1]) > REACH_MM] = 99.0
    pixels = centres + np.einsum("nij,nj->ni", jacobians, offset)
    scale = np.sqrt(np.abs(np.linalg.det(jacobians)))
    return Measured(points, numbers, pixels, whiten_mm @ np.linalg.inv(jacobians), spread, scale)


def decoded_mm(answers: Array) -> tuple[Array, Array]:
    """Offsets (N, 2) in mm and their covariances (N, 2, 2) from the network's numbers (N, 5) for one kind."""
    factor = np.zeros((len(answers), 2, 2))
    factor[:, 0, 0], factor[:, 1, 1] = np.exp(np.clip(answers[:, 2], -4, 3.5)), np.exp(np.clip(answers[:, 3], -4, 3.5))
    factor[:, 1, 0] = answers[:, 4]
    return answers[:, :2] * OFFSET_UNIT_MM, np.linalg.inv(np.einsum("nki,nkj->nij", factor, factor))


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


def _evidence(measured: Measured, usable: npt.NDArray[np.intp], points: list[Keypoint], tips: Array | None) -> Seen:
    mine = [measured.points[i] for i in usable]
    pixels, whiten = measured.pixels[usable], measured.whiten[usable]
    if tips is not None:
        mine += [p for p in points if p.kind == "tip"]
        pixels = np.concatenate([pixels, tips])
        whiten = np.concatenate([whiten, np.repeat(np.eye(2)[None] / TIP_SPREAD_PX, len(tips), axis=0)])
    return Seen(mine, pixels, whiten)


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
