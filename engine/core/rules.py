"""What a game has to offer so that its matches can be refereed, logged and replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine.core.verdict import Table, Verdict

S = TypeVar("S", bound=Table)


class Rules(Protocol[S]):
    """The rules of one match: the game with its equipment, house rules and players."""

    @property
    def players(self) -> str:
        """The players' letters in seating order."""

    def read_state(self, data: Any) -> S:
        """A state from its JSON; raises NotationError for anything else."""

    def mover(self, state: S) -> str:
        """Who is to move."""

    def judge(self, state: S, words: Sequence[str]) -> Verdict[S]:
        """The verdict on one turn."""

    def result(self, state: S, words: Sequence[str]) -> S | None:
        """The table after these actions, lawful or not; None where one of them cannot be done."""

    def how_won(self, state: S, winners: str) -> str:
        """By what these players have won this state; "" if they have not."""


class MakeRules(Protocol):
    """Rules from the JSON of a match's header; raises NotationError where it does not fit."""

    def __call__(self, equipment: Any, house: Any, players: str) -> Rules[Any]: ...


Games = Mapping[str, MakeRules]
