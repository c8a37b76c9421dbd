"""What is asked of a game where something is said: its sentences in all languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.verdict import Fault
from webui.games import answers_of
from webui.record.events import Json
from webui.record.match import Match
from webui.record.played import Played
from webui.settings import Words


@dataclass(frozen=True, slots=True)
class Won:
    """By what a match was won: as the log says it, by which rule, in words, and what the log adds."""

    how: str
    rule: str
    text: Words


class Said(Protocol):
    """One game in words."""

    def refusal(self, turn: Any, word: str, fault: Fault) -> Words:
        """Why a word cannot be played now."""

    def unchecked_words(self) -> Words:
        """What is said of a turn of which something could not be judged."""

    def fault_text(self, rules: Any, before: Any, words: Sequence[str], verdict: Json) -> Words | None:
        """The fault of a recorded verdict in words, where the words of the turn tell it."""

    def owed(self, rules: Any, before: Any, words: Sequence[str]) -> Json | None:
        """What a turn by the rules still needs to be whole, for the page to word; None where its verdict says it."""

    def won(self, rules: Any, turn: Played) -> Won:
        """How the winners of this turn's verdict have won."""

    def stale(self, match: Match) -> Words | None:
        """What to tell when nothing goes on any more."""

    def diagram(self, rules: Any, state: Any, language: str) -> str:
        """A state as text, for the score sheet."""


def said(game: str) -> Said:
    """The words of the game of this name."""
    found: Said = answers_of(game)
    return found
