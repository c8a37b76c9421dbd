"""The board of ICE CULT on its way into a profile: found or drawn by hand, its set met and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from calibration.errors import NotFoundError, OtherSetError
from calibration.icecult.build import make_profile, named_as_seen, renamed
from calibration.icecult.colours import learn_colours
from calibration.icecult.equipment.drawing import TOLD, accepted, drawing_of, nodded
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.equipment.same_set import is_of_another_set, of_another_set, of_this_set
from calibration.icecult.find import Finder, Found
from calibration.icecult.geometry import Geometry, make_geometry
from calibration.icecult.profile import TableProfile
from calibration.sizes.kept import Sizes
from vision.frame import Bgr, Frame
from vision.icecult.sim.play.acquaintance import AcquaintanceTable
from webui.icecult.before.acquaintance import Acquaintance
from webui.icecult.before.sketch import Sketch, drawing_json
from webui.icecult.learning import CubeLearning
from webui.icecult.sentences import eye_words

Tips = Sequence[Sequence[float]]


class BoardLaying:
    """See `webui.play.learning.Laying`."""

    def __init__(self, learning: CubeLearning) -> None:
        self._learning, self._virtual = learning, False
        self.sketch, self.acquaintance = Sketch(), Acquaintance(learning)

    @property
    def _set(self) -> KeptSet:
        """The set as it is known; nothing is known of the virtual table's."""
        return KeptSet() if self._virtual else self._learning.kept

    def clear(self, virtual: bool) -> None:
        """Another camera was chosen."""
        self._virtual = virtual
        self.sketch.clear()

    def find(self, bgr: Bgr, tips: Tips | None, layout: str | None) -> TableProfile:
        """The profile of a board found by itself or near its tips N E S W."""
        drawn = self.sketch.drawing
        found, before, other = self._found(bgr, tips, layout)
        way, north = ("auto", "arbitrary") if tips is None else ("tips", "chosen")
        profile = make_profile(bgr, found, way, {}, north, before)
        profile = named_as_seen(profile) if tips is None else profile
        profile = of_another_set(profile) if other or self._laid_otherwise(profile) else profile
        self.sketch.found(profile, drawn)
        return profile

    def _found(self, bgr: Bgr, tips: Tips | None, layout: str | None) -> tuple[Found, Sizes | None, bool]:
        """The board as it was told or is known to be; where that is not on the table, one that is measured.

        With the sizes that were known, and whether another set than the one that is kept shows.
        """
        kept, drawn, other = self._set, self.sketch.drawing, False
        if tips is not None and drawn is not None and drawn.told and layout in (None, drawn.profile.layout):
            sizes = {key: {"mm": drawn.profile.board[key], "sure": TOLD} for key in drawn.told}
            return _looked(bgr, tips, drawn.profile.board, drawn.told), sizes, False
        known = kept.board()
        if known is not None and layout in (None, kept.layout):
            try:
                return of_this_set(known, kept.known, partial(_looked, bgr, tips)), kept.sizes, False
            except NotFoundError as error:
                other = isinstance(error, OtherSetError)
        return _looked(bgr, tips, make_geometry({"exit": layout}) if layout else None, ()), None, other

    def _laid_otherwise(self, profile: TableProfile) -> bool:
        """Whether the paths leave the block elsewhere than those of the set that is kept."""
        return self._set.board() is not None and profile.layout != self._set.layout

    def turned(self, profile: TableProfile, north: str) -> TableProfile:
        """The same board with another path called north."""
        turned = renamed(profile, north).changed(north="chosen")
        self.sketch.found(turned, self.sketch.drawing)
        return turned

    def draw(self, resolution_wh: tuple[int, int], pull: Mapping[str, Any]) -> dict[str, Any]:
        """The board as drawn, after tips or one handle were put elsewhere."""
        drawing = self.sketch.begun(resolution_wh, pull.get("layout"), self._set)
        if pull.get("path") is not None:
            drawing = self.sketch.on(drawing, pull["path"])
        if pull.get("tips") is not None or pull.get("handle") is not None:
            drawing = self.sketch.pull(drawing, pull.get("tips"), pull.get("handle") or "", pull.get("at") or ())
        return drawing_json(drawing)

    def drawn(self, profile: TableProfile) -> dict[str, Any]:
        """Lines, tips, handles and sizes of a board that was found."""
        now = self.sketch.drawing
        told, path = (now.told, now.path) if now else (frozenset[str](), None)
        sizes = {key: dict(size) for key, size in profile.sizes.items()}
        behind = [profile.space_px(place).round(1).tolist() for place in profile.quality.get("behind", ())]
        raise_cm = profile.quality.get("raise_cm", 0)
        drawn = drawing_json(drawing_of(profile, told, path))
        return {**drawn, "sizes": sizes, "behind": behind, "raise_cm": raise_cm}

    def nodded(self, profile: TableProfile | None, bgr: Bgr) -> TableProfile | None:
        """The profile of a board whose drawn lines a person found right: the found one, or the one drawn by hand."""
        drawn = self.sketch.drawing
        if profile is not None:
            return nodded(profile)
        if drawn is None:
            return None
        by_hand = accepted(drawn)
        return by_hand.changed(colours=learn_colours(bgr, by_hand))

    def settled(self, profile: TableProfile) -> TableProfile:
        """The profile to play with; whoever starts the match has nodded at the drawn board, so its sizes are kept."""
        if self._virtual or is_of_another_set(profile):
            return profile
        self._learning.keep(self._learning.kept.met(profile))
        return self._learning.kept.applied(profile)

    def belongs(self, profile: TableProfile) -> bool:
        """Whether the board is that of the set that was learned, as far as can be told."""
        return not is_of_another_set(profile)

    def table_to_meet(self) -> AcquaintanceTable:
        """A virtual table at which somebody does what is asked."""
        return AcquaintanceTable()

    def meet(
        self, profile: TableProfile, after: Callable[[int, float], Frame | None], ask: Callable[[int], None]
    ) -> None:
        """Start to get to know the set."""
        self.acquaintance.begin(profile, self._virtual, after, ask)

    def wish(self, word: str) -> None:
        """Leave the tower, or insist on what was seen last."""
        self.acquaintance.go_on() if word == "go-on" else self.acquaintance.insist()

    def met(self) -> dict[str, Any]:
        """What is seen and asked for now; problems only where a camera looks."""
        live = self.acquaintance.state
        live = live and {**live, "text": eye_words(live["eye"], ())}
        told = {} if live is None else {"problems": [problem.to_json() for problem in self.acquaintance.problems]}
        sizes = {key: dict(size) for key, size in self._learning.kept.sizes.items()}
        return {"live": live, "sizes": sizes, **told}

    def end(self) -> None:
        """Stop looking."""
        self.acquaintance.end()


def _looked(bgr: Bgr, tips: Tips | None, board: Geometry | None, known: Collection[str]) -> Found:
    if tips is None:
        return Finder().automatically(bgr, board, known=known)
    return Finder().from_tips(bgr, np.array(tips, np.float64), board, known=known)
