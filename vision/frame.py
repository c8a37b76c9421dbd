"""A picture with its place in the sequence and its time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Bgr = npt.NDArray[np.uint8]

SAME_SHAPE: Final = 0.02
"""By which width over height may differ between pictures of one shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source: `index` counts from 0, `taken_at_s` is seconds since the source was opened."""

    bgr: Bgr
    index: int
    taken_at_s: float
    alone: bool = False
    """A resting view of its own: a photograph sent by itself, not one of a film."""
    same_s: float = 0.0
    """For how long a live camera has sent this very picture, bit by bit."""

    def __post_init__(self) -> None:
        if self.bgr.dtype != np.uint8 or self.bgr.ndim != 3 or self.bgr.shape[2] != 3:
            raise ValueError(f"expected a uint8 picture of 3 channels, got {self.bgr.dtype} {self.bgr.shape}")

    @property
    def resolution_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return int(self.bgr.shape[1]), int(self.bgr.shape[0])


def same_shape(one_wh: tuple[int, int], two_wh: tuple[int, int]) -> bool:
    """Whether pictures of these two sizes show the same, one merely larger."""
    return abs(one_wh[0] / one_wh[1] * two_wh[1] / two_wh[0] - 1) < SAME_SHAPE


def scaled(bgr: Bgr, resolution_wh: tuple[int, int]) -> Bgr:
    """The picture at this size."""
    if (bgr.shape[1], bgr.shape[0]) == resolution_wh:
        return bgr
    how = cv2.INTER_AREA if bgr.shape[1] > resolution_wh[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(bgr, resolution_wh, interpolation=how), np.uint8)
