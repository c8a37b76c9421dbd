"""Turns that are over in a history, and what a turn still allows or owes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.icecult.board import SLOTS, TILTS
from engine.icecult.moves import Tilt
from engine.icecult.rules import IceCult
from engine.icecult.turn import TurnInProgress
from vision.belief.breach import Breach
from vision.belief.points import Closed as AnyClosed
from vision.belief.points import Node
from vision.icecult.belief.breach import is_loose

TILT_ACTIONS: Final = tuple(Tilt(*word) for word in TILTS)
ODD_TILT: Final = Tilt("?", "?")
"""Stands for a roll that no pair can make, so that it counts as one of the two."""


@dataclass(frozen=True, slots=True)
class Closed(AnyClosed[TurnInProgress]):
    """A turn that is over in one history."""

    def next_turn(self) -> TurnInProgress:
        """The next player's turn before its first tilt."""
        return rules_of(self.turn).begin(self.after())

    @property
    def missed(self) -> bool:
        """Whether it ended though something was owed, or before its tilts were made."""
        return not may_close(self.turn, self.breaches)


Point: TypeAlias = Node[TurnInProgress]
"""A point of the search."""


def rules_of(turn: TurnInProgress) -> IceCult:
    """The rules that a turn is played by: its set, house rules and players."""
    return IceCult(turn.cube_set, turn.house, turn.players)


def may_close(turn: TurnInProgress, breaches: Iterable[Breach]) -> bool:
    """Whether nothing is known to be owed, so that the turn may be over."""
    return any(is_loose(breach) for breach in breaches) or turn.may_end()


def arcs_left(turn: TurnInProgress) -> int:
    """How many arcs on top have not been used yet."""
    return sum(1 for s, t in zip(SLOTS, turn.tops, strict=True) if t and t.symbol == "arc" and s not in turn.spent)
