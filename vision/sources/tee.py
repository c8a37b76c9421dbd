"""A source with a tap: whoever looks at the page sees the newest picture without taking it from the referee."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import cv2

from vision.frame import Frame
from vision.sources.opening import FrameSource, Status

QUALITY = 78
LOOK_S = 0.02


class Tapped:
    """A frame source that remembers its newest frame."""

    def __init__(self, source: FrameSource) -> None:
        self.source = source
        self.name = source.name
        self.live = source.live
        self._lock = threading.Lock()
        self._newest: Frame | None = None

    @property
    def status(self) -> Status:
        """As the source says."""
        return self.source.status

    @property
    def dropped(self) -> int:
        """As the source counts."""
        return self.source.dropped

    @property
    def newest(self) -> Frame | None:
        """The last frame that came through."""
        with self._lock:
            return self._newest

    @property
    def latest(self) -> Frame | None:
        """The last frame that the camera sent, also where the referee is still busy with one before it."""
        ahead = getattr(self.source, "latest", None)
        return ahead if isinstance(ahead, Frame) else self.newest

    def after(self, index: int, wait_s: float) -> Frame | None:
        """The latest frame as soon as it is not the one of this index; None where none comes in time."""
        until = time.monotonic() + wait_s
        while True:
            frame = self.latest
            if frame is not None and frame.index != index:
                return frame
            if time.monotonic() >= until:
                return None
            time.sleep(LOOK_S)

    def frames(self) -> Iterator[Frame]:
        """The source's frames, each remembered as it passes."""
        for frame in self.source.frames():
            with self._lock:
                self._newest = frame
            yield frame

    def close(self) -> None:
        """Close the source."""
        self.source.close()


def as_jpeg(bgr: object, widest: int = 1280) -> bytes:
    """A picture ready to be sent, not wider than a page shows it."""
    picture: cv2.typing.MatLike = bgr  # type: ignore[assignment]
    height, width = picture.shape[:2]
    if width > widest:
        picture = cv2.resize(picture, (widest, round(height * widest / width)), interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()
