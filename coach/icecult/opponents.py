"""Simple players to measure the coach against: by chance, and whoever gets furthest now."""

from __future__ import annotations

from random import Random

import numpy as np

from coach.icecult.field import Ends
from coach.icecult.lanes import PROGRESS
from engine.icecult.board import COLOURS
from engine.icecult.rules import IceCult
from engine.icecult.state import State

End = tuple[State, str]


def by_chance(rules: IceCult, state: State, rng: Random) -> End:
    """Any legal end of the turn."""
    ends = Ends(rules, state)
    return ends.end(rng.randrange(len(ends)))


def furthest(rules: IceCult, state: State, rng: Random) -> End:
    """The end in which the own pawns have gone the most spaces in all; a win before everything."""
    ends = Ends(rules, state)
    gone = ends.field.facts[:, :, COLOURS.index(state.to_move), PROGRESS].sum(1).astype(int)
    for number, won in enumerate(ends.field.winners):
        if won:
            gone[number] = 1000 if state.to_move in won else -1
    return ends.end(rng.choice(np.flatnonzero(gone == gone.max()).tolist()))
