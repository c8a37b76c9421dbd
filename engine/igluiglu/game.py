"""IGLU IGLU as one of the games on offer: its rules, its words, and the questions it answers as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.errors import NotationError
from engine.core.game import Game, Json
from engine.core.verdict import Fault
from engine.igluiglu.actions import parse_action
from engine.igluiglu.explain.explain import explain
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.score import score
from engine.igluiglu.state import State
from engine.igluiglu.words.phrases import LANGUAGES
from engine.igluiglu.writing.lines import LINES


def position(data: Mapping[str, Any], key: str = "state") -> tuple[IgluIglu, State]:
    """The rules and the state of a question; set, house rules and players have defaults."""
    if key not in data:
        raise NotationError(f"expected {key!r} in the question, got {', '.join(map(repr, data)) or 'nothing'}")
    rules = IgluIglu.from_header(data.get("set"), data.get("house"), data.get("players"))
    return rules, rules.read_state(data[key])


def words(data: Mapping[str, Any], needed: bool) -> list[str]:
    """The words of a question's turn; none where they may be left out."""
    turn = data.get("turn")
    if turn is None and not needed:
        return []
    if not isinstance(turn, list) or not all(isinstance(word, str) for word in turn):
        raise NotationError(f"expected 'turn' as a list of words like ['melt c4', 'keep'], got {turn!r}"[:200])
    return turn


def _judge(question: Json, options: Json) -> dict[str, Any]:
    (rules, state), turn = position(question), words(question, needed=True)
    ruling = rules.judge(state, turn)
    if ruling.fault is None:
        return ruling.to_json()
    return ruling.to_json(rules.fault_text(state, turn, ruling.fault, options["language"]))


def _legal(question: Json, options: Json) -> dict[str, Any]:
    rules, state = position(question)
    turn = rules.begin(state).play_words(so_far := words(question, needed=False))
    if isinstance(turn, Fault):
        raise NotationError(f"expected legal words so far, but {so_far[turn.at]!r} breaks {turn.rule}")
    every = turn.legal_words()
    return {"wants": turn.wants, "who": turn.who, "points": turn.points_left, "count": len(every), "legal": every}


def _score(question: Json, options: Json) -> dict[str, Any]:
    rules, state = position(question)
    return score(state, rules.house).to_json()


def _explain(question: Json, options: Json) -> dict[str, Any]:
    if "after" not in question:
        raise NotationError(f"expected 'before' and 'after', got {', '.join(map(repr, question)) or 'nothing'}")
    rules, before = position(question, "before")
    after = PartialState.from_json(question["after"])
    return explain(rules.begin(before), after, words(question, needed=False)).to_json(options["language"])


IGLU: Final = Game(
    name="iglu",
    title="IGLU IGLU",
    folder="igluiglu",
    make_rules=IgluIglu.from_header,
    read_word=lambda word: str(parse_action(word)),
    languages=LANGUAGES,
    answers={"judge": _judge, "legal": _legal, "score": _score, "explain": _explain},
    declined={"ends": "chance and hidden tiles make the list endless; legal lists what may come next"},
    lines=LINES,
)
