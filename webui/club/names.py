"""Names of people: when two are the same, and which are no names at all."""

from __future__ import annotations

from typing import Final

from webui.record.values import folded

UNNAMED: Final = frozenset({"red", "yellow", "green", "blue"})
"""A player without a name is called by the colour; that is nobody."""


def key_of(name: str) -> str:
    """What all spellings of a person's name have in common, as at the tables; "" for nobody."""
    plain = folded(name)
    return "" if plain in UNNAMED else plain
