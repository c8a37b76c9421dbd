"""Which folder of the page draws which game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PAGES: Final[Mapping[str, str]] = MappingProxyType({"ice-cult": "icecult"})
"""Name of a game -> its folder of scripts under static/."""
