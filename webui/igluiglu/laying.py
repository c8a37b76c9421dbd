"""The board of IGLU IGLU on its way into a profile: found by itself, or near four corners that somebody dragged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from calibration.errors import PoseError
from calibration.igluiglu.build import found_at, make_profile, named_from_side
from calibration.igluiglu.find import Finder, rough
from calibration.igluiglu.grid import CORNER_NAMES
from calibration.igluiglu.profile import BoardProfile
from calibration.lens import Lens
from vision.frame import Bgr
from webui.play.learning import LearningError
from webui.record.events import Json

BEGIN: Final = ((0.3, 0.78), (0.7, 0.78), (0.64, 0.26), (0.36, 0.26))
"""Where the corners are drawn before anybody has dragged them, as shares of the picture."""
Spots = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Pulled:
    """Corners as they were dragged."""

    corners: Any
    resolution_wh: tuple[int, int]


class GridLaying:
    """See `webui.play.learning.Laying`; there is no set to meet or to learn."""

    def __init__(self) -> None:
        self._pulled: Pulled | None = None

    def clear(self, virtual: bool) -> None:
        """Another camera was chosen."""
        self._pulled = None

    def find(self, bgr: Bgr, tips: Spots | None, layout: str | None) -> BoardProfile:
        """The profile of a board found by itself, or near its corners a1 h1 h8 a8."""
        at = None if tips is None else np.array(tips, np.float64)
        found = found_at(Finder(), bgr, at, None)
        if at is not None:
            return make_profile(bgr, found, "corners", {"given_px": at.round(2).tolist()})
        return named_from_side(make_profile(bgr, found, "auto", {}, "arbitrary"), "bottom")

    def turned(self, profile: BoardProfile, north: str) -> BoardProfile:
        """The same board with another corner called a1."""
        if north not in CORNER_NAMES:
            raise LearningError(f"expected a corner {', '.join(CORNER_NAMES)}, got {north!r}")
        return profile.named_from(north).changed(north="chosen")

    def draw(self, resolution_wh: tuple[int, int], pull: Mapping[str, Any]) -> Json:
        """The board as drawn, after corners were put elsewhere."""
        tips = pull.get("tips")
        if tips is not None or self._pulled is None or self._pulled.resolution_wh != resolution_wh:
            corners = np.array(BEGIN if tips is None else tips, np.float64)
            self._pulled = Pulled(corners * (resolution_wh if tips is None else 1.0), resolution_wh)
        return self._drawn(self._pulled)

    def _drawn(self, pulled: Pulled) -> Json:
        corners = {
            name: [round(float(v), 1) for v in at] for name, at in zip(CORNER_NAMES, pulled.corners, strict=True)
        }
        try:
            profile = BoardProfile(rough(pulled.corners, Lens.usual(pulled.resolution_wh)))
            lines = profile.outlines()
        except PoseError:  # on their way corners may lie anyhow
            lines = []
        return {"lines": lines, "tips": corners, "layout": "", "resolution": list(pulled.resolution_wh)}

    def drawn(self, profile: BoardProfile) -> Json:
        """Lines and corners of a board that was found."""
        corners = {name: [round(v, 1) for v in at] for name, at in profile.landmarks().items()}
        self._pulled = Pulled(profile.grid.corners, profile.resolution_wh)
        return {"lines": profile.outlines(), "tips": corners, "layout": "", "resolution": list(profile.resolution_wh)}

    def nodded(self, profile: BoardProfile | None, bgr: Bgr) -> BoardProfile | None:
        """The profile of a board whose drawn lines a person found right: the found one, or that of the corners."""
        if profile is not None:
            return profile.changed(north="chosen")
        return None if self._pulled is None else self.find(bgr, self._pulled.corners, None)

    def settled(self, profile: BoardProfile) -> BoardProfile:
        """The profile to play with."""
        return profile

    def belongs(self, profile: BoardProfile) -> bool:
        """All boxes have the same tiles."""
        return True

    def table_to_meet(self) -> Any:
        """There is no set to meet."""
        raise LearningError("IGLU IGLU has no set that would have to be met")

    def meet(self, profile: Any, after: Callable[[int, float], Any], ask: Callable[[int], None]) -> None:
        """There is no set to meet."""
        raise LearningError("IGLU IGLU has no set that would have to be met")

    def wish(self, word: str) -> None:
        """Nothing goes on that could be spoken to."""

    def met(self) -> Json:
        """Nothing is learned."""
        return {"live": None, "sizes": {}}

    def end(self) -> None:
        """Nothing looks."""
