"""Names of people: when two are the same, and which are no names at all."""

from __future__ import annotations

import unicodedata
from typing import Final

UNNAMED: Final = frozenset({"red", "yellow", "green", "blue"})
"""A player without a name is called by the colour; that is nobody."""


def key_of(name: str) -> str:
    """The name without case, spare blanks and ways to write the same letter; "" for nobody."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return "" if plain in UNNAMED else plain
