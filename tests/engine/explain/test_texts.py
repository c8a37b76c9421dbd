"""Every sentence in four languages, complete and in the form the referee speaks."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.icecult.faults import PARAGRAPHS, Rule
from engine.icecult.words.phrases import FORMS, LANGUAGES
from engine.icecult.words.texts import TABLE, in_all, keys, parameters, reason, say

SAMPLES: dict[str, list[Any]] = {
    "colour": list("rygb"),
    "mover": list("rygb"),
    "rider": list("rygb"),
    "below": list("rygb"),
    "riders": ["rg"],
    "belows": ["yb"],
    "path": list("NESW"),
    "to": list("NESW"),
    "pair": list("NESW"),
    "slot": ["NE"],
    "slots": [("NW",), ("NW", "NE", "SE")],
    "place": ["N3"],
    "places": [("W3",), ("W3", "start", "goalN")],
    "colours": ["ry", "ryb"],
    "stack": ["rgb"],
    "count": [4, 6],
    "missing": [2],
    "extra": [2],
    "spaces": [2, 3, 7],
    "allowed": [1, 2],
    "turns": [3],
    "arcs": [1],
    "turn": [7],
}
ARROWS: dict[str, list[Any]] = {"missed-circle": ["NW"]}
"""Where `arrow` is a cube; elsewhere it is a colour."""


def told(key: str, language: str) -> list[str]:
    """The sentence with every sample of every parameter."""
    names = sorted(parameters(key))
    choices = {name: ARROWS.get(key, list("rygb")) if name == "arrow" else SAMPLES[name] for name in names}
    longest = max([len(values) for values in choices.values()], default=1)
    return [say(key, language, **{n: v[i % len(v)] for n, v in choices.items()}) for i in range(longest)]


@pytest.mark.parametrize("key", keys())
def test_a_sentence_is_complete_in_every_language(key: str) -> None:
    assert len(TABLE[key]) == len(LANGUAGES)
    used = [set(re.findall(r"{(\w+)", row)) for row in TABLE[key]]
    assert all(names <= parameters(key) for names in used)
    # A sentence may pass over a number that another language needs, but never over who, where and which.
    assert all(parameters(key) - names <= {"count", "missing", "extra"} for names in used), used
    for language in LANGUAGES:
        for text in told(key, language):
            assert text.strip() == text != ""
            assert "{" not in text
            assert "  " not in text
            assert "!" not in text


@pytest.mark.parametrize("key", [key for key in keys() if len(TABLE[key][0].split()) > 3])
def test_whole_sentences_differ_in_every_language(key: str) -> None:
    assert len(set(TABLE[key])) == len(LANGUAGES)


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_is_said_and_names_its_paragraph(rule: Rule) -> None:
    said = [key for key in keys() if key.partition(".")[0] == rule]
    assert said
    for key in said:
        for language in LANGUAGES:
            assert all(text.endswith(f"({PARAGRAPHS[rule]})") for text in told(key, language))


def test_rules_stand_in_the_order_of_the_contract() -> None:
    first = "after-the-end tilt-axis tilt-count tilt-undone early-move not-an-arrow not-a-circle not-an-arc"
    second = "wrong-colour wrong-path arrow-spent circle-spent arc-spent no-such-pawn missed-arrow missed-circle"
    third = "tilt-alone cube-turned cubes-exchanged pawn-unearned pawn-far pawn-inwards pawn-changed-path"
    fourth = "rider-left pawn-dragged stack-order pawn-missing pawn-extra"
    assert [str(rule) for rule in Rule] == f"{first} {second} {third} {fourth}".split()
    assert [rule.order for rule in Rule] == list(range(len(Rule)))


def test_every_form_is_used_and_known() -> None:
    used = {form for rows in TABLE.values() for row in rows for form in re.findall(r"{\w+:([\w-]+)}", row)}
    assert used <= set(FORMS)


def test_the_page_s_own_examples() -> None:
    assert say("missed-arrow.enter", mover="y", colour="g", slot="NE", path="W") == (
        "Yellow’s turn ended with the green arrow on NE unused. It points west, and green could enter there. (R16)"
    )
    assert say("tilt-undone.pair", pair="N") == (
        "The second tilt put the north pair back where it stood. Choose another tilt. (R9)"
    )
    assert say("win.goal", colour="r", path="N") == "Red brings its fifth pawn home on the north path. Red wins."
    assert say("eye.blind", places=("W3", "W4")) == "cannot see W3, W4"


def test_gender_and_case() -> None:
    assert "die fünfte Figur auf dem nördlichen Eispfad" in say("win.goal", "de", colour="g", path="N")
    assert "den grünen Pfeil" in say("missed-circle", "de", mover="r", slot="NE", colour="g", arrow="SW")
    assert say("symbol.arrow", "de", colour="r", path="E") == "roter Pfeil nach Osten"
    assert "la flèche verte" in say("missed-circle", "fr", mover="r", slot="NE", colour="g", arrow="SW")
    assert "la freccia rossa" in say("missed-circle", "it", mover="g", slot="NE", colour="r", arrow="SW")
    assert "vers l’est\N{NO-BREAK SPACE};" in say("missed-arrow", "fr", mover="r", colour="b", slot="NE", path="E")


def test_all_languages_at_once() -> None:
    assert set(in_all("eye.rest")) == set(LANGUAGES)
    assert reason("") is None
    assert (reason("no-pawn") or {})["en"].endswith("(R16)")


@pytest.mark.parametrize(("key", "language"), [("no-such-key", "en"), ("eye.rest", "nl"), ("win.plain", "en")])
def test_what_is_missing_is_an_error(key: str, language: str) -> None:
    with pytest.raises(KeyError):
        say(key, language)
