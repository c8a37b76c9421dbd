"""A film shown at its own pace: never faster than it was taken, and slower where the machine needs longer to look."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from vision.frame import Frame
from vision.sources.opening import FrameSource, Status


class Paced:
    """A source that keeps to the clock without skipping: what comes late makes the rest late."""

    live = True

    def __init__(self, source: FrameSource, clock: Callable[[], float] = time.monotonic) -> None:
        self.source = source
        self.name = source.name
        self._clock = clock
        self._stop = threading.Event()

    @property
    def status(self) -> Status:
        """As the source says."""
        return self.source.status

    @property
    def dropped(self) -> int:
        """As the source counts."""
        return self.source.dropped

    def frames(self) -> Iterator[Frame]:
        """Every frame, none before its time."""
        begun_s: float | None = None
        for frame in self.source.frames():
            if begun_s is None:  # a film may go on from its middle
                begun_s = self._clock() - frame.taken_at_s
            early_s = frame.taken_at_s - (self._clock() - begun_s)
            begun_s += max(0.0, -early_s)
            if early_s > 0 and self._stop.wait(early_s):
                return
            yield frame

    def close(self) -> None:
        """End the film."""
        self._stop.set()
        self.source.close()
