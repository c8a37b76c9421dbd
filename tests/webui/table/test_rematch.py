"""After a match: the same people once more; and time away is nobody's thinking time."""

from __future__ import annotations

import time

import pytest

from tests.webui.making import FIRST_TURN, PLAYERS, Page, near_won, parts_for, play
from webui.icecult.demo import demo_film, open_demo
from webui.icecult.statistics import statistics
from webui.record import events as ev
from webui.record.fold import fold
from webui.record.opening import create_match
from webui.record.store import Store
from webui.table.rematch import again as play_again
from webui.table.rematch import rematch
from webui.table.resuming import resume

pytestmark = pytest.mark.slow

WON = ("Nn", "Ee", "rS5@NE")


def test_a_rematch_keeps_people_and_rules_and_the_next_one_begins() -> None:
    parts = parts_for()
    try:
        first = parts.desk.open(PLAYERS, start=near_won(), layout="corners")
        play(parts, WON, end=False)
        page = Page(parts)
        about = {"match": first, "turn": 2, "step": 0}
        for _ in range(2):  # asked for on two devices
            assert page.post("/api/table/rematch", {"about": about}).status_code == 200
        view = page.get("/api/table/view").get_json()
        assert view["match"]["id"] != first
        assert [p["name"] for p in view["match"]["players"]] == ["Bela", "Chiara", "Ada"]
        assert (view["turn"]["player"], view["match"]["layout"], view["history"]) == ("y", "corners", [])
        assert len(parts.store.matches()) == 2
    finally:
        parts.desk.clear()
        parts.store.close()


def test_there_is_no_rematch_of_a_match_that_goes_on() -> None:
    parts = parts_for()
    try:
        parts.desk.open(PLAYERS)
        assert Page(parts).post("/api/table/rematch").status_code >= 400
        assert len(parts.store.matches()) == 1
    finally:
        parts.desk.clear()
        parts.store.close()


@pytest.mark.parametrize("paused", [True, False])
def test_time_away_is_not_thinking_time(paused: bool) -> None:
    store = Store.in_memory()
    begun = time.time() - 7200.0
    match_id = create_match(store, PLAYERS, at=begun)
    store.append(match_id, [ev.Acted(begun + 5.0, FIRST_TURN[0])])
    if paused:
        store.append(match_id, [ev.Paused(begun + 6.0, True), ev.Paused(time.time() - 1.0, False)])
    parts = parts_for()
    desk = parts.desk
    desk.store = store
    try:
        resume(desk, match_id)
        for word in FIRST_TURN[1:]:
            desk.table().act(word).result(5)
        desk.table().done().result(5)
        turn = statistics(fold(store.events(match_id)))["turns"][0]
        assert 5.0 <= turn["seconds"] < 60.0
    finally:
        desk.clear()
        store.close()
        parts.store.close()


def test_a_demo_is_played_again_from_where_its_film_begins() -> None:
    parts = parts_for()
    try:
        first = open_demo(parts.desk)
        created = parts.desk.table().match.created
        parts.desk.table().finish().result(5)
        for again in (rematch, play_again):
            again(parts.desk, first)
            match = parts.desk.table().match
            assert match.created.players == created.players
            assert match.start.to_json() == demo_film().script.start
            assert match.player == demo_film().script.turns[0].player
    finally:
        parts.desk.clear()
        parts.store.close()


def test_whoever_sits_down_at_the_virtual_table_plays_the_colours_of_its_film() -> None:
    parts = parts_for()
    film = demo_film()
    try:
        setup = parts.setup
        setup.choose("demo")
        setup.profile = film.profile()
        setup.start([{"name": "Eva", "colour": "b"}, {"name": "Finn", "colour": "y"}], "", None, "sides")
        created = parts.desk.table().match.created
        assert "".join(player["colour"] for player in created.players) == film.players
        assert [player["name"] for player in created.players][:2] == ["Eva", "Finn"]
    finally:
        parts.setup.close()
        parts.desk.clear()
        parts.store.close()
