"""Names of places and colours, and which cubes tilt together."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.core.colours import COLOURS as COLOURS

PATHS: Final = "NESW"
"""The four paths, named after where they lead."""

SLOTS: Final = ("NW", "NE", "SE", "SW")
"""The cubes' places, clockwise; by the rules a cube never leaves its place."""

SPACES: Final = 5
PAWNS: Final = 5

PAIRS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"N": ("NW", "NE"), "E": ("NE", "SE"), "S": ("SW", "SE"), "W": ("NW", "SW")}
)
"""The pairs that stand side by side, by the side of the block they form."""

ROLLS: Final[Mapping[str, str]] = MappingProxyType({"N": "ns", "S": "ns", "E": "ew", "W": "ew"})
"""The two ways in which each pair can roll around the axis through both centres (R7)."""

TILTS: Final = tuple(pair + roll for pair, rolls in ROLLS.items() for roll in rolls)
"""All eight tilts as words."""

OPPOSITE: Final[Mapping[str, str]] = MappingProxyType(dict(zip("nsewNSEWUD", "snweSNWEDU", strict=True)))


def in_order(pawns: str) -> str:
    """The same pawns in colour order."""
    return "".join(sorted(pawns, key=COLOURS.index))
