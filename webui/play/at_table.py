"""What the referee asks of a game: its rules at the table, word by word and turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.verdict import Fault
from webui.games import answers_of
from webui.record.events import Json, Told
from webui.record.match import Match
from webui.settings import Words


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a turn came to: the table it left, the verdict as it goes on record, and the fault in all languages."""

    after: Any
    verdict: Json
    fault: Fault | None = None
    text: Words | None = None


class AtTable(Protocol):
    """One game as it is played. `rules` are the rules of its match, states and turns its own values."""

    done_word: str
    """The word that ends a turn, where the game has one; else Done judges the turn as it stands."""

    def house(self, data: Any) -> Any:
        """House rules from their JSON; raises NotationError for unknown ones."""

    def public(self, word: str) -> tuple[str, str]:
        """The word as everybody may know it, and what of it only the player knows."""

    def check_word(self, rules: Any, word: str) -> None:
        """Raise NotationError for a word that names nothing on such a table."""

    def in_progress(self, rules: Any, before: Any, words: Sequence[str]) -> Any:
        """The turn after these words, whatever they break."""

    def table_of(self, turn: Any) -> Any:
        """The state in the middle of a turn."""

    def step(self, turn: Any, word: str) -> Any:
        """The turn after one more word, or the Fault."""

    def is_over(self, turn: Any) -> bool:
        """Whether the turn has ended by itself."""

    def judge(self, rules: Any, before: Any, words: Sequence[str]) -> Judgement:
        """What a whole turn came to."""

    def must_be_possible(self, rules: Any, before: Any, words: Sequence[str]) -> None:
        """Raise NotationError for words that nobody can have played."""

    def to_be_put_back(self, match: Match, told: Told) -> bool:
        """Whether nothing is left to play by which this fault is put right: what was done has to be put back."""


def at_table(game: str) -> AtTable:
    """The rules at the table of the game of this name."""
    found: AtTable = answers_of(game)
    return found
