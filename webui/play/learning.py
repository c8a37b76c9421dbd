"""Learning a game's equipment on the page, step by step; the game says what there is to learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from engine.core.errors import IcekeeperError


class LearningError(IcekeeperError):
    """What is said to be seen of the equipment cannot be."""


class UnwritableSetError(LearningError):
    """The learned set cannot be kept now."""


class Laying(Protocol):
    """A board on its way into a profile: found or drawn by hand, its set met, and what was measured kept with it."""

    def clear(self, virtual: bool) -> None:
        """Another camera was chosen; nothing is known of, and kept from, a virtual table."""

    def find(self, bgr: Any, tips: Sequence[Sequence[float]] | None, layout: str | None) -> Any:
        """The profile of a board found by itself or near its landmarks."""

    def turned(self, profile: Any, north: str) -> Any:
        """The same board with another part called north."""

    def draw(self, resolution_wh: tuple[int, int], pull: Mapping[str, Any]) -> dict[str, Any]:
        """The board as drawn, after something was put elsewhere."""

    def drawn(self, profile: Any) -> dict[str, Any]:
        """Lines, landmarks and handles of a board that was found."""

    def nodded(self, profile: Any, bgr: Any) -> Any:
        """The profile of a board whose drawn lines a person found right; None where there is none."""

    def settled(self, profile: Any) -> Any:
        """The profile to play with, what was measured kept with the set."""

    def belongs(self, profile: Any) -> bool:
        """Whether the board is that of the equipment that was learned, as far as can be told."""

    def table_to_meet(self) -> Any:
        """A virtual table whose set can be met."""

    def meet(self, profile: Any, after: Callable[[int, float], Any], ask: Callable[[int], None]) -> None:
        """Start to get to know the set."""

    def wish(self, word: str) -> None:
        """Something said meanwhile: go-on or insist."""

    def met(self) -> dict[str, Any]:
        """Where getting to know the set stands."""

    def end(self) -> None:
        """Stop looking."""


class Learning(Protocol):
    """The guided series of one page; the equipment it leads to is `saved`, and kept in a file beside the record."""

    @property
    def game(self) -> str:
        """The game whose equipment it is."""

    @property
    def saved(self) -> dict[str, Any] | None:
        """The equipment as learned; None as long as it is unknown."""

    def state(self) -> dict[str, Any]:
        """Where the series stands, as the page shows it."""

    def restart(self) -> dict[str, Any]:
        """Begin again."""

    def look(self, showing: Mapping[str, Any]) -> dict[str, Any]:
        """Take what is seen now as the next step of the series."""

    def enter(self, said: Any) -> dict[str, Any]:
        """Take what a person says is to be seen as the next step."""

    def forget(self) -> None:
        """Use what was learned no more."""

    def measured(self, profile: Any) -> None:
        """Keep what an eye has measured of the equipment while playing."""

    def applied(self, profile: Any) -> Any:
        """The profile with what has been measured since it was made."""
