"""A whole match analysed: marks, missed wins, the same value back from JSON, cancelled cleanly."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from coach.analysis import AnalysedTurn, Analysis, analyse, checksum
from coach.coach import Budget, CancelledError, Option
from coach.games import VERSION, coach_for
from coach.marks import mark
from coach.texts import LANGUAGES, TEXTS, summary, thoroughness
from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from engine.igluiglu.rules import IgluIglu
from tests.coach.matches import ice_cult, iglu
from webui.cli import main
from webui.record.importing import import_log
from webui.record.ready.analyses import Analyses
from webui.record.store import Store

pytestmark = pytest.mark.slow


def option(mine: float, spread: float = 0.0, wins: bool = False) -> Option:
    """A turn with this chance for red."""
    return Option(("Nn",), {"r": mine, "y": 1 - mine}, spread, wins=wins)


@pytest.fixture(scope="module")
def found() -> Analysis:
    """Three turns by chance; in the third red could have won."""
    return analyse(ice_cult(3, 3))


def test_every_turn_has_chances_and_better_turns(found: Analysis) -> None:
    assert [turn.turn for turn in found.turns] == [1, 2, 3]
    for turn in found.turns:
        assert sum(turn.chances.values()) == pytest.approx(1, abs=1e-3)
        assert turn.played is not None
        assert turn.played.chances[turn.player] <= turn.best[0].chances[turn.player]
    assert sum(found.end.values()) == pytest.approx(1, abs=1e-3)


def test_a_missed_win_is_said(found: Analysis) -> None:
    assert found.turns[2].missed_win
    assert found.turns[2].mark == "blunder"
    assert "missed a win, turn 3" in summary(found, "r", "en")


def test_an_analysis_reads_back_from_json(found: Analysis) -> None:
    text = json.dumps(found.to_json())
    assert json.dumps(Analysis.from_json(json.loads(text)).to_json()) == text


@pytest.mark.parametrize(
    ("best", "played", "name"),
    [
        (option(0.9), option(0.85), ""),
        (option(0.9), option(0.82), "slip"),
        (option(0.9), option(0.7), "mistake"),
        (option(0.9), option(0.2), "blunder"),
        (option(0.9, 0.15), option(0.7, 0.1), ""),
    ],
)
def test_marks_go_by_what_chance_cannot_explain(best: Option, played: Option, name: str) -> None:
    assert mark("r", best, played) == name


def test_every_text_is_there_in_four_languages() -> None:
    for key, row in TEXTS.items():
        assert len(row) == len(LANGUAGES)
        places = {tuple(sorted(re.findall(r"{\w+}", text))) for text in row}
        assert len(places) == 1, key
    turn = AnalysedTurn(4, "r", {"r": 0.9, "y": 0.1}, (option(1.0, wins=True),), option(0.1), 0.9, "blunder", True)
    for language in LANGUAGES:
        assert "4" in summary(Analysis("c", "ice-cult", "ry", (turn,), {"r": 1.0, "y": 0.0}), "r", language)


def test_nobody_waiting_ends_an_analysis() -> None:
    told: list[int] = []
    with pytest.raises(CancelledError):
        analyse(ice_cult(3, 3), 9.0, lambda done, of: told.append(done), lambda: len(told) > 0)
    assert told == [0]


def test_the_command_keeps_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, log = tmp_path / "matches.sqlite", ice_cult(3, 2)
    with_store = Store(store)
    match_id = import_log(with_store, log, "Sunday")
    with_store.close()
    command = ["analyse", "Sunday", "--store", str(store), "--json"]
    assert main([*command, "--seconds", "0.05"]) == 0
    hasty = json.loads(capsys.readouterr().out)
    with_store = Store(store, reading=True)
    assert Analyses(with_store).kept(match_id, checksum(log)) is None, "what was looked at in haste is not kept"
    with_store.close()
    assert main(command) == 0
    first = capsys.readouterr().out
    assert [turn["cut"] for turn in hasty["turns"]] == [True, True]
    assert not any("cut" in turn for turn in json.loads(first)["turns"])
    assert main([*command, "--seconds", "0.05"]) == 0  # asked again it is there at once
    assert capsys.readouterr().out == first
    with_store = Store(store, reading=True)
    again = MatchLog.parse("".join(json.dumps(line) + "\n" for line in _lines(with_store, match_id)))
    assert Analyses(with_store).kept(match_id, checksum(again)) == json.loads(first)
    assert Analyses(with_store).kept(match_id, "something else") is None
    with_store.close()
    assert main([*command[:4], "--language", "it"]) == 0
    said = capsys.readouterr().out
    assert "Turno 1, Rosso" in said
    assert "ruotare" in said
    assert "Esame approfondito" in said
    assert not re.search(r"[rygb][NESW]\d?@|\b[NESW][nesw]\b|[+-]@", said), "no notation where people read"


def test_what_another_version_said_is_made_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, log = tmp_path / "matches.sqlite", ice_cult(3, 1)
    store = Store(path)
    match_id = import_log(store, log, "Sunday")
    older = hashlib.sha256(f"coach 1\n{log}".encode()).hexdigest()
    Analyses(store).keep(match_id, older, {"coach": "coach 1"})
    store.close()
    assert main(["analyse", "Sunday", "--store", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["coach"] == VERSION != "coach 1"
    store = Store(path, reading=True)
    assert Analyses(store).kept(match_id, older) is None
    store.close()


def _lines(store: Store, match_id: str) -> list[dict[str, object]]:
    from webui.record.damage import read

    match, _ = read(store, match_id).savable()
    return match.log()


def test_the_command_reads_a_log_of_the_other_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(str(iglu(3, 14)), encoding="utf-8")
    assert main(["analyse", str(file), "--seconds", "0.05", "--progress", "json", "--language", "de"]) == 0
    said = capsys.readouterr()
    assert "Zug 14, Blau" in said.out
    assert "±" in said.out
    assert "Weniger gründlich angesehen" in said.out
    assert json.loads(said.err.splitlines()[-1]) == {"done": 14, "of": 14}
    assert main(["analyse", str(tmp_path / "none.jsonl"), "--store", str(tmp_path / "none.sqlite")]) == 1


def test_ctrl_c_ends_the_command_cleanly(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(str(ice_cult(3, 3)), encoding="utf-8")
    command = [sys.executable, "-m", "webui.cli", "analyse", str(file), "--seconds", "60", "--progress", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert json.loads(process.stderr.readline())["done"] == 0
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert err.strip() == "icekeeper: stopped"
    assert time.monotonic() - begun < 30


def test_a_log_says_that_help_was_used_and_reads_back() -> None:
    log = ice_cult(3, 2)
    helped = MatchLog(log.header, (replace(log.turns[0], helped=True), log.turns[1]))
    assert '"helped": true' in str(helped)
    assert MatchLog.parse(str(helped)) == helped
    assert replay(helped, GAMES).turns == 2


@pytest.mark.parametrize("log", [ice_cult(3, 1), iglu(3, 12)], ids=["ice-cult", "iglu"])
def test_the_same_match_gets_the_same_answer_on_a_busy_machine(log: MatchLog, tmp_path: Path) -> None:
    """A process with threads and hashes of its own, and another that takes the machine from it."""
    file = tmp_path / "match.jsonl"
    file.write_text(str(log), encoding="utf-8")
    command = [sys.executable, "-m", "webui.cli", "analyse", str(file), "--json"]
    env = os.environ | {"PYTHONHASHSEED": "7", "OMP_NUM_THREADS": "3", "OPENBLAS_NUM_THREADS": "3"}
    with contextlib.ExitStack() as stack:
        busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        stack.callback(stack.enter_context(busy).kill)
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(analyse(log).to_json()))


def test_time_that_is_up_is_told_and_time_that_is_not_changes_nothing() -> None:
    log = iglu(3, 14)
    last, slow = replay(log, GAMES).states[-1], count(0.0, 10.0).__next__
    coach = coach_for("iglu", IgluIglu(players="rb"))
    free, patient, hasty = Budget(), Budget(1e6, clock=slow), Budget(1.0, clock=slow)
    words = ("melt c4", "keep")
    answers = [coach.advise(last, budget, so_far=words) for budget in (free, patient, hasty)]
    assert answers[0] == answers[1]
    assert (free.cut, patient.cut, hasty.cut) == (False, False, True)
    assert free.looked == patient.looked > hasty.looked


def test_how_thoroughly_it_was_looked_is_said(found: Analysis) -> None:
    looked = sum(turn.looked for turn in found.turns)
    assert looked > 10_000
    for language in LANGUAGES:
        assert f"{looked // 1000}\N{NO-BREAK SPACE}{looked % 1000:03}" in thoroughness(found, language)
    hasty = replace(found, turns=(replace(found.turns[0], cut=True), *found.turns[1:]))
    assert thoroughness(hasty, "en").endswith(": turn 1.")
    assert (found.thorough, hasty.thorough) == (True, False)


def test_of_the_set_up_nothing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = iglu(3, 3)
    for turn in analyse(log).turns:
        assert (turn.best, turn.played, turn.mark) == ((), None, "")
    file = tmp_path / "game.jsonl"
    file.write_text(str(log), encoding="utf-8")
    assert main(["analyse", str(file)]) == 0
    turns = capsys.readouterr().out.split("\n\n")[:3]
    assert all("The coach says nothing about this turn." in turn and "%" not in turn for turn in turns)
    assert main(["analyse", str(file), "--next", "--language", "de"]) == 0
    assert capsys.readouterr().out == "Zu diesem Zug sagt der Trainer nichts.\n"


def test_after_a_finished_match_nobody_is_to_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(str(iglu(3, 400)), encoding="utf-8")
    assert main(["analyse", str(file), "--next", "--language", "fr"]) == 0
    assert capsys.readouterr().out == "La partie est finie\N{NO-BREAK SPACE}; ce n’est le tour de personne.\n"
    assert main(["analyse", str(file), "--next", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"player": "", "best": []}
