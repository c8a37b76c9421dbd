"""Same as last time: remembered people and tables, both games, and places that go along with a rematch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from tests.webui.routes.test_rights import seated
from webui.igluiglu.demo import open_demo as open_iglu_demo
from webui.parts import Parts
from webui.record.disk.kept import KeptValue
from webui.table.remembered import PLAYERS as MOST
from webui.table.remembered import TABLES, Remembered
from webui.table.seats import Role

TWO = [{"name": "Dora", "colour": "r"}, {"name": "Emil", "colour": "b"}]


def line(number: int, *names: str, game: str = "ice-cult") -> dict[str, object]:
    """A line of the list, the higher the newer."""
    players = [{"name": name, "colour": "rygb"[k]} for k, name in enumerate(names)]
    return {
        "id": str(number),
        "at": float(number),
        "game": game,
        "players": players,
        "simulated": False,
        "source": "hand",
    }


def test_people_and_tables_are_remembered_and_can_be_forgotten(tmp_path: Path) -> None:
    lines = [line(9, "Ada", "Bela"), line(8, "Bela", "Chiara"), line(7, "Ada", "Bela"), line(6, "Red", "Ada")]
    known = Remembered(KeptValue(tmp_path / "forgotten.json"), lambda: 8.5)
    assert [one["name"] for one in known.players(lines)] == ["Ada", "Bela", "Chiara"]
    assert known.players(lines)[1]["colour"] == "y"
    assert [one["id"] for one in known.tables(lines)] == ["9", "8", "6"]
    known.forget("Chiara")
    again = Remembered(KeptValue(tmp_path / "forgotten.json"))
    assert [one["name"] for one in again.players(lines)] == ["Ada", "Bela"]
    assert [one["id"] for one in again.tables(lines)] == ["9", "6"]
    assert [one["name"] for one in again.players([line(10, "Chiara", "Ada")])] == ["Chiara", "Ada"]
    (tmp_path / "forgotten.json").write_text("[]")
    assert len(Remembered(KeptValue(tmp_path / "forgotten.json")).players(lines)) == 3


def test_one_spelling_is_one_person(table: Parts) -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"
    for name in ("Anna", "  anna ", "ANNA", "Anna  Maria", "anna maria", composed, apart):
        table.desk.open([{"name": name, "colour": "r"}, {"name": "Emil", "colour": "b"}])
    page = Page(table)
    people = {one["name"]: one["matches"] for one in page.get("/api/matches/people").get_json()["people"]}
    assert (people["Anna"], people["Anna Maria"], people[composed], people["Emil"]) == (3, 2, 2, 7)
    offered = page.get("/api/setup/names").get_json()["names"]
    assert sorted(name.casefold() for name in offered).count("anna") == 1
    players = page.get("/api/setup/remembered").get_json()["players"]
    assert sorted(one["name"].casefold() for one in players).count("anna") == 1
    left = page.post("/api/setup/forget", {"name": "anna"}).get_json()["players"]
    assert "anna" not in [one["name"].casefold() for one in left]


def test_two_players_of_one_match_are_told_apart(parts: Parts) -> None:
    twice = [{"name": "Anna", "colour": "r"}, {"name": " anna", "colour": "y"}]
    refused = Page(parts).post("/api/setup/start", {"game": "ice-cult", "players": twice})
    assert (refused.status_code, refused.get_json()["key"]) == (400, "same-name")
    unnamed = [{"name": "", "colour": "r"}, {"name": "", "colour": "b"}]
    start = {"centre": [1, 2, 3, 1]}
    started = Page(parts).post("/api/setup/start", {"game": "iglu", "name": "", "players": unnamed, "start": start})
    assert started.status_code == 200, started.text


def test_only_the_last_ones_are_offered_and_no_simulated_match() -> None:
    lines = [line(99 - k, f"A{k}", f"B{k}") for k in range(20)]
    assert (len(Remembered().players(lines)), len(Remembered().tables(lines))) == (MOST, TABLES)
    simulated = [each | {"simulated": True} for each in lines]
    assert Remembered().players(simulated) == Remembered().tables(simulated) == []


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_the_same_match_is_set_up_in_one_go(parts: Parts, game: str) -> None:
    start = {"centre": [1, 2, 3, 1]} if game == "iglu" else None
    first = parts.desk.open(TWO, game=game, layout="corners" if game == "ice-cult" else "sides", start=start)
    parts.desk.clear()
    page = Page(parts)
    known = page.get("/api/setup/remembered").get_json()
    assert [one["name"] for one in known["players"]] == ["Dora", "Emil"]
    assert (known["tables"][0]["id"], known["tables"][0]["game"]) == (first, game)
    answer = page.post("/api/setup/again", {"match": first, "start": {"centre": [3, 3, 3, 2]}})
    assert answer.status_code == 200
    view = page.get("/api/table/view").get_json()
    assert view["match"]["id"] == answer.get_json()["id"] != first
    assert view["match"]["layout"] == ("corners" if game == "ice-cult" else "sides")
    assert [player["name"] for player in view["match"]["players"]] == ["Dora", "Emil"]
    if game == "iglu":
        assert sorted(word for word in json.dumps(view["state"]).split('"') if word.startswith("fish"))[-1] == "fish3"
    page.post("/api/setup/forget", {"name": "Dora"})
    known = page.get("/api/setup/remembered").get_json()
    assert ([one["name"] for one in known["players"]], known["tables"]) == ([], [])


def test_what_cannot_be_set_up_again_leaves_the_table_as_it_is(table: Parts) -> None:
    match, page = table.desk.table().match_id, Page(table)
    assert page.post("/api/setup/again", {"match": "nothing"}).status_code == 404
    assert page.post("/api/setup/again", {}).status_code == 400
    assert seated(table).post("/api/setup/again", {"match": match}).status_code == 403
    assert seated(table).get("/api/setup/remembered").status_code == 403
    assert table.desk.table().match_id == match


def test_places_go_along_with_a_rematch_and_with_nothing_else(table: Parts) -> None:
    play(table, FIRST_TURN)
    phone, old = seated(table), table.desk.table().match_id
    table.desk.table().finish().result(5)
    assert phone.post("/api/table/rematch").status_code == 200
    assert table.desk.table().match_id != old
    assert phone.get("/api/token").get_json()["role"] == Role.SEAT
    assert phone.post("/api/table/act", {"word": "Nn"}).status_code == 200
    table.desk.open(PLAYERS)
    assert phone.get("/api/token").get_json()["role"] == Role.STRANGER


def test_only_the_host_ends_a_match_because_the_table_was_set_up_anew(table: Parts) -> None:
    match = table.desk.table().match_id
    assert seated(table).post("/api/table/anew", {"yes": True}).status_code == 403
    assert seated(table).post("/api/table/anew", {"yes": False}).status_code == 200
    assert table.desk.table().match_id == match
    host = Page(table)
    for _ in range(2):  # asked on two devices
        assert (
            host.post("/api/table/anew", {"yes": True, "about": {"match": match, "turn": 1, "step": 0}}).status_code
            == 200
        )
    assert len(table.store.matches()) == 2
    assert [player["name"] for player in table.desk.table().match.created.players] == ["Bela", "Chiara", "Ada"]


def test_the_match_that_plays_itself_plays_once_more() -> None:
    parts = parts_for()
    try:
        first = open_iglu_demo(parts.desk, pace_s=60.0)
        parts.desk.table().finish().result(5)
        assert Page(parts).post("/api/table/rematch").status_code == 200
        assert parts.desk.table().match_id != first
        assert parts.desk.company is not None
    finally:
        parts.desk.clear()
        parts.store.close()
