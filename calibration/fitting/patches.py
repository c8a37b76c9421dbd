"""Measures keypoints of a board with a patch network: how far off each is in its window, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.fitting.windows import Keypoint, cut_windows, window_frames
from calibration.networks import network

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

OFFSET_UNIT_MM = 8.0
REACH_MM = 20.0  # answers further off are guesses
SURE_MM = 1.3  # a point counts as seen when its spread is below this
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


class Placed(Protocol):
    """A board as it is thought to lie."""

    @property
    def camera(self) -> Camera:
        """What sees it."""

    def places(self, points: list[Keypoint]) -> Array:
        """Where these points would be, in table mm (N, 3)."""


class PatchReader:
    """A patch network, and which kinds of keypoints it knows, in the order of its answers."""

    def __init__(self, path: Path, kinds: Sequence[str]) -> None:
        self._net, self._kinds = network(path), tuple(kinds)

    def measure(self, pyramid: list[Picture], points: list[Keypoint], fit: Placed) -> Measured:
        """Look for keypoints near where the fit expects them."""
        keep, centres, jacobians, answers = self.answers(pyramid, points, fit)
        points = [points[i] for i in keep]
        if not points:
            return Measured([], [], np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
        mine = answers[np.arange(len(points)), [self._kinds.index(p.kind) for p in points]]
        return _decoded(points, keep, centres, jacobians, mine)

    def answers(
        self, pyramid: list[Picture], points: list[Keypoint], fit: Placed
    ) -> tuple[list[int], Array, Array, Array]:
        """What the network says (N, kinds, 5) of windows inside the picture; which these are, centres and Jacobians."""
        centres, jacobians = window_frames(points, fit.places(points), fit.camera.project)
        h, w = pyramid[0].shape[:2]
        inside = np.all(np.isfinite(centres), axis=1) & np.all((centres > -6) & (centres < (w + 6, h + 6)), axis=1)
        inside &= np.abs(np.linalg.det(np.nan_to_num(jacobians))) > 1e-3
        keep = np.flatnonzero(inside)
        centres, jacobians = centres[keep], jacobians[keep]
        if not len(keep):
            return [], centres, jacobians, np.zeros((0, len(self._kinds), 5))
        (told,) = self._net.answer(["answer"], picture=cut_windows(pyramid, centres, jacobians))
        answers = np.asarray(told, np.float64).reshape(len(keep), len(self._kinds), 5)
        return [int(i) for i in keep], centres, jacobians, answers


def _decoded(points: list[Keypoint], numbers: list[int], centres: Array, jacobians: Array, answers: Array) -> Measured:
    offset, covariance = decoded_mm(answers)
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
