"""A game on offer: its name and what common code may ask of it, and nothing that only one game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.errors import IcekeeperError
from engine.core.rules import MakeRules

Json = Mapping[str, Any]
Answer = Callable[[Json, Json], dict[str, Any]]
"""The answer to a question given as JSON, with the options of the command: language and the like."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game: how logs name it, how players do, its rules, its words, and the questions it answers."""

    name: str
    title: str
    folder: str
    """Under this name the game has its folder in every package and on the page."""
    make_rules: MakeRules
    read_word: Callable[[str], str]
    """A word of a turn as it is printed; raises NotationError for a word of no known form."""
    languages: tuple[str, ...]
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """Question, as the command is named -> how it is answered."""
    declined: Mapping[str, str] = field(default_factory=dict)
    """Question that this game does not answer -> why."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """Question -> how lines of it and of its answers look, for the help of the command."""

    def answer(self, question: str, data: Json, options: Json) -> dict[str, Any]:
        """The answer to one line of a command; raises IcekeeperError where the game has none."""
        if question in self.answers:
            return self.answers[question](data, options)
        why = self.declined.get(question, "expected another command")
        raise IcekeeperError(f"{question} is not offered for {self.title}: {why}")


Games = Mapping[str, Game]
"""Name -> game; the first is the default where no game is named."""


def find_game(games: Games, name: str) -> Game:
    """The game of this name; "" is the first, since logs named none while there was only one. KeyError if unknown."""
    return games[name or next(iter(games))]
