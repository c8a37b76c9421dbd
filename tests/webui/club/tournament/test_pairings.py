"""A table knows what the tournament wants played there next: asked of the club, offered on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import until
from tests.webui.club.evenings import page_on
from tests.webui.club.tables import arrived, table
from tests.webui.club.tournament.test_tournament import begun, done, seated
from tests.webui.making import Page
from webui.club.tournament.pairings import number_of
from webui.parts import Parts

Json = dict[str, Any]


@pytest.fixture
def fourth(club: str, tmp_path: Path) -> Iterator[Parts]:
    """Table 2 of the club, running."""
    with table(tmp_path / "two.sqlite", club, "Table 2") as parts:
        yield parts


def offered(parts: Parts) -> list[Json]:
    """What the table's page is told."""
    found: list[Json] = Page(parts).get("/api/setup/pairings").get_json()["pairings"]
    return found


def people(pairing: Json) -> list[tuple[str, str]]:
    """Names and colours."""
    return [(each["name"], each["colour"]) for each in pairing["players"]]


def test_a_table_is_offered_its_own_pairing_until_it_is_played(club: str, fourth: Parts) -> None:
    assert offered(fourth) == []
    with page_on(club) as page:
        key = begun(page, 6)
        assert offered(fourth) == []
        drawn = done(page, f"{key}/rounds/1")["rounds"][0]["tables"]
        (pairing,) = until(lambda: offered(fourth))
        wanted = next(each for each in drawn if each["table"] == 2)
        assert people(pairing) == [(seat["name"], seat["colour"]) for seat in wanted["seats"]]
        assert (pairing["title"], pairing["game"], pairing["round"]) == ("Autumn Cup", "ice-cult", 1)
        assert pairing["own"]
        match_id = fourth.desk.open(pairing["players"], name="Autumn Cup")
        until(lambda: arrived(fourth, club, match_id))
        until(lambda: offered(fourth) == [])
        state = page.json(f"/api/club/tournaments/{key}")["rounds"][0]["tables"]
        assert {each["table"]: each["state"] for each in state}[2] == "playing"


def test_a_table_without_a_number_is_offered_all_that_nobody_has_begun(club: str, tmp_path: Path) -> None:
    with page_on(club) as page, table(tmp_path / "one.sqlite", club, "Window seat") as parts:
        key = begun(page, 6)
        drawn = done(page, f"{key}/rounds/1")["rounds"][0]["tables"]
        until(lambda: len(offered(parts)) == 3)
        assert [each["own"] for each in offered(parts)] == [False] * 3
        winner = drawn[0]["seats"][0]["id"]
        done(page, f"{key}/rounds/1/{drawn[0]['table']}", {"winners": [winner], "points": {}})
        until(lambda: len(offered(parts)) == 2)
        assert seated(drawn[0]) not in [[name for name, _ in people(each)] for each in offered(parts)]


def test_nothing_is_offered_when_the_tournament_is_over(club: str, fourth: Parts) -> None:
    with page_on(club) as page:
        key = begun(page, 4)
        done(page, f"{key}/rounds/1")
        until(lambda: offered(fourth))
        done(page, f"{key}/over", {"over": True})
        until(lambda: offered(fourth) == [])


def test_a_table_without_a_club_is_offered_nothing(page: Page) -> None:
    assert page.get("/api/setup/pairings").get_json() == {"pairings": []}


@pytest.mark.parametrize(
    ("name", "number"),
    [("Table 4", 4), ("Tisch 12", 12), ("4", 4), ("Hall 2, table 7", 7), ("Window", None), ("", None)],
)
def test_the_number_in_a_tables_name(name: str, number: int | None) -> None:
    assert number_of(name) == number
