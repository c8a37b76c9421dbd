"""The page as an app: light, installable, with nothing from elsewhere, and with words where the server is gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from tests.webui.browser.conftest import Site, Visitor, window
from tests.webui.browser.every.test_access import findings
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.igluiglu.demo import open_demo as open_iglu_demo

MOST_BYTES = 150 * 1024
LOADED = """
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return all.map((each) => [each.name, each.transferSize])"""
KEPT = """
    const parts = performance.getEntriesByType("resource").map((each) => new URL(each.name).pathname);
    const made = ["/table", ...parts.filter((path) => path.startsWith("/static/"))];
    return Promise.all(made.map((path) => caches.match(path))).then((found) => found.every(Boolean))"""


@pytest.fixture
def visitor(driver: webdriver.Chrome) -> Iterator[Visitor]:
    """A fresh window that may keep the page as an app."""
    with window(driver) as made:
        yield made


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_a_page_is_light_and_asks_nobody_else(site: Site, visitor: Visitor, game: str) -> None:
    if game == "iglu":
        match = open_iglu_demo(site.parts.desk, pace_s=60.0)
    else:
        match = site.parts.desk.open(PLAYERS, name="Saturday")
        play(site.parts, FIRST_TURN)
    visitor.driver.execute_cdp_cmd("Network.enable", {})
    visitor.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    try:
        for path in ("/table", f"/matches/{match}"):
            visitor.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            visitor.open(path)
            loaded = visitor.run(LOADED)
            assert 20 * 1024 < sum(sent for _, sent in loaded) < MOST_BYTES
            assert [name for name, _ in loaded if not name.startswith(visitor.base)] == []
    finally:
        visitor.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": False})


def test_the_page_can_be_installed_and_opens_without_its_server(site: Site, visitor: Visitor) -> None:
    visitor.open("/home")
    visitor.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    visitor.until(lambda: visitor.run("return Boolean(navigator.serviceWorker.controller)"))
    assert visitor.driver.execute_cdp_cmd("Page.getAppManifest", {})["errors"] == []
    assert visitor.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"] == []
    visitor.choose("#language", "de")
    visitor.see("h1", "Ein Schiedsrichter")

    def away() -> None:
        visitor.open("/matches")
        visitor.see("h1", "Der Rechner am Tisch ist nicht erreichbar")
        assert findings(visitor) == []

    site.restart(away)
    visitor.see("h1", "Partien")
    assert visitor.run("return location.pathname") == "/matches"


def test_a_hand_played_match_goes_on_without_its_server_and_is_told_later(visitor: Visitor, tmp_path: Path) -> None:
    site = Site(tmp_path / "record")
    visitor.base = site.page.address
    match = site.parts.desk.open(PLAYERS, name="Saturday")
    play(site.parts, FIRST_TURN)

    def away() -> None:
        visitor.open("/table")
        visitor.see("#panel h1", "Bela · Yellow’s turn")
        visitor.see("#eye", "connection lost")
        for pair, word in (("N", "Nn"), ("E", "Ee")):
            visitor.tap(f'.zone[data-pair="{pair}"]')
            visitor.tap(f'.handle[data-word="{word}"]')
        visitor.see("#eye", "2 kept for the referee")
        visitor.tap("#take-back")
        visitor.see("#eye", "1 kept for the referee")
        visitor.tap('.zone[data-pair="E"]')
        visitor.tap('.handle[data-word="Ee"]')
        visitor.open("/")
        visitor.see(".owed-line strong")
        assert findings(visitor) == []
        visitor.tap("#done")
        visitor.see("#panel h1", "Chiara · Green’s turn")
        visitor.see("#history .open", "2")
        visitor.open("/matches")
        visitor.tap("#last")
        visitor.see("#panel h1", "Chiara · Green’s turn")

    try:
        visitor.open("/table")
        visitor.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
        visitor.until(lambda: bool(visitor.run(KEPT)))
        site.restart(away)
        if site.parts.desk.session is None:
            site.parts.desk.put(match)
        visitor.see("#eye", "by hand", seconds=40)
        visitor.see("#banner", "Yellow’s turn ended")
        visitor.see("#history .fault", "missed")
        visitor.see("#panel h1", "Chiara · Green’s turn")
        told = site.parts.desk.table().match.turns[-1]
        assert told.actions == ("Nn", "Ee")
    finally:
        visitor.driver.get("about:blank")
        site.stop()


@pytest.mark.parametrize("looking", [True, False])
def test_a_match_that_was_left_is_not_shown_without_the_server(visitor: Visitor, tmp_path: Path, looking: bool) -> None:
    site = Site(tmp_path / "record")
    visitor.base = site.page.address
    site.parts.desk.open(PLAYERS, name="Saturday")

    def away() -> None:
        visitor.open("/")
        visitor.see("h1", "cannot be reached")
        visitor.open("/matches")
        visitor.see("h1", "cannot be reached")
        assert visitor.run("return document.querySelector('#last').hidden")

    try:
        visitor.open("/table")
        visitor.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
        visitor.until(lambda: bool(visitor.run(KEPT)))
        if not looking:
            visitor.open("/help")
        site.parts.desk.clear()
        if not looking:
            visitor.open("/")
        visitor.until(lambda: visitor.run("return localStorage.getItem('icekeeper.last')") is None)
        site.restart(away)
    finally:
        visitor.driver.get("about:blank")
        site.stop()
