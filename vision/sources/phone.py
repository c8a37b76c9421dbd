"""A phone's browser as a camera: its page sends pictures; of live ones the newest counts, of single ones every one."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from calibration import bounds
from calibration.bounds import check_stated
from calibration.pictures import decoded as unpacked
from engine.core.errors import IcekeeperError
from vision.frame import Bgr, Frame, same_shape, scaled
from vision.sources.frozen import Same
from vision.sources.opening import Status

PIXELS: Final = 4096 * 3072
SMALLEST_PX: Final = 64  # a side
SILENT_S: Final = 3.0  # a phone that sends nothing for so long is waited for
STILL_S: Final = 900.0
"""Single pictures come when people send them; so long nobody calls the camera lost."""
STILLS: Final = 8  # single pictures that may wait to be looked at
OTHER_S: Final = 2.0
"""So long after its last picture a phone stays the camera when another one begins to send."""
RATE_OVER: Final = 12  # pictures over which the rate is told
REMEMBERED: Final = 4  # pictures kept as they were sent


class PictureError(IcekeeperError):
    """What was sent is not a picture we can take."""


class WaitingError(PictureError):
    """A picture we could take, but not now: others wait to be looked at."""


class Taken(StrEnum):
    """What became of a picture."""

    TAKEN = "taken"
    OLD = "old"  # a newer one overtook it
    TURNED = "turned"  # it has another shape than those the board was found in
    OTHER = "other"  # another phone is the camera


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture as it was sent, with what the phone says about it."""

    jpeg: bytes
    still: bool = False
    sender: str = ""
    taken_ms: int | None = None
    """The phone's clock when it was taken; a smaller one than the last comes too late."""
    delay_ms: int | None = None
    battery: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """How the phone is doing."""

    rate: float
    delay_ms: int | None
    battery: int | None
    resolution_wh: tuple[int, int] | None


def decoded(data: bytes) -> Bgr:
    """A sent JPEG as BGR; one that would unpack to too much is refused unopened."""
    if data[:2] != b"\xff\xd8":
        raise PictureError("expected a JPEG picture")
    try:
        width, height = check_stated(data, "picture", PIXELS)
        if min(width, height) < SMALLEST_PX:
            raise PictureError(f"expected a picture of at least {SMALLEST_PX} pixels a side, got {width}x{height}")
        return unpacked(data, "picture", PIXELS)
    except bounds.PictureError as error:
        raise PictureError(str(error)) from None


class PhoneSource:
    """A live source that is fed from outside.

    With `resolution_wh` every frame has that size: a phone on a slow line sends smaller pictures of the same shape, and
    a profile is good for one size only. Without it the largest picture so far says the size.
    """

    live = True
    name = "phone"

    def __init__(
        self, resolution_wh: tuple[int, int] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._opened_s = self._last_s = clock()
        self._news = threading.Condition()
        self._waiting: deque[Frame] = deque()
        self._last: Shot | None = None
        self._latest: Frame | None = None
        self._arrived_s: deque[float] = deque(maxlen=RATE_OVER)
        self._fixed, self._resolution_wh = resolution_wh is not None, resolution_wh
        self._shots: dict[int, Shot] = {}
        self._count = self._dropped = 0
        self._closed = False
        self._same = Same()

    @property
    def status(self) -> Status:
        """Waiting while the phone sends nothing."""
        if self._closed:
            return Status.CLOSED
        patience_s = STILL_S if self._last is not None and self._last.still else SILENT_S
        return Status.RUNNING if self._clock() - self._last_s < patience_s else Status.WAITING

    @property
    def dropped(self) -> int:
        """How many pictures a newer one replaced before anybody looked."""
        return self._dropped

    @property
    def count(self) -> int:
        """How many pictures have come."""
        return self._count

    @property
    def latest(self) -> Frame | None:
        """The last picture that came, looked at or not."""
        return self._latest

    @property
    def report(self) -> Report:
        """How the phone is doing now."""
        with self._news:
            times, last = list(self._arrived_s), self._last
            span_s = times[-1] - times[0] if len(times) > 1 and self._clock() - times[-1] < SILENT_S else 0.0
            rate = (len(times) - 1) / span_s if span_s > 0 else 0.0
            told = (None, None) if last is None else (last.delay_ms, last.battery)
            return Report(rate, *told, self._resolution_wh)

    def shot(self, index: int) -> Shot | None:
        """One of the last pictures as it was sent."""
        return self._shots.get(index)

    def push(self, shot: Shot) -> Taken:
        """Take one picture from the phone."""
        refused = self._refused(shot)
        if refused is not None:
            return refused
        bgr = decoded(shot.jpeg)
        with self._news:
            if self._too_late(shot):
                return Taken.OLD
            sized = self._sized(bgr)
            if sized is None:
                return Taken.TURNED
            self._keep(sized, shot)
        return Taken.TAKEN

    def _refused(self, shot: Shot) -> Taken | None:
        """What can be said before the picture is opened."""
        with self._news:
            last = self._last
            if last is not None and last.sender != shot.sender and self._clock() - self._last_s < OTHER_S:
                return Taken.OTHER
            return Taken.OLD if self._too_late(shot) else None

    def _too_late(self, shot: Shot) -> bool:
        last = self._last
        if last is None or last.sender != shot.sender or shot.taken_ms is None or last.taken_ms is None:
            return False
        return shot.taken_ms <= last.taken_ms

    def _sized(self, bgr: Bgr) -> Bgr | None:
        """The picture at the size that counts; None for one of another shape."""
        height, width = bgr.shape[:2]
        if self._resolution_wh is None:
            self._resolution_wh = (width, height)
        wide, high = self._resolution_wh
        same = same_shape((width, height), (wide, high))
        if not self._fixed and (not same or width > wide):
            self._resolution_wh = (width, height)
            return bgr
        return scaled(bgr, (wide, high)) if same else None

    def _keep(self, bgr: Bgr, shot: Shot) -> None:
        """Put the frame where it waits to be looked at."""
        self._last_s = self._clock()
        self._last = shot
        self._arrived_s.append(self._last_s)
        live = [frame for frame in self._waiting if not frame.alone]
        if live and not shot.still:
            self._waiting.remove(live[0])
            self._dropped += 1
        elif len(self._waiting) >= STILLS:
            raise WaitingError("pictures are waiting to be read; wait a moment before you send another")
        same_s = 0.0 if shot.still else self._same.seconds(shot.jpeg, self._last_s)
        self._latest = Frame(bgr, self._count, self._last_s - self._opened_s, shot.still, same_s)
        self._waiting.append(self._latest)
        self._shots[self._count] = shot
        self._shots.pop(self._count - REMEMBERED, None)
        self._count += 1
        self._news.notify_all()

    def frames(self) -> Iterator[Frame]:
        """The newest live picture each time, single ones one by one; waits while there is none, ends when closed."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                frame = self._waiting.popleft()
            yield frame

    def close(self) -> None:
        """Take nothing more."""
        with self._news:
            self._closed = True
            self._news.notify_all()
