"""The vectors of IGLU IGLU: verdicts, legal words, points and whole games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import NotationError
from engine.igluiglu.faults import WITH_OWED
from engine.igluiglu.game import IGLU
from engine.igluiglu.rules import IgluIglu
from tests.engine.igluiglu.tables import vectors

OPTIONS = {"language": "en"}


def same(question: str, vector: dict[str, Any]) -> dict[str, Any]:
    """The answer, found to say what the vector says."""
    if vector["out"].get("error"):
        with pytest.raises(NotationError):
            IGLU.answer(question, vector["in"], OPTIONS)
        return {}
    answer = IGLU.answer(question, vector["in"], OPTIONS)
    assert {key: answer[key] for key in vector["out"]} == vector["out"]
    return answer


@pytest.mark.parametrize("vector", vectors("judge.jsonl"), ids=lambda vector: " ".join(vector["in"]["turn"])[:80])
def test_verdict(vector: dict[str, Any]) -> None:
    answer = same("judge", vector)
    if answer.get("legal") is False:
        assert answer["text"].endswith(")")
        assert ("owed" in answer) == (answer["rule"] in WITH_OWED)


@pytest.mark.parametrize("vector", vectors("legal.jsonl"), ids=lambda vector: vector["out"].get("wants", "error"))
def test_legal_words(vector: dict[str, Any]) -> None:
    same("legal", vector)


@pytest.mark.parametrize("vector", vectors("score.jsonl"), ids=lambda vector: " ".join(vector["about"]))
def test_score(vector: dict[str, Any]) -> None:
    same("score", vector)


@pytest.mark.parametrize("game", vectors("games.jsonl"), ids=lambda game: game["players"])
def test_game(game: dict[str, Any]) -> None:
    rules = IgluIglu.from_header(game.get("set"), game["house"], game["players"])
    data: dict[str, Any] = game["start"]
    verdict: dict[str, Any] = {}
    for turn in game["turns"]:
        assert data["to_move"] == turn["player"]
        verdict = rules.judge(rules.read_state(data), turn["actions"]).to_json()
        data = verdict["next"]
    assert data == game["final"]
    assert (verdict["over"], verdict["scores"], verdict["winners"]) == (True, game["scores"], game["winners"])
