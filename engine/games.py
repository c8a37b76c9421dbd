"""The games on offer: name -> game, a plain table. The first is the default where no game is named."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.core.game import Games
from engine.icecult.game import ICE_CULT
from engine.igluiglu.game import IGLU

GAMES: Final[Games] = MappingProxyType({game.name: game for game in (ICE_CULT, IGLU)})
DEFAULT_GAME: Final = ICE_CULT.name
