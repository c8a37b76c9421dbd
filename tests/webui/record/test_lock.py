"""One process writes to a store; whoever comes second hears who, and a killed one leaves nothing held."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from webui.cli import main
from webui.record.disk.errors import StoreHeldError
from webui.record.opening import create_match, seats
from webui.record.store import Store, StoreError, open_or_memory

HOLD = """
import sys
from webui.record.store import Store
store = Store(sys.argv[1])
store.says("http://localhost:8765")
print("held", flush=True)
sys.stdin.read()
"""


def holding(path: Path) -> subprocess.Popen[str]:
    """A process that holds the store until it is ended."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_the_second_hears_who_holds_it_and_reading_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.sqlite"
    store = Store(path)
    create_match(store, seats("ry"), name="One")
    store.close()
    with holding(path) as process:
        with pytest.raises(StoreHeldError) as held:
            Store(path)
        assert re.search(rf"process {process.pid}, since \d{{4}}-.*, http://localhost:8765", str(held.value))
        with pytest.raises(StoreHeldError):
            open_or_memory(path)
        assert main(["play", "--port", "0", "--store", str(path)]) == 1
        assert f"process {process.pid}" in capsys.readouterr().err
        for words in (["matches"], ["show", "One"], ["export", "One"], ["rejudge", "One", "--circles", "may"]):
            assert main([*words, "--store", str(path)]) == 0
        capsys.readouterr()
        log = tmp_path / "one.jsonl"
        assert main(["export", "One", "--store", str(path), "--out", str(log)]) == 0
        assert main(["import", str(log), "--store", str(path)]) == 1
        assert f"process {process.pid}" in capsys.readouterr().err
        process.kill()
    Store(path).close()


def test_a_reader_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    Store(path).close()
    reader = Store(path, reading=True)
    with pytest.raises(StoreError):
        create_match(reader, seats("ry"))
    reader.close()


def test_a_store_that_was_closed_or_could_not_be_opened_is_free(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    path.write_bytes(b"this is no database" * 100)
    for _ in range(2):
        with pytest.raises(StoreError, match="left as it is"):
            Store(path)
    path.unlink()
    for _ in range(2):
        store = Store(path)
        store.close()
        store.close()


def test_a_record_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    path.touch(0o644)
    store = Store(path)
    create_match(store, seats("ry"))
    assert {p.name for p in tmp_path.iterdir()} >= {"m.sqlite", "m.sqlite-wal", "m.sqlite-shm"}
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(os.stat(file).st_mode) == 0o600, file
    store.close()


def test_the_folder_we_make_is_its_owners_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("")
    from webui.settings import Settings
    from webui.wiring import build

    parts = build(Settings(port=0), tmp_path / "data" / "m.sqlite")
    parts.store.close()
    assert stat.S_IMODE(os.stat(tmp_path / "data").st_mode) == 0o700
