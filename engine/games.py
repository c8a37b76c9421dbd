"""The games on offer: name -> rules, a plain table."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.core.rules import Games
from engine.icecult.rules import IceCult

GAMES: Final[Games] = MappingProxyType({"ice-cult": IceCult.from_header})
