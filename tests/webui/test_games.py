"""What every game on offer keeps at the table: record, log, replay, undo, correction, export, import, view, sharing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.errors import NotationError
from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from tests.webui.igluiglu.making import play_on
from tests.webui.making import Page, parts_for
from webui.games import page_of
from webui.parts import Parts
from webui.play.at_table import at_table
from webui.present.sheet import log_text
from webui.record.fold import fold
from webui.record.importing import import_log
from webui.record.opening import seats

TURNS = 18
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def played(game: str) -> Iterator[Parts]:
    """A match of this game with some turns by chance."""
    made = parts_for()
    made.desk.open(seats("rb"), name="Contract", game=game)
    play_on(made, Random(5), TURNS)
    yield made
    made.desk.clear()
    made.store.close()


def stands(parts: Parts) -> tuple[Any, Any]:
    """What the page shows of the turn and of the table."""
    view = parts.desk.table().view()
    turn = {key: value for key, value in view["turn"].items() if key not in ("since", "undone")}
    return turn, view["state"]


@every_game
def test_the_record_tells_the_match_again(played: Parts) -> None:
    table = played.desk.table()
    again = fold(played.store.events(table.match_id))
    assert again == table.match
    before = stands(played)
    played.desk.put(table.match_id)
    assert stands(played) == before


@every_game
def test_the_log_replays_and_comes_in_again(played: Parts, game: str) -> None:
    match = played.desk.table().match
    log = MatchLog.parse(log_text(match))
    assert log.header.game == game
    assert replay(log, GAMES).states[-1] == match.before
    again = fold(played.store.events(import_log(played.store, log, "again")))
    assert [turn.actions for turn in again.turns] == [turn.actions for turn in match.turns]
    assert again.before == match.before


@every_game
def test_undo_and_take_back_lead_back(played: Parts) -> None:
    table = played.desk.table()
    before = stands(played)
    word = before[0]["legal"][0]
    assert table.act(word).result(5)["turn"]["actions"] == [*before[0]["actions"], word]
    table.undo().result(5)
    assert stands(played) == before
    turns = len(table.match.turns)
    while table.match.actions:
        table.undo().result(5)
    last = table.match.turns[-1]
    table.take_back().result(5)
    assert len(table.match.turns) == turns - 1
    assert table.match.state == last.before


@every_game
def test_a_turn_corrected_to_what_it_was_changes_nothing(played: Parts) -> None:
    table = played.desk.table()
    last = table.match.turns[-1]
    table.correct_turn(last.number, list(last.actions)).result(5)
    assert table.match.turns[-1].after == last.after
    assert table.match.turns[-1].human
    with pytest.raises(NotationError):
        table.correct_turn(last.number, ["hop"]).result(5)


@every_game
def test_every_address_answers(played: Parts, game: str) -> None:
    page, match = Page(played), played.desk.table().match_id
    found = page.get(f"/api/matches/{match}").get_json()
    assert found["replay"]["page"] == page_of(game)
    assert len(found["replay"]["turns"]) == TURNS
    assert {row["colour"] for row in found["statistics"]["players"]} == {"r", "b"}
    for turn in found["replay"]["turns"]:
        assert [step["word"] for step in turn["steps"] if step["word"]] == turn["actions"]
    for path in ("log", "sheet", "archive", "share"):
        assert page.get(f"/api/matches/{match}/{path}").status_code == 200
    assert page.get("/api/matches").get_json()["matches"][0]["turns"] == TURNS
    assert page.get("/api/matches/people").status_code == 200
    house = found["replay"]["house"]
    assert page.post(f"/api/matches/{match}/rejudge", {"house": house}).get_json()["changed"] == 0
    tried = page.post(f"/api/matches/{match}/try", {"turn": 1, "words": []}).get_json()
    assert tried["legal"]
    assert page.post("/api/table/pause", {"on": True}).get_json()["view"]["eye"]["status"] == "paused"


@every_game
def test_a_view_is_plain_and_a_refusal_is_told_in_four_languages(played: Parts) -> None:
    table = played.desk.table()
    assert json.loads(json.dumps(table.view())) == table.view()
    legal = set(table.view()["turn"]["legal"])
    done_word = at_table(table.match.game).done_word
    words = {word for turn in table.match.turns for word in turn.actions} - legal - {done_word}
    before = stands(played)
    for word in sorted(words)[:12]:
        told = table.act(word).result(5)["verdict"]
        assert sorted(told["text"]) == ["de", "en", "fr", "it"]
        assert all(told["text"].values())
    assert stands(played) == before


@every_game
def test_the_game_can_be_opened_from_the_page(game: str) -> None:
    made = parts_for()
    page = Page(made)
    body = {"game": game, "players": seats("rb"), "name": "New", "house": {}}
    assert page.post("/api/setup/start", body).status_code == 200
    assert made.desk.table().view()["match"]["game"] == game
    assert at_table(game).done_word in ("", "done")
    made.desk.clear()
    assert page.post("/api/setup/start", body | {"game": "chess"}).status_code == 400
    made.store.close()
