"""What the record asks of a game: how a match of it begins, what may stand in it, and how it is kept."""

from __future__ import annotations

from typing import Any, Protocol

from webui.games import answers_of
from webui.record.events import Json


class Recorded(Protocol):
    """One game on record. `rules` are the rules of its match, states and words its own values."""

    def opening(self, players: str, house: Any, equipment: Any, start: Any) -> tuple[Json, Json, Json]:
        """House rules, set and first state of a new match as JSON, from what was given; None means the usual."""

    def check_word(self, rules: Any, word: str) -> None:
        """Raise NotationError for a word that names nothing on such a table."""

    def check_state(self, rules: Any, state: Any) -> None:
        """Raise NotationError for a state that does not go with the equipment."""

    def unchecked(self, rules: Any) -> list[str]:
        """What of a turn cannot be judged, because not all of the equipment is known."""

    def public_json(self, value: Any) -> Any:
        """Words, states and verdicts of a log without what only one player may know."""

    def packed(self, state: Any) -> Any:
        """A state as short JSON that `unpacked` reads quickly."""

    def unpacked(self, rules: Any, data: Any) -> Any:
        """Inverse of `packed`; a checksum says that it is what was written."""


def recorded(game: str) -> Recorded:
    """The game of this name on record; an unknown one is refused in words."""
    found: Recorded = answers_of(game)
    return found
