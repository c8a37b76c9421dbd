"""Learning the cubes on the page: guided tilts, looked at by the camera or entered by hand."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from calibration.errors import SetError
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.learn import GuidedSeries, Problem, SetLearner, script
from calibration.icecult.profile import TableProfile
from engine.icecult.board import SLOTS
from engine.icecult.cube import ARROWS, Top
from engine.icecult.game import ICE_CULT
from engine.icecult.words.phrases import LANGUAGES
from webui.icecult.commands.spoken import tilt_words
from webui.play.learning import LearningError, UnwritableSetError
from webui.settings import Words

log = logging.getLogger(__name__)


def parse_top(data: Any) -> Top:
    """What a person says is on top of a cube."""
    symbol, facing = (data.get("symbol"), data.get("facing")) if isinstance(data, Mapping) else (None, None)
    arrow = symbol in ARROWS and facing in tuple("NESW")
    if arrow or (symbol == "arc" and facing in SLOTS) or (symbol == "circle" and facing is None):
        return Top(str(symbol), facing)
    raise LearningError(f"expected a symbol with its direction, got {data!r}"[:120])


def turned_words(tilt: str) -> Words:
    """A tilt as a person sees it at a table whose block stands turned by 45 degrees."""
    said = {language: tilt_words(tilt, True, language) for language in LANGUAGES}
    return {language: f"{text[0].upper()}{text[1:]}." for language, text in said.items()}


class CubeLearning:
    """The series of one page; the set it leads to is kept in a file beside the record."""

    game = ICE_CULT.name

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.kept = self._load()
        self.series = GuidedSeries(corners=self._corners)

    @property
    def saved(self) -> dict[str, Any] | None:
        """The cubes as learned, for new matches; None as long as they are unknown."""
        return self.kept.equipment

    def keep(self, kept: KeptSet) -> None:
        """Keep the set as it is known now."""
        self.kept = kept
        if self._path is None:
            return
        try:
            kept.save(self._path)
        except SetError as error:
            raise UnwritableSetError(f"{error}; check the folder") from error

    @property
    def _corners(self) -> bool:
        """Whether the paths of the set that is kept leave through the block's corners."""
        return self.kept.layout == "corners"

    def restart(self, corners: bool | None = None) -> dict[str, Any]:
        """Begin again from the set-up position, at the table that is looked at or, where none is, the set's own."""
        self.series = GuidedSeries(SetLearner(), self._corners if corners is None else corners)
        return self.state()

    def look(self, tops: Mapping[str, Top | None]) -> dict[str, Any]:
        """Take what is on top now as the next step of the series."""
        problems = [] if self.series.finished else self.series.look(tops)
        if self.series.finished:
            self.keep(self.kept.taught(self.series.learner.set_json()))
        return self.state(problems)

    def enter(self, said: Any) -> dict[str, Any]:
        """Take what a person says is on top of the four cubes as the next step."""
        if not isinstance(said, dict) or set(said) != set(SLOTS):
            raise LearningError("expected what is on top of NW, NE, SE and SW")
        return self.look({slot: parse_top(said[slot]) for slot in SLOTS})

    def state(self, problems: Sequence[Problem] = ()) -> dict[str, Any]:
        """Where the series stands: the next tilt, what was wrong, and the faces learned so far."""
        begun = bool(self.series.learner.seen_symbols("NW"))
        finished = self.series.finished
        tilt = None if finished or not begun else script()[self.series.step]
        return {
            "step": self.series.step,
            "steps": len(script()),
            "begun": begun,
            "finished": finished,
            "next": tilt,
            "layout": "corners" if self.series.corners else "sides",
            "turned": turned_words(tilt) if tilt and self.series.corners else None,
            "problems": [problem.to_json() for problem in problems],
            "set": self.series.learner.set_json(),
        }

    def forget(self) -> None:
        """Use the learned set no more."""
        self.kept = KeptSet()
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def set_aside(self) -> None:
        """Make room for another set; the file of the one before stays beside it."""
        self.kept = KeptSet()
        if self._path is not None and self._path.exists():
            aside = self._path.with_name(self._path.name + ".earlier")
            while aside.exists():
                aside = aside.with_name(aside.name + ".earlier")
            self._path.replace(aside)

    def measured(self, profile: TableProfile) -> None:
        """Keep what an eye has measured of the set's pawns while playing; of another set than ours it is not kept."""
        if not self.kept.fits(profile):
            return
        try:
            self.keep(self.kept.met(profile))
        except UnwritableSetError as error:  # the match goes on, and the next evening measures again
            log.warning("%s", error)

    def applied(self, profile: TableProfile) -> TableProfile:
        """The profile with what is known better of the set's pawns by now, if it is of this set."""
        return self.kept.applied(profile) if self.kept.fits(profile) else profile

    def _load(self) -> KeptSet:
        if self._path is None or not self._path.exists():
            return KeptSet()
        try:
            return KeptSet.load(self._path)
        except SetError as error:
            aside = self._path.with_name(self._path.name + ".unreadable")
            with contextlib.suppress(OSError):
                self._path.replace(aside)
            log.warning("%s; kept as %s, learn it again", error, aside.name)
            return KeptSet()
