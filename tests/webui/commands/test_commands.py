"""The commands about matches on record, through the command line."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.coach.matches import iglu
from tests.webui.making import near_won
from webui.cli import main
from webui.commands.records.said import verdict_text
from webui.record.events import Finished
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee.session import TableSession


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record with one short match by hand."""
    path = tmp_path / "matches.sqlite"
    store = Store(path)
    session = TableSession(store, create_match(store, seats("ry", ["Ada", "Bo"]), name="One"))
    session.start()
    for word in ("Nn", "Nn"):
        session.act(word)
    session.done()
    session.finish().result(10)
    session.stop()
    store.close()
    return path


def test_list_and_show(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", "--store", str(record)]) == 0
    assert "One" in capsys.readouterr().out
    assert main(["matches", "--json", "--store", str(record)]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == 1
    assert main(["show", "last", "--store", str(record)]) == 0
    text = capsys.readouterr().out
    assert "Ada (Red), Bo (Yellow)" in text
    assert "Tilt the north pair north; tilt the north pair north." in text


def test_export_and_import(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, archive = tmp_path / "one.jsonl", tmp_path / "one.zip"
    assert main(["export", "One", "--store", str(record), "--out", str(log)]) == 0
    assert main(["export", "One", "--format", "zip", "--store", str(record), "--out", str(archive)]) == 0
    with zipfile.ZipFile(archive) as inside:
        assert {"match.jsonl", "sheet.txt", "events.jsonl"} <= set(inside.namelist())
        assert inside.read("match.jsonl") == log.read_bytes()
    other = tmp_path / "other.sqlite"
    assert main(["import", str(log), "--store", str(other), "--name", "Two"]) == 0
    assert main(["export", "Two", "--store", str(other), "--out", str(tmp_path / "two.jsonl")]) == 0
    lines = [path.read_text().splitlines() for path in (log, tmp_path / "two.jsonl")]
    assert lines[0] == lines[1]


def test_a_match_is_found_by_how_its_name_begins(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(record)
    ids = [create_match(store, seats("ry"), name=f"Familie {day}", at=float(day)) for day in (1, 2)]
    store.close()
    assert main(["show", "familie 2", "--store", str(record)]) == 0
    assert capsys.readouterr().out.startswith("Familie 2\n")
    assert main(["show", "familie", "--store", str(record)]) == 1
    said = capsys.readouterr().err
    assert "2 matches fit 'familie'" in said
    assert all(f"{match_id} (Familie {day})" in said for day, match_id in enumerate(ids, 1))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "melt f5; show the tile (glacier tile: 2); walk from g8 to h8"),
        ("de", "f5 schmelzen; das Plättchen zeigen (Gletscherplättchen: 2); von g8 nach h8 gehen"),
    ],
)
def test_show_says_turns_in_words(language: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, store = tmp_path / "iglu.jsonl", str(tmp_path / "m.sqlite")
    log.write_text(str(iglu(3, 12)), encoding="utf-8")
    assert main(["import", str(log), "--store", store]) == 0
    assert main(["show", "last", "--store", store, "--language", language]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 turn  The match was ended without a winner."),
        ("de", "1 Zug  Die Partie wurde ohne Sieger beendet."),
        ("fr", "1 tour  La partie a été arrêtée sans vainqueur."),
        ("it", "1 turno  La partita è stata chiusa senza vincitore."),
    ],
)
def test_the_list_is_in_words(language: str, said: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", "--store", str(record), "--language", language]) == 0
    assert said in capsys.readouterr().out


def test_who_won_and_how_is_said_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path / "won.sqlite")
    store.append(create_match(store, seats("ry", ["Ada", "Bo"])), [Finished(1.0, "r", "ice")])
    store.close()
    assert main(["matches", "--store", str(tmp_path / "won.sqlite")]) == 0
    said = capsys.readouterr().out
    assert "Ada (Red), Bo (Yellow)" in said
    assert "Red wins" in said
    assert "ice by" not in said


def test_judged_again_only_what_changes_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change = {"was": {"legal": True, "rule": None, "winners": ""}, "now": {"legal": True, "rule": None, "winners": "r"}}
    said = [verdict_text(change[key], "en") for key in ("was", "now")]
    assert said == ["by the rules", "by the rules, Red wins"]
    path = tmp_path / "won.sqlite"
    store = Store(path)
    session = TableSession(store, create_match(store, seats("ry"), start=near_won()))
    session.start()
    for word in ("Nn", "Ee", "rS5@NE"):
        session.act(word).result(10)
    session.stop()
    store.close()
    assert main(["rejudge", "last", "--store", str(path)]) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_of_a_match_that_is_over_no_next_turn_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "over.sqlite"
    store = Store(path)
    store.append(create_match(store, seats("ry")), [Finished(1.0, "", "stopped")])
    store.close()
    assert main(["analyse", "last", "--next", "--language", "fr", "--store", str(path)]) == 0
    assert "La partie est finie" in capsys.readouterr().out


def test_players_without_a_source_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "--players", "xx", "--port", "0", "--store", str(tmp_path / "m.sqlite")]
    assert main(words) == 1
    assert "--players" in capsys.readouterr().err.splitlines()[-1]


def test_judge_again(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rejudge", "last", "--circles", "may", "--store", str(record)]) == 0
    assert "of 1 verdicts" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["show", "nobody"], ["export", "nobody"], ["import", "nothing.jsonl"]])
def test_one_clear_line_for_what_is_not_there(
    words: list[str], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--store", str(record)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_no_record_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", "--store", str(tmp_path / "none.sqlite")]) == 1
    assert "no matches on record" in capsys.readouterr().err
