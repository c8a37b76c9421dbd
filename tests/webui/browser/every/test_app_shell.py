"""The page as an app: light, installable, with nothing from elsewhere, and with words where the server is gone."""

from __future__ import annotations

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.igluiglu.demo import open_demo as open_iglu_demo

MOST_BYTES = 150 * 1024
LOADED = """
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return all.map((each) => [each.name, each.transferSize])"""


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
