"""A picture with its place in the sequence and its time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Bgr = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source: `index` counts from 0, `taken_at_s` is seconds since the source was opened."""

    bgr: Bgr
    index: int
    taken_at_s: float
    alone: bool = False
    """A resting view of its own: a photograph sent by itself, not one of a film."""

    def __post_init__(self) -> None:
        if self.bgr.dtype != np.uint8 or self.bgr.ndim != 3 or self.bgr.shape[2] != 3:
            raise ValueError(f"expected a uint8 picture of 3 channels, got {self.bgr.dtype} {self.bgr.shape}")

    @property
    def resolution_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return int(self.bgr.shape[1]), int(self.bgr.shape[0])
