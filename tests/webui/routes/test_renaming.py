"""A match and its players called otherwise, on the table and afterwards; who has no name is in no statistics."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.waiting import until
from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from webui.record.fold import fold
from webui.record.opening import create_match, seats


def people(page: Page) -> list[str]:
    """Everybody over all matches, once all are summed up."""
    found: list[str] = []

    def summed_up() -> bool:
        answer = page.get("/api/matches/people").get_json()
        found[:] = [one["name"] for one in answer["people"]]
        return bool(answer["summed_up"]["done"] == answer["summed_up"]["of"])

    until(summed_up)
    return found


def test_a_match_that_is_over_gets_other_names_everywhere(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "matches.sqlite")
    page = Page(parts)
    match_id = parts.desk.open(PLAYERS, name="Saturday")
    play(parts, FIRST_TURN)
    parts.desk.clear()
    answer = page.post(f"/api/matches/{match_id}/rename", {"name": "At  the lake ", "names": ["Ada", "", "Zoe"]})
    assert answer.status_code == 200
    match = fold(parts.store.events(match_id))
    assert match.created.name == "At  the lake"
    assert [p["name"] for p in match.created.players] == ["Ada", "Yellow", "Zoe"]
    assert [p["name"] for p in match.header()["players"]] == ["Ada", "Yellow", "Zoe"]
    listed = page.get("/api/matches").get_json()["matches"]
    told = next(line for line in listed if line["id"] == match_id)
    assert told["name"] == "At  the lake"
    assert parts.store.matches()[0].name == "At  the lake"
    assert not parts.store.matches()[0].damaged
    parts.store.close()
    again = parts_for(tmp_path / "matches.sqlite")
    assert fold(again.store.events(match_id)).created.name == "At  the lake", "and every checksum fits"
    again.store.close()


def test_a_match_on_the_table_is_renamed_for_all_who_look(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "matches.sqlite")
    page = Page(parts)
    match_id = parts.desk.open(PLAYERS)
    answer = page.post(f"/api/matches/{match_id}/rename", {"name": "Sunday", "names": ["Ada", "Bela", "Zoe"]})
    assert answer.status_code == 200
    view = parts.desk.table().view()
    assert (view["match"]["name"], view["match"]["players"][2]["name"]) == ("Sunday", "Zoe")
    parts.desk.clear()
    parts.store.close()


@pytest.mark.parametrize(
    ("names", "status"), [(["Ada", "ada", "x"], 400), (["Ada"], 400), (["Ada", 3, "x"], 400), ("Ada", 400)]
)
def test_names_that_cannot_be_are_refused(names: object, status: int) -> None:
    parts = parts_for(None)
    page = Page(parts)
    match_id = create_match(parts.store, PLAYERS)
    answer = page.post(f"/api/matches/{match_id}/rename", {"name": "x", "names": names})
    assert answer.status_code == status
    assert len(parts.store.events(match_id)) == 1
    parts.store.close()


def test_only_the_host_may_rename() -> None:
    parts = parts_for(None)
    match_id = create_match(parts.store, PLAYERS)
    stranger = Page(parts, "192.168.7.9")
    assert stranger.post(f"/api/matches/{match_id}/rename", {"name": "x", "names": ["a", "b", "c"]}).status_code == 403
    parts.store.close()


def test_colours_without_a_name_are_in_no_statistics() -> None:
    parts = parts_for(None)
    create_match(parts.store, seats("ryg", ("Ada", "", "Zoe")))
    parts.desk.open(seats("ryg"))
    assert sorted(people(Page(parts))) == ["Ada", "Zoe"]
    parts.desk.clear()
    parts.store.close()
