"""The camera's picture for the page, with what was read drawn over it."""

from __future__ import annotations

from typing import Any

from calibration.profile import TableProfile
from engine.core.errors import IcekeeperError
from vision.frame import Frame
from vision.icecult.observation import Observation
from vision.icecult.read.overlay import draw_observation
from vision.sources.tee import as_jpeg


def camera_jpeg(frame: Frame, profile: TableProfile | None, seen: dict[str, Any] | None) -> bytes:
    """A picture as JPEG, with the last reading drawn over it."""
    if profile is None or seen is None or frame.resolution_wh != profile.resolution_wh:
        return as_jpeg(frame.bgr)
    try:
        return as_jpeg(draw_observation(frame.bgr, profile, Observation.from_json(seen), letters=False))
    except IcekeeperError:  # a reading of another kind is no reason to show nothing
        return as_jpeg(frame.bgr)
