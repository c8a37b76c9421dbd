"""Pictures of one rest averaged before reading, where the camera's noise calls for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import reduce
from typing import Final

import cv2
import numpy as np

from vision.aside import Small
from vision.compare import WIDTH, shrunk
from vision.frame import Bgr, Frame
from vision.noise import OPPONENT, shaken

NOISY_SD: Final = 4.5
"""From this noise on, in levels of 255, one picture alone is read worse than the mean of several."""
MOST: Final = 5  # frames that are averaged at most
SHIFT_LEAST_PX: Final = 0.15  # a smaller shift is not taken back
BAND_ROWS: Final = 64  # averaged at a time
STEP: Final = 3  # one pixel in so many, each way, measures the noise


class Averager:
    """Keeps the last few frames of the present rest."""

    def __init__(self) -> None:
        self._rest = -1
        self._frames: deque[Frame] = deque(maxlen=MOST)

    def take(self, rest: int, frames: Sequence[Frame]) -> None:
        """Frames of a rest, the newest last."""
        if rest != self._rest:
            self._rest = rest
            self._frames.clear()
        self._frames.extend(frames)

    @property
    def grows(self) -> bool:
        """Whether the mean will be of more frames yet."""
        return len(self._frames) < MOST

    def picture(self) -> Bgr | None:
        """The picture to read instead of the last frames; None where the camera is good enough."""
        if len(self._frames) < 2 or noise_sd(self._frames[-2].bgr, self._frames[-1].bgr) < NOISY_SD:
            return None
        return self.mean()

    def mean(self) -> Bgr:
        """The mean of the frames of this rest."""
        return mean_picture([frame.bgr for frame in self._frames])


def noise_sd(one: Bgr, two: Bgr) -> float:
    """The noise of a camera in levels of 255, from two pictures of the same thing."""
    apart = two[::STEP, ::STEP, 1].astype(np.int16) - one[::STEP, ::STEP, 1]
    return float(np.median(np.abs(apart - np.median(apart)))) * 1.4826 / 2**0.5


def mean_picture(pictures: Sequence[Bgr]) -> Bgr:
    """The mean of pictures of the same thing, laid upon the last; of three and more the extremes do not count."""
    last = shrunk(pictures[-1])
    laid = [*(_laid(picture, last) for picture in pictures[:-1]), pictures[-1]]
    out = np.empty(pictures[-1].shape, np.uint8)
    for y0 in range(0, len(out), BAND_ROWS):  # as floats a whole picture is four times as large, and there are three
        rows = slice(y0, y0 + BAND_ROWS)
        out[rows] = _mean([picture[rows] for picture in laid])
    return out


def _mean(laid: Sequence[Bgr]) -> Bgr:
    """The mean of the same rows of pictures that lie upon each other."""
    total = np.zeros(laid[-1].shape, np.float32)
    for picture in laid:
        cv2.accumulate(picture, total)
    count = len(laid)
    if count > 2:
        total -= cv2.add(reduce(np.minimum, laid), reduce(np.maximum, laid), dtype=cv2.CV_32F)
        count -= 2
    return np.asarray(cv2.convertScaleAbs(total, alpha=1.0 / count), np.uint8)


def _laid(picture: Bgr, last: Small) -> Bgr:
    """A picture moved by parts of a pixel to lie upon the last one."""
    height, width = picture.shape[:2]
    zoom = max(width, height) / WIDTH
    x, y = (zoom * part for part in drift(shrunk(picture), last))
    if np.hypot(x, y) < SHIFT_LEAST_PX:
        return picture
    matrix = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    return np.asarray(cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def drift(before: Small, now: Small) -> tuple[float, float]:
    """How far a small picture went to the right and down."""
    grey = OPPONENT[:1]
    one, two = (np.asarray(cv2.transform(small, grey), np.float32) for small in (before, now))
    mean, apart = (one + two) * np.float32(0.5), two - one
    apart -= np.median(apart)
    dx, dy = (cv2.Sobel(mean, cv2.CV_32F, 1 - k, k, scale=0.125) for k in (0, 1))
    return shaken(apart, np.asarray(dx, np.float32), np.asarray(dy, np.float32))
