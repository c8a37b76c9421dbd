"""Game -> what the product has of it, loaded by the name of its folder: common rooms import no game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from engine.core.errors import NotationError
from engine.core.game import find_game
from engine.games import GAMES


@cache
def answers_of(game: str) -> Any:
    """All answers of the game of this name; each room types them as the protocol that it asks."""
    try:
        folder = find_game(GAMES, game).folder
    except KeyError:
        raise NotationError(f"expected a game of {', '.join(GAMES)}, got {game!r}"[:120]) from None
    return import_module(f"webui.{folder}.play").PLAY


def page_of(game: str) -> str:
    """The folder of scripts that draws this game."""
    return find_game(GAMES, game).folder
