"""Prices of everything a player may do, and the points of a search for explanations.

A price is how unlikely a player is to do just this, in nats: the logarithm of about how many things there were to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.icecult.board import SLOTS, TILTS
from engine.icecult.moves import Tilt
from engine.icecult.options import next_player
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress

TILT_ACTIONS: Final = tuple(Tilt(*word) for word in TILTS)
ODD_TILT: Final = Tilt("?", "?")
"""Stands for a roll that no pair can make, so that it counts as one of the two."""

TILT: Final = 2.0
STEP: Final = 1.6
TURN: Final = 2.3
HIDDEN_TURN: Final = 2.8
GAP_END: Final = 5.0
"""A turn that ended, and the next one that began, between two views: hands come and go in between."""
SECOND_END: Final = 3.0
UNSEEN_BREACH: Final = 3.0
"""A turn with a breach seldom ends, and the next one begins, before anyone can look."""
MISSED: Final = 6.0
ODD_PRINT: Final = 1.5
PRICES: Final = {
    "early-move": 9.0,
    "tilt-undone": 8.0,
    "tilt-count": 5.8,
    "tilt-alone": 8.2,
    "cube-turned": 8.0,
    "pawn-unearned": 8.0,
    "after-the-end": 9.0,
    "relocated": 10.5,
    "pawn-count": 10.5,
    "cubes-exchanged": 9.5,
}
THIRD_TILT: Final = 5.2
"""How much odder a third tilt is than a turn that ended after one."""
UNSEEN_UNDONE: Final = 1.5
SPENT_ARROW: Final = 1.5
"""A pawn that an arrow on top would move was rather moved by the next player."""
SWAPPED: Final = 6.0
"""Nobody exchanges pawns of two stacks; a reader that takes one for the other must take the other for the one."""
NO_SIXTH: Final = 0.5
"""A pawn too many on one space was rather taken from one that is out of sight than brought from elsewhere."""
EARLIEST: Final = 3.0
"""A breach by a player of whom no tilt has been seen is odder still."""
LOOSE: Final = frozenset({"relocated", "pawn-count", "cubes-exchanged", "adopted"})
"""Breaches after which nobody can say what else was owed."""
PAWN_RULES: Final = frozenset({"early-move", "pawn-unearned", "after-the-end"})
AGAIN: Final = 5.0
"""A further pawn moved against the rules in the same turn is no longer a surprise."""
FARTHER: Final = 2.5
"""A pawn put in on a farther space has skipped what several steps would have earned."""
BREACHES: Final = 3
LEAST_BREACH: Final = 8.0
LAST_RESORT: Final = 2.0
"""Breaches are looked for only where lawful play comes out this much dearer than usual."""

AS_SEEN: Final = 2.0
"""An explanation by which nothing was misread stays in the belief although it is so much dearer."""
ESTIMATES: Final = 2500
"""How many points a search looks at before it gives up."""
FURTHER: Final = 2
"""How much further it looks where the best that it found is a misreading."""
ENDS: Final = 2
TOLERANCE: Final = 20.0


@dataclass(frozen=True, slots=True)
class Closed:
    """A turn that is over on one line of belief."""

    turn: TurnInProgress
    fouls: tuple[str, ...]

    def after(self) -> State:
        """The table as the next player finds it."""
        return handed_on(self.turn)

    @property
    def missed(self) -> bool:
        """Whether it ended though something was owed, or before its tilts were made."""
        return not may_close(self.turn, self.fouls)

    @property
    def lawful(self) -> bool:
        """Whether nothing was broken or missed."""
        return not self.fouls and not self.missed


@dataclass(frozen=True, slots=True)
class Node:
    """A point of the search: the turn in progress, its breaches, the turns closed on the way, and where it began."""

    turn: TurnInProgress
    fouls: tuple[str, ...] = ()
    closed: tuple[Closed, ...] = ()
    cost: float = 0.0
    seed: int = 0
    fresh: bool = True
    """Nothing has happened since the last view."""
    misfit: float = 0.0
    """How much of the cost is for what was read differently."""


def handed_on(turn: TurnInProgress) -> State:
    """The table with the next player to move."""
    s = turn.state
    return State.trusted(s.cubes, s.paths, s.start, s.goal, next_player(turn.players, turn.before.to_move))


def may_close(turn: TurnInProgress, fouls: Sequence[str]) -> bool:
    """Whether nothing is known to be owed."""
    return any(foul.partition("@")[0] in LOOSE for foul in fouls) or turn.may_end()


def arcs_left(turn: TurnInProgress) -> int:
    """How many arcs are unused."""
    return sum(1 for s, t in zip(SLOTS, turn.tops, strict=True) if t and t.symbol == "arc" and s not in turn.spent)
