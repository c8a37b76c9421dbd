"""`icekeeper judge | ends | replay` as real processes: JSON lines in and out, no traceback whatever comes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.engine.tables import random_match, vectors

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


def icekeeper(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command; whatever happens it must not be a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "webui.cli", *words], input=stdin, capture_output=True, cwd=ROOT, check=False, timeout=60
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


def answers(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    """The lines of standard output."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def lines(*questions: Any) -> bytes:
    """Questions as JSON lines."""
    return b"".join(json.dumps(question).encode() + b"\n" for question in questions)


def test_judge_answers_all_vectors() -> None:
    every = vectors("judge.jsonl")
    done = icekeeper("judge", stdin=lines(*(vector["in"] for vector in every)))
    assert done.returncode == 0
    for vector, answer in zip(every, answers(done), strict=True):
        assert {key: answer[key] for key in vector["out"]} == vector["out"]
        assert answer["legal"] or "(R" in answer["text"]
        assert ("owed" in answer) == answer.get("rule", "").startswith("missed-")


def test_ends_lists_states_with_winners_or_counts() -> None:
    vector = vectors("ends.jsonl")[7]
    (full,) = answers(icekeeper("ends", stdin=lines(vector["in"])))
    assert full["count"] == len(full["states"]) == vector["count"]
    assert sum(1 for _, winners in full["states"] if winners) == vector["winning"]
    assert all(State.from_json(state).to_json() == state for state, _ in full["states"])
    assert answers(icekeeper("ends", "--count", stdin=lines(vector["in"]))) == [{"count": vector["count"]}]


def test_ends_can_tell_a_turn_for_each() -> None:
    question = {"state": State.setup().to_json()}
    (full,) = answers(icekeeper("ends", "--turns", stdin=lines(question)))
    state, _, turn = full["states"][0]
    (verdict,) = answers(icekeeper("judge", stdin=lines(question | {"turn": turn})))
    assert verdict["next"] == state


GOOD = {"state": State.setup().to_json(), "turn": ["Nn"]}


BAD = [
    b"{",
    b"nonsense",
    b"[1, 2]",
    b"null",
    b"\xff\xfe{}",
    b'{"state": "\xff"}',
    b"[" * 100_000,
    b'{"state": ' + b"9" * 10_000 + b"}",
    b"{}",
    b'{"state": {}}',
    b"\x00",
    lines(GOOD | {"turn": "Nn"}).strip(),
    lines(GOOD | {"turn": [3]}).strip(),
    lines(GOOD | {"turn": ["Nn", "hop"]}).strip(),
    lines(GOOD | {"turn": ["\ud800"]}).strip(),
    lines({"state": GOOD["state"]}).strip(),
    lines(GOOD | {"players": "r"}).strip(),
    lines(GOOD | {"players": ["r", "y"]}).strip(),
    lines(GOOD | {"players": "yg"}).strip(),
    lines(GOOD | {"house": {"circles": ["must"]}}).strip(),
    lines(GOOD | {"house": []}).strip(),
    lines(GOOD | {"set": {"cubes": {"NW": 1}}}).strip(),
    lines(GOOD | {"set": {"spaces": 10**30, "cubes": {}}}).strip(),
    lines(GOOD | {"state": [1]}).strip(),
    lines(GOOD | {"state": State.setup().to_json() | {"start": "rrrr"}}).strip(),
    lines(GOOD | {"state": State.setup().to_json() | {"to_move": ""}}).strip(),
    lines(GOOD | {"state": State.setup().to_json() | {"paths": {"N": 1, "E": [], "S": [], "W": []}}}).strip(),
    lines(GOOD | {"state": State.setup("r", spaces=3).to_json()}).strip(),
]


def test_bad_lines_are_answered_and_passed_over() -> None:
    done = icekeeper("judge", stdin=b"".join(lines(GOOD) + bad + b"\n\n  \n" for bad in BAD) + lines(GOOD))
    assert done.returncode == 1
    replies = answers(done)
    assert len(replies) == 2 * len(BAD) + 1
    assert {reply["rule"] for reply in replies[::2]} == {"tilt-count"}
    for bad, reply in zip(BAD, replies[1::2], strict=True):
        assert list(reply) == ["error"], bad[:60]
        assert "expected" in reply["error"]
        assert len(reply["error"]) <= 300


@pytest.mark.parametrize("command", ["judge", "ends"])
def test_one_bad_line_is_a_failure(command: str) -> None:
    done = icekeeper(command, stdin=b"{}\n")
    assert (done.returncode, list(answers(done)[0])) == (1, ["error"])


def test_answers_stream() -> None:
    """Each line is answered before the next one comes."""
    with subprocess.Popen(
        [sys.executable, "-m", "webui.cli", "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(lines(GOOD))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["rule"] == "tilt-count"
        process.stdin.close()
        assert process.wait(timeout=20) == 0


def test_texts_come_in_the_players_language() -> None:
    (answer,) = answers(icekeeper("judge", "--lang", "de", stdin=lines(GOOD)))
    assert answer["text"].startswith("Nur einmal gekippt")


def test_replay_accepts_a_match_and_refuses_a_changed_one(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    text = str(random_match(Random(3), IceCult(players="ry"), turns=5))
    log.write_text(text, encoding="utf-8")
    done = icekeeper("replay", str(log))
    assert (done.returncode, answers(done)) == (0, [{"ok": True, "turns": 5, "winners": ""}])
    log.write_text(text.replace('"turn": 4', '"turn": 5'), encoding="utf-8")
    done = icekeeper("replay", str(log))
    assert done.returncode == 1
    assert answers(done) == [{"ok": False, "turn": 4, "text": "expected turn 4, got turn 5"}]
    assert answers(icekeeper("replay", "-", stdin=text.encode()))[0]["ok"]


def test_replay_of_what_is_no_log(tmp_path: Path) -> None:
    missing = icekeeper("replay", str(tmp_path / "none.jsonl"))
    assert missing.returncode == 1
    assert missing.stderr.count(b"\n") == 1
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\xff\xd8\xff\xe0")
    done = icekeeper("replay", str(broken))
    assert (done.returncode, answers(done)[0]["turn"]) == (1, 0)
    assert icekeeper("replay", str(tmp_path)).returncode == 1


def test_help_shows_a_line_of_every_question_that_a_game_answers() -> None:
    for game in GAMES.values():
        assert game.lines.keys() == game.answers.keys()
        assert all("\n  {" in shown for shown in game.lines.values())
    shown = icekeeper("explain", "--help").stdout.decode()
    assert all(f"{game.title} (--game {game.name}):\n{game.lines['explain']}" in shown for game in GAMES.values())


@pytest.mark.parametrize("command", ["judge", "ends", "replay"])
def test_help_explains_and_loads_nothing_heavy(command: str) -> None:
    code = (
        "import sys; from webui.cli import main\n"
        f"try: main(['{command}', '--help'])\nexcept SystemExit: pass\n"
        "print([m for m in ('cv2', 'flask', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "{" in done.stdout
