"""Whoever the coach says wins, the judge says too: at the ends of matches played by chance, in both games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

from coach.coach import Budget
from coach.games import coach_for
from coach.icecult.search import IceCultCoach
from engine.icecult.rules import IceCult
from engine.igluiglu.opening import opening
from engine.igluiglu.rules import IgluIglu
from tests.cases import larger
from tests.engine.igluiglu.tables import random_turn
from tests.webui.making import near_won

pytestmark = pytest.mark.slow

MATCHES = 10
LAST = 4
"""So many turns before the end a match is played again by chance, each time to another end."""
ENDS = 20
RULES = IgluIglu(players="rb")


def at_once() -> Budget:
    """A budget that is used up at the first look."""
    return Budget(1.0, clock=count().__next__)


def played_out(rng: Random, state: Any) -> list[tuple[Any, list[str], Any]]:
    """Turns by chance to the end of the match: before, words, after."""
    turns, over = [], False
    while not over:
        words = random_turn(rng, RULES, state)
        verdict = RULES.judge(state, words)
        turns.append((state, words, verdict.next))
        over, state = bool(verdict.winners), verdict.next
    return turns


def last_turns(seed: int) -> Iterator[tuple[Any, list[str], Any]]:
    """The last turns of a match of IGLU IGLU that ends in many ways."""
    rng = Random(seed)
    near = played_out(rng, opening(RULES.players))[-LAST][0]
    for _ in range(ENDS):
        yield played_out(rng, near)[-1]


@pytest.mark.parametrize("seed", larger(range(MATCHES), 4))
def test_whoever_the_coach_of_iglu_iglu_says_wins_the_judge_says_too(seed: int) -> None:
    coach = coach_for("iglu", RULES)
    for before, words, after in last_turns(seed):
        advice = coach.advise(before, at_once(), words, after)
        assert advice.played is not None
        for option in (*advice.best, advice.played):
            assert option.wins == (before.to_move in RULES.judge(before, option.words).winners), option


def test_a_turn_by_which_a_rival_wins_is_no_win_in_ice_cult() -> None:
    rules, before = IceCult(players="ry"), replace(near_won(), to_move="y")
    given_away = ("Ew", "Ww", "yN0@NW", "gW0@NE", "bE0@SE", "rS5.0@SW")
    verdict = rules.judge(before, given_away)
    assert verdict.winners == "r"
    advice = IceCultCoach(rules).advise(before, at_once(), given_away, verdict.next)
    assert advice.played is not None
    assert not advice.played.wins
    assert advice.played.chances == {"r": 1.0, "y": 0.0}
