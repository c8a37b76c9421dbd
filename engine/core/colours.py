"""The colours of players, by the letter that states and logs use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

COLOUR_NAMES: Final[Mapping[str, str]] = MappingProxyType({"r": "red", "y": "yellow", "g": "green", "b": "blue"})
COLOURS: Final = "".join(COLOUR_NAMES)
"""Red, yellow, green, blue: always listed in this order."""


def colour_name(colour: str) -> str:
    """The English name of a colour, as a player without a name is called; a letter that is no colour stays."""
    return COLOUR_NAMES.get(colour, colour).title()
