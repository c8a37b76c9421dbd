"""Verdicts of ICE CULT in words, in all four languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.verdict import Fault
from engine.icecult.faults import Violation
from engine.icecult.moves import Action
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.asking import question
from engine.icecult.words.phrases import LANGUAGES
from engine.icecult.words.telling import sentence, sentence_of
from engine.icecult.words.texts import in_all, reason
from webui.referee.sentences import own_words
from webui.settings import Words

UNCHECKED: Final[Words] = dict(
    zip(
        LANGUAGES,
        (
            "The tilts of this turn could not be checked: not all faces of the cubes are known yet.",
            "Das Kippen in diesem Zug konnte nicht geprüft werden: noch sind nicht alle Seiten der Eisblöcke bekannt.",
            "Les pivotements de ce tour n’ont pu être vérifiés : certaines faces des cubes sont encore inconnues.",
            "Le rotazioni di questo turno non si sono potute verificare: alcune facce dei cubi sono ancora ignote.",
        ),
        strict=True,
    )
)
"""Said of a turn whose tilts nobody could check."""


def fault_words(begun: TurnInProgress, played: Sequence[str], fault: Fault) -> Words:
    """What a turn given as actions did wrong: what was seen, the rule, what puts it right."""
    key, params = sentence(begun, played, fault)
    return in_all(key, **params)


def action_words(turn: TurnInProgress, action: Action, rule: str) -> Words:
    """What is wrong with one action where the turn stands."""
    key, params = sentence_of(turn, action, rule)
    return in_all(key, **params)


def violation_words(violation: Violation) -> Words:
    """What two views tell."""
    return in_all(violation.key, **violation.params)


def question_words(turns: Sequence[tuple[str, ...]], unseen: Sequence[str]) -> tuple[Words, tuple[dict[str, Any], ...]]:
    """Which of these turns was played, and the answers, likeliest first; `unseen` are the places that would tell."""
    asked = {language: question(turns, unseen, language) for language in LANGUAGES}
    answers = tuple(
        {"text": {language: each["answers"][k]["text"] for language, each in asked.items()}, "turn": list(turn)}
        for k, turn in enumerate(turns)
    )
    return {language: each["text"] for language, each in asked.items()}, answers


def why_words(key: str) -> Mapping[str, str] | None:
    """Why a symbol has its status; None where nothing needs saying."""
    return reason(key)


def eye_words(status: str, places: Sequence[str]) -> Words:
    """The state of the eye."""
    if status in ("off", "paused"):
        return own_words(f"eye.{status}")
    params: dict[str, Any] = {"places": list(places)} if status in ("blind", "differs") else {}
    return in_all(f"eye.{status}", **params)
