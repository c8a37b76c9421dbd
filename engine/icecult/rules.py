"""The judge of ICE CULT: a whole turn in, a verdict out. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.verdict import Fault, Verdict
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from engine.icecult.turn import DEFAULT_HOUSE, TurnInProgress

PARAGRAPHS: Final = {
    "after-the-end": "R21",
    "tilt-axis": "R7",
    "tilt-count": "R8",
    "tilt-undone": "R9",
    "early-move": "R12",
    "not-an-arrow": "R13",
    "not-a-circle": "R17",
    "not-an-arc": "R18",
    "wrong-colour": "R13",
    "wrong-path": "R13",
    "arrow-spent": "R13",
    "circle-spent": "R17",
    "arc-spent": "R18",
    "no-such-pawn": "R13",
    "missed-arrow": "R16",
    "missed-circle": "R17",
}
"""Every rule a turn can break, in the order in which the first is reported, with its paragraph in RULES.md."""


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
