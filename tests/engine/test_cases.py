"""Cases made by hand from the rulebooks' own sentences, judged as the command judges a line of JSON."""

from __future__ import annotations

import argparse
import io
import json
from typing import Any

import pytest

from engine.games import GAMES
from tests.engine.tables import vectors
from webui.commands.rules.answering import answer_questions

CASES = {game: vectors(f"cases/{game}.jsonl") for game in GAMES}


@pytest.mark.parametrize(
    ("game", "case"), [pytest.param(game, case, id=case["id"]) for game, cases in CASES.items() for case in cases]
)
def test_a_case_of_the_rulebook(
    game: str, case: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(case["in"]).encode())))
    status = answer_questions(case["cmd"], argparse.Namespace(game=game, language="en"))
    answer = json.loads(capsys.readouterr().out)
    answer.pop("text", None)
    assert answer == case["out"], case["about"]
    assert status == int("error" in case["out"])


def test_all_cases_are_here() -> None:
    assert {game: len(cases) for game, cases in CASES.items()} == {"ice-cult": 170, "iglu": 162}
    ids = [case["id"] for cases in CASES.values() for case in cases]
    assert len(ids) == len(set(ids))
