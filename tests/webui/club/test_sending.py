"""From the table's own record to the club's: in order, each event once, by one table, unnoticed by the match."""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bench.club.postgres import PASSWORD, Cluster
from tests.coach.matches import ice_cult
from tests.waiting import until
from tests.webui.club.tables import PLAYERS, arrived, bodies, here, sender, table, there
from tests.webui.making import FIRST_TURN, Page, play
from webui.cli import main
from webui.club import schema
from webui.club.address import Address, ClubError
from webui.club.schema import SCHEMA
from webui.club.shrinking import PICTURE_BYTES, shrunk
from webui.club.standing import Standing
from webui.parts import Parts
from webui.record.disk.checks import body_of
from webui.record.disk.schema import FINAL
from webui.record.events import Finished
from webui.record.importing import import_log
from webui.record.opening import create_match, opened
from webui.record.store import Picture, Store


def standing(parts: Parts) -> Standing:
    assert parts.club.sender is not None
    return parts.club.sender.standing


def test_a_match_is_on_both_records_event_for_event(club: str, tmp_path: Path) -> None:
    with table(tmp_path / "one.sqlite", club) as parts:
        match_id = parts.desk.open(PLAYERS, name="Saturday")
        play(parts, FIRST_TURN)
        until(lambda: arrived(parts, club, match_id))
        assert bodies(club, match_id) == [body_of(event) for event in parts.store.events(match_id)]
        until(lambda: standing(parts).state == "joined")
        assert parts.hub.seen_by(parts.desk.table().whole_view(), "")["club"] == {
            "state": "joined",
            "behind": 0,
            "why": "",
        }


def test_a_server_that_is_down_costs_nothing_but_waiting(tmp_path: Path) -> None:
    with table(tmp_path / "one.sqlite", "postgresql://club:pw@127.0.0.1:9/none") as parts:
        match_id = parts.desk.open(PLAYERS)
        play(parts, FIRST_TURN)
        count = parts.store.head(match_id).events
        waiting = Standing("waiting", count, "down")
        until(lambda: standing(parts) == waiting)
        until(lambda: parts.hub.seen_by(parts.desk.table().whole_view(), "")["club"]["behind"] == count)
    with contextlib.closing(Store(tmp_path / "one.sqlite", reading=True)) as store:
        assert len(store.events(match_id)) == count


def test_what_waited_arrives_when_the_server_is_there_at_last(club: str, tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    with table(path, "postgresql://club:pw@127.0.0.1:9/none") as parts:
        match_id = parts.desk.open(PLAYERS)
        play(parts, FIRST_TURN)
    with contextlib.closing(Store(path)) as store, sender(store, club):
        until(lambda: there(club, match_id) == here(store, match_id))
    with contextlib.closing(sqlite3.connect(path)) as db:
        count = len(there(club, match_id))
        assert db.execute("SELECT sent FROM outbox").fetchall() == [(count,)]


def test_a_wrong_password_is_said_and_never_shown(
    server: Cluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with table(tmp_path / "one.sqlite", server.url(password="hush-hush")) as parts:
        match_id = parts.desk.open(PLAYERS)
        until(lambda: standing(parts).why == "password")
        assert "hush" not in repr(parts.club.sender.address) + str(parts.club.sender.address) + repr(parts.club.stands)
        assert "hush" not in "".join(str(event.to_json()) for event in parts.store.events(match_id))
    assert "hush" not in caplog.text
    for file in tmp_path.iterdir():
        assert b"hush" not in file.read_bytes(), file


@pytest.mark.parametrize("text", ["mysql://a:hush@b/c", "hush", "postgresql://a:hush@b:x/c?d=e", "postgresql://[hush"])
def test_a_bad_address_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(ClubError) as refused:
        Address.parse(text)
    assert "hush" not in str(refused.value)
    assert "expected" in str(refused.value)


def test_ten_tables_that_start_at_once_make_the_tables_once(club: str) -> None:
    stores = [Store.in_memory() for _ in range(10)]
    with contextlib.ExitStack() as all_of_them:
        senders = [all_of_them.enter_context(sender(store, club, f"Table {k}")) for k, store in enumerate(stores)]
        until(lambda: all(one.standing.state == "joined" for one in senders))
    with psycopg.connect(club) as connection:
        assert connection.execute("SELECT count(*) FROM icekeeper.tables").fetchone() == (10,)
        assert connection.execute("SELECT number FROM icekeeper.version").fetchall() == [(SCHEMA,)]
    for store in stores:
        store.close()


def test_a_record_of_an_older_version_is_brought_up_to_date_by_a_role_that_may(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(club, autocommit=True) as connection:
        with monkeypatch.context() as older:
            older.setattr(schema, "SCHEMA", 2)
            schema.prepare(connection)
        with pytest.raises(ClubError, match="older"):
            schema.found(connection)
        schema.prepare(connection)
        schema.found(connection)
        assert connection.execute("SELECT count(*) FROM icekeeper.analyses").fetchone() == (0,)


def test_tables_that_begin_at_once_with_the_same_people_do_not_wait_for_each_other(
    club: str, caplog: pytest.LogCaptureFixture
) -> None:
    stores = [Store.in_memory() for _ in range(6)]
    names = [f"Person {k}" for k in range(4)]
    with contextlib.ExitStack() as all_of_them:
        for k, store in enumerate(stores):
            one = all_of_them.enter_context(sender(store, club, f"Table {k}"))
            for again in range(3):
                order = names if (k + again) % 2 else names[::-1]
                one.enlist(create_match(store, [{"name": n, "colour": c} for n, c in zip(order, "rygb", strict=True)]))

        def come() -> int:
            with psycopg.connect(club) as connection:
                query = "SELECT count(*) FROM icekeeper.events"
                row = connection.execute(query).fetchone() if _made(connection) else None
            return int(row[0]) if row else 0

        until(lambda: come() == 18)
    assert "Deadlock" not in caplog.text
    for store in stores:
        store.close()


def _made(connection: psycopg.Connection[Any]) -> bool:
    return connection.execute("SELECT to_regclass('icekeeper.series')").fetchone() != (None,)


def test_two_tables_can_never_write_one_match(club: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one.sqlite", tmp_path / "two.sqlite"
    with table(one, club) as parts:
        match_id = parts.desk.open(PLAYERS)
        until(lambda: arrived(parts, club, match_id))
    shutil.copy(one, two)
    with contextlib.closing(sqlite3.connect(two)) as db, db:
        db.execute("UPDATE club SET value = 'another' WHERE key = 'table'")
    with table(two, club, "Table 2") as parts:
        parts.desk.put(match_id)
        play(parts, FIRST_TURN)
        until(lambda: standing(parts).state == "refused" and standing(parts).behind > 1)
        assert standing(parts).why == "taken"
        assert len(there(club, match_id)) == 1


def test_a_copy_of_a_table_waits_until_the_first_has_gone_and_is_refused_where_it_differs(
    club: str, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.sqlite", tmp_path / "two.sqlite"
    with table(one, club) as parts:
        match_id = parts.desk.open(PLAYERS)
        until(lambda: arrived(parts, club, match_id))
        shutil.copy(one, two)
        shutil.copy(f"{one}-wal", f"{two}-wal")
        with table(two, club) as copy:
            copy.desk.put(match_id)
            until(lambda: standing(copy).why == "taken")
            play(parts, FIRST_TURN)
            play(copy, FIRST_TURN[:2], end=False)
            until(lambda: arrived(parts, club, match_id))
            until(lambda: standing(copy).behind > 1)
    with table(two, club) as copy:
        copy.desk.put(match_id)
        until(lambda: standing(copy).why == "forked")
        assert standing(copy).state == "refused"
    with contextlib.closing(Store(one, reading=True)) as store:
        assert there(club, match_id) == here(store, match_id)


def test_all_that_is_kept_is_brought_once(club: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.sqlite"
    with contextlib.closing(Store(path)) as store:
        old, demo = create_match(store, PLAYERS), create_match(store, PLAYERS, simulated=True)
        come = import_log(store, ice_cult(3, 2))
        spoilt = create_match(store, PLAYERS)
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TRIGGER events_are_final")
        db.execute("UPDATE events SET body = '{}' WHERE match_id = ?", (spoilt,))
        db.executescript(FINAL)
    words = ["club", "--db", club, "--send", "--store", str(path), "--table-name", "Table 3"]
    assert main(words) == 1
    said = capsys.readouterr()
    assert said.out == "matches of this table on the club's record: 2\n"
    assert said.err == f"match {spoilt}: damaged, not sent\n"
    assert main(words) == 1  # a second time nothing comes twice
    with contextlib.closing(Store(path, reading=True)) as store:
        for match_id in (old, come):
            assert there(club, match_id) == here(store, match_id)
        assert there(club, demo) == there(club, spoilt) == []
    with psycopg.connect(club) as connection:
        assert connection.execute("SELECT name FROM icekeeper.tables").fetchall() == [("Table 3",)]


def test_bringing_says_in_words_what_is_in_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["club", "--db", "postgresql://club:hush@127.0.0.1:9/none", "--send", "--store", str(tmp_path / "one")]
    assert main(words) != 0
    assert "no matches on record yet" in capsys.readouterr().err
    with contextlib.closing(Store(tmp_path / "one")) as store:
        create_match(store, PLAYERS)
    assert main(words) != 0
    said = capsys.readouterr().err
    assert "the club's server (none on 127.0.0.1): no answer; run this again" in said
    assert "hush" not in said
    assert "Error" not in said


def test_evidence_travels_too_and_is_never_large(club: str) -> None:
    store = Store.in_memory()
    import cv2
    import numpy as np

    noise = np.random.default_rng(3).integers(0, 255, (1200, 1600, 3), dtype=np.uint8)
    large = bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])
    assert len(large) > 1_000_000
    match_id = create_match(store, PLAYERS)
    store.append(match_id, [], [Picture("a", "before", 1.0, b"\xff\xd8small"), Picture("b", "after", 2.0, large)])
    with sender(store, club) as one:
        one.enlist(match_id)

        def sizes() -> list[int]:
            with psycopg.connect(club) as connection:
                query = "SELECT length(jpeg) FROM icekeeper.pictures ORDER BY id"
                return [row[0] for row in connection.execute(query).fetchall()]

        until(lambda: there(club, match_id) and len(sizes()) == 2)
        assert sizes()[0] == 7
        assert 10_000 < sizes()[1] <= PICTURE_BYTES
    store.close()
    assert shrunk(b"no picture at all" * 20_000) is None


def test_the_club_alone_makes_a_screen_role_that_may_only_look(club: str) -> None:
    from webui.club.page.serving import ready
    from webui.club.schema import make_screen_role
    from webui.club.shown.record import Record

    record = Record(Address.parse(club))
    ready(record)
    with record.connected() as connection:
        make_screen_role(connection, "look")
    record.close()
    with psycopg.connect(club.replace(f"club:{PASSWORD}", "icekeeper_screen:look"), autocommit=True) as screen:
        assert screen.execute("SELECT count(*) FROM icekeeper.events").fetchone() == (0,)
        for table_name in ("events", "matches", "people", "pictures", "tables", "seats"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                screen.execute(f"DELETE FROM icekeeper.{table_name}")  # type: ignore[arg-type]


def test_the_screen_role_where_the_clubs_own_role_may_make_none(server: Cluster) -> None:
    """As docs/CLUB.md has it: the database's owner is an ordinary role, and the server's own user makes the other."""
    from webui.club.schema import SCREEN_ROLE, make_screen_role, prepare

    with psycopg.connect(server.url(), autocommit=True) as root:
        if root.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (SCREEN_ROLE,)).fetchone():
            root.execute(f"ALTER ROLE {SCREEN_ROLE} RENAME TO {SCREEN_ROLE}_was")  # type: ignore[arg-type]
        root.execute("CREATE ROLE plain LOGIN PASSWORD 'own'")
        root.execute("CREATE DATABASE ordinary OWNER plain")
        with psycopg.connect(server.url("ordinary", "plain", "own"), autocommit=True) as own:
            prepare(own)
            with pytest.raises(ClubError, match="createuser --connection-limit=40 --pwprompt icekeeper_screen"):
                make_screen_role(own, "not-used")
            root.execute(f"CREATE ROLE {SCREEN_ROLE} LOGIN PASSWORD 'look'")  # type: ignore[arg-type]
            assert make_screen_role(own, "not-used") is False
    with psycopg.connect(server.url("ordinary", SCREEN_ROLE, "look"), autocommit=True) as screen:
        assert screen.execute("SELECT count(*) FROM icekeeper.analyses").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            screen.execute("DELETE FROM icekeeper.matches")


def test_events_at_the_club_are_final(club: str) -> None:
    with contextlib.closing(Store.in_memory()) as store, sender(store, club) as one:
        match_id = create_match(store, PLAYERS)
        one.enlist(match_id)
        until(lambda: there(club, match_id))
        with psycopg.connect(club) as connection, pytest.raises(psycopg.errors.RaiseException):
            connection.execute("UPDATE icekeeper.events SET body = '{}'")


def test_a_name_of_control_characters_arrives_without_them(club: str, tmp_path: Path) -> None:
    with table(tmp_path / "one.sqlite", club, "Ta\x00ble\udcff") as parts:
        page = Page(parts)
        seats = [{"name": "Ada\x00\x1b[2J", "colour": "r"}, {"name": "Be\nla", "colour": "y"}]
        match_id = page.post("/api/setup/start", {"name": "\x00Eve\x85ning\x07", "players": seats}).get_json()["id"]
        until(lambda: arrived(parts, club, match_id))
        names = [player["name"] for player in parts.desk.table().match.created.players]
    assert names == ["Ada[2J", "Be la"]
    with psycopg.connect(club) as connection:
        assert connection.execute("SELECT name FROM icekeeper.matches").fetchall() == [("Eve ning",)]
        assert connection.execute("SELECT name FROM icekeeper.people ORDER BY id").fetchall() == [
            ("Ada[2J",), ("Be la",)
        ]  # fmt: skip
        assert connection.execute("SELECT name FROM icekeeper.tables").fetchall() == [("Table?",)]


def test_a_match_with_names_as_older_versions_took_them_arrives(club: str) -> None:
    with contextlib.closing(Store.in_memory()) as store, sender(store, club) as one:
        created = opened(PLAYERS, name="old")
        older = [{"name": "A\x00da", "colour": "r"}, {"name": "B\x00ela", "colour": "y"}]
        match_id = store.create(replace(created, name="\x00old", players=(*older, created.players[2])))
        one.enlist(match_id)
        until(lambda: there(club, match_id) == here(store, match_id))
        with psycopg.connect(club) as connection:
            query = "SELECT name FROM icekeeper.people ORDER BY name"
            assert connection.execute(query).fetchall() == [("Ada",), ("Bela",), ("Chiara",)]


def test_one_match_that_the_club_refuses_holds_up_no_other(club: str) -> None:
    with contextlib.closing(Store.in_memory()) as store, sender(store, club) as one:
        good, bad, pictured = (create_match(store, PLAYERS, name=name) for name in ("good", "bad", "pictured"))
        body = '{"kind":"created","players":[{"colour":"r"}]}'
        store.connection.db.execute("DROP TRIGGER events_are_final")
        store.connection.db.execute("UPDATE events SET body = ? WHERE match_id = ?", (body, bad))
        store.append(pictured, [], [Picture("a", "\x00", 1.0, b"\xff\xd8small")])
        for match_id in (bad, pictured, good):
            one.enlist(match_id)
            store.append(match_id, [])  # the one played last goes first
        store.append(bad, [])
        until(lambda: there(club, good) == here(store, good))
        until(lambda: one.standing.state == "joined")
        store.append(good, [Finished(1.0, "", "stopped")])
        until(lambda: len(there(club, good)) == 2)
        assert there(club, bad) == []
        assert one.refused == {bad: "other", pictured: "other"}
