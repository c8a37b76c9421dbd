"""A fault of a turn in words: which sentence of the table fits, and what it has to be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.verdict import Fault
from engine.icecult.board import SLOTS
from engine.icecult.cube import Top
from engine.icecult.moves import Action, Step, Turn, parse_action
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.texts import say

Sentence = tuple[str, dict[str, Any]]
"""A key of `engine.icecult.words.texts` and its parameters."""


def fault_text(begun: TurnInProgress, words: Sequence[str], fault: Fault, language: str = "en") -> str:
    """What the referee says about the fault that judging `words` from `begun` has found."""
    key, params = sentence(begun, words, fault)
    return say(key, language, **params)


def sentence(begun: TurnInProgress, words: Sequence[str], fault: Fault) -> Sentence:
    """The sentence for a fault, for those who want it in several languages."""
    turn = begun.play_words(words[: fault.at])
    if isinstance(turn, Fault):
        raise ValueError(f"expected the fault at action {turn.at}, got {fault.at}")
    if fault.at < len(words):
        return _of_action(turn, parse_action(words[fault.at]), fault.rule)
    if fault.rule == "tilt-count":
        return ("tilt-count" if turn.tilts else "tilt-count.none"), {}
    return _missed(turn, fault) if fault.owed else (fault.rule, {})


def _of_action(turn: TurnInProgress, action: Action, rule: str) -> Sentence:
    if isinstance(action, Step):
        return rule, _of_step(turn, action, rule)
    if isinstance(action, Turn):
        return ("early-move.turn", {"slot": action.slot}) if rule == "early-move" else (rule, {"slot": action.arc})
    variants = {"tilt-count": "tilt-count.three", "tilt-undone": "tilt-undone.pair"}
    return variants.get(rule, rule), {"pair": action.pair} if rule == "tilt-undone" else {}


def _of_step(turn: TurnInProgress, step: Step, rule: str) -> dict[str, Any]:
    """Everything a sentence about a step may name."""
    arrow = _top(turn, step.arrow)
    circle_is_meant = rule in ("not-a-circle", "circle-spent")
    return {
        "slot": step.circle if circle_is_meant else step.arrow,
        "colour": step.colour,
        "path": step.path,
        "place": f"{step.path}{step.space}" if step.space else "start",
        "arrow": arrow.colour if arrow else None,
        "to": arrow.facing if arrow else None,
    }


def _missed(turn: TurnInProgress, fault: Fault) -> Sentence:
    """The sentence about the first symbol that was missed."""
    slot, steps = next(iter(turn.owed().items()))
    first = steps[0]
    told = {"mover": turn.state.to_move, "colour": first.colour, "slot": slot, "path": first.path}
    if fault.rule == "missed-circle":
        return "missed-circle", told | {"arrow": first.arrow}
    spaces = [step.space for step in steps]
    variant = "" if 0 in spaces and max(spaces) else ".move" if max(spaces) else ".enter"
    return "missed-arrow" + variant, told


def _top(turn: TurnInProgress, slot: str) -> Top | None:
    return turn.tops[SLOTS.index(slot)]
