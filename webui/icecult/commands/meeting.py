"""Getting to know a set at a terminal: the acquaintance as `icekeeper meet` leads through it, in one language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.profile import TableProfile
from vision.frame import Frame
from vision.icecult.meeting.meeting import Meeting
from webui.icecult.commands.meeting_words import (
    kept_words,
    live_words,
    now_words,
    rise_words,
    step_words,
    tower_words,
)


class SpokenMeeting:
    """See `webui.commands.camera.brought.Meeting`."""

    def __init__(self, profile: TableProfile, kept: KeptSet, language: str) -> None:
        self._meeting, self._language = Meeting(profile, kept), language
        self._begun = {
            "sizes": {key: size["mm"] for key, size in profile.sizes.items()},
            "unsure": profile.quality.get("unsure_sizes", []),
        }

    @property
    def done(self) -> bool:
        """Whether the set is known."""
        return self._meeting.step == "done"

    @property
    def asked(self) -> int:
        """How many things have been asked for."""
        return self._meeting.asked

    def begun(self) -> dict[str, Any]:
        """The sizes of the board, and which of them are unsure."""
        return self._begun

    def see(self, frame: Frame) -> list[str]:
        """Look at a frame; what is to be told then: of the tower, when it is left, how far a stack rises."""
        meeting, language, before = self._meeting, self._language, self._meeting.step
        if not meeting.see(frame):
            return []
        left = before == "tower" and meeting.step == "tilts"
        measured = [tower_words(meeting, language), rise_words(meeting, language)] if left else []
        return [*measured, now_words(meeting, language)]

    def due(self) -> str:
        """What is to be done now, or what is wrong with what was done."""
        return step_words(self._meeting, self._language)

    def live(self) -> str:
        """How the table is and how far the step is."""
        return live_words(self._meeting, self._language)

    def keep(self, path: str, table_path: str | None) -> None:
        """Write what is known by now of the set and, where asked for, of the table."""
        kept, profile = self._meeting.kept, self._meeting.profile
        kept.save(path)
        if table_path:
            profile.changed(set=kept.equipment or profile.set).save(table_path)

    def kept_lines(self, path: str) -> Iterator[str]:
        """What that is, where it was left before the end."""
        return kept_words(self._meeting, path, self._language)

    def to_json(self) -> dict[str, Any]:
        """The step, the sizes and the faces that nobody has seen."""
        missing = [slot + ":" + face for slot, face in self._meeting.tilting.series.learner.missing]
        return {"step": self._meeting.step, "sizes": dict(self._meeting.kept.sizes), "missing": missing}
