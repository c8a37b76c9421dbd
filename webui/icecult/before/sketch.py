"""The board step's drawing: what a person pulls into place on the picture, held between one pull and the next."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError

if TYPE_CHECKING:
    from calibration.icecult.equipment.drawing import Drawing
    from calibration.icecult.equipment.kept import KeptSet
    from calibration.icecult.profile import TableProfile

FIRST_TIPS: Final = ((0.0, -0.151), (0.224, -0.002), (0.0, 0.215), (-0.224, -0.002))
"""Where the tips lie before anybody has said anything, from the middle of the picture, as a usual camera sees them."""


class DrawingError(IcekeeperError):
    """A pull that cannot be."""


class Sketch:
    """One drawing; a pull changes it, a board that was found replaces it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.drawing: Drawing | None = None

    def clear(self) -> None:
        """Forget what was drawn."""
        with self._lock:
            self.drawing = None

    def begun(self, resolution_wh: tuple[int, int], layout: str | None, kept: KeptSet) -> Drawing:
        """The drawing; where there is none yet, or one of another layout, a first one with the set's known sizes."""
        from calibration.icecult.equipment.drawing import drawn_at
        from calibration.icecult.geometry import make_geometry
        from calibration.lens import Lens

        now = self.drawing
        if now is not None and layout in (None, now.profile.geometry["exit"]):
            return now
        known = kept.board() if layout in (None, kept.layout) else None
        board = known or make_geometry({"exit": layout or "sides"})
        wide, high = resolution_wh
        across = min(wide, high * 16 / 9)
        tips: Any = [(wide / 2 + x * across, high / 2 + y * across) for x, y in FIRST_TIPS]
        if now is not None:
            tips = [now.profile.tips_px[arm] for arm in "NESW"]
        return self._put(drawn_at(tips, board, now.lens if now else Lens.usual(resolution_wh)))

    def pull(
        self, drawing: Drawing, tips: Sequence[Sequence[float]] | None, handle: str, at: Sequence[float]
    ) -> Drawing:
        """The drawing after tips or a handle were put elsewhere."""
        from calibration.icecult.equipment.drawing import HANDLES, moved, pulled

        if tips is not None:
            return self._put(moved(drawing, tips))
        if handle not in HANDLES:
            raise DrawingError(f"expected a handle {', '.join(HANDLES)}, got {handle!r}"[:120])
        return self._put(pulled(drawing, handle, at))

    def on(self, drawing: Drawing, path: str) -> Drawing:
        """The drawing with its handles on another path."""
        return self._put(drawing.on(path))

    def _put(self, drawing: Drawing) -> Drawing:
        with self._lock:
            self.drawing = drawing
        return drawing

    def found(self, profile: TableProfile, before: Drawing | None) -> None:
        """Take over a board that was found, unless somebody pulled at the drawing meanwhile."""
        from calibration.icecult.equipment.drawing import drawing_of

        with self._lock:
            if self.drawing is before:
                told, path = (before.told, before.path) if before else (frozenset(), None)
                self.drawing = drawing_of(profile, told, path)


def drawing_json(drawing: Drawing) -> dict[str, Any]:
    """Lines, tips and handles in pixels, for the page to draw."""
    profile = drawing.profile
    return {
        "lines": profile.outlines(),
        "tips": {arm: [round(v, 1) for v in tip] for arm, tip in profile.tips_px.items()},
        "handles": {name: [round(v, 1) for v in at] for name, at in drawing.handles.items()},
        "path": drawing.path,
        "layout": profile.geometry["exit"],
        "resolution": list(profile.resolution_wh),
        "told": sorted(drawing.told),
    }
