"""The virtual table: what the demo shows and the tests look at, drawn from the printed board itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.sheet import A4_MM, Sheet
from calibration.turning import Picture
from tests.toy.calibration.board import SQUARES, on_table, printed, square_mm
from vision.frame import Bgr, Frame
from vision.sources.opening import Status

CAMERA: Final = Camera((960, 720), 820.0, (479.5, 359.5), (0.0,) * 5, (np.pi - 0.5, 0.0, 0.0), (0.0, 0.0, 440.0))
KNOCKED: Final = Camera((960, 720), 820.0, (479.5, 359.5), (0.0,) * 5, (np.pi - 0.52, 0.01, 0.02), (6.0, -4.0, 435.0))
STONE_MM, STONE, SKIN, CLOTH = 13.0, (70, 50, 40), (120, 150, 215), (110, 120, 95)
FPS, REST_S, HAND_S = 5, 2.4, 0.8
DOTS: Final = 4.0


@cache
def _paper() -> Sheet:
    """The printed board, four dots a millimetre."""
    return np.asarray(
        cv2.resize(printed(), (round(A4_MM[0] * DOTS), round(A4_MM[1] * DOTS)), interpolation=cv2.INTER_AREA)
    )


def scene(stones: int, camera: Camera = CAMERA, hand: float = 0.0) -> Bgr:
    """One picture of the board with stones on the first squares; `hand` of an arm's length reaches in."""
    paper = cv2.cvtColor(_paper(), cv2.COLOR_GRAY2BGR)
    for square in SQUARES[:stones]:
        x, y, _ = square_mm(square).mean(axis=0) * DOTS
        middle = round(A4_MM[0] / 2 * DOTS + x), round(A4_MM[1] / 2 * DOTS - y)
        cv2.circle(paper, middle, round(STONE_MM * DOTS), STONE, -1, cv2.LINE_AA)
    (right, down), (width, height) = A4_MM, camera.resolution_wh
    corners = np.array([(0, 0), (right, 0), (right, down), (0, down)], np.float32)
    pixels = camera.project([on_table(x, y) for x, y in corners]).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners * np.float32(DOTS), pixels)
    picture = np.full((height, width, 3), CLOTH, np.uint8)
    cv2.warpPerspective(paper, matrix, (width, height), picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    if hand:
        cv2.line(picture, (960, 700), (round(960 - 520 * hand), round(700 - 330 * hand)), SKIN, 90, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def film(heaps: Sequence[int], from_s: float = 0.0) -> Iterator[Frame]:
    """The board resting with so many stones, one heap after the other; between two of them a hand reaches in."""
    index = 0
    for k, stones in enumerate(heaps):
        reaching: list[Picture] = []
        if k:
            reaches = np.linspace(0.2, 1.0, round(HAND_S * FPS / 2))
            reaching = [scene(heaps[k - 1], hand=each) for each in reaches]
            reaching += [scene(stones, hand=each) for each in reaches[::-1]]
        for bgr in (*reaching, *[scene(stones)] * round(REST_S * FPS)):
            if index / FPS >= from_s:
                yield Frame(bgr, index, index / FPS)
            index += 1


class DrawnFilm:
    """A film that is drawn as it is shown: see `vision.sources.opening.FrameSource`."""

    live = False
    dropped = 0

    def __init__(self, heaps: Sequence[int], from_s: float) -> None:
        self._frames, self.name = film(heaps, from_s), "virtual table"
        self.status = Status.RUNNING

    def frames(self) -> Iterator[Frame]:
        for frame in self._frames:
            if self.status is Status.CLOSED:
                return
            yield frame
        self.status = Status.ENDED

    def close(self) -> None:
        self.status = Status.CLOSED
