"""The club's page in a browser: tables live, one watched, the archive, the standings; and what a table says of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from bench.club.postgres import cluster
from tests.webui.browser.conftest import Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.club.evenings import sent, won_by_red
from tests.webui.club.tables import arrived, table, until
from tests.webui.club.test_troubled import NEWER, add
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.club.address import Address
from webui.club.page.serving import ClubPage, build_club
from webui.parts import Parts
from webui.record.store import Store
from webui.wiring import Page


@pytest.fixture
def house(club: str, visitor: Visitor) -> Iterator[list[Parts]]:
    """A club with a match in its archive, two tables that play, and its page."""
    archive = Store.in_memory()
    sent(archive, club, [won_by_red(archive, ("Ada", "Emil"), 1_790_000_000.0, title="Autumn")])
    archive.close()
    page = ClubPage(build_club(Address.parse(club)), 0)
    serving = threading.Thread(target=page.serve, name="club page")
    serving.start()
    visitor.base = page.address
    with ExitStack() as tables:
        made = [tables.enter_context(table(None, club, f"Table {k}")) for k in (8, 9)]
        made[0].desk.open(PLAYERS, name="Saturday")
        made[1].desk.open(PLAYERS, name="Ice", game="iglu", start={"centre": [1, 2, 3, 1]})
        yield made
    page.stop()
    serving.join(5)


def test_all_tables_live_one_watched_and_everything_else_within_reach(house: list[Parts], visitor: Visitor) -> None:
    visitor.open("/")
    visitor.see(".club-tile h2", "Table 8")
    visitor.see(".club-tile h2", "Table 9")
    visitor.see(".club-tile .iglu")
    play(house[0], FIRST_TURN)  # the page hears of it by itself
    visitor.see(".club-turn", "Bela to move, turn 2")
    play(house[0], ("Nn",))
    visitor.see(".club-verdict.fault", "One tilt")
    found = {"/": findings(visitor)}
    visitor.run("[...document.querySelectorAll('.club-tile')].find((n) => n.textContent.includes('Table 8')).click()")
    visitor.see("#side h1", "Table 8")
    visitor.see("#history .fault")
    found["watch"] = findings(visitor)
    visitor.open("/matches")
    visitor.see(".match-card h2", "Autumn")
    found["archive"] = findings(visitor)
    visitor.open(str(visitor.see(".match-card h2 a", "Autumn").get_dom_attribute("href")))
    visitor.see("#about", "Red wins")
    visitor.see('#analysis [data-do="coach.analyse"]')
    visitor.tap('[data-turn="1"]')
    visitor.see(".replay-said", "Turn 1")
    assert not visitor.shows("#delete")
    visitor.open("/people")
    visitor.see("#standings th", "Ada")
    found["people"] = findings(visitor)
    visitor.size(390, 844, color_scheme="dark", reduced_motion="reduce")
    visitor.open("/")
    visitor.choose("#language", "de")
    visitor.see(".club-turn", "ist am Zug")
    assert visitor.run("return document.documentElement.scrollWidth") <= 390
    found["phone"] = findings(visitor)
    assert {path: each for path, each in found.items() if each} == {}
    assert visitor.complaints() == []


def test_a_name_is_removed_on_the_page(house: list[Parts], visitor: Visitor) -> None:
    visitor.open("/people")
    visitor.run(
        "[...document.querySelectorAll('.club-person')].find((n) => n.textContent.includes('Emil'))"
        ".querySelector('[data-do=\"club.remove\"]').click()"
    )
    visitor.see("dialog", "Emil")
    assert findings(visitor) == []
    visitor.tap("dialog [data-sure]")
    visitor.see("#standings th", "Player ")
    visitor.until(lambda: "Emil" not in visitor.text("main"))


def test_a_match_that_cannot_be_read_is_said_on_its_tile_alone(club: str, house: list[Parts], visitor: Visitor) -> None:
    visitor.open("/")
    visitor.see(".club-tile .club-turn", "to move")
    bad = house[0].desk.table().match_id
    until(lambda: arrived(house[0], club, bad))
    add(club, bad, json.dumps(NEWER))
    visitor.see(".club-verdict", "newer version")
    visitor.see(".club-tile .iglu")
    assert findings(visitor) == []
    visitor.choose("#language", "fr")
    visitor.see(".club-verdict", "plus récente")
    assert house[0].club.sender is not None
    visitor.open(f"/tables/{house[0].club.sender.outbox.table_id()}")
    visitor.see("#side", "plus récente")
    visitor.open("/matches")
    visitor.see(".match-result", "demande une page plus récente")
    visitor.see(".match-card h2", "Autumn")
    visitor.open(f"/matches/{bad}")
    visitor.see("#about", "plus récente")
    assert visitor.complaints() == []


def test_every_page_says_that_the_server_is_away_and_goes_on_by_itself(
    visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store.in_memory()
    with cluster() as server, table(None, server.url(), "Table 8") as playing:
        match_id = won_by_red(store, ("Ada", "Emil"), 1_790_000_000.0, title="Autumn")
        sent(store, server.url(), [match_id], "Table 7")
        playing.desk.open(PLAYERS)
        assert playing.club.sender is not None
        page = ClubPage(build_club(Address.parse(server.url())), 0)
        serving = threading.Thread(target=page.serve, name="club page")
        serving.start()
        visitor.base = page.address
        try:
            visitor.open("/")
            visitor.choose("#language", "de")
            visitor.see(".club-tile h2", "Table 8")
            server.kill()
            watch = f"/tables/{playing.club.sender.outbox.table_id()}"
            for path in ("/matches", "/people", watch, "/"):
                visitor.driver.get(page.address + path)
                visitor.see("#server", "keine Antwort")
            visitor.driver.get(f"{page.address}/matches/{match_id}")
            visitor.see("#about", "Der Vereinsserver antwortet nicht")
            server.start()
            visitor.see("#about", "Rot gewinnt")
            visitor.open("/matches")
            visitor.see(".match-card h2", "Autumn")
            assert visitor.shows("#server[hidden]")
        finally:
            page.stop()
            serving.join(5)
    store.close()
    said = [line.getMessage() for line in caplog.records if line.name.startswith("webui.club")]
    assert any("no answer" in line for line in said)
    assert [line for line in said if "Error" in line] == []


def tap_of(visitor: Visitor, name: str, what: str) -> None:
    """Tap one of the buttons of a person."""
    visitor.run(
        f"[...document.querySelectorAll('.club-person')].find((n) => n.textContent.includes('{name}'))"
        f".querySelector('[data-do=\"{what}\"]').click()"
    )


def choose(visitor: Visitor, name: str) -> None:
    """Choose somebody in the dialog."""
    visitor.see("dialog button", name)
    visitor.run(f"[...document.querySelectorAll('dialog button')].find((n) => n.textContent === '{name}').click()")
    visitor.see("dialog [data-sure]")


def test_two_are_merged_when_asked_and_separated_again(house: list[Parts], visitor: Visitor) -> None:
    visitor.open("/people")
    visitor.choose("#language", "de")
    tap_of(visitor, "Emil", "club.merge")
    choose(visitor, "Ada")
    visitor.see("dialog p", "lassen sich wieder trennen")
    assert findings(visitor) == []
    visitor.tap("dialog [data-sure]")
    visitor.see(".toast", "haben beide in „Autumn“ gespielt")
    tap_of(visitor, "Emil", "club.merge")
    choose(visitor, "Bela")
    visitor.tap("dialog [data-sure]")
    visitor.until(lambda: "auch geschrieben: emil" in visitor.text("#people"))
    assert "Emil" in visitor.text("#people")  # on the button that separates
    tap_of(visitor, "Bela", "club.separate")
    visitor.until(lambda: "auch geschrieben" not in visitor.text("#people"))


def test_a_table_says_how_it_stands_with_the_club(visitor: Visitor) -> None:
    with table(None, "postgresql://club:pw@127.0.0.1:9/none") as parts:
        parts.desk.open(PLAYERS)
        page = Page(parts)
        serving = threading.Thread(target=page.serve, name="page")
        serving.start()
        try:
            visitor.base = page.address
            visitor.open("/table")
            visitor.see("#club", "club record: waiting, events behind: 1")
            play(parts, FIRST_TURN[:2], end=False)
            visitor.see("#club", "club record: waiting, events behind: 3")
            assert findings(visitor) == []
        finally:
            page.stop()
            serving.join(5)
