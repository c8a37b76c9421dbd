"""The commands about matches on record, through the command line."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from webui.cli import main
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
    assert "Nn Nn" in text


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
