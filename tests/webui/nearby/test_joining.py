"""A table finds its club, joins it by one tap and never by itself, and is still there after a restart."""

from __future__ import annotations

import logging
import signal
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bench.club.postgres import PASSWORD
from tests.waiting import until
from tests.webui.club.tables import arrived
from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from tests.webui.nearby.tables import NAME, club_told, found, machine
from webui.club.address import Address
from webui.nearby.neighbourhood import Neighbourhood
from webui.parts import Parts
from webui.settings import Settings
from webui.wiring import build

pytestmark = pytest.mark.slow

LOOKER = "127.0.0.3"


def ended(parts: Parts) -> None:
    """Stop what goes on."""
    parts.desk.clear()
    parts.desk.keeper.stop()
    parts.club.stop()
    parts.hub.close()
    parts.store.close()


def table_in(path: Path, nearby: Neighbourhood) -> Parts:
    """A running table that listens to the network."""
    parts = build(Settings(port=0), path, nearby=nearby)
    parts.club.start()
    return parts


def test_a_tap_joins_and_nothing_else_does(club: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told = club_told(*Address.parse(club).offered())
    with machine("127.0.0.1", told), machine(LOOKER) as nearby:
        (address,) = found(nearby)
        assert PASSWORD not in str(told)
        parts = table_in(tmp_path / "one.sqlite", nearby)
        page = Page(parts)
        match_id = parts.desk.open(PLAYERS)
        assert page.get("/api/club").get_json()["club"] is None
        assert parts.club.sender is None

        refused = page.post("/api/club/join", {"address": address}).get_json()
        assert (refused["why"], refused["club"]) == ("password", None)
        joined = page.post("/api/club/join", {"address": address, "password": PASSWORD}).get_json()
        assert (joined["why"], joined["club"]["title"]) == ("", NAME)
        play(parts, FIRST_TURN)
        until(lambda: arrived(parts, club, match_id))
        assert parts.desk.table().view()["match"]
        until(lambda: page.get("/api/club").get_json()["club"]["state"] == "joined")
        assert PASSWORD not in page.get("/api/club").text
        ended(parts)
    assert PASSWORD not in caplog.text
    kept = tmp_path / "one.club.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600

    again = build(Settings(port=0), tmp_path / "one.sqlite")
    again.club.start()
    until(lambda: again.club.stands[0] == "joined")
    assert again.club.title == NAME
    assert Page(again).post("/api/club/leave").get_json()["club"] is None
    ended(again)
    alone = build(Settings(port=0), tmp_path / "one.sqlite")
    assert alone.club.sender is None
    ended(alone)


def test_only_a_club_that_tells_of_itself_can_be_joined_and_only_at_the_table(club: str) -> None:
    with machine(LOOKER) as nearby:
        parts = parts_for(nearby=nearby)
        assert Page(parts).post("/api/club/join", {"address": club}).status_code == 400
        guest = Page(parts, "192.168.1.77")
        assert guest.get("/api/club").status_code == 403
        assert guest.get("/club").status_code in (302, 403)
        assert guest.post("/api/club/join", {"address": club}).status_code == 403
        ended(parts)


def test_a_server_that_does_not_answer_is_said_and_nothing_is_joined() -> None:
    nobody = (("port", "1"), ("user", "icekeeper"), ("database", "icekeeper"))
    with machine("127.0.0.1", club_told(*nobody)), machine(LOOKER) as nearby:
        (address,) = found(nearby)
        parts = parts_for(nearby=nearby)
        answer = Page(parts).post("/api/club/join", {"address": address}).get_json()
        assert (answer["why"], answer["club"]) == ("down", None)
        ended(parts)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("postgresql://icekeeper:hush@localhost/club", {"port": "5432", "user": "icekeeper", "database": "club"}),
        ("postgresql:///club?user=ada&host=/run/pg&port=5433", {"port": "5433", "user": "ada", "database": "club"}),
        (
            "postgresql://ada:hush@db.example:6000/club",
            {"port": "6000", "user": "ada", "database": "club", "host": "db.example"},
        ),
        ("postgresql://icekeeper_screen:hush@localhost/club", {}),
        ("postgresql://localhost/club", {}),
    ],
)
def test_a_club_tells_where_its_record_is_and_never_a_password(text: str, told: dict[str, str]) -> None:
    assert dict(Address.parse(text).offered()) == told


@pytest.mark.slow
def test_the_commands_find_each_other(club: str, tmp_path: Path) -> None:
    """`icekeeper club --lan` tells of itself, and `icekeeper play --club nearby` takes it."""
    run = [sys.executable, "-m", "webui.cli"]
    page = subprocess.Popen(
        [*run, "club", "--db", club, "--lan", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    table = None
    try:
        assert page.stdout is not None
        told = next(line for line in page.stdout if line.startswith("found in the network as "))
        assert "http://icekeeper-club" in told
        assert PASSWORD not in told
        database = club.rpartition("/")[2]
        with machine(LOOKER) as nearby:
            until(lambda: [one for one in nearby.clubs if one.database == database])
            (title,) = {one.title for one in nearby.clubs if one.database == database}
        where = ["--port", "0", "--store", str(tmp_path / "m.sqlite")]
        table = subprocess.Popen(
            [*run, "play", "--club", f"nearby:{title}", *where],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert table.stdout is not None
        ready = next(line for line in table.stdout if line.startswith("icekeeper is ready: "))
        with urllib.request.urlopen(ready.split(": ")[1].strip() + "/api/club", timeout=20) as answer:
            assert f'"{database} on ' in answer.read().decode()
    finally:
        for process in filter(None, (page, table)):
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)
