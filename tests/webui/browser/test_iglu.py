"""IGLU IGLU in a browser: a game tapped to its scored end, six faults, two phones with their secrets, the demo."""

from __future__ import annotations

import json

import pytest
from selenium.webdriver.common.by import By

from engine.core.errors import NotationError
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings_in_both
from tests.webui.igluiglu.making import ATTACK, LATE, open_iglu
from webui.igluiglu.demo import DemoPlayers, open_demo
from webui.routes.joining import lan_address


def tap(visitor: Visitor, *cells: str) -> None:
    """Tap spaces of the board, one after the other."""
    for cell in cells:
        visitor.tap(f'.space[data-cell="{cell}"]')


def choose(visitor: Visitor, *choices: str) -> None:
    """Press choices below the board."""
    for choice in choices:
        visitor.tap(f'#hand-help [data-choice="{choice}"]')


def test_a_game_is_opened_on_the_page_and_begun_by_tapping(site: Site, visitor: Visitor) -> None:
    visitor.open("/new")
    visitor.tap('[data-game="iglu"]')
    visitor.see(".lay-steps", "56 tiles")
    visitor.tap("#laid")
    visitor.tap('[data-source="none"]')
    visitor.choose('[data-fish="d5"]', "3")
    visitor.tap("#begin")
    visitor.see("#panel h1", "Red’s turn")
    visitor.see(".owed-line", "outer ring")
    tap(visitor, "a3")
    visitor.see("#panel h1", "Blue’s turn")
    state = site.parts.desk.table().view()["state"]
    assert state["on"] == {"a3": "r", "d4": "fish2", "d5": "fish3", "e4": "fish2", "e5": "fish2"}
    assert visitor.complaints() == []


def test_a_game_is_tapped_to_its_scored_end(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, LATE)
    visitor.open("/")
    visitor.see(".owed-line", "Melt a tile")
    assert [node.get_dom_attribute("data-cell") for node in _offered(visitor)] == ["c4"]
    tap(visitor, "c4")
    choose(visitor, "reveal fish1", "tokens 1")
    visitor.see(".points", "points left: 3")
    tap(visitor, "c5", "b5")
    visitor.see(".points", "points left: 2")
    visitor.tap("#islands")
    visitor.see(".coast.lead-r")
    tap(visitor, "d4", "d5")
    visitor.see(".points", "points left: 1")
    visitor.tap("#done")
    visitor.see("#panel h1", "Red wins")
    visitor.see('#banner[data-kind="win"]', "No tile can melt. Red wins.")
    visitor.see(".island-table", "c5 d4 d5")
    assert [(row["colour"], row["total"]) for row in _totals(visitor)] == [("r", "4"), ("b", "2")]
    assert site.parts.desk.table().match.how == "ice"
    visitor.open(f"/matches/{site.parts.desk.table().match_id}")
    visitor.see(".island-table", "c5 d4 d5")
    visitor.tap('.replay-turns [data-turn="1"]')
    for told in ("The tile of c4 melts", "The tile shows fish, 1", "hunted from c5"):
        visitor.see(".replay-said", told)
        visitor.tap('[data-control="forward"]')
    assert visitor.complaints() == []


def _offered(visitor: Visitor) -> list:  # type: ignore[type-arg]
    return visitor.driver.find_elements(By.CSS_SELECTOR, ".space.can")


def _totals(visitor: Visitor) -> list[dict[str, str]]:
    script = """
        const one = (li) => ({colour: li.querySelector(".badge").classList[1].at(-1),
                              total: li.querySelector(".total").textContent});
        return [...document.querySelectorAll(".iglu-players li")].map(one)"""
    found: list[dict[str, str]] = visitor.run(script)
    return found


FAULTS = {
    "place-not-ring": ("d7",),
    "melt-no-tile": ("d4",),
    "melt-occupied": ("a3",),
    "melt-not-adjacent": ("b2",),
    "melt-ring-too-early": ("a5",),
    "walk-not-adjacent": ("a3", "c6"),
}
"""A rule, and the spaces whose taps wish to break it."""


def test_six_wrong_wishes_are_answered_with_their_sentences(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts)
    visitor.open("/")
    table, heard = site.parts.desk.table(), dict[str, str]()

    def wish(rule: str) -> None:
        before = table.match.state
        tap(visitor, *FAULTS[rule])
        visitor.until(lambda: (table.view()["verdict"] or {}).get("rule") == rule)
        heard[rule] = table.view()["verdict"]["text"]["en"]
        visitor.see("#banner:not([hidden]) .said", heard[rule])
        assert table.match.state == before

    visitor.see(".space.can")
    wish("place-not-ring")
    for cell in ("a3", "h3", "a4", "h4", "b1", "g1", "b8", "g8", "c1", "f1"):
        table.act(f"place {cell}").result(5)
    visitor.see(".owed-line", "Melt a tile")
    for rule in ("melt-no-tile", "melt-occupied", "melt-not-adjacent", "melt-ring-too-early"):
        wish(rule)
    tap(visitor, "c4")
    choose(visitor, "reveal bear")
    visitor.see(".points", "points left: 3")
    wish("walk-not-adjacent")
    assert all("(R" in text for text in heard.values())
    assert len(set(heard.values())) == len(FAULTS)
    visitor.choose("#language", "de")
    visitor.see("#banner .said", table.view()["verdict"]["text"]["de"])


@pytest.fixture
def network(visitor: Visitor) -> Site:
    """The page open to the network, as phones find it."""
    made = Site(lan=True, joins_per_minute=60.0)
    visitor.base = f"http://{lan_address()}:{made.page.port}"
    return made


def test_two_phones_see_their_own_kept_tiles_alone(network: Site, visitor: Visitor) -> None:
    try:
        open_iglu(network.parts, {**ATTACK, "hands": {"r": [], "b": []}, "lost": 49})
        visitor.size(390, 844, color_scheme="light", reduced_motion="reduce")
        red = _phone(network, visitor, "r")
        tap(visitor, "b6")
        choose(visitor, "keep", "keep harpoon")
        visitor.see(".hand .tile:not(.secret)", "harpoon")
        visitor.tap("#done")
        visitor.see("#panel h1", "Blue’s turn")
        blue = _phone(network, visitor, "b")
        visitor.see(".hand .tile.secret")
        assert not visitor.shows(".hand .tile:not(.secret)")
        tap(visitor, "h2")
        choose(visitor, "keep", "keep melt")
        visitor.see(".hand .tile:not(.secret)", "melt")
        assert _hands(visitor) == {"r": ["?"], "b": ["melt"]}
        _become(visitor, red)
        assert _hands(visitor) == {"r": ["harpoon"], "b": ["?"]}
        assert '"melt"' not in json.dumps(visitor.view()["state"])
        _become(visitor, blue)
        assert '"harpoon"' not in json.dumps(visitor.view()["state"])
        assert [said for said in visitor.complaints() if "untrustworthy" not in said] == []  # plain http in a network
    finally:
        visitor.driver.get("about:blank")
        network.stop()


def _phone(site: Site, visitor: Visitor, colour: str) -> list[dict[str, object]]:
    """A fresh phone that joins by its code and says whose it is; what makes it this phone."""
    visitor.driver.get("about:blank")
    visitor.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    visitor.driver.get(f"{visitor.base}/join#{site.parts.seats.invitation().seat}")
    visitor.until(lambda: visitor.driver.current_url.endswith(("/home", "/table")))
    visitor.open("/table")
    visitor.tap(f'.whose [data-colour="{colour}"]')
    visitor.see(f'[data-you="{colour}"]')
    cookies: list[dict[str, object]] = visitor.driver.get_cookies()
    return cookies


def _become(visitor: Visitor, cookies: list[dict[str, object]]) -> None:
    """Go on as another phone."""
    visitor.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    for cookie in cookies:
        visitor.driver.add_cookie(cookie)
    visitor.open("/table")


def _hands(visitor: Visitor) -> dict[str, list[str]]:
    hands: dict[str, list[str]] = visitor.view()["state"]["hands"]
    return hands


def test_everybody_can_use_it(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, LATE)
    visitor.size(1280, 900, color_scheme="light", reduced_motion="reduce")
    visitor.open("/table")
    found = {"melt": findings_in_both(visitor)}
    site.parts.desk.table().act("melt c4").result(5)
    visitor.see('[data-choice="keep"]')
    visitor.tap("#islands")
    found["tile"] = findings_in_both(visitor)
    for word in ("reveal bear", "done"):
        site.parts.desk.table().act(word).result(5)
    visitor.see(".island-table")
    found["end"] = findings_in_both(visitor)
    visitor.open(f"/matches/{site.parts.desk.table().match_id}")
    found["match"] = findings_in_both(visitor)
    visitor.open("/new")
    visitor.tap('[data-game="iglu"]')
    visitor.see("#laid")
    found["lay"] = findings_in_both(visitor)
    visitor.tap("#laid")
    visitor.tap('[data-source="none"]')
    visitor.tap(".house-fold summary")
    visitor.see("[data-fish]")
    found["players"] = findings_in_both(visitor)
    assert {where: each for where, each in found.items() if each} == {}


def test_nothing_of_the_other_game_is_said(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts)
    visitor.open("/matches")
    visitor.see("#people caption")
    assert "Pawns carried" not in visitor.text("#people")
    visitor.open("/new")
    for game, neutral in (("iglu", False), ("ice-cult", True)):
        visitor.tap(f'[data-game="{game}"]')
        if game == "iglu":
            visitor.tap("#laid")
        visitor.tap('[data-source="none"]')
        visitor.see("#players-order", "In seating order")
        assert ("neutral" in visitor.text("#players-order")) == neutral
        visitor.open("/new")


def test_the_demo_plays_to_its_end_on_the_page(site: Site, visitor: Visitor) -> None:
    open_demo(site.parts.desk, pace_s=0.0)
    visitor.open("/table")
    visitor.see("#simulated:not([hidden])")
    visitor.see('#banner[data-kind="win"]', "No tile can melt", seconds=150)
    assert visitor.run("return document.querySelectorAll('.celebrate svg').length") == 3
    visitor.see(".island-table")
    company = site.parts.desk.company
    assert isinstance(company, DemoPlayers)
    assert company.wait(5)
    assert visitor.complaints() == []


def test_a_past_turn_is_corrected_on_the_page(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, ATTACK)
    table = site.parts.desk.table()
    for word in ("melt b6", "reveal bear", "done"):
        table.act(word).result(5)
    visitor.open("/table")
    visitor.tap("#more")
    visitor.tap('[data-item="correct.turn"]')
    visitor.see(".word-list li:nth-child(3)")
    for left in (2, 1):
        visitor.tap("#drop-word")
        visitor.until(lambda left=left: len(visitor.driver.find_elements(By.CSS_SELECTOR, ".word-list li")) == left)  # type: ignore[misc]
        visitor.see(".turn-editor .notice", "Still missing: ")
        visitor.see("#save-turn:disabled")
    visitor.tap('.choice-list [data-word="keep"]')
    visitor.see(".word-list li:nth-child(2)")
    visitor.see(".turn-editor .notice", "Still missing: actions, or the end of the turn.")
    visitor.tap('.choice-list [data-word="done"]')
    visitor.see(".word-list li:nth-child(3)")
    visitor.see(".turn-editor", "This turn is legal.")
    visitor.tap("#save-turn")
    visitor.until(lambda: table.match.turns[0].actions == ("melt b6", "keep", "done"))
    assert table.match.turns[0].human
    with pytest.raises(NotationError):
        table.correct_turn(1, ["melt b6"]).result(5)
