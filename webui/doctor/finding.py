"""What was found about one thing: well or not, and the sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from webui.words import page_said

NAMES: Final = ("camera", "light", "size", "speed", "certificates", "disk", "clock", "network", "club")
"""What is looked at, in the order in which it is told."""


class State(StrEnum):
    """How something stands."""

    WELL = "well"
    UNUSED = "unused"
    """Not there, and not needed."""
    WORTH = "worth"
    """Works, and would work better otherwise."""
    WRONG = "wrong"
    """A match cannot be played so, or would be lost."""


MARKS: Final[Mapping[State, str]] = {State.WELL: "ok", State.UNUSED: "-", State.WORTH: "!", State.WRONG: "X"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing; `key` names the sentence."""

    name: str
    state: State
    key: str
    said: Mapping[str, object] = field(default_factory=dict)

    def line(self, language: str) -> str:
        """For the terminal: a mark, the thing, and the sentence."""
        name = page_said(f"doctor.name.{self.name}", language)
        return f"{MARKS[self.state]:<3}{name}: {self.text(language)}"

    def text(self, language: str) -> str:
        """The sentence."""
        return page_said(f"doctor.{self.name}.{self.key}", language, **self.said)

    def to_json(self) -> dict[str, Any]:
        """As the page gets it; it has the same sentences."""
        return {"name": self.name, "state": self.state.value, "key": self.key, "said": dict(self.said)}
