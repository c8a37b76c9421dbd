"""A turn in progress: what has been done, what it waits for, and every word that is legal now.

turn = IgluIglu().begin(state)
for word in ("melt c4", "keep", "walk c3 c4"):
    turn = turn.play(parse_action(word))        # a Fault instead, where the word breaks a rule
turn.wants, turn.who, turn.points_left, turn.legal_words()
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.verdict import Fault
from engine.igluiglu.actions import Action, parse_action
from engine.igluiglu.equipment import TileSet
from engine.igluiglu.faults import WITH_OWED
from engine.igluiglu.options import HouseRules
from engine.igluiglu.score import score
from engine.igluiglu.state import State
from engine.igluiglu.steps import ground
from engine.igluiglu.steps.checks import broken_by
from engine.igluiglu.steps.effects import applied
from engine.igluiglu.steps.legal import legal_actions
from engine.igluiglu.steps.progress import Progress


@dataclass(frozen=True, slots=True)
class TurnInProgress(Progress):
    """The table in the middle of a turn, with what may be said next; every word gives a new value."""

    @classmethod
    def begin(cls, state: State, tiles: TileSet, house: HouseRules) -> TurnInProgress:
        """The turn of the player to move, before its first word; `IgluIglu.begin` knows all but the state."""
        turn = cls(state, tiles, house, state.to_move, bool(state.reserve))
        return replace(turn, over=True) if not turn.placing and turn.cannot_go_on() else turn

    def play(self, action: Action) -> TurnInProgress | Fault:
        """The turn after this word, or the first rule that it breaks."""
        if rule := broken_by(self, action):
            return Fault(str(rule), len(self.actions), self._owed() if rule in WITH_OWED else ())
        return self.after(action)

    def _owed(self) -> tuple[str, ...]:
        """The words that would serve what is owed; before the duty to melt those that fulfil it, if there are any."""
        words = self.legal_words()
        melts = [word for word in words if word.startswith("melt ")]
        return tuple(melts if self.wants == "melt" and melts else words)

    def play_words(self, words: Sequence[str]) -> TurnInProgress | Fault:
        """The turn after all these words, or the first fault; all are read before any is judged."""
        turn = self
        for action in [parse_action(word) for word in words]:
            result = turn.play(action)
            if isinstance(result, Fault):
                return result
            turn = result
        return turn

    def after(self, action: Action) -> TurnInProgress:
        """The turn after a word known to be lawful."""
        turn = applied(self, action)
        return _settled(replace(turn, actions=(*self.actions, action)))

    def legal_words(self) -> list[str]:
        """Every legal next word, sorted as plain text."""
        return sorted(map(str, legal_actions(self)))

    def end(self) -> Ruling:
        """The verdict on the turn as far as it has come."""
        return Ruling(self)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one turn: a fault, or the turn as far as it has come."""

    turn: TurnInProgress | Fault

    @property
    def fault(self) -> Fault | None:
        """The rule that was broken, and where."""
        return self.turn if isinstance(self.turn, Fault) else None

    @property
    def next(self) -> State | None:
        """The table after a turn that is over."""
        return None if isinstance(self.turn, Fault) or self.turn.wants != "nothing" else self.turn.table

    @property
    def winners(self) -> str:
        """Who has won, once the game is over."""
        over = isinstance(self.turn, TurnInProgress) and self.turn.over
        return score(self.turn.table, self.turn.house).winners if over else ""  # type: ignore[union-attr]

    def to_json(self, text: str = "") -> dict[str, Any]:
        """The verdict as JSON; `text` is the fault in words."""
        if isinstance(self.turn, Fault):
            return _fault_json(self.turn, text)
        turn, table = self.turn, self.turn.table.to_json()
        if turn.wants != "nothing":
            waiting = {"wants": turn.wants, "who": turn.who, "points": turn.points_left}
            return {"legal": True, "done": False, "over": False, "winners": "", **waiting, "table": table}
        ended: dict[str, Any] = {"legal": True, "done": True, "over": turn.over, "winners": ""}
        if turn.over:
            points = score(turn.table, turn.house)
            ended |= {"winners": points.winners, "scores": points.scores()}
        return ended | {"next": table}


def _fault_json(fault: Fault, text: str) -> dict[str, Any]:
    out: dict[str, Any] = {"legal": False, "rule": fault.rule, "at": fault.at}
    if text:
        out["text"] = text
    return out | ({"owed": list(fault.owed)} if fault.rule in WITH_OWED else {})


def _settled(turn: TurnInProgress) -> TurnInProgress:
    """The turn without duties that nobody can fulfil, and marked as over where the game has ended (R14, R26)."""
    if turn.done:
        after = TurnInProgress.begin(turn.table, turn.tiles, turn.house)
        return replace(turn, over=True) if after.over else turn
    if turn.asked or turn.fleeing or turn.over:
        return turn
    if turn.steps and not any(ground.animal_steps(turn.table, turn.house)):
        turn = replace(turn, steps=0)
    if not turn.steps and not turn.melted and turn.cannot_go_on():
        return replace(turn, over=True)
    return turn
