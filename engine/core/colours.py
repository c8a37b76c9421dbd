"""The colours of players, by the letter that states and logs use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

COLOUR_NAMES: Final[Mapping[str, str]] = MappingProxyType({"r": "red", "y": "yellow", "g": "green", "b": "blue"})
