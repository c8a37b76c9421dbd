"""House rules: the disputed rulings as named switches, and who plays (RULES.md, Ruling)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from engine.core.errors import NotationError
from engine.igluiglu.board import COLOURS

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "ringMelt": ("fallback", "free"),
    "barred": ("corners", "centre"),
    "glacierDrift": ("on", "off"),
    "displacedBearEats": ("on", "off"),
    "preyEntersBear": ("safe", "eaten"),
    "harpoonSeaBear": ("off", "adjacent"),
    "onePerKind": ("ownTurn", "everyTurn"),
    "animalTiming": ("afterDraw", "any"),
    "corners": ("bothWays", "outOnly"),
    "endCheck": ("first", "afterMelt"),
    "half": ("down", "up", "exact"),
    "tieBreak": ("shared", "animals"),
    "serious": ("off", "on"),
}
"""Switch -> its choices; the first is the default."""


def _field_name(switch: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), switch)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """R13 `ring_melt`, R25 `barred`, R20 `glacier_drift`, ...: one field for each switch, named as in Python."""

    ring_melt: str = "fallback"
    barred: str = "corners"
    glacier_drift: str = "on"
    displaced_bear_eats: str = "on"
    prey_enters_bear: str = "safe"
    harpoon_sea_bear: str = "off"
    one_per_kind: str = "ownTurn"
    animal_timing: str = "afterDraw"
    corners: str = "bothWays"
    end_check: str = "first"
    half: str = "down"
    tie_break: str = "shared"
    serious: str = "off"

    def __post_init__(self) -> None:
        for switch, choices in CHOICES.items():
            if (value := getattr(self, _FIELD_OF[switch])) not in choices:
                raise NotationError(f"house rule {switch}: expected {' or '.join(choices)}, got {value!r}"[:200])

    @classmethod
    def from_json(cls, data: Any) -> HouseRules:
        """From {"ringMelt": "free", ...}; an unknown switch is refused by name."""
        if not isinstance(data, Mapping):
            raise NotationError(f"expected house rules like {{'ringMelt': 'free'}}, got {data!r}"[:200])
        if unknown := set(data) - set(CHOICES):
            raise NotationError(f"unknown house rule {sorted(map(str, unknown))[0]!r}; known: {', '.join(CHOICES)}")
        return cls(**{_FIELD_OF[switch]: value for switch, value in data.items()})

    def to_json(self) -> dict[str, str]:
        """Every switch with its choice."""
        return {switch: getattr(self, name) for switch, name in _FIELD_OF.items()}


_FIELD_OF: Final = {switch: _field_name(switch) for switch in CHOICES}
if list(_FIELD_OF.values()) != [field.name for field in fields(HouseRules)]:
    raise TypeError("every switch needs its field, in the same order")

DEFAULT_HOUSE: Final = HouseRules()
"""The first choice of every switch."""


def parse_players(text: Any) -> str:
    """Colours in seating order; two players are red and blue (R4)."""
    if not isinstance(text, str) or not 2 <= len(text) <= 4 or len(set(text)) != len(text) or set(text) - set(COLOURS):
        raise NotationError(
            f"expected two to four different colours of {COLOURS!r} in seating order, got {text!r}"[:200]
        )
    if len(text) == 2 and set(text) != {"r", "b"}:
        raise NotationError(f"expected 'rb' or 'br' for two players, got {text!r}")
    return text


def next_player(players: str, colour: str) -> str:
    """Who sits to the left of `colour`."""
    return players[(players.index(colour) + 1) % len(players)]


def clockwise_from(players: str, colour: str) -> str:
    """The players beginning at the left of `colour`, who comes last."""
    at = players.index(colour) + 1
    return players[at:] + players[:at]
