"""Pictures that prove: the table as it rested before a turn and after it, with a ring and an arrow for what matters."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from vision.eye import Pointing
from vision.frame import Bgr, Frame

PICTURES_KEPT: Final = 48  # one for each of the last rests
KEPT_QUALITY: Final = 90  # JPEG, of what is kept in memory
QUALITY: Final = 80  # JPEG, of what goes on record
LEAST_WIDTH: Final = 640
MOST_WIDTH: Final = 1280
WHOLE_WIDTH: Final = 800
"""Of the whole board, where nothing is pointed at."""
THING_WIDTH: Final = 220
"""So wide is what is ringed, of what goes on record."""
MARGIN: Final = 0.45
"""Around what is pointed at, as a share of what is ringed."""
LEAST_PX: Final = 24.0
"""A ring is never thought smaller than this; what is cut around it would be a blur."""
RATIO: Final = 4 / 3
EARLY_S: Final = 0.05
"""Slack where times are compared: those on record are rounded."""
RING: Final = (44, 138, 240)
RIM: Final = (20, 20, 20)

COMMENT: Final = b"\xff\xfe"
EDGE: Final = 0.07
"""A landmark outside a part of a picture is named so near its edge."""

Letters = dict[str, tuple[float, float]]
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

    def proof(self, from_s: float, to_s: float, at: Pointing) -> tuple[tuple[str, float, bytes], ...]:
        """The rest from which a turn began and the one it ended in; one picture where they are the same."""
        if not self._kept:
            return ()
        before = self._last(from_s) or self._kept[0]
        after = self._last(to_s) or before
        pair = (("before", before), ("after", after))[before is after :]
        cut = [(name, kept.at_s, pointed(kept, at)) for name, kept in pair]
        return tuple(each for each in cut if each[2])

    def _last(self, at_s: float) -> KeptPicture | None:
        """The last rest that had begun by then."""
        return next((kept for kept in reversed(self._kept) if kept.at_s <= at_s + EARLY_S), None)


def pointed(kept: KeptPicture, at: Pointing) -> bytes:
    """The part of a picture that shows these places ringed, and the arrow between two of them."""
    found = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    if found is None:
        return b""
    picture = np.asarray(found, np.uint8)
    height, width = picture.shape[:2]
    rings = [_around(each) for each in kept.board.changed_px(at.places)]
    ways = [_around(each) for place in at.way or () for each in kept.board.changed_px((place,))]
    boxes = rings + ways
    whole = _around(np.array(list(kept.board.landmarks().values())))
    thing = max([LEAST_PX, *(x1 - x0 for x0, _, x1, _ in rings or ways)]) if boxes else 0.0
    margin = MARGIN * thing if boxes else 0.12 * (whole[2] - whole[0])
    x0, y0, x1, y1 = cut_box(boxes or [whole], margin, width, height)
    zoom = _zoom(x1 - x0, thing)
    part = _sized(picture[y0:y1, x0:x1], zoom)
    for box in rings:
        _ring(part, _moved(box, x0, y0, zoom))
    if len(ways) == 2:
        _arrow(part, *(_middle(_moved(box, x0, y0, zoom)) for box in ways))
    ok, data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    letters = _letters(kept.board.landmarks(), (x0, y0, x1, y1))
    return with_letters(data.tobytes(), letters) if ok else b""


def _letters(landmarks: Mapping[str, tuple[float, float]], cut: Box) -> Letters:
    """Where each landmark lies in a part of a picture, as shares; one outside is told where the way to it leaves."""
    middle = np.mean(list(landmarks.values()), 0)
    low, size = np.array(cut[:2]), np.array([cut[2] - cut[0], cut[3] - cut[1]])
    start = np.clip((middle - low) / size, EDGE, 1 - EDGE)
    out: Letters = {}
    for name, at in landmarks.items():
        way = (np.array(at) - low) / size - start
        with np.errstate(divide="ignore"):
            room = np.where(way > 0, (1 - EDGE - start) / way, np.where(way < 0, (EDGE - start) / way, np.inf))
        x, y = start + way * min(1.0, float(room.min()))
        out[name] = (round(float(x), 3), round(float(y), 3))
    return out


def with_letters(jpeg: bytes, letters: Letters) -> bytes:
    """A JPEG that carries in its comment where the board's landmarks lie in it."""
    note = json.dumps({"landmarks": letters}, separators=(",", ":")).encode()
    return jpeg[:2] + COMMENT + (len(note) + 2).to_bytes(2) + note + jpeg[2:]


def letters_of(jpeg: bytes) -> Letters:
    """What `with_letters` wrote; nothing where another program made the picture."""
    if jpeg[2:4] != COMMENT:
        return {}
    try:
        told = json.loads(jpeg[6 : 4 + int.from_bytes(jpeg[4:6])])["landmarks"]
        return {str(name): (float(x), float(y)) for name, (x, y) in told.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def cut_box(boxes: Sequence[Box], margin: float, width: int, height: int) -> tuple[int, int, int, int]:
    """Whole pixels around these boxes: with a margin, of one shape as far as that fits, inside the picture."""
    x0, y0, x1, y1 = (f(box[k] for box in boxes) for k, f in enumerate((min, min, max, max)))
    wide, high = x1 - x0 + 2 * margin, y1 - y0 + 2 * margin
    wide = min(max(wide, high * RATIO, 2 * LEAST_PX), width)
    high = min(max(high, wide / RATIO), height)
    left = min(max((x0 + x1 - wide) / 2, 0.0), width - wide)
    top = min(max((y0 + y1 - high) / 2, 0.0), height - high)
    return round(left), round(top), round(left + wide), round(top + high)


def _zoom(width: int, thing: float) -> float:
    """How much larger a part of a picture is kept: as people need to see the thing, within what a record carries."""
    wanted = max(LEAST_WIDTH, width * THING_WIDTH / thing) if thing else max(width, LEAST_WIDTH)
    return min(wanted, MOST_WIDTH if thing else WHOLE_WIDTH) / width


def _sized(part: Bgr, zoom: float) -> Bgr:
    """A part of a picture of its own, larger or smaller."""
    height, width = part.shape[:2]
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    return np.array(cv2.resize(part, (round(width * zoom), round(height * zoom)), interpolation=how))


def _moved(box: Box, left: int, top: int, zoom: float) -> Box:
    x0, y0, x1, y1 = box
    return (x0 - left) * zoom, (y0 - top) * zoom, (x1 - left) * zoom, (y1 - top) * zoom


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _around(pixels: Array) -> Box:
    (x0, y0), (x1, y1) = pixels.min(0), pixels.max(0)
    return float(x0), float(y0), float(x1), float(y1)


def _ring(picture: Bgr, box: Box) -> None:
    """An ellipse around a box, readable on light and dark."""
    x0, y0, x1, y1 = box
    middle = (round((x0 + x1) / 2), round((y0 + y1) / 2))
    axes = (round((x1 - x0) * 0.64) + 4, round((y1 - y0) * 0.64) + 4)
    for ink, thick in _strokes(picture):
        cv2.ellipse(picture, middle, axes, 0, 0, 360, ink, thick, cv2.LINE_AA)


def _arrow(picture: Bgr, tail: tuple[float, float], tip: tuple[float, float]) -> None:
    """An arrow from one point to another."""
    start, end = ((round(x), round(y)) for x, y in (tail, tip))
    long = max(1.0, float(np.hypot(tip[0] - tail[0], tip[1] - tail[1])))
    head = min(0.45, 0.05 * picture.shape[1] / long)
    for ink, thick in _strokes(picture):
        cv2.arrowedLine(picture, start, end, ink, thick, cv2.LINE_AA, 0, head)


def _strokes(picture: Bgr) -> tuple[tuple[tuple[int, int, int], int], ...]:
    """A dark rim and the bright line on it."""
    line = max(3, round(picture.shape[1] / 160))
    return (RIM, line + 4), (RING, line)
