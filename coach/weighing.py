"""A turn that somebody tries afterwards in place of one that was played: what it would have been worth.

advice = weigh(log, 7, ("Nn", "Ee", "rN0@NE"))      advice.played is what was tried, advice.best what the coach finds
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from coach.coach import Advice, Budget
from coach.games import coach_for
from engine.core.errors import NotationError
from engine.core.game import find_game
from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES


def weigh(log: MatchLog, number: int, words: Sequence[str], seconds: float = math.inf) -> Advice:
    """The best turns in place of a turn of a match, and as `played` what these words are worth there.

    Words of a turn that goes on as a tile will say are weighed over what it may say. Raises NotationError for a turn
    that was never played, and for words that break a rule.
    """
    if not 1 <= number <= len(log.turns):
        raise NotationError(f"expected a turn from 1 to {len(log.turns)}, got {number}")
    rules = find_game(GAMES, log.header.game).make_rules(log.header.equipment, log.header.house, log.header.colours)
    line, left = log.turns[number - 1], replay(log, GAMES).states[number - 1]
    before = left if line.before is None else rules.read_state(line.before)
    coach = coach_for(log.header.game, rules)
    return coach.advise(before, Budget(seconds), tuple(words), _after(rules, before, words))


def _after(rules: Any, before: Any, words: Sequence[str]) -> Any:
    """The table after a whole turn; None where the turn is lawful so far and goes on."""
    verdict = rules.judge(before, words)
    if verdict.fault is not None:
        raise NotationError(f"this turn breaks a rule: {verdict.fault.rule}")
    return verdict.next
