"""Are the chances of ICE CULT what they say? Tables that the coach left in matches against itself, and who won them.

`python -m bench.coach --only ice-cult --games 0 --first 1000 --keep tests/data/coach/calls.tsv` wrote the file; the
value function learned from other matches.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from bench.coach import ice_calls
from coach.icecult.field import of_states
from coach.icecult.search import IceCultCoach
from coach.icecult.value import Linear, Value, chances, learned
from engine.icecult.rules import IceCult
from engine.icecult.state import State

KEPT = Path(__file__).parents[1] / "data" / "coach" / "calls.tsv"
EDGES = (0.0, 0.25, 0.5, 0.75, 1.001)
OFF = 0.1
"""So far what was called may be from what came true, with some two hundred tables or more in each group."""


def called(value: Value) -> np.ndarray:
    """[table, (what the mover's chance was called, its share of the win)]."""
    by_next: dict[str, list[tuple[State, str, float]]] = defaultdict(list)
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        table, player, won = line.split("\t")
        state = State.parse(table)
        by_next[state.to_move].append((state, player, float(won)))
    rules, out = IceCult(players="ry"), []
    for to_move, rows in by_next.items():
        found = chances(rules, value, of_states([(state, "") for state, _, _ in rows]), to_move)
        out += [(found[i, "ry".index(player)], won) for i, (_, player, won) in enumerate(rows)]
    return np.array(out)


def furthest_off(value: Value) -> float:
    """The largest difference between what was called and what came true, over groups of chances."""
    found = called(value)
    groups = [found[(found[:, 0] >= low) & (found[:, 0] < high)] for low, high in pairwise(EDGES)]
    return max(abs(float(np.diff(group.mean(0))[0])) for group in groups if len(group) >= 40)


def test_chances_come_true() -> None:
    assert furthest_off(learned()) < OFF


def test_a_call_counts_only_where_its_turn_was_played() -> None:
    """The first two turns are by chance: what was called there was about tables that nobody left."""
    first, second, *others = ice_calls(IceCultCoach(IceCult(players="ry")), 1000)
    assert not first.left
    assert not second.left
    assert any(call.left for call in others)


@pytest.mark.parametrize("sharper", [0.5, 2.0])
def test_chances_that_promise_too_little_or_too_much_would_be_found(sharper: float) -> None:
    value = learned()
    assert isinstance(value, Linear)
    assert furthest_off(replace(value, weights=value.weights * np.float32(sharper))) > OFF
