"""The coach over HTTP: analyses in a process of their own, never during a match, and training that all agreed to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from tests.coach.matches import ice_cult
from tests.waiting import until_ended
from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from tests.webui.routes.test_rights import seated
from webui.parts import Parts
from webui.present.sheet import log_text
from webui.record.importing import import_log

PATIENCE_S = 90.0


def status(page: Page, match: str) -> dict[str, Any]:
    """How the analysis stands."""
    found: dict[str, Any] = page.get(f"/api/matches/{match}/analysis").get_json()
    return found


def made(page: Page, match: str) -> dict[str, Any]:
    """The status once the analysis is over."""
    until_ended(f"analysis {match}", PATIENCE_S)
    return status(page, match)


@pytest.mark.slow
def test_an_analysis_is_made_kept_and_played_out(parts: Parts) -> None:
    match, page = import_log(parts.store, ice_cult(3, 2)), Page(parts)
    assert status(page, match)["state"] == "none"
    assert page.post(f"/api/matches/{match}/analysis").status_code == 200
    found = made(page, match)
    assert [turn["turn"] for turn in found["analysis"]["turns"]] == [1, 2]
    assert set(found["summary"]["r"]) == set(found["thorough"]) == {"en", "de", "fr", "it"}
    assert found["page"] == "icecult"
    steps = page.get(f"/api/matches/{match}/analysis/1/0").get_json()["steps"]
    assert [step["word"] for step in steps] == [None, *found["analysis"]["turns"][0]["best"][0]["words"]]
    assert "tops" in steps[0]
    turn = found["analysis"]["turns"][0]
    was = page.get(f"/api/matches/{match}/analysis/1/{len(turn['best'])}").get_json()["steps"]
    assert [step["word"] for step in was] == [None, *turn["played"]["words"]]
    assert page.get(f"/api/matches/{match}/analysis/1/9").status_code == 404
    assert page.post(f"/api/matches/{match}/analysis/7/weigh", {"words": ["Nn", "Ee"]}).status_code == 404
    tried = page.post(f"/api/matches/{match}/analysis/1/weigh", {"words": turn["best"][0]["words"]}).get_json()
    assert tried["mark"] == ""
    assert tried["tried"]["chances"]["r"] == pytest.approx(turn["best"][0]["chances"]["r"], abs=0.02)
    assert [step["word"] for step in tried["steps"]] == [None, *turn["best"][0]["words"]]
    broken = page.post(f"/api/matches/{match}/analysis/1/weigh", {"words": ["Nn"]})
    assert broken.status_code == 409
    assert "breaks a rule" in broken.get_json()["error"]
    assert page.get(f"/api/matches/{match}/analysis/7/0").status_code == 404
    parts.store.delete(match)
    assert page.get(f"/api/matches/{match}/analysis").status_code == 404


def test_an_analysis_can_be_cancelled_and_leaves_nothing(parts: Parts) -> None:
    match, page = import_log(parts.store, ice_cult(3, 3)), Page(parts)
    other = import_log(parts.store, ice_cult(4, 3))
    page.post(f"/api/matches/{match}/analysis")
    assert status(page, match)["state"] == "running"
    assert page.post(f"/api/matches/{other}/analysis").status_code == 409
    page.post(f"/api/matches/{match}/analysis", method="DELETE")
    assert status(page, match)["state"] == "cancelled"
    assert page.post(f"/api/matches/{match}/analysis", method="DELETE").status_code == 200


def test_the_coach_is_silent_during_a_match(page: Page, table: Parts) -> None:
    play(table, FIRST_TURN)
    match = table.desk.table().match_id
    assert status(page, match)["allowed"] is False
    assert page.post(f"/api/matches/{match}/analysis").get_json()["key"] == "coach"
    assert page.post("/api/table/advice").status_code == 409
    table.desk.clear()
    assert status(page, match)["allowed"] is True


@pytest.mark.slow
def test_training_needs_all_and_help_is_written_down(page: Page, table: Parts) -> None:
    play(table, FIRST_TURN)
    session = table.desk.table()
    for player in "ry":
        assert page.post("/api/table/training", {"player": player, "on": True}).status_code == 200
    assert page.post("/api/table/advice").status_code == 409
    page.post("/api/table/training", {"player": "g", "on": True})
    assert session.view()["training"] == {"on": "ryg", "agreed": True, "helped": []}
    advice = page.post("/api/table/advice").get_json()
    assert (advice["player"], advice["turn"], len(advice["best"])) == ("y", 2, 3)
    assert advice["best"][0]["steps"][0]["word"] is None
    play(table, advice["best"][0]["words"])
    lines = [json.loads(line) for line in log_text(session.match).splitlines()]
    assert [line.get("helped") for line in lines[1:]] == [None, True]
    assert page.post("/api/table/training", {"player": "y", "on": False}).status_code == 200
    assert page.post("/api/table/advice").status_code == 409
    assert page.post("/api/table/training", {"player": "b", "on": True}).status_code == 400


def test_a_seat_switches_training_on_for_the_colour_it_has_and_no_other(page: Page, table: Parts) -> None:
    phone = seated(table)

    def codes() -> list[int]:
        return [phone.post("/api/table/training", {"player": each, "on": True}).status_code for each in "ryg"]

    assert codes() == [409, 409, 409], "it has none"
    assert phone.post("/api/table/colour", {"colour": "y"}).status_code == 200
    assert codes() == [409, 200, 409]
    assert table.desk.table().view()["training"]["on"] == "y"


def test_help_survives_export_import_and_replay(table: Parts) -> None:
    session = table.desk.table()
    for player in "ryg":
        session.train(player, True).result(5)
    session.helped().result(5)
    play(table, FIRST_TURN)
    log = MatchLog.parse(log_text(session.match))
    assert replay(log, GAMES).turns == 1
    other = parts_for()
    try:
        from webui.record.damage import read

        again, _ = read(other.store, import_log(other.store, log)).savable()
        assert again.helped == (1,)
        assert MatchLog.parse(log_text(again)).turns == log.turns
    finally:
        other.store.close()
    assert [dict(player) for player in session.match.created.players] == PLAYERS
