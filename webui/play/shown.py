"""What is asked of a game where something is shown: views of the table, replay and plots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from webui.games import answers_of
from webui.record.events import Json
from webui.record.match import Match
from webui.record.played import Played


class Shown(Protocol):
    """One game as pages draw it."""

    def turn_view(self, match: Match, turn: Any) -> Json:
        """What the page shows of the turn in progress, besides number, player and time."""

    def more_view(self, match: Match, state: Any) -> Json:
        """What else the page shows of the match."""

    def seen_by(self, view: Json, colour: str, phones: str = "", device: str = "") -> Json:
        """The view as the player of this colour may see it ("" is everybody); `phones` have a device of their own."""

    def pieces(self, match: Match, state: Any) -> Json | None:
        """What each piece of the equipment could show instead, for putting a state right; None where nothing turns."""

    def scene(self, rules: Any, state: Any) -> Json:
        """A state as the page draws it."""

    def performed(self, rules: Any, before: Any, words: Sequence[str]) -> list[tuple[str, Any]]:
        """Each word that could be done, with the state after it."""

    def ambiguous(self, rules: Any, before: Any, words: Sequence[str], then: Sequence[str] = ()) -> list[str]:
        """Of words played one after the other, and of those that may come next, the ones that mean one of several."""

    def counted(self, match: Match, turn: Played) -> Json:
        """What of a turn is counted for its player, besides time and faults."""

    def statistics(self, match: Match) -> Json:
        """What the plots show."""


def shown(game: str) -> Shown:
    """The views of the game of this name."""
    found: Shown = answers_of(game)
    return found
