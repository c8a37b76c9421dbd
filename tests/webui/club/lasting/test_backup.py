"""Backups as docs/CLUB.md and README say them, made and put back while matches are played: nothing is lost."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bench.club.evening import Table
from bench.club.measure import compared
from bench.club.postgres import Cluster, program
from tests.waiting import until
from tests.webui.club.evenings import page_on, won_by_red
from tests.webui.club.lasting.test_document import DUMP, RESTORE, ROOT
from tests.webui.club.tables import QUICK, sender, there
from webui.record.store import Picture, Store

ADDRESS = "postgresql://icekeeper@localhost/icekeeper"
LONGEST_S = 120.0
TABLES = [
    "tables",
    "matches",
    "events",
    "pictures",
    "people",
    "seats",
    "summaries",
    "series",
    "analyses",
    "tournaments",
    "decisions",
]


def typed(line: str, club: str, folder: Path) -> None:
    """A command of the document on this club, with today's file."""
    assert ADDRESS in line
    path = os.pathsep.join((str(Path(program("pg_dump")).parent), os.environ["PATH"]))
    text = line.replace(ADDRESS, club).replace("2026-11-15", time.strftime("%Y-%m-%d"))
    done = subprocess.run(
        ["sh", "-c", text], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def events(club: str) -> int:
    """How many events the club has."""
    with psycopg.connect(club) as connection:
        if connection.execute("SELECT to_regclass('icekeeper.events')").fetchone() == (None,):
            return 0
        row = connection.execute("SELECT count(*) FROM icekeeper.events").fetchone()
    return int(row[0]) if row else 0


def content(club: str) -> dict[str, Any]:
    """Everything on the record."""
    with psycopg.connect(club) as connection:
        return {
            name: connection.execute(f"SELECT t::text FROM icekeeper.{name} t ORDER BY 1".encode()).fetchall()
            for name in TABLES
        }


@contextlib.contextmanager
def playing(folder: Path, club: str) -> Iterator[Table]:
    """A table on which one match is played after the other."""
    table, over = Table(folder, 0, club), threading.Event()
    table.sender.back_off_s = QUICK
    thread = threading.Thread(target=table.play, args=(lambda: 0.02, over), name="players")
    thread.start()
    try:
        yield table
    finally:
        over.set()
        thread.join(LONGEST_S)
        with contextlib.suppress(AssertionError):
            until(lambda: table.sender.standing.state == "joined", longest_s=LONGEST_S)
            until(lambda: compared(folder, club) == (0, 0), longest_s=LONGEST_S)
        table.close()


def test_a_club_is_backed_up_and_put_back_while_a_table_sends(club: str, tmp_path: Path) -> None:
    with page_on(club) as page:
        page.parts.live.start()
        with playing(tmp_path, club) as table:
            until(lambda: events(club) > 20, longest_s=LONGEST_S)
            typed(DUMP, club, tmp_path)
            count = events(club)
            until(lambda: events(club) > count + 20, longest_s=LONGEST_S)
            typed(RESTORE, club, tmp_path)  # the table goes on sending, and sends again what is missing now
            until(lambda: events(club) > count + 40, longest_s=LONGEST_S)
            matches = list(table.written)
        assert table.sender.refused == {}
        assert compared(tmp_path, club) == (0, 0)
        assert {line["id"] for line in page.json("/api/matches")["matches"]} == set(matches)
        page.parts.live.stop()


def test_what_is_put_back_elsewhere_is_the_same_and_a_table_goes_on_with_it(
    club: str, server: Cluster, tmp_path: Path
) -> None:
    with psycopg.connect(server.url(), autocommit=True) as root:
        root.execute("CREATE DATABASE elsewhere")
    elsewhere = server.url("elsewhere")
    with contextlib.closing(Store(tmp_path / "table0.sqlite")) as store:
        first = won_by_red(store, ("Ada", "Bela"), 1_790_000_000.0)
        with sender(store, club) as one:
            one.enlist(first)
            until(lambda: len(there(club, first)) == store.head(first).events)
        with page_on(club) as page:
            lines = page.json("/api/matches")
            page.post("/api/club/series", {"name": "Autumn", "from": "2026-09-01", "to": "2026-11-30", "game": ""})
            assert page.parts.tournaments.make("Cup", "iglu", 2, 4)
        typed(DUMP, club, tmp_path)
        typed(RESTORE, elsewhere, tmp_path)
        assert content(elsewhere) == content(club)
        second = won_by_red(store, ("Ada", "Chiara"), 1_790_000_100.0)
        with sender(store, elsewhere) as one:
            one.enlist(second)
            until(lambda: len(there(elsewhere, second)) == store.head(second).events)
        with page_on(elsewhere) as page:
            assert page.json("/api/matches")["matches"][1:] == lines["matches"]
    assert compared(tmp_path, elsewhere) == (0, 0)


def test_a_table_at_rest_notices_that_an_older_record_was_put_back(
    club: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.club.sender.GREET_S", 0.2)
    store = Store.in_memory()
    first = won_by_red(store, ("Ada", "Bela"), 1_790_000_000.0)
    with sender(store, club) as one:
        one.enlist(first)
        until(lambda: len(there(club, first)) == store.head(first).events)
        typed(DUMP, club, tmp_path)
        second = won_by_red(store, ("Ada", "Bela"), 1_790_000_100.0)
        store.append(second, [], [Picture("p1", "before", 1.0, b"\xff\xd8 picture")])
        one.enlist(second)
        until(lambda: len(there(club, second)) == store.head(second).events and not one.waits(second))
        whole = content(club)
        typed(RESTORE, club, tmp_path)
        until(lambda: content(club)["pictures"] == whole["pictures"])
        until(lambda: there(club, second) == there(club, first) and one.standing.state == "joined")
    store.close()


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_table_whose_folder_is_put_back_as_readme_says_goes_on_with_the_club(club: str, tmp_path: Path) -> None:
    assert re.search(r"^\| back it up \| stop the page and copy the folder;", README, re.MULTILINE)
    assert re.search(r"^\| restore it \| stop the page and put the folder back;", README, re.MULTILINE)
    folder, kept = tmp_path / "icekeeper", tmp_path / "backup"
    folder.mkdir()
    with playing(folder, club) as table:
        until(lambda: events(club) > 15, longest_s=LONGEST_S)
        first = next(iter(table.written))
    shutil.copytree(folder, kept)  # the page is stopped
    with contextlib.closing(Store(folder / "table0.sqlite")) as store:
        fresh = won_by_red(store, ("Ada", "Bela"), time.time(), title="After the backup")
        with sender(store, club) as one:
            one.enlist(fresh)
            until(lambda: len(there(club, fresh)) == store.head(fresh).events)
    before = events(club)
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)
    with contextlib.closing(Store(folder / "table0.sqlite")) as store, sender(store, club) as one:
        until(lambda: one.standing.state == "joined")
        assert fresh not in {line.id for line in store.matches()}
        assert there(club, fresh) != []  # what only the club still has stays there
        again = won_by_red(store, ("Ada", "Bela"), time.time(), title="Later")
        one.enlist(again)
        until(lambda: len(there(club, again)) == store.head(again).events)
        assert len(there(club, first)) == store.head(first).events
        assert events(club) == before + store.head(again).events
