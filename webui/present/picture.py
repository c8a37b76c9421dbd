"""The camera's picture for the page, with what was read drawn over it."""

from __future__ import annotations

from math import isfinite
from typing import Any

from calibration.profile import Profile
from engine.core.errors import IcekeeperError
from vision.frame import Frame
from vision.sources.tee import as_jpeg
from webui.play.sight import sight_of


def camera_jpeg(frame: Frame, profile: Profile | None, seen: dict[str, Any] | None) -> bytes:
    """A picture as JPEG, with the last reading drawn over it."""
    if profile is None or seen is None or frame.resolution_wh != profile.resolution_wh:
        return as_jpeg(frame.bgr)
    try:
        return as_jpeg(sight_of(profile.game).drawn(frame.bgr, profile, seen))
    except IcekeeperError:  # a reading of another kind is no reason to show nothing
        return as_jpeg(frame.bgr)


def marked(profile: Profile | None) -> dict[str, list[float]]:
    """Where the places of the board lie in the picture, as shares of its width and height; nothing without a camera."""
    if profile is None:
        return {}
    width, height = profile.resolution_wh
    marks = sight_of(profile.game).marks(profile)
    return {
        place: [round(x / width, 4), round(y / height, 4)]
        for place, (x, y) in marks.items()
        if isfinite(x) and isfinite(y)
    }
