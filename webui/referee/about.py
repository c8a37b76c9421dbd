"""What a command was said about, so that the same wish from two devices is granted once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core.errors import NotationError
from webui.record.match import Match


class Since(StrEnum):
    """What must not have changed since a command was said."""

    MATCH = "match"
    TURN = "turn"
    STEP = "step"
    DONE = "done"
    """The turn; and its steps too where they are entered by hand, since a camera may see one more meanwhile."""


@dataclass(frozen=True, slots=True)
class About:
    """The match, the number of the turn and how many of its actions stood on the page when somebody said it."""

    match: str
    turn: int
    step: int

    @classmethod
    def from_json(cls, data: Any) -> About | None:
        """As a page sends it; None where it does not say."""
        if data is None:
            return None
        known = isinstance(data, Mapping) and set(data) == {"match", "turn", "step"}
        if not known or not isinstance(data["match"], str) or {type(data["turn"]), type(data["step"])} != {int}:
            raise NotationError("expected 'about' like {'match': '20260101-...', 'turn': 3, 'step': 2}")
        return cls(data["match"], data["turn"], data["step"])

    def late(self, match_id: str, match: Match, since: Since) -> bool:
        """Whether what it was said about is over: somebody else was faster."""
        if self.match != match_id:
            return True
        if since is Since.MATCH:
            return False
        by_hand = match.created.source != "camera" or match.touched_by_hand
        steps = since is Since.STEP or (since is Since.DONE and by_hand)
        return self.turn != match.number or (steps and self.step != len(match.actions))
