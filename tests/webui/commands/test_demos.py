"""Demos are kept: listed as such, there for the coach, apart from people's own matches, and only the last ones."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.webui.making import FIRST_TURN, PLAYERS
from webui.cli import main
from webui.present.statistics import Counted, part_in
from webui.record import events as ev
from webui.record.fold import fold
from webui.record.opening import create_match
from webui.record.store import Store
from webui.settings import default_demos, default_store
from webui.table.upkeep.demos import drop_old


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "icekeeper").mkdir()
    return tmp_path


def played(path: Path, name: str, simulated: bool, at: float = 1.0) -> str:
    """A match with some words on record in this file."""
    store = Store(path)
    match_id = create_match(store, PLAYERS, name=name, simulated=simulated, at=at)
    store.append(match_id, [ev.Acted(at, word) for word in FIRST_TURN])
    store.close()
    return match_id


@pytest.mark.slow
def test_a_demo_is_on_record_after_it_was_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "webui.cli", "play", "demo", "--game", "iglu", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as page:
        assert page.stdout is not None
        assert "ready" in page.stdout.readline()
        page.send_signal(signal.SIGINT)
    assert page.returncode == 0
    assert main(["matches"]) == 0
    assert "Demo  (demo)" in capsys.readouterr().out
    assert main(["show", "last"]) == 0
    assert "Demo" in capsys.readouterr().out
    assert not default_store().exists()


def test_peoples_own_matches_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    own, demo = played(default_store(), "Saturday", False), played(default_demos(), "Demo", True, 2.0)
    assert main(["matches"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [own, demo]
    assert [line.endswith("(demo)") for line in lines] == [False, True]
    assert main(["matches", "--json"]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == [own]
    for text, name in (("last", "Saturday"), (demo, "Demo")):
        assert main(["show", text]) == 0
        assert name in capsys.readouterr().out


def test_only_the_last_demos_are_kept_and_no_demo_counts_for_people() -> None:
    ids = [played(default_demos(), "Demo", True, float(at)) for at in (1, 2, 3)]
    own = played(default_demos(), "Saturday", False, 0.0)
    store = Store(default_demos())
    drop_old(store, 2)
    assert [listed.id for listed in store.matches()] == [ids[2], ids[1], own]
    counted = [len(part_in(match, Counted().rows(match))) for match in (fold(store.events(x)) for x in (own, ids[2]))]
    assert counted == [len(PLAYERS), 0]
    store.close()
