"""The camera: whether it gives pictures, how bright, how large, how many."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

import numpy as np

from vision.compare import shrunk, too_dark
from vision.frame import Bgr, Frame
from webui.doctor.finding import Finding, State

LOOK_S: Final = 2.5
"""For so long pictures are looked at."""
MOST: Final = 240
SMALL, TINY = 1280, 640
"""Pixels on the longer side: from here on it is well, and below that next to nothing can be read."""
SLOW: Final = 5.0
DIM: Final = 70.0
"""Of 255: the brighter parts of a picture in a room in which one would switch on a lamp."""
WHITE, WHITE_SHARE = 250, 0.12
FROZEN_S: Final = 2.0


def looked(name: str, frames: Iterable[Frame]) -> list[Finding]:
    """What can be said of a camera after some pictures; `name` as people call it."""
    seen = _some(frames)
    if not seen:
        return [Finding("camera", State.WRONG, "fails", {"name": name}), *unknown()]
    if seen[-1].same_s >= FROZEN_S:
        first = Finding("camera", State.WRONG, "frozen", {"name": name})
    else:
        first = Finding("camera", State.WELL, "well", {"name": name})
    return [first, light(seen[-1].bgr), size(seen[-1].bgr), speed(seen)]


def missing() -> list[Finding]:
    """There is no camera: everything can be tapped."""
    return [Finding("camera", State.UNUSED, "none"), *unknown()]


def unknown() -> list[Finding]:
    """What cannot be told without a picture."""
    return [Finding(name, State.UNUSED, "none") for name in ("light", "size", "speed")]


def _some(frames: Iterable[Frame]) -> list[Frame]:
    """Pictures of a short while; the first comes while the camera still settles."""
    out = list[Frame]()
    for frame in islice(frames, MOST):
        out.append(frame)
        if frame.taken_at_s - out[0].taken_at_s >= LOOK_S:
            break
    return out


def light(bgr: Bgr) -> Finding:
    """Whether a picture is bright enough to be read, and not too bright."""
    bright = bgr.max(axis=2)[::4, ::4]
    if too_dark(shrunk(bgr)):
        return Finding("light", State.WRONG, "dark")
    if float(np.percentile(bright, 95)) < DIM:
        return Finding("light", State.WORTH, "dim")
    if float((bgr.min(axis=2)[::4, ::4] >= WHITE).mean()) > WHITE_SHARE:
        return Finding("light", State.WORTH, "bright")
    return Finding("light", State.WELL, "well")


def size(bgr: Bgr) -> Finding:
    """Whether a picture is large enough."""
    height, width = bgr.shape[:2]
    said = {"width": width, "height": height}
    longer = max(width, height)
    if longer < TINY:
        return Finding("size", State.WRONG, "tiny", said)
    return Finding("size", State.WORTH, "small", said) if longer < SMALL else Finding("size", State.WELL, "well", said)


def speed(seen: list[Frame]) -> Finding:
    """How many pictures come in a second, passed over ones counted."""
    took = seen[-1].taken_at_s - seen[0].taken_at_s
    if took <= 0:
        return Finding("speed", State.WORTH, "one")
    fps = (seen[-1].index - seen[0].index) / took
    said = {"fps": f"{fps:.0f}" if fps >= 10 else f"{fps:.1f}"}
    return Finding("speed", State.WORTH, "slow", said) if fps < SLOW else Finding("speed", State.WELL, "well", said)
