"""The judge of ICE CULT: a whole turn in, a verdict out. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.verdict import Fault, Verdict
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from engine.icecult.turn import DEFAULT_HOUSE, TurnInProgress


def judge(
    state: State,
    cube_set: CubeSet = STANDARD_SET,
    house: HouseRules = DEFAULT_HOUSE,
    players: str = "rygb",
    words: Sequence[str] = (),
) -> Verdict[State]:
    """The verdict on one turn given as words; a word of no known form raises NotationError."""
    turn = TurnInProgress.begin(state, cube_set, house, players).play_words(words)
    return Verdict(turn) if isinstance(turn, Fault) else turn.end()
