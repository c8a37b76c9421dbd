"""The club of a table on its page: found by itself, joined by a tap, left again."""

from __future__ import annotations

import threading
from dataclasses import replace

from selenium.webdriver.common.by import By

from bench.club.postgres import PASSWORD
from tests.waiting import until
from tests.webui.browser.conftest import Visitor
from tests.webui.browser.every.test_access import findings_in_both
from tests.webui.browser.every.test_layout import forms
from tests.webui.making import parts_for
from tests.webui.nearby.tables import NAME, club_told, found, machine
from webui.club.address import Address
from webui.wiring import Page


def test_a_club_is_found_joined_by_a_tap_and_left(club: str, visitor: Visitor) -> None:
    told = club_told(*Address.parse(club).offered())
    with machine("127.0.0.1", told), machine("127.0.0.3") as nearby:
        found(nearby)
        page = Page(replace(parts_for(), nearby=nearby))
        serving = threading.Thread(target=page.serve, name="page")
        serving.start()
        visitor.base = page.address
        try:
            visitor.open("/home")
            visitor.tap('a.tile[href="/club"]')
            visitor.see("#belongs", "no club")
            visitor.see("#found", NAME)
            assert page.parts.club.sender is None
            assert findings_in_both(visitor) == []
            own = f'//form[contains(., "{club.rpartition("/")[2]} on ")]'
            visitor.driver.find_element(By.XPATH, own + "//button").click()
            visitor.see("#found input[type=password]")
            visitor.driver.find_element(By.XPATH, own + "//input").send_keys(PASSWORD)
            visitor.driver.find_element(By.XPATH, own + "//button").click()
            visitor.see("#belongs", f"sends its matches to {NAME}")
            visitor.see("#belongs", "up to date")
            assert page.parts.club.stands[0] == "joined"
            for _ in forms(visitor, "/club"):
                visitor.see("#leave")
            visitor.run("window.confirm = () => true")
            visitor.tap("#leave")
            until(lambda: page.parts.club.sender is None)
            assert visitor.complaints() == []
        finally:
            page.stop()
            serving.join(5)
