"""Every fault has a sentence in four languages, with its paragraph, and no blame."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.verdict import Fault
from engine.igluiglu.faults import PARAGRAPHS, Rule
from engine.igluiglu.words.phrases import FORMS, LANGUAGES
from engine.igluiglu.words.telling import fault_text
from engine.igluiglu.words.texts import TABLE, in_all, parameters, say
from tests.engine.igluiglu.tables import position, vectors

SAMPLE = {
    "mover": "r", "next": "b", "holder": "g", "asked": "y", "fleeing": "rg", "attacked": "c4", "drawn": "c4",
    "steps": 2, "points": 1, "kind": "harpoon", "cell": "c3", "goal": "c4", "place": "c5", "animal": "fox2", "cost": 3,
    "due": 2, "named": 1, "cells": ["a2", "b3"], "colours": ["r", "b"], "who": "b", "winners": "rb",
}  # fmt: skip


@pytest.mark.parametrize("key", TABLE)
def test_a_sentence_reads_in_every_language(key: str) -> None:
    said = in_all(key, **{name: SAMPLE[name] for name in parameters(key)})
    assert len(set(said.values())) == len(LANGUAGES)
    for text in said.values():
        assert not set("{}") & set(text)
        assert "!" not in text
        assert text.rstrip("0123456789)").endswith(("(R", "?", ".", "R"))
    rule = key.partition(".")[0]
    if rule in set(Rule):
        assert all(text.endswith(f"({PARAGRAPHS[Rule(rule)]})") for text in said.values())


def test_every_rule_has_a_sentence_and_a_paragraph_that_exists() -> None:
    paper = Path(__file__).resolve().parents[3] / "engine" / "igluiglu" / "RULES.md"
    text = paper.read_text(encoding="utf-8")
    for rule in Rule:
        assert str(rule) in TABLE
        assert f"**{rule.paragraph}**" in text, rule
    assert [rule.order for rule in Rule] == list(range(len(Rule)))


def test_animals_and_tiles_have_their_forms() -> None:
    assert say("hunt-not-there", "fr", animal="bear4", place="c4").startswith("Il n’y a pas d’ours en c4")
    assert say("hunt-not-there", "it", animal="fox2", place="c4").startswith("In c4 non c’è nessuna volpe 2")
    assert FORMS["tile"]("energy3", "de") == "Energieplättchen (3)"
    assert FORMS["points"](1, "it") == "1 punto"
    assert say("melt-occupied", "en", cell="c4").startswith("c4 is occupied")


def test_the_faults_of_the_vectors_can_all_be_told() -> None:
    told = set()
    for vector in vectors("judge.jsonl"):
        rule = vector["out"].get("rule")
        if rule is None or rule in told:
            continue
        rules, state = position(vector["in"])
        fault = rules.judge(state, vector["in"]["turn"]).fault
        assert isinstance(fault, Fault)
        assert all(fault_text(rules.begin(state), vector["in"]["turn"], fault, lang) for lang in LANGUAGES)
        told.add(rule)
    assert len(told) == 61
