"""Pictures that prove: the table as it rested before a turn and after it, with a ring around what changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from vision.frame import Bgr, Frame

PICTURES_KEPT: Final = 48  # one for each of the last rests
KEPT_QUALITY: Final = 90  # JPEG, of what is kept in memory
QUALITY: Final = 80  # JPEG, of what goes on record
LEAST_WIDTH: Final = 640
MOST_WIDTH: Final = 1280
MARGIN: Final = 0.06
"""Around what changed, as a share of the picture's width."""
EARLY_S: Final = 0.05
"""Slack where times are compared: those on record are rounded."""
RING: Final = (44, 138, 240)
RIM: Final = (20, 20, 20)

Box = tuple[float, float, float, float]
Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A whole picture of a rest, and where the board was in it."""

    at_s: float
    jpeg: bytes
    board: Board


class Album:
    """Whole pictures of the last rests."""

    def __init__(self) -> None:
        self._kept: deque[KeptPicture] = deque(maxlen=PICTURES_KEPT)

    def keep(self, frame: Frame, board: Board) -> None:
        """Keep the picture of a rest."""
        ok, data = cv2.imencode(".jpg", frame.bgr, [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY])
        if ok:
            self._kept.append(KeptPicture(frame.taken_at_s, data.tobytes(), board))

    def proof(self, from_s: float, to_s: float, places: Sequence[str]) -> tuple[tuple[str, float, bytes], ...]:
        """The rest from which a turn began and the one it ended in; one picture where they are the same."""
        if not self._kept:
            return ()
        before = self._last(from_s) or self._kept[0]
        after = self._last(to_s) or before
        pair = (("before", before), ("after", after))[before is after :]
        cut = [(name, kept.at_s, ringed(kept, places)) for name, kept in pair]
        return tuple(each for each in cut if each[2])

    def _last(self, at_s: float) -> KeptPicture | None:
        """The last rest that had begun by then."""
        return next((kept for kept in reversed(self._kept) if kept.at_s <= at_s + EARLY_S), None)


def ringed(kept: KeptPicture, places: Sequence[str]) -> bytes:
    """The part of a picture that shows these places, each within a ring."""
    found = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    if found is None:
        return b""
    picture = np.asarray(found, np.uint8)
    height, width = picture.shape[:2]
    boxes = [_around(each) for each in kept.board.changed_px(places)]
    whole = _around(np.array(list(kept.board.landmarks().values())))
    x0, y0, x1, y1 = cut_box(boxes or [whole], width, height)
    for box in boxes:
        _ring(picture, box)
    part = _sized(picture[y0:y1, x0:x1])
    ok, data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes() if ok else b""


def cut_box(boxes: Sequence[Box], width: int, height: int) -> tuple[int, int, int, int]:
    """Whole pixels around these boxes: with a margin, wide enough to be looked at, inside the picture."""
    x0, y0, x1, y1 = (f(box[k] for box in boxes) for k, f in enumerate((min, min, max, max)))
    wide = max(x1 - x0 + 2 * MARGIN * width, LEAST_WIDTH)
    wide = min(max(wide, (y1 - y0 + 2 * MARGIN * width) * 4 / 3), width)
    high = min(max(y1 - y0 + 2 * MARGIN * width, wide * 9 / 16), height)
    left = min(max((x0 + x1 - wide) / 2, 0.0), width - wide)
    top = min(max((y0 + y1 - high) / 2, 0.0), height - high)
    return round(left), round(top), round(left + wide), round(top + high)


def _sized(part: Bgr) -> Bgr:
    """At least as wide as people need, and no wider than the record should carry."""
    height, width = part.shape[:2]
    zoom = min(max(width, LEAST_WIDTH), MOST_WIDTH) / width
    if zoom == 1:
        return part
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(part, (round(width * zoom), round(height * zoom)), interpolation=how))


def _around(pixels: Array) -> Box:
    (x0, y0), (x1, y1) = pixels.min(0), pixels.max(0)
    return float(x0), float(y0), float(x1), float(y1)


def _ring(picture: Bgr, box: Box) -> None:
    """An ellipse around a box, readable on light and dark."""
    x0, y0, x1, y1 = box
    middle = (round((x0 + x1) / 2), round((y0 + y1) / 2))
    axes = (round((x1 - x0) * 0.64) + 4, round((y1 - y0) * 0.64) + 4)
    line = max(2, round(picture.shape[1] / 480))
    for ink, thick in ((RIM, line + 2), (RING, line)):
        cv2.ellipse(picture, middle, axes, 0, 0, 360, ink, thick, cv2.LINE_AA)
