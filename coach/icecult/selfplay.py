"""Matches that the coach plays against itself, to learn from how they end."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from coach.icecult.features import Floats, features, order
from coach.icecult.field import Ends, of_states
from coach.icecult.opponents import by_chance
from coach.icecult.value import Value, chances
from engine.icecult.rules import IceCult
from engine.icecult.state import State

LONGEST = 60
"""A match that takes more turns is left without a winner."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One table: features of the players in the order of moving, and each one's share of the win."""

    x: Floats
    won: Floats


def match(value: Value, players: str, seed: int, chance: float = 0.15) -> list[Sample]:
    """The tables of one match; now and then a turn is left to chance, so that more is seen."""
    rng, rules = Random(seed), IceCult(players=players)
    state, winners, tables = State.setup(players[0]), "", []
    for turn in range(LONGEST):
        if rng.random() < (0.5 if turn < 3 else chance):
            state, winners = by_chance(rules, state, rng)
        else:
            state, winners = _best(rules, value, state, rng)
        if winners:
            break
        tables.append((state.to_move, features(rules, of_states([(state, "")]), state.to_move)[0]))
    return [Sample(x, _shares(winners, order(players, mover))) for mover, x in tables] if winners else []


def _best(rules: IceCult, value: Value, state: State, rng: Random) -> tuple[State, str]:
    ends = Ends(rules, state)
    after = order(rules.players, state.to_move)[1]
    mine = chances(rules, value, ends.field, after)[:, rules.players.index(state.to_move)]
    noise = np.random.default_rng(rng.getrandbits(32)).normal(0, 0.01, len(mine))
    return ends.end(int((mine + noise).argmax()))


def _shares(winners: str, players: str) -> Floats:
    return np.array([(player in winners) / len(winners) for player in players], np.float32)
