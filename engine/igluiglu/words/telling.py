"""A fault of a turn in words: which sentence fits, and what it has to be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.verdict import Fault
from engine.igluiglu import actions as a
from engine.igluiglu.board import NAMES
from engine.igluiglu.equipment import worth
from engine.igluiglu.faults import Rule
from engine.igluiglu.steps.checks import BUILD_COST, KAYAK_COST, WALK_COST, tokens_due
from engine.igluiglu.turn import TurnInProgress
from engine.igluiglu.words.texts import parameters, say

Sentence = tuple[str, dict[str, Any]]
"""A key of `words.texts` and its parameters."""


def fault_text(begun: TurnInProgress, words: Sequence[str], fault: Fault, language: str = "en") -> str:
    """What the referee says about the fault that judging `words` from `begun` has found."""
    key, params = sentence(begun, words, fault)
    return say(key, language, **params)


def sentence(begun: TurnInProgress, words: Sequence[str], fault: Fault) -> Sentence:
    """The sentence for a fault, for those who want it in several languages."""
    turn = begun.play_words(words[: fault.at])
    if isinstance(turn, Fault):
        raise ValueError(f"expected the fault at word {turn.at}, got {fault.at}")
    key = _key(turn, fault.rule)
    told = _of_turn(turn) | _of_action(turn, a.parse_action(words[fault.at]))
    return key, {name: told[name] for name in parameters(key)}


def _key(turn: TurnInProgress, rule: str) -> str:
    if rule == Rule.EVENT_NOT_RESOLVED and turn.drifting:
        return f"{rule}.drift"
    return f"{rule}.melted" if rule == Rule.STOP_TOO_EARLY and turn.melted else str(rule)


def _of_turn(turn: TurnInProgress) -> dict[str, Any]:
    """What any sentence may say about the turn."""
    return {
        "mover": turn.mover,
        "next": turn.table.to_move,
        "holder": turn.mover,
        "asked": turn.asked[:1],
        "fleeing": "".join(dict.fromkeys(turn.fleeing)),
        "attacked": "" if turn.attacked is None else NAMES[turn.attacked],
        "drawn": "" if turn.drawn is None else NAMES[turn.drawn],
        "steps": turn.steps,
        "points": turn.points,
        "kind": "harpoon",
    }


def _of_action(turn: TurnInProgress, action: a.Action) -> dict[str, Any]:
    """What a sentence may say about the word."""
    match action:
        case a.Place(cell) | a.Melt(cell) | a.Drift(cell):
            return {"cell": NAMES[cell]}
        case a.PlayMelt(cell):
            return {"cell": NAMES[cell], "kind": "melt"}
        case a.Build(cell):
            return {"cell": NAMES[cell], "cost": BUILD_COST}
        case a.Walk(start, goal) | a.Kayak(start, goal):
            cost = WALK_COST if isinstance(action, a.Walk) else KAYAK_COST
            return {"cell": NAMES[start], "goal": NAMES[goal], "cost": cost}
        case a.Hunt(hunter, animal, place) | a.Harpoon(hunter, animal, place):
            return {"cell": NAMES[hunter], "animal": animal, "place": NAMES[place], "cost": worth(animal)}
        case a.Move(animal, start, goal):
            return {"cell": NAMES[start], "goal": NAMES[goal], "animal": animal}
        case a.Reveal(kind, values):
            return {"due": tokens_due(turn, kind), "named": len(values)}
        case a.PlayEnergy(points):
            return {"kind": f"energy{points}"}
        case a.PlayAnimals():
            return {"kind": "animals"}
        case a.Defend(colour) | a.Pass(colour):
            return {"holder": colour}
        case a.Flee(colour, corner):
            return {"holder": colour, "goal": NAMES[corner]}
    return {}
