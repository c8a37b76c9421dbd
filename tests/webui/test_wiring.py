"""The running page: starts, says where it is, stops in order, and says what to do when it cannot start."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.webui.making import PLAYERS, parts_for
from webui import wiring
from webui.cli import main
from webui.door.server import PortError
from webui.record.store import Store
from webui.table import first, setup
from webui.wiring import Page, secret_beside


@contextmanager
def serving(page: Page) -> Iterator[Page]:
    """The page served by a thread of its own."""
    thread = threading.Thread(target=page.serve, name="page")
    thread.start()
    try:
        yield page
    finally:
        page.stop()
        thread.join(5)
        assert not thread.is_alive()


STOPS_S = 10.0  # a machine with other work takes its time; a thread that does not stop takes for ever


def started(*arguments: str) -> subprocess.Popen[str]:
    """`icekeeper play` in a process of its own, once it is ready."""
    command = [sys.executable, "-m", "webui.cli", "play", "--port", "0", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_stops_in_order_while_a_page_listens(tmp_path: Path, number: signal.Signals) -> None:
    process = started("--store", str(tmp_path / "m.sqlite"))
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.search(r"http://localhost:\d+", line)
    assert address, line
    live = urllib.request.urlopen(address[0] + "/api/table/events", timeout=5)
    assert live.readline() == b"retry: 1000\n"
    process.send_signal(number)
    out, err = process.communicate(timeout=STOPS_S)
    live.close()
    assert (process.returncode, err) == (0, "icekeeper: stopped\n"), out


def test_a_busy_port_is_said_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert main(["play", "--port", port, "--store", str(tmp_path / "m.sqlite")]) == 1
    said = capsys.readouterr().err
    assert f"port {port} cannot be used" in said
    assert "--port NUMBER" in said


def test_a_record_that_cannot_be_used_is_said_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.sqlite").write_bytes(b"this is no database" * 100)
    assert main(["play", "--port", "0", "--store", str(tmp_path / "m.sqlite")]) == 1
    assert "give another file with --store" in capsys.readouterr().err


def test_a_camera_that_is_not_there_is_said_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "0", "--port", "0", "--store", str(tmp_path / "m.sqlite")]) == 1
    assert "check that it is plugged in" in capsys.readouterr().err


def test_it_listens_on_this_machine_only_unless_told_otherwise() -> None:
    page = Page(parts_for())
    assert page.server.open_to == "127.0.0.1"
    assert page.server.inside[0] == "127.0.0.1"
    page.stop()


def test_stopping_twice_is_harmless_and_no_thread_is_left() -> None:
    before = set(threading.enumerate())
    page = Page(parts_for())
    page.parts.desk.open(PLAYERS)
    with serving(page):
        assert urllib.request.urlopen(f"{page.address}/home", timeout=5).status == 200
    page.stop()
    deadline = time.monotonic() + 3
    while set(threading.enumerate()) - before and time.monotonic() < deadline:
        for thread in set(threading.enumerate()) - before:
            thread.join(0.2)
    assert set(threading.enumerate()) <= before


def test_the_match_left_on_the_table_is_there_again_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    first = parts_for(path)
    match = first.desk.open(PLAYERS)
    first.desk.table().act("Nn").result(5)
    first.desk.clear()
    first.store.close()
    second = parts_for(path)
    assert second.desk.unfinished() == match
    second.desk.put(match)
    assert second.desk.table().view()["turn"]["tilts"] == ["Nn"]
    second.desk.table().finish().result(5)
    assert second.desk.unfinished() is None
    second.desk.clear()
    second.store.close()


def test_seats_survive_a_restart_and_their_key_is_ours_alone(tmp_path: Path) -> None:
    key = secret_beside(tmp_path / "m.sqlite")
    assert secret_beside(tmp_path / "m.sqlite") == key
    assert stat.S_IMODE(os.stat(tmp_path / "m.key").st_mode) == 0o600
    assert secret_beside(None) != secret_beside(None)


@pytest.mark.slow
def test_a_hundred_spectators_hear_at_once_and_the_page_still_answers() -> None:
    page = Page(parts_for())
    page.parts.desk.open(PLAYERS)
    with serving(page):
        lives = [urllib.request.urlopen(f"{page.address}/api/table/events", timeout=10) for _ in range(100)]
        for live in lives:
            assert live.readline() == b"retry: 1000\n"
        assert page.parts.hub.following == 100
        begun = time.monotonic()
        page.parts.desk.table().act("Nn").result(5)
        told = time.monotonic() - begun
        for live in lives:
            while b'"tilts":["Nn"]' not in live.readline():
                pass
        heard = time.monotonic() - begun
        assert urllib.request.urlopen(f"{page.address}/home", timeout=5).status == 200
        for live in lives:
            live.close()
    assert told < 0.5, "the referee does not wait for spectators"
    assert heard < 3.0


def test_a_busy_port_is_an_error_of_its_own() -> None:
    page = Page(parts_for())
    with pytest.raises(PortError):
        Page(parts_for(port=page.port))
    page.stop()


def test_the_record_of_another_program_is_left_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite")
    store.close()
    assert (tmp_path / "m.sqlite").stat().st_size > 0


def test_what_is_learned_on_the_page_says_whose_it_is() -> None:
    """Neither the set-up nor the table asks which game is the usual one."""
    parts = parts_for()
    assert parts.learning.game == parts.desk.learning.game == "ice-cult"
    parts.store.close()
    rooms = [Path(room.__file__) for room in (wiring, setup, first)]
    assert not [room for room in rooms if "DEFAULT_GAME" in room.read_text(encoding="utf-8")]
