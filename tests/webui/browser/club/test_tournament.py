"""A tournament in a browser: made and drawn by organisers, on the wall, and on a player's phone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.webui.browser.conftest import Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.club.evenings import sent, won_by_red
from tests.webui.club.tables import table
from tests.webui.making import play
from webui.club.address import Address
from webui.club.page.serving import ClubPage, build_club
from webui.record.store import Store

SATURDAY = 1_790_000_000.0
SMALLEST_PX = 0.03 * 1920
"""At five metres: 3 % of the width of a screen of a metre are letters of some 2.5 cm."""


@pytest.fixture
def page(club: str, visitor: Visitor) -> Iterator[ClubPage]:
    """The club's page."""
    made = ClubPage(build_club(Address.parse(club)), 0)
    serving = threading.Thread(target=made.serve, name="club page")
    serving.start()
    visitor.base = made.address
    yield made
    made.stop()
    serving.join(5)


def test_an_evening_from_the_first_name_to_the_second_round(page: ClubPage, club: str, visitor: Visitor) -> None:
    visitor.open("/tournaments")
    visitor.see("#none", "no tournament yet")
    visitor.run("document.querySelector('[name=title]').value = 'Autumn Cup'")
    visitor.choose("[name=sizes]", "2 2")
    found = {"list": findings(visitor)}
    visitor.tap("#cup-form button")
    visitor.see("#title", "Autumn Cup")
    visitor.run("document.querySelector('[name=names]').value = 'Ada, Bela, Chiara, Dora, Emil'")
    visitor.tap("#come-form button")
    visitor.see("#there", "5")
    visitor.tap('[data-do="cup.draw"]', "Draw round 1")
    visitor.see("[data-round='1'] [data-table='2']", "has not begun")
    assert visitor.run("return document.querySelector('[data-do=\"cup.draw\"]').disabled")
    names = seated(visitor, 1)
    store = Store.in_memory()
    sent(store, club, [won_by_red(store, names, SATURDAY)], "Near the door")
    store.close()
    visitor.see("[data-table='1'].over .won", names[0])  # by itself, as the match ends
    visitor.see("[data-table='1']", "Near the door")
    found["rounds"] = findings(visitor)
    visitor.tap("[data-table='2'] [data-do='cup.enter']")
    visitor.see("dialog", "Who has won at table 2?")
    found["dialog"] = findings(visitor)
    visitor.run("document.querySelector('dialog [name=winners]').click()")
    visitor.tap("dialog .main-action")
    visitor.see("[data-table='2'].ruled .won")
    visitor.tap('[data-do="cup.draw"]', "Draw round 2")
    visitor.see("[data-round='2'] [data-table='1']")
    visitor.see("#standings td", "won more often: 1 to 0")
    phone(visitor, page, found)
    assert {path: each for path, each in found.items() if each} == {}
    assert visitor.complaints() == []


def seated(visitor: Visitor, number: int) -> list[str]:
    """Who sits at a table of the round shown first."""
    seats = f"[data-table='{number}'] .cup-seats li span"
    names = visitor.run("return [...document.querySelectorAll(arguments[0])].map((n) => n.textContent)", seats)
    return [name for name in names if name != "★"]


def phone(visitor: Visitor, page: ClubPage, found: dict[str, list[str]]) -> None:
    """A player looks where to go: on a small screen, in another language, after choosing a name once."""
    key = visitor.run("return document.body.dataset.cup")
    (first, *_) = page.parts.evenings.view(key)["rounds"][1]["tables"]
    me = first["seats"][0]
    visitor.size(390, 844, color_scheme="dark", reduced_motion="reduce")
    visitor.open(f"/tournaments/{key}/me")
    visitor.tap(f"[data-person='{me['id']}']")
    words = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
    visitor.see(".cup-you", f"Table 1, you are {words[me['colour']]}")
    visitor.open(f"/tournaments/{key}/me")  # the phone knows whose it is
    visitor.choose("#language", "de")
    visitor.see(".cup-you", "Tisch 1, du bist ")
    visitor.see(".cup-more", first["seats"][1]["name"])
    assert visitor.run("return document.documentElement.scrollWidth") <= 390
    found["phone"] = findings(visitor)
    page.parts.organising.leave(key, first["seats"][1]["id"])  # whom they were to meet
    visitor.until(lambda: first["seats"][1]["name"] not in visitor.text(".cup-you + .cup-more"))
    visitor.open(f"/tournaments/{key}")
    assert visitor.run("return document.documentElement.scrollWidth") <= 390
    found["organiser's phone"] = findings(visitor)


def test_the_wall_is_read_at_five_metres(page: ClubPage, club: str, visitor: Visitor) -> None:
    parts = page.parts
    key = parts.tournaments.make("Autumn Cup of the whole valley", "ice-cult", 2, 4, "autumn1")
    people = [parts.directory.add(name) for name in (f"Maximiliane Number {k}" for k in range(40))]
    parts.organising.come(key, people)
    parts.organising.draw(key, 1)
    with table(None, club, "Table 8") as playing:
        playing.desk.open([{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"}])
        play(playing, ("Nn",))  # one tilt only: a fault
        visitor.size(1920, 1080, color_scheme="light", reduced_motion="reduce")
        visitor.open("/wall")
        visitor.see("#heading", "Round 1")
        visitor.see(".wall-first", "Table 7")
        visitor.until(lambda: "of 6" in visitor.text("#pages") or "of 10" in visitor.text("#pages"))
        seen, wrong = set[str](), list[str]()
        for _ in range(12):
            heading = visitor.text("#heading")
            seen.add(heading.rpartition("· ")[2])
            wrong += [*unreadable(visitor), *findings(visitor)]
            at = visitor.text("#pages")
            visitor.run("dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
            visitor.until(lambda at=at: visitor.text("#pages") != at)  # type: ignore[misc]
        assert wrong == []
        assert {"Round 1", "Standings", "Tables", "Faults this evening: 1"} <= seen
    assert visitor.complaints() == []


def unreadable(visitor: Visitor) -> list[str]:
    """Texts on the wall that are too small, or stand outside of the screen."""
    script = """
        return [...document.querySelectorAll("main *")].filter((n) => n.childElementCount === 0 && n.textContent.trim())
            .map((n) => [n.textContent, parseFloat(getComputedStyle(n).fontSize), n.getBoundingClientRect()])
            .filter(([, size, box]) => size < arguments[0] || box.bottom > innerHeight || box.right > innerWidth + 1)
            .map(([text, size, box]) => `${text}: ${size}px, down to ${box.bottom}, right to ${box.right}`)"""
    return list(visitor.run(script, SMALLEST_PX))
