"""docs/CLUB.md, command by command as it is written, on a server of our own and in a home that was empty.

What stands for something else here: `sudo` gives its command the server's own role instead of the server's own user;
the server's port comes from PGPORT, and PGHOSTADDR says where `club-machine` is; pages get `--port 0` so that two tests
may run at once. What cannot run is checked for its form alone: `apt-get`, `pip` (tests/installing installs the wheel),
`docker`, and the lines of PostgreSQL's own files.
"""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bench.club.postgres import Cluster, cluster, program
from tests.waiting import until
from tests.webui.club.evenings import won_by_red
from webui.record.store import Store

ROOT = Path(__file__).resolve().parents[4]
DOCUMENT = (ROOT / "docs" / "CLUB.md").read_text(encoding="utf-8")
TYPED = re.findall(r"^ {4}(.+)$", DOCUMENT, re.MULTILINE)
(
    INSTALL_SERVER, CREATE_USER, CREATE_DATABASE, INSTALL, PAGE, TABLE, SEND, CREATE_SCREEN, SCREEN_RIGHTS, SCREEN,
    DUMP, RESTORE,
) = TYPED  # fmt: skip
"""Every command there is: whoever adds one has to try it here."""
OURS, LOOKING = "owners-word", "screens-word"
SOON_S = 90.0


class Machine:
    """The club's machine, and all others: one home, one shell."""

    def __init__(self, home: Path, server: Cluster) -> None:
        self.home, self._server = home, server
        with psycopg.connect(server.url(), autocommit=True) as root:
            root.execute("CREATE ROLE postgres SUPERUSER LOGIN PASSWORD 'root'")
        programs = home / "bin"
        programs.mkdir()
        self._program("icekeeper", f'exec "{sys.executable}" -m webui.cli "$@"')
        asked = '[ "$1 $2" = "-u postgres" ] || exit 1; shift 2; PGHOST=127.0.0.1 PGUSER=postgres PGPASSWORD=root'
        self._program("sudo", f'{asked} exec "$@"')
        path = os.pathsep.join((str(programs), str(Path(program("createuser")).parent), os.environ["PATH"]))
        at = {"PGPORT": str(server.port), "PGHOSTADDR": "127.0.0.1"}
        self.environment = {"HOME": str(home), "PATH": path, "PYTHONPATH": str(ROOT), **at}

    def _program(self, name: str, does: str) -> None:
        file = self.home / "bin" / name
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)

    def password(self, host: str, user: str, word: str) -> None:
        """A line of ~/.pgpass as the document has it, with this server's port."""
        (form,) = re.findall(r"`(club-machine:5432:icekeeper:icekeeper:PASSWORD)`", DOCUMENT)
        _, _, database, _, _ = form.split(":")
        file = self.home / ".pgpass"
        with file.open("a") as out:
            out.write(f"{host}:{self._server.port}:{database}:{user}:{word}\n")
        file.chmod(0o600)

    def typed(self, line: str, answers: str = "") -> str:
        """What a command says; it has no terminal, so passwords are asked for on its input."""
        how: dict[str, Any] = {"capture_output": True, "text": True, "start_new_session": True, "check": False}
        done = subprocess.run(
            ["sh", "-c", line], cwd=self.home, env=self.environment, input=answers, timeout=SOON_S, **how
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @contextlib.contextmanager
    def running(self, line: str) -> Iterator[Browser]:
        """A page while it runs, and a browser that has it open."""
        words = ["sh", "-c", f"exec {line} --port 0"]
        how: dict[str, Any] = {"stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen(words, cwd=self.home, env=self.environment, **how) as process:
            assert process.stdout is not None
            try:
                first = next(line for line in process.stdout if "http" in line)
                yield Browser(int(re.findall(r"localhost:(\d+)", first)[0]))
            finally:
                process.send_signal(signal.SIGINT)
                assert process.wait(SOON_S) == 0
                assert "http" in first


class Browser:
    """A browser on the machine of a page."""

    def __init__(self, port: int) -> None:
        self._address = f"http://localhost:{port}"
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())).open

    def ask(self, path: str, body: Any = None) -> Any:
        """GET, or POST a body as the page does."""
        head = {"Content-Type": "application/json"}
        if body is not None:
            head["X-Token"] = self.ask("/api/token")["token"]
        data = None if body is None else json.dumps(body).encode()
        with self._open(urllib.request.Request(self._address + path, data, head), timeout=SOON_S) as answer:
            return json.loads(answer.read())

    def names(self) -> list[str]:
        """The names of all matches of the archive."""
        return [line["name"] for line in self.ask("/api/matches")["matches"]]


@pytest.fixture
def own(outside: None) -> Iterator[Cluster]:
    """A server of this test alone."""
    with cluster() as made:
        yield made


def test_every_command_does_what_is_written(own: Cluster, tmp_path: Path) -> None:
    machine = Machine(tmp_path, own)
    record = tmp_path / ".local" / "share" / "icekeeper" / "matches.sqlite"
    record.parent.mkdir(parents=True)
    with contextlib.closing(Store(record)) as before:
        won_by_red(before, ("Ada", "Bela"), 1_700_000_000.0, title="Long ago")
    machine.typed(CREATE_USER, f"{OURS}\n{OURS}\n")
    machine.typed(CREATE_DATABASE)
    for host in ("localhost", "club-machine"):
        machine.password(host, "icekeeper", OURS)
    with machine.running(PAGE) as club:
        assert club.names() == []
        with machine.running(TABLE) as table:
            seats = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"}]
            match_id = table.ask("/api/setup/start", {"name": "Tonight", "players": seats})["id"]
            table.ask("/api/table/act", {"word": "Nn"})
            until(lambda: club.names() == ["Tonight"], longest_s=SOON_S)
        assert machine.typed(SEND).splitlines()[-1] == "matches of this table on the club's record: 2"
        assert club.names() == ["Tonight", "Long ago"]
        handed = re.findall(r"`(icekeeper club --db … --hand-over MATCH)`", DOCUMENT)[0]
        address = PAGE.split()[3]
        machine.typed(handed.replace("…", address).replace("MATCH", match_id))
        machine.typed(CREATE_SCREEN, f"{LOOKING}\n{LOOKING}\n")
        assert "may look and change nothing" in machine.typed(SCREEN_RIGHTS)
        machine.password("club-machine", "icekeeper_screen", LOOKING)
        with machine.running(SCREEN) as screen:
            assert screen.names() == ["Tonight", "Long ago"]
            with pytest.raises(urllib.error.HTTPError, match="409"):
                screen.ask("/api/club/series", {"name": "A", "from": "2026-01-01", "to": "2026-01-02", "game": ""})
            machine.typed(DUMP)
            with psycopg.connect(own.url("icekeeper", "icekeeper", OURS)) as connection:
                connection.execute("DELETE FROM icekeeper.matches")
            assert club.names() == screen.names() == []
            machine.typed(RESTORE.replace("2026-11-15", time.strftime("%Y-%m-%d")))
            assert club.names() == screen.names() == ["Tonight", "Long ago"]


def test_what_cannot_run_here_has_the_form_it_must_have(own: Cluster) -> None:
    packages = INSTALL_SERVER.removeprefix("sudo apt-get install ").split()
    assert set(packages) <= set(
        re.findall(r"^PACKAGES := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert re.fullmatch(r"pip install '(\w+)\[(\w+)\]'", INSTALL)
    assert "club" in INSTALL
    assert "club" in project["optional-dependencies"]
    settings = re.findall(r"`(listen_addresses = '\*')`.*`(hostssl [^`]+)`", DOCUMENT)
    ((listen, line),) = settings
    with psycopg.connect(own.url(), autocommit=True) as root:
        (file,) = root.execute("SHOW hba_file").fetchone() or ("",)
        with Path(file).open("a") as out:
            out.write(f"{line}\n")
        row = root.execute(
            "SELECT type, database, user_name, address, auth_method, error FROM pg_hba_file_rules"
            " ORDER BY line_number DESC LIMIT 1"
        ).fetchone()
        assert row is not None
        assert row[:4] == ("hostssl", ["icekeeper"], ["icekeeper", "icekeeper_screen"], "192.168.1.0")
        assert row[4] == "scram-sha-256"
        assert row[5] is None or "SSL is disabled" in row[5]
        root.execute(f"ALTER SYSTEM SET {listen}".encode())
        assert root.execute("SELECT count(*) FROM pg_file_settings WHERE error IS NOT NULL").fetchone() in ((0,), (1,))
    (compose,) = re.findall(r"`(CLUB_PASSWORD=[^`]*docker compose[^`]*)`", DOCUMENT)
    assert (ROOT / compose.split(" -f ")[1].split()[0]).is_file()
