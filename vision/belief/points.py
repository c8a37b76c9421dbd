"""Points of a search for explanations: a turn in progress, what was broken in it, the turns that ended before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from vision.belief.breach import Breaches


class Turn(Protocol):
    """A turn in progress of any game."""

    @property
    def state(self) -> Any:
        """The table as it stands now."""


T = TypeVar("T", bound=Turn)
T_co = TypeVar("T_co", bound=Turn, covariant=True)


class ClosedTurn(Protocol[T_co]):
    """A turn that is over in one history."""

    @property
    def turn(self) -> T_co:
        """The turn as it ended."""

    @property
    def breaches(self) -> Breaches:
        """The rules that were broken in it."""

    @property
    def missed(self) -> bool:
        """Whether something was owed when it ended."""

    @property
    def lawful(self) -> bool:
        """Whether nothing was broken or missed."""

    def after(self) -> Any:
        """The table as the next player finds it."""


@dataclass(frozen=True, slots=True)
class Node(Generic[T]):
    """A point of the search: the turn in progress, its breaches, the turns that ended on the way, and its cost."""

    turn: T
    breaches: Breaches = ()
    closed: tuple[ClosedTurn[T], ...] = ()
    cost: float = 0.0
    seed: int = 0
    """The number of the history from which the search set out."""
    fresh: bool = True
    """Nothing has happened since the last view."""
    misfit: float = 0.0
    """How much of the cost is for places that must have been misread."""
