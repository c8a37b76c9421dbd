"""The guided tilts at a terminal: what `learn-set` leads through, and says of every look."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from calibration.files import read_json
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.learn import GuidedSeries, Problem, script
from calibration.icecult.profile import TableProfile
from engine.core.errors import IcekeeperError, NotationError
from engine.core.parsing import parsed
from engine.core.wording import sign
from vision.eye import Eye, Glance
from vision.frame import Bgr
from vision.icecult.eye import table_eye
from vision.icecult.meeting.rests import Rests, Tops, as_tops
from vision.icecult.meeting.tilting import Tilting
from vision.icecult.read.observer import Observer
from webui.commands.camera.options import tell
from webui.icecult.commands.meeting_words import problem_words
from webui.icecult.commands.spoken import tilt_words
from webui.icecult.commands.terminal_words import words
from webui.icecult.sentences import eye_words
from webui.words import page_said, page_words


class TiltSeries(Tilting):
    """See `webui.commands.camera.brought.Series`."""

    def __init__(self, profile: TableProfile | None, language: str, as_json: bool) -> None:
        super().__init__(GuidedSeries(corners=profile is not None and profile.board.corners))
        self.language, self._json, self._profile = language, as_json, profile
        self._rests, self._trouble = Rests(), ""

    @property
    def _table(self) -> TableProfile:
        if self._profile is None:
            raise IcekeeperError("pictures can only be read with the table's profile; add --table table.json")
        return self._profile

    @cached_property
    def _observer(self) -> Observer:
        return Observer(self._table)

    @property
    def finished(self) -> bool:
        """Whether all tilts were seen."""
        return self.series.finished

    @property
    def due(self) -> str:
        """What is to be done now."""
        page, series = page_words(self.language), self.series
        if series.finished:
            return page["learn.finished"]
        tilt = script()[series.step]
        return tilt_words(tilt, series.corners, self.language) if series.begun else page["learn.setup"]

    @property
    def stopped(self) -> str:
        """What was wrong with what was seen last, where that ended the series."""
        if not self.problems:
            return ""
        where = f" ({self.stopped_at})" if self.stopped_at else ""
        stopped = words("series-stopped", self.language, n=self.series.step, where=where)
        return " ".join([stopped, *self._problem_lines(), self.due])

    def observed(self, name: str, line: str) -> None:
        """Take an observation."""
        try:
            tops = as_tops(parsed(line)["cubes"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise NotationError(f"{name}: expected an observation with cubes") from error
        self.still(name, tops)

    def photographed(self, name: str, bgr: Bgr) -> None:
        """Take a photograph."""
        seen = self._observer.read_tops(bgr)
        self.still(name, as_tops({slot: top and top.to_json() for slot, top in seen.cubes.items()}))

    def eye(self) -> Eye:
        """What watches a camera: the tops alone."""
        return table_eye(self._table.changed(set=None), tops_only=True)

    def glance(self, seen: Glance) -> list[str]:
        """Take what the eye saw; what is to be told then."""
        told = [words("board-lost", self.language)] if self._rests.lost(seen) else []
        if seen.trouble not in ("", self._trouble):
            told.append(eye_words(seen.trouble, ())[self.language])
        self._trouble, tops = seen.trouble, self._rests.see(seen)
        return told if tops is None else [*told, self._after(tops)]

    def _after(self, tops: Tops) -> str:
        """What is to be told after a rest."""
        self.rest(tops)
        return self.told()

    def _problem_lines(self) -> list[str]:
        """What is wrong with what was seen last."""
        return [problem_words(problem, self.language) for problem in self.problems]

    def told(self) -> str:
        """What a person at the table should know now."""
        if self.series.finished:
            return self.due
        if not self.problems:
            count = page_said("learn.step", self.language, n=self.series.step, of=len(script()))
            return f"{count}{sign(':', self.language)} {self.due}"
        if self.as_before:
            return words("as-before", self.language, tilt=self.due)
        hint = [f"({words('wave', self.language)})"] if self.series.doubtful else []
        return " ".join([*self._problem_lines(), *hint])

    def said(self, name: str, problems: list[Problem], unread: list[Problem]) -> None:
        """Print what came of a look; a person at a camera is told when the rest is over."""
        if not self._json:
            if name:
                passed = [problem_words(problem, self.language) for problem in unread]
                tell(" ".join([f"{name}:", *passed, self.told()]))
            return
        line: dict[str, Any] = {"picture": name} if name else {}
        texts = [str(problem) for problem in problems or unread]
        line |= {"step": self.series.step, "ok": not problems, "problems": texts}
        print(json.dumps(line | {"next": self.series.instruction}), flush=True)

    def to_json(self) -> dict[str, Any]:
        """Which faces are missing."""
        missing = self._missing()
        return {"complete": not missing, "missing": missing, "step": self.series.step}

    def lines(self) -> Iterator[str]:
        """The same for a person."""
        missing = self._missing()
        hidden = f"{words('hidden', self.language)}: {', '.join(missing)}"
        yield hidden if missing else page_words(self.language)["learn.finished"]

    def doubts(self) -> Iterator[str]:
        """What looks like a wrong tilt."""
        page = page_words(self.language)
        for slot, symbol in self.series.learner.twice:
            yield words("twice", self.language, slot=page[f"slot.{slot}"], symbol=page[f"symbol.{symbol}"])

    def _missing(self) -> list[str]:
        return [slot + ":" + face for slot, face in self.series.learner.missing]

    def save(self, path: str) -> bool:
        """Write the set, unless nothing was learned or the file there knows more; whether it was written."""
        data, file = self.series.learner.set_json(), Path(path)
        if not self.series.begun or _known_faces(file) > _count(data):
            return False
        known = KeptSet.load(file) if _known_faces(file) else KeptSet()
        (known if self._profile is None else known.met(self._profile)).taught(data).save(file)
        return True


def _known_faces(file: Path) -> int:
    """How many faces a set file knows; none where it is no such file."""
    try:
        return _count(read_json(file))
    except (OSError, ValueError, AttributeError, TypeError):
        return 0


def _count(data: Mapping[str, Any]) -> int:
    return sum(face is not None for cube in (data.get("cubes") or {}).values() for face in cube.values())
