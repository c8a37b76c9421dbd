"""Verdicts wait until somebody takes them; what was taken back can be played again; offers lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.errors import IcekeeperError
from tests.webui.making import FIRST_TURN, PLAYERS
from webui.record import events as ev
from webui.record.fold import apply, fold
from webui.record.folding.waiting import MOST, READ_S
from webui.record.opening import create_match
from webui.record.ready.snapshots import match_from_json, match_json
from webui.record.store import Store
from webui.referee.offers import events_of, offers_now
from webui.referee.session import TableSession


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store.in_memory()
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Iterator[TableSession]:
    session = TableSession(store, create_match(store, PLAYERS))
    session.start()
    yield session
    session.stop()


def forget_everything(table: TableSession, turns: int) -> None:
    """Turns that end right after two tilts; most of them owe something."""
    for k in range(turns):
        for word in (("Nn", "Ee"), ("Ss", "Ww"))[k % 2]:
            table.act(word).result(5)
        table.done().result(5)


def test_a_fault_goes_into_the_history_when_the_next_turn_begins(table: TableSession, store: Store) -> None:
    forget_everything(table, 3)
    view = table.view()
    faults = [turn["turn"] for turn in view["history"] if turn["legal"] is False]
    assert faults == [1, 2, 3]
    assert [told["turn"] for told in view["waiting"]] == [3], "only what is current waits"
    view = table.act("Ss").result(5)
    assert view["waiting"] == []
    view = table.undo().result(5)
    assert [told["turn"] for told in view["waiting"]] == [3], "the turn had not really begun"
    assert view["verdict"]["offers"][0] == "play-it-now"
    view = table.offer(view["verdict"]["id"], "closed").result(5)
    assert view["waiting"] == []
    match = fold(store.events(table.match_id))
    assert match.waiting == ()
    assert match_from_json(match_json(match)) == match


def test_the_newest_verdict_comes_first_and_a_win_alone(table: TableSession) -> None:
    match, fault = table.match, {"en": "?"}
    for k in range(3):
        match = apply(match, ev.Told(1.0, f"1.{k}", 1, "fault", "missed-arrow", fault))
    match = apply(match, ev.Told(1.0, "1.n", 1, "note", "", fault))
    match = apply(match, ev.Told(1.0, "1.3", 1, "fault", "early-move", fault))
    assert [told.id for told in match.waiting] == ["1.3", "1.2", "1.1", "1.0", "1.n"]
    assert match_from_json(match_json(match)) == match
    won = apply(match, ev.Told(2.0, "1.win", 1, "win", "R21", fault))
    assert [told.id for told in won.waiting] == ["1.win"], "closing it brings nothing old back"
    assert apply(won, ev.Settled(3.0, "1.win", "closed")).waiting == ()


def test_a_turn_that_the_camera_sees_begin_parts_with_the_one_before(table: TableSession) -> None:
    forget_everything(table, 1)
    match = table.match
    state = match.rules.begin(match.before).play_words(("Ss",)).state.to_json()
    begun = apply(match, ev.Progress(match.waiting[0].at + READ_S, ("Ss",), state))
    assert (begun.waiting, begun.passed) == ((), match.waiting)
    assert match_from_json(match_json(begun)) == begun
    late = apply(begun, ev.Told(3.0, "1.late", 1, "fault", "pawn-far", {"en": "?"}))
    assert [told.id for told in late.waiting] == ["1.late"], "told late, and not shown before: it is news"
    assert apply(begun, ev.Progress(4.0, (), match.before.to_json())).waiting == match.waiting, "it was none"


def test_a_notice_does_not_replace_a_verdict(table: TableSession) -> None:
    forget_everything(table, 1)
    view = table.act("yE0@NE").result(5)
    assert [told["kind"] for told in view["waiting"]] == ["fault", "note"]
    view = table.act("Nn").result(5)
    assert view["waiting"] == [], "the notice goes with its moment, the fault with the turn that follows it"


def test_a_turn_corrected_to_a_legal_one_needs_no_verdict(table: TableSession) -> None:
    forget_everything(table, 1)
    assert table.view()["verdict"]["rule"] == "missed-arrow"
    assert table.correct_turn(1, list(FIRST_TURN)).result(5)["waiting"] == []


def test_an_old_record_full_of_faults_opens_with_the_last_ones(store: Store) -> None:
    match = fold(store.events(create_match(store, PLAYERS)))
    for k in range(30):
        match = apply(match, ev.Told(1.0, f"1.{k}", 1, "fault", "missed-arrow", {"en": "?"}))
    assert [told.id for told in match.waiting] == [f"1.{k}" for k in range(29, 29 - MOST, -1)]


def test_playing_it_now_is_offered_while_nothing_was_played_since(table: TableSession) -> None:
    forget_everything(table, 1)
    told = table.view()["verdict"]
    assert told["offers"] == ["play-it-now", "play-on", "wrong"]
    table.act("Ss").result(5)
    with pytest.raises(IcekeeperError, match="any more"):
        table.offer(told["id"], "play-it-now").result(5)
    assert table.undo().result(5)["verdict"]["offers"][0] == "play-it-now"


def test_a_bad_tilt_is_put_back_and_the_turn_goes_on_from_before_it(table: TableSession, store: Store) -> None:
    table.act("Nn").result(5)
    table.act("Ee").result(5)
    table.done().result(5)
    match = fold([*store.events(table.match_id), ev.TurnsRevised(2.0, 1, (_three_tilts(table),))])
    told = ev.Told(3.0, "1.tilt-count", 1, "fault", "tilt-count", {"en": "?"}, (), ("play-it-now", "play-on"))
    assert offers_now(apply(match, told), told) == ("put-it-back", "play-on")


def test_one_tilt_too_few_can_be_made_now(table: TableSession) -> None:
    table.act("Nn").result(5)
    view = table.done().result(5)
    assert view["verdict"]["rule"] == "tilt-count"
    assert view["verdict"]["offers"][0] == "play-it-now"


def test_put_back_takes_back_what_broke_the_rule(table: TableSession, store: Store) -> None:
    table.act("Nn").result(5)
    table.act("Ee").result(5)
    table.done().result(5)
    match = fold([*store.events(table.match_id), ev.TurnsRevised(2.0, 1, (_three_tilts(table),))])
    told = ev.Told(3.0, "1.tilt-count", 1, "fault", "tilt-count", {"en": "?"}, (), ("play-it-now",))
    match = apply(match, told)
    for event in events_of(match, told, "put-it-back", 4.0):
        match = apply(match, event)
    assert (match.number, match.actions, match.waiting) == (1, ("Nn", "Ee"), ())


def test_what_was_taken_back_can_be_played_again(table: TableSession) -> None:
    for word in FIRST_TURN[:3]:
        table.act(word).result(5)
    table.undo().result(5)
    assert table.undo().result(5)["turn"]["undone"] == ["gS0@NW", "Ee"]
    assert table.redo().result(5)["turn"]["actions"] == ["Nn", "Ee"]
    view = table.redo().result(5)
    assert (view["turn"]["actions"], view["turn"]["undone"]) == (list(FIRST_TURN[:3]), [])
    table.undo().result(5)
    assert table.act("rS0@NE").result(5)["turn"]["undone"] == [], "something else was played"
    with pytest.raises(IcekeeperError, match="taken back"):
        table.redo().result(5)


def test_a_whole_turn_taken_back_can_be_played_again(table: TableSession) -> None:
    for word in FIRST_TURN:
        table.act(word).result(5)
    table.done().result(5)
    assert table.take_back().result(5)["turn"]["actions"] == []
    for _ in FIRST_TURN:
        view = table.redo().result(5)
    assert view["turn"]["actions"] == list(FIRST_TURN)


def test_only_the_end_of_a_turn_is_taken_back(table: TableSession) -> None:
    for word in FIRST_TURN:
        table.act(word).result(5)
    table.done().result(5)
    view = table.reopen().result(5)
    assert (view["turn"]["number"], view["turn"]["actions"]) == (1, list(FIRST_TURN))
    with pytest.raises(IcekeeperError, match="opened again"):
        table.reopen().result(5)


def _three_tilts(table: TableSession) -> dict[str, object]:
    """Turn 1 as a camera may have seen it: three tilts, the last against the rules."""
    record = table.match.turns[0].to_record()
    return record | {"actions": ["Nn", "Ee", "Ss"], "verdict": {"legal": False, "rule": "tilt-count", "at": 2}}
