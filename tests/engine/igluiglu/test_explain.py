"""Two views of the table: what is called legal is so, and what is called illegal has no legal turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.errors import NotationError
from engine.igluiglu.actions import Keep, Pass, Reveal, parse_action
from engine.igluiglu.board import NAMES
from engine.igluiglu.explain.aim import tile_shown
from engine.igluiglu.explain.explain import Explanation, explain
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.faults import Rule
from engine.igluiglu.game import IGLU
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from engine.igluiglu.words.phrases import LANGUAGES
from tests.engine.igluiglu.tables import random_game, random_rules
from tests.engine.igluiglu.test_values import example

RULES = IgluIglu(players="rb")


def told(words: list[str]) -> list[str]:
    """The words that people say or show: tiles and answers."""
    spoken = (Reveal, Keep, Pass)
    return [w for w in words if tile_shown(parse_action(w)) or isinstance(parse_action(w), spoken)]


def is_sub(part: list[str], whole: list[str]) -> bool:
    """Do these words come in the whole, in their order?"""
    rest = iter(whole)
    return all(word in rest for word in part)


def holds(rules: IgluIglu, before: State, data: dict[str, Any], found: Explanation, known: list[str]) -> None:
    """The law of explanations."""
    words = [str(action) for action in found.turn]
    after = rules.judge(before, words).next
    assert after is not None, words
    assert PartialState.from_json(data).agrees(after)
    assert is_sub(known, words)


def partial(rng: Random, state: State, gaps: int) -> dict[str, Any]:
    """What a camera may have seen of a state."""
    data = {key: value for key, value in state.to_json().items() if key not in ("supply", "out", "lost", "caught")}
    data["hands"] = {player: len(hand) for player, hand in data["hands"].items()}
    for name in rng.sample(NAMES, gaps):
        row, column = 8 - int(name[1]), "abcdefgh".index(name[0])
        data["on"][name] = None
        data["board"][row] = data["board"][row][:column] + "?" + data["board"][row][column + 1 :]
    for name, text in data["on"].items():
        if text and rng.random() < 0.2:
            data["on"][name] = text.replace("fish2", "fish?").replace("fox1", "fox?")
    return data


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_legal_turns_are_explained(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    open_ = count = 0
    for before, words, after in random_game(rng, rules, hidden=False)[1::4]:
        whole = {key: value for key, value in after.to_json().items() if key != "secret"}
        for data, known in ((whole, []), (partial(rng, after, 3), told(words))):
            found = explain(rules.begin(before), PartialState.from_json(data), known)
            count, open_ = count + 1, open_ + (found.legal is None)
            assert found.legal is not False, (words, found)
            if found.legal:
                holds(rules, before, data, found, known)
                assert len(found.turn) <= len(words)
    assert open_ <= count // 10


def seen(words: list[str], **changes: Any) -> dict[str, Any]:
    """The example after a legal turn, with something on it changed."""
    after = RULES.judge(example(), words).next
    assert after is not None
    data = after.to_json()
    for name, text in changes.items():
        if name in data:
            data[name] = text
        elif len(str(text)) == 1 and text in "#^~?":
            row, column = 8 - int(name[1]), "abcdefgh".index(name[0])
            data["board"][row] = data["board"][row][:column] + text + data["board"][row][column + 1 :]
        elif text == "":
            data["on"].pop(name, None)
        else:
            data["on"][name] = text
    return data


QUIET = ["melt f4", "keep", "done"]
WRONG: list[tuple[str, dict[str, Any]]] = [
    ("tile-gone", {"g4": "~", "g3": "~"}),
    ("tile-back", {"f5": "#", "f4": "#", "c6": "b"}),
    ("tile-turned", {"b2": "^", "g2": "^"}),
    ("inuit-far", {"h2": "", "b2": "r"}),
    ("inuit-other", {"g5": "", "g6": "b"}),
    ("inuit-missing", {"g5": ""}),
    ("inuit-extra", {"g6": "b"}),
    ("igloo-missing", {"a4": "r"}),
    ("igloo-extra", {"g5": "b B"}),
    ("igloo-moved", {"a4": "r", "c3": "rr R"}),
    ("animal-stray", {"d6": "", "e6": "fish2"}),
    ("animal-missing", {"c5": ""}),
    ("animal-extra", {"e6": "fish1"}),
    ("hand-count", {"hands": {"r": 2, "b": 1}}),
    ("melt-first", {"f4": "#", "hands": {"r": 2, "b": 0}}),
    ("melt-occupied", {"f4": "#", "g5": "", "h5": "b"}),
]


@pytest.mark.parametrize(("rule", "changes"), WRONG, ids=[rule for rule, _ in WRONG])
def test_what_no_turn_explains_is_named(rule: str, changes: dict[str, Any]) -> None:
    if rule == "melt-occupied":
        changes = {"f4": "#", "e3": "~", "on": {**seen(QUIET)["on"], "e3": None}}
    data = seen(QUIET, **changes)
    answer = explain(RULES.begin(example()), PartialState.from_json(data))
    assert answer.legal is False
    assert rule in [violation.rule for violation in answer.violations]
    for language in LANGUAGES:
        spoken = answer.to_json(language)
        assert all(entry["text"] for entry in spoken["violations"])
    assert all(violation.rule in set(Rule) for violation in answer.violations)


def test_points_are_counted() -> None:
    walked = seen([*QUIET[:2], "walk c3 b3", "walk b3 a3", "walk h2 h3", "done"])
    assert explain(RULES.begin(example()), PartialState.from_json(walked)).legal
    walked["on"]["f6"], walked["on"]["f7"] = "", "r"
    walked["on"] = {cell: text for cell, text in walked["on"].items() if text}
    answer = explain(RULES.begin(example()), PartialState.from_json(walked))
    assert answer.legal is False
    assert answer.violations[0].rule in ("inuit-far", "too-many-points")


def test_a_tile_that_nobody_showed_is_asked_about_and_never_assumed() -> None:
    data = seen([*QUIET[:2], "play melt e3", "flee b h8", "done"])
    for key in ("out", "lost", "supply", "caught", "hands"):
        del data[key]
    silent = explain(RULES.begin(example()), PartialState.from_json(data))
    assert silent.legal is None
    assert silent.to_json()["question"]["answers"]
    spoken = explain(RULES.begin(example()), PartialState.from_json(data), ["play melt e3"])
    assert spoken.legal


def test_a_search_that_gives_up_says_so() -> None:
    data = seen([*QUIET[:2], "walk c3 b3", "walk b3 a3", "walk h2 h3", "done"])
    answer = explain(RULES.begin(example()), PartialState.from_json(data), tries=2)
    assert answer.legal is None
    assert set(answer.to_json()) == {"legal", "text", "question"}


def test_the_question_as_json() -> None:
    question = {"before": example().to_json(), "after": seen(QUIET), "players": "rb", "turn": ["keep"]}
    answer = IGLU.answer("explain", question, {"language": "en"})
    assert answer == {"legal": True, "turn": QUIET, "winners": "", "others": 0}
    for bad in ({"after": 3}, {"after": {}}, {"turn": ["hop"]}, {"after": seen(QUIET, c3="wolf")}, {"before": {}}):
        with pytest.raises(NotationError):
            IGLU.answer("explain", question | bad, {"language": "en"})
    del question["after"]
    with pytest.raises(NotationError):
        IGLU.answer("explain", question, {"language": "en"})
