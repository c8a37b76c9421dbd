"""The store: what is written comes back; whatever is wrong with the file is said and nothing is destroyed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.icecult.state import State
from webui.record import events as ev
from webui.record.disk.errors import DamagedMatchError
from webui.record.events import EventError, event_from_json
from webui.record.fold import fold
from webui.record.opening import create_match, seats
from webui.record.recorder import Recorder
from webui.record.store import (
    MIGRATIONS,
    SCHEMA,
    CorruptStoreError,
    Picture,
    ReadOnlyStoreError,
    Store,
    StoreError,
    StoreFullError,
    open_or_memory,
)
from webui.referee.session import TableSession

STATE = State.setup().to_json()
EVERY_KIND = (
    ev.Created(1.5, "n", ({"name": "Ada", "colour": "r"},), {"end": "move"}, {"spaces": 5}, STATE),
    ev.Acted(2.0, "Nn"),
    ev.Confided(2.0, "g", 3, 1, "harpoon"),
    ev.Undone(2.0),
    ev.Redone(2.0),
    ev.Progress(3.0, ("Nn", "Ee"), STATE, ("W3",), 1.25),
    ev.Observed(3.0, 1.25, 4, {"cubes": {}}),
    ev.SaidDone(3.0, 1.5),
    ev.TurnEnded(4.0, 1, "r", ("Nn",), STATE, {"legal": True}, 0.5, 1.5, "camera", True, ("p1", "p2")),
    ev.TurnsRevised(5.0, 1, ({"turn": 1},)),
    ev.Reopened(6.0, 1),
    ev.TakenBack(6.0, 1),
    ev.Told(7.0, "1.2", 1, "fault", "missed-arrow", {"en": "text"}, ("p1",), ("play-on",)),
    ev.Settled(7.5, "1.2", "play-on"),
    ev.Asked(8.0, "q", 1, {"en": "text"}, ({"text": {"en": "yes"}, "turn": ["Nn"]},)),
    ev.Answered(8.5, "q", 0),
    ev.StateCorrected(9.0, STATE),
    ev.Adopted(9.0, STATE, ("N1",)),
    ev.Differs(9.0, ("N1",)),
    ev.Learned(9.5, {"spaces": 5}),
    ev.Paused(9.5, True),
    ev.Noted(9.6, "camera-moved"),
    ev.Training(2.0, "r", True),
    ev.Helped(2.5, 1, "r"),
    ev.Timed(1.5, 60.0, 900.0, 5.0),
    ev.Renamed(1.5, "Sunday", ({"name": "Ada", "colour": "r"},)),
    ev.Finished(9.9, "r", "goal"),
)


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda e: e.kind)
def test_every_event_reads_back(event: ev.Event) -> None:
    assert event_from_json(event.to_json()) == event
    assert len(EVERY_KIND) == len(ev.KINDS)


@pytest.mark.parametrize("data", [None, {}, {"kind": "acted"}, {"kind": "acted", "at": 1, "word": "Nn", "x": 2}])
def test_anything_else_is_refused(data: object) -> None:
    with pytest.raises(EventError):
        event_from_json(data)


def test_a_match_reads_back_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    store = Store(path)
    match_id = create_match(store, seats("ry"), name="One", profile={"schema": 1})
    store.append(match_id, EVERY_KIND[1:], [Picture("p1", "before", 0.5, b"\xff\xd8")])
    store.close()
    store.close()
    again = Store(path)
    assert again.events(match_id)[1:] == EVERY_KIND[1:]
    assert again.picture("p1") == Picture("p1", "before", 0.5, b"\xff\xd8")
    assert again.profile(match_id) == {"schema": 1}
    assert [(m.name, m.events) for m in again.matches()] == [("One", len(EVERY_KIND))]
    assert again.find("last") == again.find("One") == again.find(match_id[:-2]) == match_id
    again.delete(match_id)
    assert again.matches() == ()
    assert again.picture("p1") is None
    again.close()


def test_events_cannot_be_changed(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.db")
    create_match(store, seats("ry"))
    store.close()
    db = sqlite3.connect(tmp_path / "m.db")
    with pytest.raises(sqlite3.DatabaseError, match="append-only"):
        db.execute("UPDATE events SET body = '{}'")
    db.close()


def test_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    db = sqlite3.connect(path)
    db.executescript(MIGRATIONS[0])
    db.execute("PRAGMA user_version = 1")
    db.execute("INSERT INTO matches VALUES ('m', 'old', 1.0, 'icekeeper 0', NULL)")
    db.commit()
    db.close()
    store = Store(path)
    assert [m.name for m in store.matches()] == ["old"]
    store.close()
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA
    db.close()


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "new.db")
    db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()
    with pytest.raises(StoreError, match="update icekeeper"):
        Store(tmp_path / "new.db")


def test_a_damaged_file_is_said_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "broken.db"
    path.write_bytes(b"this is not a database" * 100)
    with pytest.raises(CorruptStoreError, match="left as it is"):
        Store(path)
    store, problem = open_or_memory(path)
    assert isinstance(problem, CorruptStoreError)
    assert create_match(store, seats("ry"))
    assert path.read_bytes() == b"this is not a database" * 100
    store.close()


def test_damage_inside_the_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    store = Store(path)
    match_id = create_match(store, seats("ry"))
    store.append(match_id, [ev.Acted(1.0, "Nn")] * 2000)
    store.close()
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 6000] = b"\xaa" * 6000
    path.write_bytes(bytes(data))
    store = Store(path)
    assert "0 of 1 matches are whole" in store.rescued
    with pytest.raises(DamagedMatchError, match="damaged after"):
        store.events(match_id)
    assert store.intact(match_id)[1:] == (ev.Acted(1.0, "Nn"),) * (len(store.intact(match_id)) - 1)
    assert len(store.intact(match_id)) > 100
    assert next(tmp_path.glob("m.db.damaged-*")).read_bytes() == bytes(data)
    store.close()


def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "other.db")
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    with pytest.raises(CorruptStoreError, match="another program"):
        Store(tmp_path / "other.db")


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ReadOnlyStoreError, match="cannot be written"):
        Store(tmp_path / "nowhere" / "m.db")


def _limit_pages(store: Store, more: int) -> None:
    """Let the file grow by so many pages only: SQLite then says what it says when the disk is full."""
    pages = store.connection.db.execute("PRAGMA page_count").fetchone()[0]
    store.connection.db.execute(f"PRAGMA max_page_count = {pages + more}")


def test_a_full_disk_is_said_and_the_match_goes_on(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.db")
    match_id = create_match(store, seats("ry"))
    now = [0.0]
    recorder = Recorder(store, match_id, clock=lambda: now[0])
    _limit_pages(store, 1)
    big = [ev.Noted(1.0, "x" * 3000)] * 20
    recorder.record(big)
    assert isinstance(recorder.problem, StoreFullError)
    recorder.record([ev.Acted(2.0, "Nn")])
    assert recorder.waiting == 21
    assert len(store.events(match_id)) == 1
    _limit_pages(store, 1000)
    now[0] = 10.0
    recorder.record([ev.Acted(3.0, "Ee")])
    assert recorder.problem is None
    assert recorder.waiting == 0
    assert store.events(match_id)[-2:] == (ev.Acted(2.0, "Nn"), ev.Acted(3.0, "Ee"))
    store.close()


def test_what_waits_is_written_when_the_table_stops_on_a_disk_with_room_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.db")
    session = TableSession(store, create_match(store, seats("ry"), name="x" * 60))
    session.start()
    _limit_pages(store, 0)
    for _ in range(12):
        session.act("Nn").result(5)
        session.done().result(5)
    problem = session.view()["store"]["problem"]
    assert "the disk is full" in problem
    _limit_pages(store, 1000)
    session.stop()
    assert len(fold(store.events(session.match_id)).turns) == 12
    store.close()


def test_what_could_not_be_written_is_said_when_the_table_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(tmp_path / "m.db")
    match_id = create_match(store, seats("ry"))
    session = TableSession(store, match_id)
    session.start()
    _limit_pages(store, 0)
    for _ in range(12):
        session.act("Nn").result(5)
        session.done().result(5)
    session.stop()
    written = len(store.events(match_id))
    assert f"of match {match_id} could not be written and are lost" in caplog.text
    assert written < len(session.match.turns) * 2
    store.close()


def test_a_locked_file_is_said(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.db")
    match_id = create_match(store, seats("ry"))
    store.connection.db.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(tmp_path / "m.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program"):
        store.append(match_id, [ev.Acted(1.0, "Nn")])
    other.execute("ROLLBACK")
    store.append(match_id, [ev.Acted(1.0, "Nn")])
    other.close()
    store.close()


WRITER = """
import sys
from webui.record import events as ev
from webui.record.store import Store
store = Store(sys.argv[1])
match_id = store.find("last")
k = len(store.events(match_id))
while True:
    store.append(match_id, [ev.Acted(float(k), "Nn"), ev.Acted(float(k), "Ee")])
    print(k, flush=True)
    k += 2
"""


@pytest.mark.slow
def test_what_was_told_survives_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    store = Store(path)
    match_id = create_match(store, seats("ry"))
    store.close()
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            told = [child.stdout.readline() for _ in range(20)]
            os.kill(child.pid, 9)
            told += child.stdout.readlines()
        last = int(told[-1] if told[-1].endswith("\n") else told[-2])
        store = Store(path)
        events = store.events(match_id)
        assert len(events) >= last + 2
        assert len(events) % 2 == 1
        store.close()


def test_what_is_no_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o666)
    mode = (tmp_path / "pipe").stat().st_mode
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(StoreError, match="expected a file"):
            Store(path)
    assert (tmp_path / "pipe").stat().st_mode == mode
