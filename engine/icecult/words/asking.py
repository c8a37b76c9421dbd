"""A question where several turns explain the table: what is asked, and every answer in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.icecult.moves import Action, Step, Tilt, parse_action
from engine.icecult.words.texts import say

Actions = tuple[str, ...]


def question(turns: Sequence[Actions], unseen: Sequence[str], language: str = "en") -> dict[str, Any]:
    """The question as JSON: which of these turns was played? `unseen`: the places that would have told."""
    text = say("question.unseen", language, places=unseen) if unseen else say("question.which", language)
    said = [_answer(turn, turns, language) for turn in turns]
    answers = [
        {"text": words if said.count(words) == 1 else f"{words} ({' '.join(turn)})", "turn": list(turn)}
        for words, turn in zip(said, turns, strict=True)
    ]
    return {"text": text, "answers": answers}


def _answer(turn: Actions, turns: Sequence[Actions], language: str) -> str:
    """What this turn has that not all the others have; all of it where there is no other."""
    own = [parse_action(word) for word in turn if len(turns) == 1 or not all(word in other for other in turns)]
    if own:
        return ". ".join(_action_text(action, language) for action in own)
    moved = any(isinstance(parse_action(word), Step) for word in turn)
    return say("answer.no-more" if moved else "answer.nothing", language)


def _action_text(action: Action, language: str) -> str:
    """One action in words."""
    if isinstance(action, Tilt):
        return say("answer.tilt", language, pair=action.pair, to=action.heading.upper())
    if isinstance(action, Step) and action.space == 0:
        return say("answer.enter", language, colour=action.colour, path=action.path)
    if isinstance(action, Step):
        return say("answer.step", language, colour=action.colour, place=f"{action.path}{action.space}")
    return say("answer.right" if action.sense == "+" else "answer.left", language, slot=action.slot)
