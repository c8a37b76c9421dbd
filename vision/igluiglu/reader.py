"""What the eye of a table needs to know of IGLU IGLU: how its pictures are read, and where its board lies now."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from calibration.igluiglu.profile import BoardProfile
from vision.igluiglu.observation import Observation
from vision.igluiglu.read.observer import Observer

Array = npt.NDArray[Any]


class BoardReader:
    """Reads pictures of one board through its profile."""

    def __init__(self, profile: BoardProfile) -> None:
        self.profile = profile
        self._observer = Observer(profile.grid)

    def read(self, bgr: Array, previous: Observation | None = None) -> Observation:
        """What one picture shows."""
        self.profile.check_picture(bgr.shape[1], bgr.shape[0])
        return self._observer.read(bgr)
