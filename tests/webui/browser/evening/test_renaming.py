"""A match and its players called otherwise, on the page of the match."""

from __future__ import annotations

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import FIRST_TURN, PLAYERS, play

VALUE = "document.querySelector(arguments[0]).value = arguments[1]"


def test_a_match_and_its_players_are_renamed_afterwards(site: Site, visitor: Visitor) -> None:
    match = site.parts.desk.open(PLAYERS, name="Saturday")
    play(site.parts, FIRST_TURN)
    site.parts.desk.clear()
    visitor.open(f"/matches/{match}")
    visitor.tap("#rename")
    visitor.see("dialog h2", "Rename")
    assert findings(visitor) == []
    visitor.run(VALUE, "#rename-match", "Sunday")
    visitor.run(VALUE, '[data-rename="r"]', "Zoe")
    visitor.tap("#rename-go")
    visitor.gone("dialog")
    visitor.see("#name", "Sunday")
    visitor.tap('.replay-turns [data-turn="1"]')
    visitor.see("#player h3", "Turn 1, Zoe")
    visitor.open("/matches")
    visitor.see(".match-card h2", "Sunday")
    visitor.see(".match-card", "Zoe")
    assert visitor.complaints() == []


def test_two_of_one_name_are_refused_and_the_dialog_stays(site: Site, visitor: Visitor) -> None:
    match = site.parts.desk.open(PLAYERS)
    visitor.open(f"/matches/{match}")
    visitor.tap("#rename")
    visitor.see('[data-rename="y"]')
    visitor.run(VALUE, '[data-rename="y"]', "ada")
    visitor.tap("#rename-go")
    visitor.see(".toast", "same name")
    visitor.see("#rename-go")


@pytest.mark.parametrize(("language", "text"), [("de", "Umbenennen"), ("fr", "Renommer"), ("it", "Rinomina")])
def test_renaming_speaks_the_pages_language(site: Site, visitor: Visitor, language: str, text: str) -> None:
    match = site.parts.desk.open(PLAYERS)
    visitor.speak(language)
    for size in ((390, 844), (1366, 768)):
        visitor.size(*size, reduced_motion="reduce")
        visitor.open(f"/matches/{match}")
        visitor.see("#rename", text)
        visitor.tap("#rename")
        visitor.see("#rename-go")
        assert visitor.run("return document.documentElement.scrollWidth") <= size[0]


def test_plays_are_handed_out_for_other_programs(site: Site, visitor: Visitor) -> None:
    match = site.parts.desk.open(PLAYERS)
    visitor.open(f"/matches/{match}")
    kind = (
        "return fetch(document.querySelector(arguments[0]).href).then((r) => [r.status, r.headers.get('Content-Type')])"
    )
    assert visitor.run(kind, 'a[href*="/bgstats"]') == [200, "application/json"]
    visitor.open("/matches")
    visitor.see("#plays", "CSV")
    assert visitor.run(kind, "#plays") == [200, "text/csv; charset=utf-8"]
    assert visitor.complaints() == []
