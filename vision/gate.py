"""The gate before reading: is the table moving, covered by a hand, or at rest; did the light or the camera change.

gate = Gate()
seen = gate.see(frame)
seen.status          "moving" | "hand" | "rest"
seen.rest            number of the rest; every rest has its own
seen.fresh           the frames of this rest that nobody has read yet (two at its beginning)
seen.trouble         why it cannot be judged, where something is wrong with the light or the camera

Classical on purpose: differences of small pictures, freed from changes of brightness. An arm always reaches in from
the picture's edge and has an outline; pieces never reach in, and light and soft shadows have no outline. What a network
says about hands is asked (`hand_share`) before a change at the edge is taken as light or as part of the room; what the
reader's own network says is told by `hand_seen`. A noisy camera is found out by the spread of what changes and then
compared by `vision.noise`; a good one comes there only while something moves. What goes on beside the board for a while
is no movement of the table (`vision.aside`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.aside import Aside, Region, Small
from vision.compare import SHIFT_PX as SHIFT_PX
from vision.compare import WIDTH as WIDTH
from vision.compare import Change, changed, moving, shrunk, too_dark
from vision.frame import Bgr, Frame
from vision.noise import NOISY, Noise, spread

ARM_PIXELS: Final = 110  # small pixels of a changed area at the edge from which on it may be an arm
LIGHT_SHARE: Final = 0.45  # of the picture: where more has changed, the light has
HAND_SHARE: Final = 0.008  # of the picture; hysteresis: where the network sees more, a hand is there
CLEAR_SHARE: Final = 0.002  # where it sees less, none is; between the two one that is there may stay
CLEAR_S: Final = 0.8
SETTLE_S: Final = 4.0
ROOM_S: Final = 20.0
"""For how long nothing may have moved before a change at the edge is taken as part of the room: `CLEAR_S` where no hand
is seen at all (a piece at the edge, its shadow), `SETTLE_S` where one might be, `ROOM_S` where a network sees one."""
SLOW_S: Final = 0.1
CREEP_S: Final = 0.2
"""With a noisy camera, frames `SLOW_S` apart are compared, and every `CREEP_S` one with the mean of its rest."""
ANCHOR_MOST: Final = 8  # pictures that the mean of a rest is made of, at most
PAST: Final = 12  # small pictures that are remembered
HICCUP_S: Final = 0.6
"""A small movement that is over this soon, with all as before, does not end the rest of a noisy camera."""
UNEXPLAINED_S: Final = 2.5
"""When something has moved for this long, but never anything as large as a hand, the trouble is told."""
TOO_DARK, TOO_NOISY, FLICKER = "too-dark", "too-noisy", "flicker"


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
    trouble: str = ""
    """Why it cannot be judged: too-dark, too-noisy, flicker."""
    noise: float = 0.0
    """The usual change between two small pictures at rest."""


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """A small picture and its time."""

    at_s: float
    small: Small


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """The mean of the small pictures of a rest; against it slow movement shows that no two frames show."""

    mean: Small
    count: int
    compared_at_s: float

    def grown(self, small: Small) -> Anchor:
        """With one more picture; old ones fade slowly, as light changes slowly."""
        count = min(self.count + 1, ANCHOR_MOST)
        return replace(self, mean=np.asarray(self.mean + (small - self.mean) / np.float32(count)), count=count)

    def compared(self, at_s: float) -> Anchor:
        """The same, compared at that time."""
        return replace(self, compared_at_s=at_s)


HandShare = Callable[[Bgr], float]
"""The share of a picture that hands and arms cover."""


class Gate:
    """Remembers the last frames and the last rest; `region` is where the board lies, by its corners."""

    def __init__(self, region: Region | None = None, hand_share: HandShare | None = None) -> None:
        self._region = region
        self._hand_share = hand_share
        self._noise = Noise(Aside(region))
        self._last: Frame | None = None
        self._past: deque[Thumbnail] = deque(maxlen=PAST)
        self._reference: Small | None = None
        self._anchor: Anchor | None = None
        self._left: Anchor | None = None
        """The rest that a small movement has just ended."""
        self._moving_since_s: float | None = None
        self._still_since_s: float | None = None
        self._rest = -1
        self._resting = False
        self._rest_since_s = 0.0

    def see(self, frame: Frame) -> Steadiness:
        """The state of the table in this frame."""
        seen = Thumbnail(frame.taken_at_s, shrunk(frame.bgr))
        if self._past and self._past[-1].small.shape != seen.small.shape:
            self._past.clear()
            self._noise, self._reference = Noise(Aside(self._region)), None
        moved = frame.alone or not self._past or self._moved(self._past[-1], seen)
        before, self._last = self._last, frame
        self._past.append(seen)
        if too_dark(seen.small):
            return self._moves(frame, TOO_DARK)
        if frame.alone:
            return self._alone(frame, seen.small)
        if before is None or moved:
            return self._moves(frame)
        self._moving_since_s = self._moving_since_s if self._noise.hopeless else None
        if self._still_since_s is None:
            self._still_since_s = before.taken_at_s
        if self._resting:
            return Steadiness("rest", self._rest, self._rest_since_s, (frame,), noise=self._noise.level)
        return self._come_to_rest(before, frame, seen.small)

    def _moved(self, before: Thumbnail, now: Thumbnail) -> bool:
        """Whether anything moved that is not the camera's own noise."""
        at_s, noise = now.at_s, self._noise
        changes = moving(before.small, now.small)
        known = noise.known(at_s)
        if changes is None and not known:
            return False
        older = self._older(now) if known else before
        if noise.moves(older.small, now.small, at_s):
            return True
        changes = changes if changes is None else noise.near(changes)
        explained = changes is None or noise.explains(changes)
        if self._crept(now):
            return True
        if changes is None or known or noise.level >= NOISY:
            return False
        if not (explained or spread(changes)):
            return True
        noise.found(at_s)
        return False

    def _older(self, now: Thumbnail) -> Thumbnail:
        """The last frame that is old enough for slow movement to show in noise."""
        old = [seen for seen in self._past if now.at_s - seen.at_s >= SLOW_S]
        return old[-1] if old else self._past[0]

    def _crept(self, now: Thumbnail) -> bool:
        """Whether something came into a noisy picture so slowly that no two frames show it."""
        if not self._resting or self._anchor is None:
            self._anchor = None if not self._resting else Anchor(now.small, 1, now.at_s)
            return False
        if now.at_s - self._anchor.compared_at_s < CREEP_S:
            return False
        if self._noise.moves(self._anchor.mean, now.small, now.at_s, learn=False):
            return True
        self._anchor = self._anchor.grown(now.small).compared(now.at_s)
        return False

    def _moves(self, frame: Frame, trouble: str = "") -> Steadiness:
        """The table is not at rest; with the trouble where only small things have moved for long."""
        if self._resting and self._anchor is not None:
            self._left = self._anchor.compared(frame.taken_at_s)
        if self._noise.large:
            self._left = None
        self._still_since_s, self._resting, self._anchor = None, False, None
        if self._noise.large or self._moving_since_s is None:
            self._moving_since_s = frame.taken_at_s
        if not trouble and frame.taken_at_s - self._moving_since_s >= UNEXPLAINED_S:
            trouble = TOO_NOISY if self._noise.level >= NOISY else FLICKER
        return Steadiness("moving", trouble=trouble, noise=self._noise.level)

    def _alone(self, frame: Frame, small: Small) -> Steadiness:
        """A picture that is a resting view of its own."""
        self._still_since_s, self._resting, self._left = frame.taken_at_s - ROOM_S, False, None
        if self._hand_share is not None and self._hand_share(frame.bgr) >= HAND_SHARE:
            return Steadiness("hand")
        opened = self._come_to_rest(frame, frame, small)
        return replace(opened, since_s=frame.taken_at_s, fresh=(frame,))

    def hand_seen(self) -> None:
        """The reader has seen a hand: what was taken for a rest was none."""
        self._resting, self._left, self._anchor = False, None, None

    def settle(self) -> None:
        """The picture of this rest is how the table looks now; later changes are measured against it."""
        if self._anchor is not None:
            self._reference = self._anchor.mean
        elif self._past:
            self._reference = self._past[-1].small

    def _come_to_rest(self, before: Frame, frame: Frame, small: Small) -> Steadiness:
        """Nothing moved between two frames: a hand that holds still, the rest before, or a new one."""
        reference = self._reference
        noisy = self._noise.known(frame.taken_at_s)
        if noisy and self._goes_on(frame, small):
            self._resting, self._anchor = True, self._left
            return Steadiness("rest", self._rest, self._rest_since_s, (frame,), noise=self._noise.level)
        change = self._since(reference, small, noisy)
        assert self._still_since_s is not None
        reaches_in = change.arm_pixels >= ARM_PIXELS
        light = change.share >= LIGHT_SHARE or (reaches_in and not change.outlined)
        if reaches_in and not self._no_hand(frame, change, frame.taken_at_s - self._still_since_s):
            return Steadiness("hand")
        self._rest += 1
        self._resting, self._rest_since_s = True, self._still_since_s
        zoom = frame.bgr.shape[1] / small.shape[1]
        far_px, level = change.shift_px * zoom, self._noise.level if noisy else 0.0
        return Steadiness("rest", self._rest, self._rest_since_s, (before, frame), light, far_px, noise=level)

    def _since(self, reference: Small | None, small: Small, noisy: bool) -> Change:
        """How a picture differs from that of the last rest."""
        if reference is None:
            return Change(0.0, 0, 0, 0.0)
        return changed(reference, small, self._region, noisy, self._noise.aside.tiles)

    def _goes_on(self, frame: Frame, small: Small) -> bool:
        """Whether the rest that ended a moment ago goes on: a noisy camera now and then shows more than its noise."""
        left = self._left
        if left is None or frame.taken_at_s - left.compared_at_s > HICCUP_S:
            return False
        return not self._noise.moves(left.mean, small, frame.taken_at_s, learn=False)

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
