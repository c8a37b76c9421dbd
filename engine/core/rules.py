"""What a game has to offer so that its matches can be refereed, logged and replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine.core.verdict import Fault, Judged, Table

S = TypeVar("S", bound=Table)


class Turn(Protocol):
    """A turn in progress: a value, so that taking a word back is keeping the value before it."""

    def play_words(self, words: Sequence[str]) -> Turn | Fault:
        """The turn after these words, or the first fault; a word of no known form raises NotationError."""

    def legal_words(self) -> list[str]:
        """Every word that is legal now, as it is printed, sorted."""

    def end(self) -> Judged:
        """The verdict if nothing more is played."""


class Rules(Protocol[S]):
    """The rules of one match: the game with its equipment, house rules and players."""

    @property
    def players(self) -> str:
        """The players' letters in seating order."""

    @property
    def endings(self) -> tuple[str, ...]:
        """By what a match can be won, as a log's last line says it."""

    def read_state(self, data: Any) -> S:
        """A state from its JSON; raises NotationError for anything else."""

    def mover(self, state: S) -> str:
        """Who is to move."""

    def next_mover(self, before: S, after: S) -> str:
        """Who is to move when a turn from `before` has led to `after`."""

    def begin(self, state: S) -> Turn:
        """The turn of the player to move, before its first word."""

    def judge(self, state: S, words: Sequence[str]) -> Judged:
        """The verdict on one turn."""

    def result(self, state: S, words: Sequence[str]) -> S | None:
        """The table after these actions, lawful or not; None where one of them cannot be done."""

    def how_won(self, state: S, winners: str) -> str:
        """By what these players have won this state; "" if they have not."""

    def end_details(self, state: S) -> Mapping[str, Any]:
        """What the last line of a log says besides winners and how: it must be the same when replayed."""

    def fault_text(self, state: S, words: Sequence[str], fault: Fault, language: str) -> str:
        """What the referee says about the fault that judging these words has found."""


class MakeRules(Protocol):
    """Rules from the JSON of a match's header; raises NotationError where it does not fit."""

    def __call__(self, equipment: Any, house: Any, players: str) -> Rules[Any]: ...
