"""The gate before reading: is the table moving, covered by a hand, or at rest; did the light or the camera change.

gate = Gate()
seen = gate.see(frame)
seen.status          "moving" | "hand" | "rest"
seen.rest            number of the rest; every rest has its own
seen.fresh           the frames of this rest that nobody has read yet (two at its beginning)

Classical on purpose: differences of small pictures, freed from changes of brightness. An arm always reaches in from
the picture's edge and has an outline; pieces never reach in, and light and soft shadows have no outline. What a network
says about hands is asked (`hand_share`) before a change at the edge is taken as light or as part of the room; what the
reader's own network says is told by `hand_seen`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Bgr, Frame

Small = npt.NDArray[np.float32]

WIDTH: Final = 320
MOVING_LEVEL: Final = 9.0
MOVING_PIXELS: Final = 10
EDGE_BAND: Final = 3
EDGE_LEVEL: Final = 6.0
EDGE_PIXELS: Final = 2
"""At the picture's edge little has to change: a hand that comes in shows only its tips at first."""
CHANGED_LEVEL: Final = 16.0
ARM_PIXELS: Final = 110
LIGHT_SHARE: Final = 0.45
SHIFT_PX: Final = 0.45
NOISE_MOST: Final = 4.0
SMOOTH_PX: Final = 12.0
"""Changes of light are smoother than this, in small pixels; the outlines of an arm are not."""
OUTLINE_LEVEL: Final = 0.12
OUTLINE_PIXELS: Final = 12
DARKEST: Final = 12.0
HAND_SHARE: Final = 0.008
CLEAR_SHARE: Final = 0.002
CLEAR_S: Final = 0.8
SETTLE_S: Final = 4.0
ROOM_S: Final = 20.0
"""After this long without any movement, a change at the edge is taken as part of the room: where no hand is seen at all
(a pawn at the edge, its shadow), where a hand might be, where a network sees one."""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What the gate makes of one frame."""

    status: str
    rest: int = -1
    since_s: float = 0.0
    fresh: tuple[Frame, ...] = ()
    light_changed: bool = False
    shifted_px: float = 0.0
    """How far the picture has moved against the last rest, in pixels of the frame."""


Region = tuple[float, float, float, float]
"""A part of the picture: left, top, right, bottom as shares of its size."""


HandShare = Callable[[Bgr], float]
"""The share of a picture that hands and arms cover."""


class Gate:
    """Remembers the last frame and the last rest; `region` is where the board lies."""

    def __init__(self, region: Region | None = None, hand_share: HandShare | None = None) -> None:
        self._region = region
        self._hand_share = hand_share
        self._last: Frame | None = None
        self._last_small: Small | None = None
        self._reference: Small | None = None
        self._still_since_s: float | None = None
        self._rest = -1
        self._resting = False
        self._rest_since_s = 0.0

    def see(self, frame: Frame) -> Steadiness:
        """The state of the table in this frame."""
        small = shrunk(frame.bgr)
        before, before_small = self._last, self._last_small
        self._last, self._last_small = frame, small
        if before is None or before_small is None or before_small.shape != small.shape:
            return Steadiness("moving")
        if moving(before_small, small):
            self._still_since_s, self._resting = None, False
            return Steadiness("moving")
        if self._still_since_s is None:
            self._still_since_s = before.taken_at_s
        if self._resting:
            return Steadiness("rest", self._rest, self._rest_since_s, (frame,))
        return self._come_to_rest(before, frame, small)

    def hand_seen(self) -> None:
        """The reader has seen a hand in this rest: it was none."""
        self._resting = False

    def settle(self) -> None:
        """The picture of this rest is how the table looks now; later changes are measured against it."""
        self._reference = self._last_small

    def _come_to_rest(self, before: Frame, frame: Frame, small: Small) -> Steadiness:
        reference = self._reference
        change = Change(0.0, 0, 0, 0.0) if reference is None else changed(reference, small, self._region)
        assert self._still_since_s is not None
        reaches_in = change.arm_pixels >= ARM_PIXELS
        light = change.share >= LIGHT_SHARE or (reaches_in and not change.outlined)
        if reaches_in and not self._no_hand(frame, change, frame.taken_at_s - self._still_since_s):
            return Steadiness("hand")
        self._rest += 1
        self._resting, self._rest_since_s = True, self._still_since_s
        zoom = frame.bgr.shape[1] / small.shape[1]
        return Steadiness("rest", self._rest, self._rest_since_s, (before, frame), light, change.shift_px * zoom)

    def _no_hand(self, frame: Frame, change: Change, still_s: float) -> bool:
        """Whether what reaches in from the edge is light, or has lain still for too long to be a hand."""
        if change.outlined and still_s < CLEAR_S:
            return False
        if self._hand_share is None:
            return not change.outlined or still_s >= SETTLE_S
        share = self._hand_share(frame.bgr)
        if share >= HAND_SHARE:
            return still_s >= ROOM_S
        return not change.outlined or share < CLEAR_SHARE or still_s >= SETTLE_S


@dataclass(frozen=True, slots=True)
class Change:
    """How a picture differs from another.

    Share of all pixels; pixels of what reaches in from the edge, and of its outline when smooth light is taken away;
    shift of the whole.
    """

    share: float
    arm_pixels: int
    outline_pixels: int
    shift_px: float

    @property
    def outlined(self) -> bool:
        """Whether what reaches in has an outline, as an arm has and light has not."""
        return self.outline_pixels >= OUTLINE_PIXELS


def shrunk(bgr: Bgr) -> Small:
    """A small, slightly blurred picture for comparing."""
    height, width = bgr.shape[:2]
    zoom = WIDTH / width
    small = cv2.resize(bgr, (WIDTH, max(1, round(height * zoom))), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.float32)


def difference(one: Small, two: Small) -> Small:
    """The largest difference of any channel, after the common change of brightness is taken away."""
    shift = np.median((two - one).reshape(-1, 3)[::7], axis=0)
    limit = np.clip(shift, -12.0, 12.0)
    return np.asarray(np.abs(two - one - limit).max(axis=2), np.float32)


def moving(one: Small, two: Small) -> bool:
    """Whether anything moved between two frames."""
    apart = difference(one, two)
    noise = 3.0 * min(float(np.median(apart)), NOISE_MOST)
    if int((apart > MOVING_LEVEL + noise).sum()) > MOVING_PIXELS:
        return True
    k = EDGE_BAND
    apart[k:-k, k:-k] = 0.0
    return int((apart > EDGE_LEVEL + noise).sum()) > EDGE_PIXELS


def changed(reference: Small, now: Small, region: Region | None = None) -> Change:
    """What has changed since the last rest.

    A knocked camera moves the whole picture, a pushed board most of it: where the shift explains what is seen at the
    edge, it is no change in the picture.
    """
    whole = shift(reference, now)
    far = float(np.hypot(*whole))
    if region is not None:
        far = max(far, float(np.hypot(*shift(_part(reference, region), _part(now, region)))))
    change = _compared(reference, now, far)
    if np.hypot(*whole) < SHIFT_PX:
        return change
    return min(change, _compared(*aligned(reference, now, whole), far), key=lambda c: (c.arm_pixels, c.outline_pixels))


def _compared(reference: Small, now: Small, far: float) -> Change:
    """How two pictures differ as they lie."""
    apart = difference(reference, now)
    noise = min(float(np.median(apart)), NOISE_MOST)
    mask = apart > CHANGED_LEVEL + 3.0 * noise
    return Change(float(mask.mean()), _from_edge(mask), _from_edge(outlines(reference, now)), far)


def outlines(reference: Small, now: Small) -> npt.NDArray[np.bool_]:
    """Where a picture differs from another after a smooth field of gain, as light and soft shadows lay, is removed."""
    gain = np.log(now + DARKEST) - np.log(reference + DARKEST)
    sharp = np.abs(gain - cv2.GaussianBlur(gain, (0, 0), SMOOTH_PX)).max(axis=2)
    return np.asarray(sharp > OUTLINE_LEVEL, np.bool_)


def _part(small: Small, region: Region) -> Small:
    """A part of a small picture."""
    height, width = small.shape[:2]
    left, right = sorted(min(max(round(x * width), 0), width) for x in (region[0], region[2]))
    top, bottom = sorted(min(max(round(y * height), 0), height) for y in (region[1], region[3]))
    return np.ascontiguousarray(small[top:bottom, left:right]) if right - left > 31 and bottom - top > 31 else small


def _from_edge(mask: npt.NDArray[np.bool_]) -> int:
    """Pixels of the largest changed area that touches the picture's edge."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return max((int(stats[k, cv2.CC_STAT_AREA]) for k in edge if k), default=0) if count > 1 else 0


def aligned(reference: Small, now: Small, by: tuple[float, float]) -> tuple[Small, Small]:
    """Both pictures where they overlap, the reference moved `by` small pixels."""
    height, width = now.shape[:2]
    matrix = np.array([[1.0, 0.0, by[0]], [0.0, 1.0, by[1]]])
    moved = cv2.warpAffine(reference, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    x, y = (math.ceil(abs(d)) + 1 for d in by)
    cut = slice(y, height - y), slice(x, width - x)
    return np.ascontiguousarray(moved[cut]), np.ascontiguousarray(now[cut])


def shift(reference: Small, now: Small) -> tuple[float, float]:
    """How far the whole picture has moved to the right and down, in small pixels; 0 where it cannot be told."""
    one, two = (cv2.Laplacian(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), cv2.CV_32F) for p in (reference, now))
    window = cv2.createHanningWindow((one.shape[1], one.shape[0]), cv2.CV_32F)
    (dx, dy), response = cv2.phaseCorrelate(one, two, window)
    return (dx, dy) if response > 0.1 and np.hypot(dx, dy) < 20 else (0.0, 0.0)
