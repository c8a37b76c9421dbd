"""Leading through the guided tilts: what is seen at each rest goes to the series, and what is meant is insisted on."""

from __future__ import annotations

from typing import Final

from calibration.icecult.learn import GuidedSeries, Problem
from engine.icecult.cube import Top
from vision.icecult.meeting.rests import Tops

UNCHANGED_OFTEN: Final = 4
"""Hands that come and go over cubes that look as before the tilt: only after so many it is believed to be done."""


class Tilting:
    """Shows the series what is seen."""

    def __init__(self, series: GuidedSeries) -> None:
        self.series = series
        self.problems: list[Problem] = []
        self.stopped_at = ""
        self.as_before = False
        self._last: dict[str, Top | None] = {}
        self._shown = 0

    def still(self, name: str, tops: Tops) -> None:
        """One picture, taken after the tilt: nobody can be asked, so what is doubtful is taken as it is."""
        problems = self.series.look(tops)
        unread = [problem for problem in problems if problem.key == "unread"]
        if problems and self.series.begun and not self.series.unchanged(tops):
            problems = self.series.look(tops, insists=True)
        self._note(name, problems, [] if problems else unread)

    def rest(self, tops: Tops) -> None:
        """The table has come to rest after a hand: the same doubtful look a second time is meant."""
        self._shown = self._shown + 1 if self.problems and self._last == tops else 1
        self._last, self.as_before = dict(tops), self.series.unchanged(tops)
        enough = UNCHANGED_OFTEN if self.as_before else 2
        problems = self.series.look(tops, insists=self.series.begun and self._shown >= enough)
        self._note("", problems, [])

    def insist(self) -> None:
        """Somebody says that what was seen last is as it should be."""
        if self._last and self.series.begun:
            self._note("", self.series.look(self._last, insists=True), [])

    def _note(self, name: str, problems: list[Problem], unread: list[Problem]) -> None:
        if problems and not self.problems:
            self.stopped_at = name
        self.problems = problems
        self.said(name, problems, unread)

    def said(self, name: str, problems: list[Problem], unread: list[Problem]) -> None:
        """What came of a look; here nobody listens."""
