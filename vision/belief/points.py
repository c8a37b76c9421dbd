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


class PlayedTurn(Turn, Protocol):
    """A turn in progress that can be told in words."""

    @property
    def words(self) -> tuple[str, ...]:
        """Its actions as words."""

    @property
    def winners(self) -> str:
        """Who has won by what was played, before the turn is over."""

    def may_end(self) -> bool:
        """Whether nothing is owed in it."""

    def handed_on(self) -> Any:
        """The table as it leaves it, with the next player to move."""


T = TypeVar("T", bound=Turn)
W = TypeVar("W", bound=PlayedTurn)
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
class Closed(Generic[W]):
    """A turn that is over, of a game in which whatever may be owed is known from the turn itself."""

    turn: W
    breaches: Breaches

    @property
    def missed(self) -> bool:
        """Whether something was owed when it ended."""
        return not self.turn.may_end()

    @property
    def lawful(self) -> bool:
        """Whether nothing was broken or missed."""
        return not self.breaches and not self.missed

    def after(self) -> Any:
        """The table as the next player finds it."""
        return self.turn.handed_on()


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
