"""Learning a game's equipment on the page, step by step; the game says what there is to learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.core.errors import IcekeeperError


class LearningError(IcekeeperError):
    """What is said to be on top of the cubes cannot be."""


class UnwritableSetError(LearningError):
    """The learned set cannot be kept now."""


class Learning(Protocol):
    """The guided series of one page; the equipment it leads to is `saved`, and kept in a file beside the record."""

    saved: dict[str, Any] | None

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
