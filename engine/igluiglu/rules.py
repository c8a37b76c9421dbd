"""The judge of IGLU IGLU: a turn in, a verdict out. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.verdict import Fault
from engine.igluiglu.equipment import STANDARD_SET, TileSet
from engine.igluiglu.faults import WITH_OWED
from engine.igluiglu.options import HouseRules
from engine.igluiglu.score import score
from engine.igluiglu.state import State
from engine.igluiglu.turn import DEFAULT_HOUSE, TurnInProgress


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one turn: a fault, or the turn as far as it has come."""

    turn: TurnInProgress | Fault

    @property
    def fault(self) -> Fault | None:
        """The rule that was broken."""
        return self.turn if isinstance(self.turn, Fault) else None

    def to_json(self, text: str = "") -> dict[str, Any]:
        """The verdict as JSON; `text` is the fault in words."""
        if isinstance(self.turn, Fault):
            return _fault_json(self.turn, text)
        turn, table = self.turn, self.turn.table.to_json()
        if not (turn.done or turn.over):
            waiting = {"wants": turn.wants, "who": turn.who, "points": turn.points_left}
            return {"legal": True, "done": False, "over": False, "winners": "", **waiting, "table": table}
        ended: dict[str, Any] = {"legal": True, "done": True, "over": turn.over, "winners": ""}
        if turn.over:
            points = score(turn.table, turn.house)
            ended |= {"winners": points.winners, "scores": points.scores()}
        return ended | {"next": table}


def _fault_json(fault: Fault, text: str) -> dict[str, Any]:
    out: dict[str, Any] = {"legal": False, "rule": str(fault.rule), "at": fault.at}
    if text:
        out["text"] = text
    return out | ({"owed": list(fault.owed)} if fault.rule in WITH_OWED else {})


def judge(
    state: State, tiles: TileSet = STANDARD_SET, house: HouseRules = DEFAULT_HOUSE, words: Sequence[str] = ()
) -> Ruling:
    """The verdict on one turn given as words; a word of no known form raises NotationError."""
    return Ruling(TurnInProgress.begin(state, tiles, house).play_words(words))
