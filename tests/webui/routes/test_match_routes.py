"""Matches on record over HTTP: list, replay, statistics, export, share, re-judge, continue, delete."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from engine.icecult.state import State
from tests.webui.making import FIRST_TURN, PLAYERS, Page, near_won, play
from webui.icecult.statistics import progress
from webui.parts import Parts

NASTY = "</script><img src=x onerror=alert(1)>"


@pytest.fixture
def match(table: Parts) -> str:
    """A match of three turns, the second with a missed arrow."""
    play(table, FIRST_TURN)
    play(table, ("Nn", "Ee"))
    play(table, ("Ww", "Ss"))
    return table.desk.table().match_id


def test_the_list_names_players_turns_and_faults(page: Page, match: str) -> None:
    answer = page.get("/api/matches").get_json()
    (line,) = answer["matches"]
    assert (line["id"], line["turns"], line["how"], answer["on_table"]) == (match, 3, None, match)
    assert line["faults"] >= 1
    assert [player["name"] for player in line["players"]] == ["Ada", "Bela", "Chiara"]


def test_a_replay_has_a_scene_for_every_action(page: Page, match: str) -> None:
    replay = page.get(f"/api/matches/{match}").get_json()["replay"]
    first = replay["turns"][0]
    assert [step["word"] for step in first["steps"]] == [None, *FIRST_TURN]
    assert first["steps"][1]["tops"]["NW"] == {"symbol": "green", "facing": "S"}
    assert first["steps"][-1]["state"]["paths"]["S"][0] == "gr"
    assert replay["turns"][1]["legal"] is False
    assert set(replay["turns"][1]["text"]) == {"en", "de", "fr", "it"}


def test_statistics_count_what_happened(page: Page, match: str) -> None:
    stats = page.get(f"/api/matches/{match}").get_json()["statistics"]
    assert [row["turn"] for row in stats["lead"]] == [0, 1, 2, 3]
    assert stats["lead"][1]["g"] == 1
    assert {player["colour"]: player["turns"] for player in stats["players"]} == {"r": 1, "y": 1, "g": 1}
    assert stats["players"][1]["faults"] == 1


def test_players_are_counted_over_all_matches(page: Page, match: str, table: Parts) -> None:
    table.desk.open(PLAYERS[:2], start=near_won())
    play(table, ("Nn", "Ee", "rS5@NE"), end=False)
    people = {one["name"]: one for one in page.get("/api/matches/people").get_json()["people"]}
    assert (people["Ada"]["matches"], people["Ada"]["wins"], people["Ada"]["turns"]) == (2, 1, 2)
    assert (people["Chiara"]["matches"], people["Chiara"]["wins"]) == (1, 0)


def test_progress_counts_spaces_and_homes() -> None:
    state = State.parse("UNUNUNUN rg.1.y.2/5/5/5 rrryyyyggggbbbbb r/-/-/- r")
    assert progress(state) == {"r": 1 + 6, "y": 3, "g": 1, "b": 0}


def test_the_log_is_the_contracts(page: Page, match: str) -> None:
    answer = page.get(f"/api/matches/{match}/log")
    assert "attachment" in answer.headers["Content-Disposition"]
    lines = [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]
    assert lines[0]["game"] == "ice-cult"
    assert lines[1]["actions"] == list(FIRST_TURN)


def test_sheet_and_archive_are_downloads(page: Page, match: str) -> None:
    assert "Saturday" in page.get(f"/api/matches/{match}/sheet").get_data(as_text=True)
    names = zipfile.ZipFile(io.BytesIO(page.get(f"/api/matches/{match}/archive").data)).namelist()
    assert {"match.jsonl", "sheet.txt", "events.jsonl"} <= set(names)


def test_a_shared_match_is_one_file_that_fetches_nothing(page: Page, match: str) -> None:
    text = page.get(f"/api/matches/{match}/share").get_data(as_text=True)
    assert not re.findall(r'(?:src|href)="(?!data:)', text)
    assert "import.meta" not in text
    assert 'from "./' not in text
    assert "default-src 'none'" in text


def test_names_are_escaped_wherever_they_go(parts: Parts) -> None:
    parts.desk.open([{"name": NASTY, "colour": "r"}, {"name": "B", "colour": "y"}], name=NASTY)
    page = Page(parts)
    match = parts.desk.table().match_id
    for path in ("/table", f"/matches/{match}", f"/api/matches/{match}/share", "/matches/%3Cscript%3E"):
        text = page.get(path).get_data(as_text=True)
        assert "<img src=x" not in text
        assert "<script>" not in text
    assert page.get("/api/table/view").mimetype == "application/json"


def test_other_house_rules_change_verdicts_but_write_nothing(page: Page, match: str) -> None:
    before = page.get(f"/api/matches/{match}").get_json()
    answer = page.post(f"/api/matches/{match}/rejudge", {"house": {"circles": "may", "end": "turn"}}).get_json()
    assert [turn["turn"] for turn in answer["turns"]] == [1, 2, 3]
    assert page.get(f"/api/matches/{match}").get_json() == before
    assert page.post(f"/api/matches/{match}/rejudge", {"house": {"circles": "never"}}).status_code == 400


def test_an_unfinished_match_is_continued(page: Page, match: str) -> None:
    page.post("/api/table/leave")
    assert page.get("/").headers["Location"] == "/home"
    page.post(f"/api/matches/{match}/continue")
    view = page.get("/api/table/view").get_json()
    assert (view["match"]["id"], view["turn"]["number"]) == (match, 4)


def test_a_deleted_match_is_gone_from_table_and_record(page: Page, match: str) -> None:
    assert page.post(f"/api/matches/{match}", method="DELETE").get_json() == {"ok": True}
    assert page.get("/api/matches").get_json()["matches"] == []
    assert page.get(f"/api/matches/{match}").status_code == 404
    assert page.get("/api/table/view").status_code == 409


def test_a_match_that_is_not_there_is_said_so(page: Page) -> None:
    for path in ("", "/log", "/share"):
        assert page.get(f"/api/matches/nothing{path}").status_code == 404


def test_a_new_match_by_hand_needs_players_and_rules_that_make_sense(parts: Parts) -> None:
    page = Page(parts)
    good = {"name": "x", "players": PLAYERS, "house": {"circles": "may"}, "layout": "corners"}
    for wrong in ({"players": []}, {"players": PLAYERS[:1]}, {"players": [*PLAYERS, PLAYERS[0]]}, {"house": {"x": 1}}):
        assert page.post("/api/setup/start", good | wrong).status_code == 400
    assert page.post("/api/setup/start", good).status_code == 200
    match = page.get("/api/table/view").get_json()["match"]
    assert (match["layout"], match["house"]["circles"]) == ("corners", "may")
