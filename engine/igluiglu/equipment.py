"""What lies in the box: tile kinds, animal tokens, Inuit, igloos (R2-R4), and the set of tiles of one table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.core.errors import NotationError
from engine.igluiglu.board import TILES

ANIMALS: Final = ("fish1", "fish2", "fish3", "fox1", "fox2", "fox3", "bear4")
"""Every animal in the order of lists; the digit is what it is worth."""
TOKENS: Final = MappingProxyType(dict(zip(ANIMALS, (8, 12, 8, 3, 4, 3, 4), strict=True)))
"""How many tokens there are of each (R3)."""
BEAR: Final = "bear4"
RANK: Final = {animal: rank for rank, animal in enumerate(ANIMALS)}
IGLOOS: Final = 2
UNKNOWN: Final = "?"
"""A kept tile whose face the referee does not know (I5)."""

_EVENT: Final = re.compile(r"fish[1-9]|bear|drift|glacier")
_RED: Final = re.compile(r"energy[1-9]|harpoon|melt|animals")


def worth(animal: str) -> int:
    """What is printed on the token."""
    return int(animal[-1])


def in_animal_order(animals: list[str]) -> tuple[str, ...]:
    """Animals as lists have them: fish, foxes, bears, each by value."""
    return tuple(sorted(animals, key=RANK.__getitem__))


def is_kind(text: str) -> bool:
    """Is this the name of a tile?"""
    return bool(_EVENT.fullmatch(text) or _RED.fullmatch(text))


def is_red(kind: str) -> bool:
    """Has the tile a red border, so that it may be kept (R15)?"""
    return _RED.fullmatch(kind) is not None


def inuit_each(players: str) -> int:
    """How many Inuit each player has (R4)."""
    return 5 if len(players) == 2 else 3


@dataclass(frozen=True, slots=True)
class TileSet:
    """How many tiles there are of each kind; numbers that nobody has counted decide nothing (R2)."""

    tiles: tuple[tuple[str, int], ...]
    counted: bool = True
    name: str = ""

    def __post_init__(self) -> None:
        for kind, copies in self.tiles:
            if not is_kind(kind):
                raise NotationError(f"set: expected a tile like 'fish2' or 'harpoon', got {kind[:20]!r}")
            if copies < 0:
                raise NotationError(f"set: expected how many {kind} there are, got {copies}")
        if self.counted and (total := sum(copies for _, copies in self.tiles)) != TILES:
            raise NotationError(f"set: expected {TILES} tiles in a counted set, got {total}")

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind that the set names, sorted as text."""
        return tuple(kind for kind, _ in self.tiles)

    @property
    def red_kinds(self) -> tuple[str, ...]:
        """Those with a red border."""
        return tuple(kind for kind in self.kinds if is_red(kind))

    def copies(self, kind: str) -> int:
        """How many tiles of this kind the set has, by count or guess."""
        return dict(self.tiles).get(kind, 0)

    @classmethod
    def from_json(cls, data: Any) -> TileSet:
        """From a set like {"name": "ours", "counted": true, "tiles": {"fish1": 4, ...}}."""
        if not isinstance(data, Mapping) or not isinstance(data.get("tiles"), Mapping):
            raise NotationError(f"expected a set like {{'tiles': {{'fish1': 4, ...}}}}, got {data!r}"[:200])
        if unknown := set(data) - {"name", "counted", "tiles"}:
            raise NotationError(f"set: unknown key {sorted(map(str, unknown))[0]!r}; known: name, counted, tiles")
        name, counted = data.get("name", ""), data.get("counted", True)
        if not isinstance(name, str) or not isinstance(counted, bool):
            raise NotationError("set: expected 'name' as text and 'counted' true or false")
        for kind, copies in data["tiles"].items():
            if not isinstance(kind, str) or type(copies) is not int:
                raise NotationError(f"set: expected kinds with whole numbers, got {kind!r}: {copies!r}"[:200])
        return cls(tuple(sorted(data["tiles"].items())), counted, name)

    def to_json(self) -> dict[str, Any]:
        """The set as JSON; reads back as the same value."""
        named = {"name": self.name} if self.name else {}
        return named | {"counted": self.counted, "tiles": dict(self.tiles)}


STANDARD_SET: Final = TileSet.from_json(
    {
        "name": "standard",
        "counted": False,
        "tiles": {
            "fish1": 4,
            "fish2": 4,
            "fish3": 4,
            "bear": 4,
            "drift": 8,
            "glacier": 10,
            "energy1": 2,
            "energy2": 2,
            "energy3": 2,
            "harpoon": 6,
            "melt": 5,
            "animals": 5,
        },
    }
)
"""Used where no set is given: the kinds are known, their numbers are guesses (R2)."""
