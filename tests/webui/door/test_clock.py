"""A place outlives every jump of the clock: set back by seconds, or by years as on a small computer without one."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from tests.webui.door.shifted import HOST

pytestmark = pytest.mark.slow

GUEST = "127.0.0.2"
HOUR_S = 3600.0


@contextmanager
def served(folder: Path, shift_s: float) -> Iterator[tuple[int, str]]:
    """The page in a process of its own, with the clock off by this much: its port and the code of a seat."""
    set_clock(folder, shift_s)
    command = [sys.executable, "-m", "tests.webui.door.shifted", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            port, code = process.stdout.readline().split()
            yield int(port), code
        finally:
            process.kill()


def set_clock(folder: Path, shift_s: float) -> None:
    """Set the clock of the page's machine."""
    (folder / "new").write_text(str(shift_s))
    (folder / "new").replace(folder / "shift")


class Phone:
    """A browser on another machine: it keeps its cookie, and takes another one whenever it is sent one."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.said = port, "", SimpleCookie()

    def asks(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """One request: status and answer."""
        with closing(http.client.HTTPConnection(HOST, self.port, timeout=10, source_address=(GUEST, 0))) as line:
            headers = {"Cookie": self.cookie, "X-Token": token, "Content-Type": "application/json"}
            line.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
            answer = line.getresponse()
            if (sent := answer.headers.get("Set-Cookie")) is not None:
                self.said.load(sent)
                self.cookie = sent.split(";")[0]
            return answer.status, json.loads(answer.read() or b"null")

    @property
    def token(self) -> dict[str, str]:
        """What every page asks for when it comes back: its token, and what it may do."""
        told: dict[str, str] = self.asks("/api/token")[1]
        return told

    def joins(self, code: str) -> None:
        """Take the seat."""
        assert self.asks("/api/join", {"code": code}, self.token["token"])[0] == 200


@pytest.mark.parametrize("jump_s", [-3.0, 25 * HOUR_S, -25 * HOUR_S, -50 * 365 * 24 * HOUR_S])
def test_a_seat_outlives_a_jump_of_the_clock(tmp_path: Path, jump_s: float) -> None:
    with served(tmp_path, 0.0) as (port, code):
        phone = Phone(port)
        phone.joins(code)
        for now in (jump_s, 0.0):  # and back, as when a clock is set by the network
            set_clock(tmp_path, now)
            assert phone.token["role"] == "seat"
            assert phone.asks("/api/table/act", {"word": "Nn"}, phone.token["token"])[0] == 200
            assert phone.asks("/api/table/undo", {}, phone.token["token"])[0] == 200


def test_a_seat_outlives_a_restart_of_a_machine_without_a_clock(tmp_path: Path) -> None:
    with served(tmp_path, 0.0) as (port, code):
        phone = Phone(port)
        phone.joins(code)
    with served(tmp_path, -50 * 365 * 24 * HOUR_S) as (port, _):
        phone.port = port
        assert phone.token["role"] == "seat"
        set_clock(tmp_path, 0.0)
        assert phone.token["role"] == "seat"


def test_a_phone_keeps_the_cookie_of_a_machine_that_is_years_behind(tmp_path: Path) -> None:
    with served(tmp_path, -50 * 365 * 24 * HOUR_S) as (port, code):
        phone = Phone(port)
        phone.joins(code)
        assert int(phone.said["icekeeper"]["max-age"]) > 24 * HOUR_S, "a span counts before a date, in every browser"


def test_asking_for_a_token_brings_no_cookie_to_who_has_one(tmp_path: Path) -> None:
    with served(tmp_path, 0.0) as (port, code):
        phone = Phone(port)
        phone.joins(code)
        phone.said.clear()
        assert phone.token["role"] == "seat"
        assert not phone.said, "an answer that comes late must not bring back an older place"
