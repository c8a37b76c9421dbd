"""The first game with a guide: each step explained when it first becomes due, in both games, left at any time."""

from __future__ import annotations

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings_in_both
from tests.webui.browser.every.test_layout import CUT, OVERLAPS, forms
from tests.webui.making import PLAYERS, play
from webui.icecult.demo import open_demo

GUIDED = "localStorage.setItem('icekeeper.guide', 'on')"


def test_a_first_game_is_guided_from_the_home_page_step_by_step(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/home")
    visitor.see("#first-game h2", "Play your first game with me")
    visitor.run("document.querySelector('#first-game').click()")
    visitor.see('.guide[data-step="tilt-1"]', "A turn begins with two tilts.")
    assert findings_in_both(visitor) == []
    play(site.parts, ("Nn",), end=False)
    visitor.see('.guide[data-step="tilt-2"]', "And once more, with any pair.")
    play(site.parts, ("Ee",), end=False)
    visitor.see('.guide[data-step="enter"]', "every arrow that allows a move must be used")
    visitor.tap('[data-guide="know"]')
    visitor.gone(".guide")
    play(site.parts, ("gS0@NW", "rS0@NE", "yE0@SE"), end=False)
    visitor.see('.guide[data-step="arc"]', "Nothing more is owed.")
    play(site.parts, ())
    visitor.gone(".guide")
    assert visitor.view()["turn"]["tilts"] == [], "the first tilt was explained before"
    assert visitor.complaints() == []


def test_the_guide_is_left_and_asked_back_in_the_menu(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    assert not visitor.shows(".guide")
    visitor.tap("#menu")
    visitor.tap('[data-item="guide.on"]')
    visitor.see('.guide[data-step="tilt-1"]')
    visitor.tap('[data-guide="leave"]')
    visitor.gone(".guide")
    visitor.open("/table")
    assert not visitor.shows(".guide"), "and stays away"


def test_the_guide_fits_beside_board_and_done_in_every_size_and_language(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn", "Ee"), end=False)
    visitor.open("/table")
    visitor.run(GUIDED)
    wrong = {}
    for form in forms(visitor, "/table"):
        visitor.see('.guide[data-step="enter"]')
        apart = ["#board", "#panel h1", ".guide", "#done", "#history"]
        found = visitor.run(OVERLAPS, apart) + visitor.run(CUT, ["#board", "#done", ".guide", ".owed-line"])
        if found:
            wrong[form] = found
    assert wrong == {}


def test_on_the_virtual_table_too(site: Site, visitor: Visitor) -> None:
    open_demo(site.parts.desk)
    visitor.open("/home")
    visitor.run(GUIDED)
    visitor.open("/table")
    visitor.see(".guide[data-step]", seconds=60)
    assert visitor.complaints() == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "First everybody puts one Inuit in turn"),
        ("de", "Zuerst setzt jeder reihum einen Inuit"),
        ("fr", "D’abord, chacun à son tour pose un Inuit"),
        ("it", "Prima ognuno a turno mette un Inuit"),
    ],
)
def test_the_second_game_has_its_guide(site: Site, visitor: Visitor, language: str, text: str) -> None:
    site.parts.desk.open(PLAYERS, game="iglu")
    visitor.speak(language)
    visitor.open("/home")
    visitor.run(GUIDED)
    visitor.open("/table")
    visitor.see('.guide[data-step="place"]', text)
    assert visitor.complaints() == []
