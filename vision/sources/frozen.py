"""A camera that has frozen: it sends the very same picture again and again, and a sensor always has noise."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.frame import Bgr

FEW: Final = 16  # one row in so many tells most pictures apart


class Same:
    """For how long a live camera has sent one picture, bit by bit the same."""

    def __init__(self) -> None:
        self._last: Bgr | bytes | None = None
        self._since_s = 0.0

    def seconds(self, picture: Bgr | bytes, at_s: float) -> float:
        """One more picture, or the file it came in; 0 where it differs from the last one."""
        if not _same(self._last, picture):
            self._last, self._since_s = picture, at_s
        return at_s - self._since_s


def _same(one: Bgr | bytes | None, two: Bgr | bytes) -> bool:
    """Whether two pictures are the same in every bit."""
    if isinstance(one, np.ndarray) and isinstance(two, np.ndarray):
        return one.shape == two.shape and np.array_equal(one[::FEW], two[::FEW]) and np.array_equal(one, two)
    return isinstance(one, bytes) and one == two
