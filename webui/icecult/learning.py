"""Learning the cubes on the page: guided tilts, looked at by the camera or entered by hand."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from calibration.files import write_atomically
from calibration.icecult.learn import GuidedSeries, Problem, SetLearner, script
from engine.icecult.board import SLOTS
from engine.icecult.cube import ARROWS, CubeSet, Top
from webui.table.learning import LearningError, UnwritableSetError

log = logging.getLogger(__name__)


def parse_top(data: Any) -> Top:
    """What a person says is on top of a cube."""
    symbol, facing = (data.get("symbol"), data.get("facing")) if isinstance(data, Mapping) else (None, None)
    arrow = symbol in ARROWS and facing in tuple("NESW")
    if arrow or (symbol == "arc" and facing in SLOTS) or (symbol == "circle" and facing is None):
        return Top(str(symbol), facing)
    raise LearningError(f"expected a symbol with its direction, got {data!r}"[:120])


class CubeLearning:
    """The series of one page; the set it leads to is kept in a file beside the record."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.series = GuidedSeries()
        self.saved = self._load()

    def restart(self) -> dict[str, Any]:
        """Begin again from the set-up position."""
        self.series = GuidedSeries(SetLearner())
        return self.state()

    def look(self, tops: Mapping[str, Top | None]) -> dict[str, Any]:
        """Take what is on top now as the next step of the series."""
        problems = [] if self.series.finished else self.series.look(tops)
        if self.series.finished:
            self.saved = self.series.learner.set_json()
            self._store()
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
        return {
            "step": self.series.step,
            "steps": len(script()),
            "begun": begun,
            "finished": finished,
            "next": None if finished or not begun else script()[self.series.step],
            "problems": [problem.to_json() for problem in problems],
            "set": self.series.learner.set_json(),
        }

    def forget(self) -> None:
        """Use the learned set no more."""
        self.saved = None
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _load(self) -> dict[str, Any] | None:
        if self._path is None or not self._path.exists():
            return None
        try:
            data: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
            CubeSet.from_json(data)
        except (OSError, ValueError) as error:
            kept = self._path.with_name(self._path.name + ".unreadable")
            with contextlib.suppress(OSError):
                self._path.replace(kept)
            log.warning("%s: not a set that can be read (%s); kept as %s, learn it again", self._path, error, kept.name)
            return None
        return data

    def _store(self) -> None:
        if self._path is None:
            return
        try:
            write_atomically(self._path, json.dumps(self.saved, indent=1) + "\n")
        except OSError as error:
            raise UnwritableSetError(f"{self._path}: cannot be written ({error.strerror}); check the folder") from error
