"""The eye of a table of IGLU IGLU: the reader's observations as the belief takes them, and where the board lies now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from calibration.igluiglu.find import Finder
from calibration.igluiglu.follow import GridSeeker
from calibration.igluiglu.profile import BoardProfile
from calibration.proof import Follower
from engine.igluiglu.board import NAMES
from vision.frame import Bgr
from vision.igluiglu.belief.glimpse import COVERED, Glimpse
from vision.igluiglu.read.observer import Observer
from vision.igluiglu.read.same import Memory
from vision.igluiglu.veil import veiled
from vision.table_eye import TableEye
from vision.trouble import blurred, view_trouble

LEAST_PX: Final = 14.0
"""A space whose sides are shorter is too small to be read."""
PLAIN: Final = 0.9
VALUED: Final = 0.9
"""Values of cards that are less likely are left open: a space is not doubted for what nobody can make out on it."""


class GlimpseReader:
    """See `vision.table_eye.Reader`."""

    def __init__(self, profile: BoardProfile) -> None:
        self._observer, self._memory = Observer(profile.grid), Memory()

    def read(self, bgr: Bgr, previous: Any) -> Glimpse:
        """What one picture shows; where much of the board is hidden, a hand is likely over it."""
        seen = Glimpse.from_json(self._observer.read(bgr, self._memory).to_json(VALUED))
        fresh = seen.hidden - (previous.hidden if isinstance(previous, Glimpse) else frozenset())
        likely = min(len(fresh) / (2 * COVERED), 1.0)
        return Glimpse(seen.cells, seen.hands, seen.shown, likely)

    def hand_share(self, bgr: Bgr) -> float:
        """Hands are told by what moves and by what they hide."""
        return 0.0

    def is_plain(self, reading: Glimpse, usual: frozenset[str]) -> bool:
        """Whether one picture is enough for now."""
        return reading.hidden <= usual and all(cell.sure >= PLAIN for cell in reading.cells if cell.seen)

    def blind(self, reading: Glimpse) -> tuple[str, ...]:
        """The spaces that cannot be seen."""
        return tuple(sorted(reading.hidden))

    def trouble(self, profile: BoardProfile, bgr: Bgr, reading: Glimpse) -> str:
        """What is wrong with the view of a table that is read badly."""
        unsure = sum(cell.sure < PLAIN for cell in reading.cells if cell.seen)
        if unsure + len(reading.hidden) < len(NAMES) // 4:
            return ""
        faces = [place[:4] for place in profile.changed_px(NAMES)]
        return view_trouble(profile, faces, LEAST_PX) or ("out-of-focus" if blurred(profile, bgr) else "")

    def learned(self, profile: Any) -> None:
        """Nothing of this set is measured while playing."""
        return

    def elsewhere(self, profile: BoardProfile) -> GlimpseReader:
        """One for the same table after it or the camera was moved."""
        return GlimpseReader(profile)


def table_eye(
    profile: BoardProfile, measured: Callable[[BoardProfile], None] = lambda profile: None
) -> TableEye[BoardProfile]:
    """An eye that looks through this profile."""
    follow = Follower[BoardProfile](GridSeeker(Finder()), believed=True)
    return TableEye(profile, GlimpseReader(profile), follow, measured, veiled)
