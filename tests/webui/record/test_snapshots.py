"""Long matches: a snapshot and what came after it make the same match and the same belief as all events."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.play.records import long_by_camera, played
from webui.record import events as ev
from webui.record.damage import DamagedError, playable
from webui.record.disk import checks
from webui.record.disk.checks import START
from webui.record.disk.errors import DamagedMatchError
from webui.record.fold import apply, begin, fold
from webui.record.match import Match
from webui.record.opening import create_match, seats
from webui.record.ready import snapshots
from webui.record.ready.history import History
from webui.record.store import Head, Store
from webui.referee.referee import Referee
from webui.table.desk import Desk
from webui.table.hub import Hub
from webui.table.resuming import resume


def snapshot_every(store: Store, match_id: str, step: int) -> None:
    """Keep a match folded after every so many events, as it would have been while it was played."""
    rows = store.connection.rows("SELECT number, sum FROM events WHERE match_id = ? ORDER BY number", (match_id,))
    match: Match | None = None
    for (number, total), event in zip(rows, store.events(match_id), strict=True):
        match = begin(event) if match is None and isinstance(event, ev.Created) else match and apply(match, event)
        if (number + 1) % step == 0 and match is not None:
            snapshots.take(store, match_id, match, Head(number + 1, total))


@pytest.fixture
def long(tmp_path: Path) -> Iterator[tuple[Store, str]]:
    """A match of forty turns by hand, one of them corrected, with something in progress."""
    store = Store(tmp_path / "m.sqlite")
    match_id = create_match(store, seats("ryg"), at=0.0)
    created = store.events(match_id)[0]
    assert isinstance(created, ev.Created)
    store.append(match_id, played(created, 40, random.Random(3), for_ever=True))
    turn = fold(store.events(match_id)).turns[20]
    told = ev.Told(9.0, "1", 3, "fault", "missed-arrow", {"en": "x"}, ("p",), ("play-on",))
    asked = ev.Asked(9.0, "q", 1, {"en": "x"}, ({"text": {"en": "yes"}, "turn": ["Nn"]},))
    more = [ev.TurnsRevised(9.0, 21, (turn.to_record(),)), ev.Acted(9.1, "Nn"), told, asked, ev.Noted(9.2, "moved")]
    store.append(match_id, more)
    yield store, match_id
    store.close()


def test_a_match_is_the_same_from_a_snapshot(long: tuple[Store, str]) -> None:
    store, match_id = long
    whole = fold(store.events(match_id))
    assert snapshots.match_from_json(snapshots.match_json(whole)) == whole
    snapshot_every(store, match_id, 20)
    store.folded = {}
    found = snapshots.newest(store, match_id)
    assert found is not None
    assert len(store.events(match_id)) - found.head.events < 20
    assert History(store, match_id).match() == whole
    store.append(match_id, [ev.Acted(10.0, "Ee")])
    assert History(store, match_id).match() == apply(whole, ev.Acted(10.0, "Ee"))
    assert len(store.connection.rows("SELECT 1 FROM snapshots")) == snapshots.KEPT


def test_a_snapshot_that_is_not_what_was_written_is_passed_over(long: tuple[Store, str]) -> None:
    store, match_id = long
    whole = fold(store.events(match_id))
    snapshot_every(store, match_id, 30)
    newest = snapshots.newest(store, match_id)
    assert newest is not None
    store.connection.db.execute("UPDATE snapshots SET body = zeroblob(9) WHERE events = ?", (newest.head.events,))
    older = snapshots.newest(store, match_id)
    assert older is not None
    assert older.head.events == newest.head.events - 30
    store.connection.db.execute("UPDATE snapshots SET head = x'00'")
    assert snapshots.newest(store, match_id) is None
    store.folded = {}
    assert History(store, match_id).match() == whole


def test_damage_after_the_snapshot_is_found(long: tuple[Store, str]) -> None:
    store, match_id = long
    snapshot_every(store, match_id, 30)
    last = store.head(match_id).events - 1
    store.connection.db.execute("DELETE FROM events WHERE match_id = ? AND number = ?", (match_id, last))
    store.folded = {}
    with pytest.raises(DamagedMatchError):
        History(store, match_id).match()


@pytest.mark.slow
def test_the_cameras_belief_is_the_same_from_a_snapshot(tmp_path: Path) -> None:
    match_id = long_by_camera(tmp_path / "m.sqlite", 36)
    store = Store(tmp_path / "m.sqlite")
    snapshot_every(store, match_id, 90)
    tail = History(store, match_id).tail(12)
    assert tail.before is not None, "the beginning of the match need not be read"
    assert len(tail.events) < len(store.events(match_id))
    brief = Referee.resumed(History(store, match_id))
    full = Referee.resumed(lambda: store.events(match_id))
    assert brief.match == full.match
    assert brief.watcher is not None
    assert full.watcher is not None
    assert brief.goes_on_at_s == full.goes_on_at_s
    assert vars(brief.watcher.teller.said) == vars(full.watcher.teller.said)
    assert [(x.cost, x.state, x.breaches) for x in brief.watcher.belief.tracker.histories] == [
        (x.cost, x.state, x.breaches) for x in full.watcher.belief.tracker.histories
    ]
    store.close()


def test_a_match_written_to_while_it_is_read_is_never_taken_for_damaged(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite")
    match_id = create_match(store, seats("ry"))
    reader = Store(tmp_path / "m.sqlite", reading=True)
    with reader.connection.at_one_moment():
        before = reader.head(match_id)
        store.append(match_id, [ev.Acted(1.0, "Nn")])
        assert reader.events_since(match_id, 0, START)[1] == before
    assert len(reader.events(match_id)) == 2
    reader.close()
    store.close()


def test_a_long_match_goes_back_on_the_table_without_its_beginning_being_read(
    long: tuple[Store, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, match_id = long
    snapshot_every(store, match_id, 20)
    store.folded, read = {}, list[str]()
    desk = Desk(store, Hub())

    def noting(data: ev.Json) -> ev.Event:
        read.append(str(data))
        return ev.event_from_json(data)

    monkeypatch.setattr(checks, "event_from_json", noting)
    assert desk.unfinished() == match_id
    resume(desk, match_id)
    desk.clear()
    desk.keeper.stop()
    assert 0 < len(set(read)) <= 22 < store.head(match_id).events / 4


def test_damage_before_the_snapshot_is_found_before_the_match_goes_on(long: tuple[Store, str]) -> None:
    store, match_id = long
    snapshot_every(store, match_id, 30)
    assert playable(store, match_id).turns
    store.connection.db.executescript("DROP TRIGGER events_are_final; UPDATE events SET body = '{}' WHERE number = 9")
    store.folded = {}
    with pytest.raises(DamagedError, match="damaged after turn"):
        playable(store, match_id)
