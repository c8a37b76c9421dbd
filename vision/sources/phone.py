"""A phone's browser as a camera: its page sends pictures, the newest one counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

import cv2
import numpy as np

from engine.core.errors import IcekeeperError
from vision.frame import Frame
from vision.sources.opening import Status

PIXELS: Final = 4096 * 3072
SILENT_S: Final = 3.0
_SIZES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class PictureError(IcekeeperError):
    """What was sent is not a picture we can take."""


def jpeg_resolution(data: bytes) -> tuple[int, int]:
    """Width and height from a JPEG's header, read before anything is unpacked."""
    at = 2
    if data[:2] != b"\xff\xd8":
        raise PictureError("expected a JPEG picture")
    while at + 9 < len(data) and data[at] == 0xFF:
        if data[at + 1] in _SIZES:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4]))
    raise PictureError("expected a JPEG picture, this one has no size")


def decoded(data: bytes) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """A sent JPEG as BGR; one that would unpack to too much is refused unopened."""
    width, height = jpeg_resolution(data)
    if not min(width, height) >= 64 or width * height > PIXELS:
        raise PictureError(f"expected a picture of 64 to 4096 pixels a side, got {width}x{height}")
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if bgr is None:
        raise PictureError("expected a JPEG picture, this one is broken")
    return np.ascontiguousarray(bgr, np.uint8)


class PhoneSource:
    """A live source that is fed from outside."""

    live = True
    name = "phone"

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened_s = clock()
        self._last_s = clock()
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._count = 0
        self._dropped = 0
        self._closed = False

    @property
    def status(self) -> Status:
        """Waiting while the phone sends nothing."""
        if self._closed:
            return Status.CLOSED
        return Status.RUNNING if self._clock() - self._last_s < SILENT_S else Status.WAITING

    @property
    def dropped(self) -> int:
        """How many pictures a newer one replaced before anybody looked."""
        return self._dropped

    @property
    def count(self) -> int:
        """How many pictures have come."""
        return self._count

    def push(self, data: bytes) -> None:
        """Take one JPEG from the phone."""
        bgr = decoded(data)
        with self._news:
            self._last_s = self._clock()
            self._dropped += self._newest is not None
            self._newest = Frame(bgr, self._count, self._last_s - self._opened_s)
            self._count += 1
            self._news.notify_all()

    def frames(self) -> Iterator[Frame]:
        """The newest picture each time; waits while there is none, ends when closed."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._newest is not None or self._closed)
                frame, self._newest = self._newest, None
            if frame is None or self._closed:
                return
            yield frame

    def close(self) -> None:
        """Take nothing more."""
        with self._news:
            self._closed = True
            self._news.notify_all()
