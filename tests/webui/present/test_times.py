"""How long people think, whatever happens to the machine's clock meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.webui.igluiglu.making import LATE
from tests.webui.igluiglu.making import PLAYERS as ICE_PLAYERS
from tests.webui.making import FIRST_TURN, PLAYERS, Page, play
from webui.parts import Parts
from webui.play.shown import shown
from webui.record.fold import fold
from webui.record.opening import create_match
from webui.record.store import Store
from webui.referee.referee import Referee

DAY_S = 86_400.0


@pytest.mark.parametrize("jump_s", [25 * 3600.0, -3.0, -DAY_S])
def test_a_clock_that_is_set_changes_no_time(jump_s: float, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    parts.desk.open(PLAYERS)
    real = time.time
    play(parts, FIRST_TURN[:2], end=False)
    monkeypatch.setattr(time, "time", lambda: real() + jump_s)
    play(parts, FIRST_TURN[2:])
    match = parts.desk.table().match
    assert 0.0 <= match.turns[0].seen_to_s - match.turns[0].seen_from_s < 60.0
    assert all(abs(event.at - real()) < 60.0 for event in parts.store.events(parts.desk.table().match_id))
    shown = Page(parts).get("/api/table/view").get_json()["turn"]["since"]
    assert abs(shown - time.time()) < 60.0, "the page counts from the clock as it is now"


def mean_of(store: Store, spans: list[float]) -> tuple[float, float]:
    """Mean and longest time of the players of a match whose turns took so long by the clock."""
    now = [1000.0]
    match_id = create_match(store, PLAYERS, at=now[0])
    referee = Referee.resumed(lambda: store.events(match_id), clock=lambda: now[0])
    for span in spans:
        now[0] += span
        store.append(match_id, referee.done().events)
    match = fold(store.events(match_id))
    rows = shown(match.game).statistics(match)["players"]
    return sum(row["mean_s"] for row in rows), max(row["longest_s"] for row in rows)


@pytest.fixture
def store() -> Iterator[Store]:
    made = Store.in_memory()
    yield made
    made.close()


@pytest.mark.parametrize("impossible", [25 * 3600.0, -3.0, -DAY_S])
def test_a_time_that_cannot_be_is_left_out(impossible: float, store: Store) -> None:
    assert mean_of(store, [10.0, 20.0, 30.0]) == (60.0, 30.0)
    assert mean_of(store, [10.0, 20.0, 30.0, impossible]) == (60.0, 30.0)
    assert mean_of(store, [impossible]) == (0.0, 0.0)


def test_the_people_are_counted_without_it(parts: Parts) -> None:
    mean_of(parts.store, [10.0, 20.0, 30.0])
    mean_of(parts.store, [25 * 3600.0, -5.0, 25 * 3600.0])
    people = Page(parts).get("/api/matches/people").get_json()["people"]
    assert {one["name"]: one["mean_s"] for one in people} == {"Ada": 10.0, "Bela": 20.0, "Chiara": 30.0}


def test_it_is_left_out_in_the_other_game_too(store: Store) -> None:
    now = [1000.0]
    match_id = create_match(store, ICE_PLAYERS, game="iglu", start=LATE, at=now[0])
    referee = Referee.resumed(lambda: store.events(match_id), clock=lambda: now[0])
    now[0] += 25 * 3600.0
    for word in ("melt c4", "reveal bear", "done"):
        store.append(match_id, referee.act(word).events)
    match = fold(store.events(match_id))
    assert len(match.turns) == 1
    assert shown(match.game).statistics(match)["players"][0]["longest_s"] == 0.0
