"""`icekeeper judge | legal | score | explain | ends | replay` with `--game iglu`, as real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.log import MatchLog
from tests.engine.igluiglu.playthroughs import MATCHES, match
from tests.engine.igluiglu.tables import vectors
from tests.engine.igluiglu.test_values import example
from tests.engine.test_commands import answers, icekeeper, lines

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("command", ["judge", "legal", "score"])
def test_a_command_answers_all_vectors(command: str) -> None:
    every = vectors(f"{command}.jsonl")
    done = icekeeper(command, "--game", "iglu", stdin=lines(*(vector["in"] for vector in every)))
    failed = False
    for vector, answer in zip(every, answers(done), strict=True):
        if vector["out"].get("error"):
            failed = True
            assert list(answer) == ["error"]
        else:
            assert {key: answer[key] for key in vector["out"]} == vector["out"]
    assert done.returncode == int(failed)


def test_explain_and_a_language() -> None:
    state = example().to_json()
    (verdict,) = answers(
        icekeeper(
            "judge", "--game", "iglu", "--lang", "de", stdin=lines({"state": state, "players": "rb", "turn": ["done"]})
        )
    )
    assert verdict["text"].startswith("Rot schmilzt zuerst")
    question = {"before": state, "after": state | {"to_move": "b"}, "players": "rb"}
    done = icekeeper("explain", "--game", "iglu", stdin=lines(question, {"before": state}))
    first, second = answers(done)
    assert (done.returncode, first["legal"], list(second)) == (1, False, ["error"])


def test_what_a_game_does_not_offer_is_an_error() -> None:
    question: dict[str, Any] = {"state": example().to_json(), "players": "rb"}
    for command, game in (("ends", "iglu"), ("legal", "ice-cult"), ("score", "ice-cult")):
        done = icekeeper(command, "--game", game, stdin=lines(question))
        assert (done.returncode, list(answers(done)[0])) == (1, ["error"])


def test_replay_takes_the_game_from_the_header(tmp_path: Path) -> None:
    log = match(*MATCHES["iglu-two-players"])
    file = tmp_path / "match.jsonl"
    file.write_text(str(log), encoding="utf-8")
    assert log.end
    done = icekeeper("replay", str(file))
    assert answers(done) == [{"ok": True, "turns": len(log.turns), "winners": log.end.winners}]
    changed = [json.loads(line) for line in log.lines()]
    changed[-1]["end"]["scores"]["r"] += 1
    file.write_text("\n".join(map(json.dumps, changed)), encoding="utf-8")
    (answer,) = answers(icekeeper("replay", str(file)))
    assert not answer["ok"]
    assert "scores" in answer["text"]
    assert MatchLog.parse(str(log)) == log
