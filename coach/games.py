"""The coach of each game, loaded only when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from coach.coach import Coach
from engine.core.game import find_game
from engine.games import GAMES

VERSION: Final = "coach 2"
"""Changes with whatever changes what a coach says: an analysis on record is good for this one alone."""


def coach_for(game: str, rules: Any) -> Coach:
    """The coach of this game for the rules of one match."""
    module = import_module(f"coach.{find_game(GAMES, game).folder}.coaching")
    coach: Coach = module.coach(rules)
    return coach
