"""New match at a table of the club: the pairing is there, one tap takes it, and all of it can be changed."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.webui.browser.conftest import Visitor
from tests.webui.browser.every.test_access import findings_in_both
from tests.webui.club.evenings import page_on
from tests.webui.club.tables import table
from tests.webui.club.tournament.test_tournament import begun, done
from webui.wiring import Page

SEATS = """return [...document.querySelectorAll("#seats li")]
    .map((li) => [li.querySelector("input").value, li.querySelector("select").value])"""


def test_new_match_offers_the_pairing_of_this_table(club: str, tmp_path: Path, visitor: Visitor) -> None:
    with page_on(club) as organiser, table(tmp_path / "m.sqlite", club, "Table 2") as parts:
        page = Page(parts)
        serving = threading.Thread(target=page.serve, name="page")
        serving.start()
        visitor.base = page.address
        try:
            visitor.open("/new")
            key = begun(organiser, 6)
            drawn = done(organiser, f"{key}/rounds/1")["rounds"][0]["tables"]
            wanted = [[each["name"], each["colour"]] for each in drawn[1]["seats"]]
            visitor.see("#pairings", "Your next match, table 2")
            assert visitor.run("return document.querySelectorAll('#pairings li').length") == 1
            assert parts.desk.session is None
            assert findings_in_both(visitor) == []
            visitor.choose("#language", "de")
            visitor.see("#pairings", "Tisch 2")
            visitor.tap("[data-pairing]")
            visitor.tap('[data-source="none"]')
            visitor.see('[data-step="players"]:not([hidden]) #seats input')
            assert visitor.run(SEATS) == wanted
            assert visitor.run("return document.querySelector('#match-title').value") == "Autumn Cup, Runde 1"
            change = """const input = document.querySelector("#name1"); input.value = "Zoe";
                input.dispatchEvent(new Event("input", {bubbles: true}))"""
            visitor.run(change)
            visitor.tap("#begin")
            visitor.until(lambda: parts.desk.session is not None)
            players = parts.desk.table().view()["match"]["players"]
            assert [[each["name"], each["colour"]] for each in players] == [wanted[0], ["Zoe", wanted[1][1]]]
            assert visitor.complaints() == []
        finally:
            page.stop()
            serving.join(5)
