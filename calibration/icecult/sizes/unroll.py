"""Unrolls the four paths: looks at both sides of each strip all along it and gathers what might be its lines.

From the four tips alone the plane of the board is known up to lens and scale. Windows along the strips are shown to the
patch network, which says where the nearest line, inner end or shoulder is; many windows agree where one really is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.camera import rotation_z
from calibration.fitting.patches import PatchReader, decoded_mm
from calibration.fitting.windows import Keypoint
from calibration.icecult.fitting.keypoints import KINDS
from calibration.icecult.fitting.solver import Fit
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

TIP_MM = 285.0  # the length from centre to tip that the search assumes
STEP_MM = 9.0  # between two windows along a strip
NEAREST_MM, SIDE_MM = 28.0, 20.0  # of the first window from the centre; of all from the strip's middle
REACH_MM, UNSURE_MM = 18.0, 3.0  # answers that are further off, or less sure, do not count
BLUR_MM, SURE_MM = 1.5, 1.3  # of a vote; the spread of an answer whose vote counts fully
ALONG_MM = np.arange(0.0, TIP_MM + 20.0)
HALF_WIDTH_MM = np.arange(10.0, 32.0)
LINES = ("inner", "line", "shoulder")


@dataclass(frozen=True, slots=True)
class Unrolled:
    """For each kind of line: how much speaks for it (0..1) at (strip, side, along, half width)."""

    support: dict[str, Array]


def unrolled(reader: PatchReader, pyramid: list[Picture], fit: Fit) -> Unrolled:
    """Look along both sides of the four strips."""
    windows = _windows(fit)
    keep, _, _, answers = reader.answers(pyramid, windows, fit)
    return Unrolled({kind: _support([windows[i] for i in keep], answers[:, KINDS.index(kind)]) for kind in LINES})


def _windows(fit: Fit) -> list[Keypoint]:
    out = []
    for arm in ARMS:
        across, outward, _ = rotation_z(ARM_YAW_DEG[arm]).T
        for along in np.arange(NEAREST_MM, TIP_MM - 6.0, STEP_MM):
            for side in (-1.0, 1.0):
                right = -side * across  # the strip lies to the right of either edge
                spot = (float(along), side * SIDE_MM, 2.2)
                axes = [(float(v[0]), float(v[1]), float(v[2])) for v in (right, outward)]
                out.append(Keypoint("line", arm, spot, axes[0], axes[1]))
    return out


def _support(windows: list[Keypoint], answers: Array) -> Array:
    """Votes of all windows for one kind of line, blurred a little."""
    support = np.zeros((len(ARMS), 2, len(ALONG_MM), len(HALF_WIDTH_MM)))
    offset, covariance = decoded_mm(answers)
    spread = np.sqrt(np.linalg.eigvalsh(covariance)[:, -1])
    for i in np.flatnonzero((spread < UNSURE_MM) & (np.hypot(*offset.T) < REACH_MM)):
        window = windows[i]
        along, half = window.spot_mm[0] + offset[i, 1], SIDE_MM - offset[i, 0]
        vote = np.exp(-0.5 * ((ALONG_MM - along) / BLUR_MM) ** 2)[:, None]
        vote = vote * np.exp(-0.5 * ((HALF_WIDTH_MM - half) / BLUR_MM) ** 2) * min(1.0, SURE_MM / spread[i])
        place = support[ARMS.index(str(window.arm)), int(window.spot_mm[1] > 0)]
        np.maximum(place, vote, out=place)
    return support
