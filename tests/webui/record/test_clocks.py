"""The players' clocks: what each has used, what does not count, and that pauses and time away are no thinking time."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from tests.webui.making import FIRST_TURN, PLAYERS, parts_for
from webui.record import events as ev
from webui.record.events import EventError, event_from_json
from webui.record.fold import apply, fold
from webui.record.folding.clocks import clock_json
from webui.record.match import Match
from webui.record.opening import create_match
from webui.record.ready.snapshots import match_from_json, match_json
from webui.record.store import Store
from webui.referee.by_hand import done


@pytest.fixture
def match() -> Match:
    """A match that began at second 0."""
    store = Store.in_memory()
    begun = fold(store.events(create_match(store, PLAYERS, at=0.0)))
    store.close()
    return begun


def turn(match: Match, at: float) -> Match:
    """The first turn's words again, over at this time."""
    played = replace(match, actions=("Nn",))
    for event in done(played, at):
        match = apply(replace(match, actions=played.actions), event)
    return match


def test_each_turn_goes_to_its_player(match: Match) -> None:
    match = turn(turn(match, 40.0), 47.0)
    assert clock_json(match)["used"] == {"r": 40.0, "y": 7.0, "g": 0.0}
    assert match_from_json(match_json(match)) == match


def test_the_first_seconds_of_a_turn_may_be_free(match: Match) -> None:
    match = turn(apply(match, ev.Timed(0.0, 60.0, 600.0, 10.0)), 25.0)
    clock = clock_json(match)
    assert (clock["used"]["r"], clock["counted"]["r"]) == (25.0, 15.0)
    assert (clock["turn_s"], clock["match_s"], clock["delay_s"]) == (60.0, 600.0, 10.0)
    assert match.header()["clock"] == {"turn_s": 60.0, "match_s": 600.0, "delay_s": 10.0}


def test_a_pause_and_time_away_are_no_thinking_time(match: Match) -> None:
    match = apply(match, ev.Paused(10.0, True))
    assert clock_json(match)["paused_s"] == 10.0
    match = turn(apply(match, ev.Paused(910.0, False)), 920.0)
    assert clock_json(match)["used"]["r"] == 20.0
    away = turn(match, 920.0 + 7200.0)
    assert clock_json(away)["used"]["y"] == 0.0, "nobody thinks for two hours"


def test_limits_are_written_read_and_bounded(match: Match) -> None:
    told = ev.Timed(1.0, 30.0, 0.0, 0.0)
    assert event_from_json(told.to_json()) == told
    with pytest.raises(EventError, match="limits"):
        apply(match, ev.Timed(1.0, -1.0, 0.0, 0.0))
    assert "clock" not in match.header(), "logs of matches without limits are as they were"


def test_a_log_with_a_clock_replays_and_a_rematch_keeps_the_limits() -> None:
    parts = parts_for(None)
    parts.desk.open(PLAYERS)
    table = parts.desk.table()
    assert table.limit(60.0, 900.0, 5.0).result(5)["clock"]["match_s"] == 900.0
    for word in FIRST_TURN:
        table.act(word).result(5)
    table.done().result(5)
    log = [json.dumps(line) for line in table.match.log()]
    assert json.loads(log[0])["clock"]["delay_s"] == 5.0
    assert replay(MatchLog.parse(log), GAMES).winners == ""
    table.finish().result(5)
    from webui.table.rematch import rematch

    rematch(parts.desk, table.match_id)
    assert parts.desk.table().view()["clock"]["turn_s"] == 60.0
    parts.desk.clear()
    parts.store.close()
