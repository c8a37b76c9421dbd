"""kill -9 of the server, of the table, of both, and a cable that is pulled: then both records are equal."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from bench.club.postgres import Cluster, cluster
from bench.club.wire import Wire
from tests.webui.club.tables import PLAYERS, arrived, here, table, there, until
from tests.webui.making import FIRST_TURN, play
from webui.club import address, writing
from webui.record.disk.checks import START, body_of, event_sum
from webui.record.outbox import Place
from webui.record.store import Store

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def mortal(outside: None) -> Iterator[Cluster]:
    """A server that is killed here, and nobody else's."""
    with cluster() as made:
        yield made


@contextlib.contextmanager
def playing(path: Path, club: str, seed: int) -> Iterator[subprocess.Popen[str]]:
    """A process of its own with a table that plays one match, the same each time."""
    words = [sys.executable, "-m", "bench.club.evening", str(path), club, str(seed), "0.005"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def after(process: subprocess.Popen[str], events: int) -> None:
    """Wait until so many more events were written."""
    assert process.stdout is not None
    for _ in range(events):
        assert process.stdout.readline()


def equal(path: Path, club: str) -> int:
    """Hold both records against each other, event for event, and the checksums of the club; how many events."""
    with contextlib.closing(Store(path, reading=True)) as store, psycopg.connect(club) as connection:
        (match,) = store.matches()
        query = "SELECT number, kind, body, sum FROM icekeeper.events WHERE match_id = %s ORDER BY number"
        rows = connection.execute(query, (match.id,)).fetchall()
        events = store.events(match.id)
        assert [(number, body) for number, _, body, _ in rows] == [(k, body_of(e)) for k, e in enumerate(events)]
        total = START
        for number, kind, body, summed in rows:
            total = event_sum(total, match.id, number, kind, body)
            assert bytes(summed) == total
        return len(rows)


def test_whoever_is_killed_both_records_are_equal_in_the_end(mortal: Cluster, tmp_path: Path) -> None:
    path, club, seed = tmp_path / "one.sqlite", mortal.url(), 4
    with playing(path, club, seed) as process:
        after(process, 10)
        process.kill()  # the table in mid-match
    with playing(path, club, seed) as process:
        after(process, 10)
        mortal.kill()  # the server in mid-match
        after(process, 10)  # the match goes on
        mortal.start()
        after(process, 5)
        mortal.kill()
        process.kill()  # both
    mortal.start()
    with playing(path, club, seed) as process:
        assert process.wait(240) == 0
    assert equal(path, club) > 60


def test_a_cable_that_is_pulled_and_put_back(
    club: str, server: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(address.ALIVE, "tcp_user_timeout", 700)
    monkeypatch.setitem(address.ALIVE, "connect_timeout", 2)  # the shortest there is
    wire = Wire(server.port)
    with table(tmp_path / "one.sqlite", club.replace(f":{server.port}/", f":{wire.port}/")) as parts:
        assert parts.club.sender is not None
        match_id = parts.desk.open(PLAYERS)
        until(lambda: arrived(parts, club, match_id))
        wire.cut()
        play(parts, FIRST_TURN)
        count = parts.store.head(match_id).events
        assert count > 5
        assert len(there(club, match_id)) == 1
        wire.mend()
        until(lambda: there(club, match_id) == here(parts.store, match_id))
        until(lambda: parts.club.sender is not None and parts.club.sender.standing.state == "joined")
    wire.close()


def test_a_server_that_was_put_back_from_a_backup_gets_what_it_lost(club: str, tmp_path: Path) -> None:
    with table(tmp_path / "one.sqlite", club) as parts:
        match_id = parts.desk.open(PLAYERS)
        play(parts, FIRST_TURN)
        until(lambda: arrived(parts, club, match_id))
    with psycopg.connect(club) as connection:
        connection.execute("DELETE FROM icekeeper.events WHERE number >= 3")
        row = connection.execute("SELECT sum FROM icekeeper.events WHERE number = 2").fetchone()
        assert row is not None
        connection.execute("UPDATE icekeeper.matches SET next = 3, head = %s", (row[0],))
    with table(tmp_path / "one.sqlite", club) as parts:
        until(lambda: arrived(parts, club, match_id))


def test_the_same_events_twice_are_there_once(club: str, tmp_path: Path) -> None:
    with table(tmp_path / "one.sqlite", club) as parts:
        match_id = parts.desk.open(PLAYERS)
        play(parts, FIRST_TURN)
        until(lambda: arrived(parts, club, match_id))
        assert parts.club.sender is not None
        outbox = parts.club.sender.outbox
        table_id, before = outbox.table_id(), there(club, match_id)
        parcels, upto = outbox.parcels(match_id, outbox.place(match_id, 0, outbox.lines()[0].sent), 100)
    with psycopg.connect(club, autocommit=True) as connection:
        connection.execute("SET search_path = icekeeper")
        with pytest.raises(writing.ForkedError):
            writing.append(connection, match_id, table_id, parcels, Place(), upto)
    assert there(club, match_id) == before
