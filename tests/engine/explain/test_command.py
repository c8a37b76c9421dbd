"""`icekeeper explain` as a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from engine.icecult.state import State
from tests.engine.explain.tables import after, board, seen, shows

pytestmark = pytest.mark.slow


def run(lines: list[str], *options: str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, answers and what was said on standard error."""
    command = [sys.executable, "-m", "webui.cli", "explain", *options]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def question(words: str, **more: Any) -> str:
    """A turn of red's from a board with one red pawn on N1."""
    before = board("y", N="r.4")
    cube_set = shows("R>N", "Y>S", "A", "A")
    return json.dumps(
        {"before": before.to_json(), "after": after(before, words).to_json(), "set": cube_set.to_json()} | more
    )


def test_every_line_is_answered_and_bad_ones_are_passed_over() -> None:
    lines = [question("Nn Sn rN1@NW"), "nonsense", "{}", question("Nn Sn"), question("Nn", over=False), ""]
    status, answers, said = run(lines)
    assert status == 1
    assert said == ""
    assert answers[0] == {"legal": True, "turn": ["Nn", "Sn", "rN1.0@NW"], "winners": "", "others": 0}
    assert list(answers[1]) == list(answers[2]) == ["error"]
    assert answers[3]["legal"] is False
    assert answers[3]["rule"] == "missed-arrow"
    assert answers[3]["violations"][0]["owed"] == ["rN1.0@NW"]
    assert answers[3]["turn"] == ["Nn", "Sn"]
    assert answers[4]["legal"] is None


def test_it_speaks_four_languages() -> None:
    texts = {run([question("Nn Sn")], "--language", language)[1][0]["text"] for language in ("en", "de", "fr", "it")}
    assert len(texts) == 4


def test_a_partial_view() -> None:
    before = board("y", N="r.4")
    view = seen(after(before, "Nn Sn"), N="1.r.3").to_json()
    view["cubes"] |= {"SE": None, "SW": {"symbol": "arc", "facing": None}}
    view |= {"start": None, "to_move": "nobody"}
    status, answers, _ = run([question("", after=view)])
    assert status == 0
    assert answers[0]["legal"]
    assert answers[0]["open"] == ["SE", "SW", "start"]


def test_defaults_and_an_unknown_switch() -> None:
    start = State.setup("r").to_json()
    status, answers, _ = run([json.dumps({"before": start, "after": start, "house": {"circle": "must"}})])
    assert status == 1
    assert "circle" in answers[0]["error"]
    assert run([json.dumps({"before": start, "after": start})])[1][0]["rule"] == "tilt-undone"
