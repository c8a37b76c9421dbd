"""How far a turn has come: what lies there, what is open, what it waits for. How it goes on, `turn` says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

from engine.igluiglu.actions import Action
from engine.igluiglu.equipment import TileSet
from engine.igluiglu.options import HouseRules
from engine.igluiglu.state import State
from engine.igluiglu.steps import ground, hands

POINTS: Final = 3
"""Action points of a turn (R30)."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The table in the middle of a turn; every word gives a new value."""

    table: State
    """What lies there now; Inuit on their way to a corner are in its reserve."""
    tiles: TileSet
    house: HouseRules
    mover: str
    placing: bool
    """Set-up: Inuit are still to be placed (R9)."""
    melted: bool = False
    drawn: int | None = None
    """Where the tile lay that is not named yet."""
    drifting: bool = False
    attacked: int | None = None
    asked: str = ""
    """Who is still asked for a harpoon, in order."""
    fleeing: str = ""
    steps: int = 0
    """Steps of animals that are owed."""
    points: int = POINTS
    played: frozenset[str] = frozenset()
    """Which kinds of kept tiles the mover has played in this turn (R27)."""
    defended: str = ""
    """Who has killed a bear with a harpoon when asked, in this turn."""
    done: bool = False
    over: bool = False
    actions: tuple[Action, ...] = ()

    def cannot_go_on(self) -> bool:
        """Does the mover stand before the duty to melt without any way to fulfil it (R14)?"""
        if ground.meltable(self.table, self.house):
            return False
        if self.house.end_check == "first" or "melt" in self.played:
            return True
        return not (hands.may_hold(self.table, self.tiles, self.mover, "melt") and ground.removable(self.table))

    @property
    def wants(self) -> str:
        """What the turn waits for: place defence flee animals tile drift melt act, or nothing."""
        if self.over or self.done:
            return "nothing"
        waiting = (
            ("place", self.placing),
            ("defence", self.asked),
            ("flee", self.fleeing),
            ("animals", self.steps),
            ("tile", self.drawn is not None),
            ("drift", self.drifting),
            ("melt", not self.melted),
        )
        return next((name for name, holds in waiting if holds), "act")

    @property
    def who(self) -> str:
        """Whose decision it is; "" when the turn or the game is over."""
        wants = self.wants
        return "" if wants == "nothing" else self.asked[0] if wants == "defence" else self.mover

    @property
    def points_left(self) -> int:
        """Action points left, 0 where there is nothing to spend them on."""
        return 0 if self.wants in ("place", "nothing") else self.points

    @property
    def secret_tile(self) -> str:
        """The face of the drawn tile where a simulator knows it, else ""."""
        secret = self.table.secret
        known = self.drawn is not None and secret is not None and secret.tiles is not None
        return secret.tiles[self.drawn] if known else ""  # type: ignore[union-attr, index]


P = TypeVar("P", bound=Progress)
"""A turn that stays of its own kind while words are applied to it."""
