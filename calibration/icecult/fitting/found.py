"""A board that was found in a picture, and finding it where the picture lies on its side or stands on its head."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from calibration.errors import NotFoundError, TurnedError
from calibration.fitting.patches import Measured
from calibration.fitting.verify import Proof
from calibration.icecult.fitting.solver import Fit
from calibration.icecult.geometry import Geometry
from calibration.icecult.profile import arm_points
from calibration.lens import Lens
from calibration.turning import (
    Picture,
    axes_turned,
    camera_turned,
    lens_turned,
    picture_turned,
    points_turned,
    to_stand,
)

Array = npt.NDArray[np.float64]

STEP: Final = 1e-4  # of the camera's turn, in radians: how far the picture's turn carries its uncertainty over
TURN, SHIFT = slice(2, 5), slice(5, 8)  # of the camera, among the unknowns


@dataclass(frozen=True, slots=True)
class Found:
    """A board in a picture: its dimensions, the fit, and what confirms it."""

    board: Geometry
    fit: Fit
    measured: Measured
    proof: Proof
    spread: Array | None = None  # covariance of the sizes' logarithms, where they were measured
    held: frozenset[str] = frozenset()  # sizes that were known beforehand

    @property
    def tips_px(self) -> dict[str, tuple[float, float]]:
        """The strips' own tips in pixels."""
        out = {}
        for arm, pose in self.fit.arms.items():
            tip = arm_points(arm, pose, [(self.board.tip_mm, 0.0, self.board["board_thickness"])])
            x, y = self.fit.camera.project(tip)[0]
            out[arm] = (float(x), float(y))
        return out

    def turned(self, quarters: int) -> Found:
        """The same board in the picture turned clockwise."""
        measured, axes = self.measured, axes_turned(quarters)[:2, :2]
        pixels = points_turned(measured.pixels, self.fit.lens.resolution_wh, quarters)
        return replace(
            self,
            fit=fit_turned(self.fit, quarters),
            measured=replace(measured, pixels=pixels, whiten=measured.whiten @ axes.T),
        )


def fit_turned(fit: Fit, quarters: int) -> Fit:
    """The fit of the turned picture."""
    values, carried = _pose_turned(fit, quarters), np.eye(len(fit.values))
    carried[SHIFT, SHIFT] = axes_turned(quarters)
    for k in range(TURN.start, TURN.stop):
        aside = fit.values.copy()
        aside[k] += STEP
        carried[TURN, k] = (_pose_turned(replace(fit, values=aside), quarters, values)[TURN] - values[TURN]) / STEP
    return replace(
        fit, values=values, covariance=carried @ fit.covariance @ carried.T, lens=lens_turned(fit.lens, quarters)
    )


def _pose_turned(fit: Fit, quarters: int, near: Array | None = None) -> Array:
    """The unknowns after the turn; a camera turned by r may also be written as turned the other way by 360 - r."""
    camera, values = camera_turned(fit.camera, quarters), fit.values.copy()
    values[TURN], values[SHIFT] = camera.rvec, camera.tvec_mm
    if near is not None and values[TURN] @ near[TURN] < 0:
        values[TURN] *= 1 - 2 * np.pi / np.linalg.norm(values[TURN])
    return values


def refusal(text: str, fit: Fit, kind: type[NotFoundError] = NotFoundError) -> NotFoundError:
    """Why a board is not taken for found; where the picture has to be turned, by how much."""
    quarters = to_stand(fit.camera)
    return TurnedError(text, quarters) if quarters else kind(text)


def standing(bgr: Picture, lens: Lens, look: Callable[[Picture, Lens, int], Found]) -> Found:
    """What `look` finds in a picture through its lens, or in it turned by so many quarters where it has to be."""
    try:
        return look(bgr, lens, 0)
    except TurnedError as error:
        quarters = error.quarters
    return look(picture_turned(bgr, quarters), lens_turned(lens, quarters), quarters).turned(4 - quarters)
