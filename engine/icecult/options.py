"""House rules: the disputed rulings as named switches (RULES.md, Ruling)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.core.errors import NotationError
from engine.icecult.board import COLOURS

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "circles": ("must", "may"),
    "end": ("move", "turn"),
    "tower": ("anyone", "owner"),
}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """R17 `circles`, R21 `end`, R22 `tower`; the first choice of each is the default."""

    circles: str = "must"
    end: str = "move"
    tower: str = "anyone"

    def __post_init__(self) -> None:
        for key, choices in CHOICES.items():
            if getattr(self, key) not in choices:
                raise NotationError(f"house rule {key}: expected {' or '.join(choices)}, got {getattr(self, key)!r}")

    @classmethod
    def from_json(cls, data: Any) -> HouseRules:
        """From JSON (docs/FORMATS.md); an unknown switch is refused by name."""
        if not isinstance(data, Mapping):
            raise NotationError(f"expected house rules like {{'circles': 'must'}}, got {data!r}")
        if unknown := set(data) - set(CHOICES):
            raise NotationError(f"unknown house rule {sorted(map(str, unknown))[0]!r}; known: {', '.join(CHOICES)}")
        return cls(**data)

    def to_json(self) -> dict[str, str]:
        """As JSON (docs/FORMATS.md)."""
        return asdict(self)


DEFAULT_HOUSE: Final = HouseRules()
"""The first choice of every switch."""


def parse_players(text: Any) -> str:
    """Colours in seating order, like 'ryg': two to four different ones."""
    if not isinstance(text, str) or not 2 <= len(text) <= 4 or len(set(text)) != len(text) or set(text) - set(COLOURS):
        raise NotationError(f"expected two to four different colours of {COLOURS!r} in seating order, got {text!r}")
    return text


def next_player(players: str, colour: str) -> str:
    """Who moves after `colour` in seating order."""
    return players[(players.index(colour) + 1) % len(players)]
