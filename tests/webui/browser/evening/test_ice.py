"""IGLU IGLU on phones: a tile named later, a bear's question to the right phone, choices that nothing covers."""

from __future__ import annotations

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.igluiglu.making import ATTACK, open_iglu
from webui.record.opening import create_match
from webui.routes.joining import lan_address

THREE = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "b"}, {"name": "Chiara", "colour": "y"}]
BEHIND = """
    const foot = document.querySelector("#history").getBoundingClientRect();
    return [...document.querySelectorAll("#hand-help button")].filter((n) => {
        const b = n.getBoundingClientRect();
        const top = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
        return b.bottom > foot.top + 1 || !n.contains(top); }).length"""


@pytest.fixture
def network(visitor: Visitor) -> Site:
    """The page open to the network, as phones find it."""
    made = Site(lan=True, joins_per_minute=60.0)
    visitor.base = f"http://{lan_address()}:{made.page.port}"
    return made


def phone(site: Site, visitor: Visitor, colour: str) -> list[dict[str, object]]:
    """A fresh phone that types its code, lands on the table and says whose it is; what makes it this phone."""
    visitor.driver.get("about:blank")
    visitor.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    visitor.driver.get(f"{visitor.base}/join")
    visitor.see('body[data-ready="yes"]')
    code = site.parts.seats.invitation().seat
    visitor.run("document.querySelector('#code').value = arguments[0]", code)
    visitor.run("document.querySelector('#join-form').requestSubmit()")
    visitor.until(lambda: visitor.driver.current_url.endswith("/table"))
    visitor.see('body[data-ready="yes"]')
    top = "return document.querySelector('.whose').getBoundingClientRect().top"
    assert visitor.run(top) < 500, "asked on the first screen"
    visitor.tap(f'.whose [data-colour="{colour}"]')
    visitor.see(f'[data-you="{colour}"]')
    cookies: list[dict[str, object]] = visitor.driver.get_cookies()
    return cookies


def become(visitor: Visitor, cookies: list[dict[str, object]]) -> None:
    """Go on as another phone."""
    visitor.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    for cookie in cookies:
        visitor.driver.add_cookie(cookie)
    visitor.open("/table")


def test_a_tile_that_a_neighbour_tapped_as_kept_is_named_later(network: Site, visitor: Visitor) -> None:
    try:
        open_iglu(network.parts, {**ATTACK, "hands": {"r": [], "b": []}, "lost": 49})
        visitor.size(390, 844, color_scheme="light", reduced_motion="reduce")
        phone(network, visitor, "r")
        for word in ("melt b6", "keep", "done"):
            network.parts.desk.table().act(word).result(5)
        visitor.tap("[data-name-tile]", "Name this tile")
        visitor.see("dialog", "Only this device shows it.")
        assert findings(visitor) == []
        visitor.tap('dialog [data-face="harpoon"]')
        visitor.see(".hand .tile:not(.secret)", "harpoon")
        assert not visitor.shows("[data-name-tile]")
        assert network.parts.desk.table().view()["state"]["hands"]["r"] == ["?"]
    finally:
        visitor.driver.get("about:blank")
        network.stop()


def test_a_bear_asks_the_phone_of_the_one_who_is_attacked(network: Site, visitor: Visitor) -> None:
    try:
        hands = {"r": [], "b": ["?"], "y": ["?"]}
        start = {**ATTACK, "hands": hands, "igloos": {"r": 2, "b": 2, "y": 2}, "caught": {"r": [], "b": [], "y": []}}
        start["on"] = {"b5": "fish1", "c5": "r", "c6": "bear4", "d4": "rr", "d5": "b", "g2": "bb", "c4": "yyy"}
        open_iglu(network.parts, {**start, "lost": 47}, THREE)
        visitor.size(390, 844, color_scheme="light", reduced_motion="reduce")
        phones = {colour: phone(network, visitor, colour) for colour in "rby"}
        visitor.see("[data-you]")
        table = network.parts.desk.table()
        for word in ("melt b6", "keep", "play animals", "move bear4 c6 c5", "flee r a8", "move bear4 c5 c4"):
            table.act(word).result(5)
        assert (table.view()["turn"]["wants"], table.view()["turn"]["who"]) == ("defence", "y")
        for colour, cookies in phones.items():
            become(visitor, cookies)
            if colour == "y":
                visitor.see("#hand-help [data-choice]")
                assert visitor.run(BEHIND) == 0
            else:
                assert not visitor.shows("#hand-help [data-choice]"), colour
    finally:
        visitor.driver.get("about:blank")
        network.stop()


def test_a_colour_that_is_taken_says_so(network: Site, visitor: Visitor) -> None:
    try:
        open_iglu(network.parts)
        visitor.size(390, 844, color_scheme="dark", reduced_motion="reduce")
        phone(network, visitor, "r")
        visitor.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        visitor.driver.get(f"{visitor.base}/join#{network.parts.seats.invitation().seat}")
        visitor.until(lambda: visitor.driver.current_url.endswith("/table"))
        visitor.see('.whose [data-colour="r"]:disabled', "Red: another device has it")
        visitor.see('.whose [data-colour="b"]:not(:disabled)', "Blue")
    finally:
        visitor.driver.get("about:blank")
        network.stop()


def test_choices_lie_above_the_history_and_no_notice_covers_them(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, ATTACK)
    for language in ("en", "de", "fr", "it"):
        visitor.speak(language)
        visitor.size(390, 844, color_scheme="light", reduced_motion="reduce")
        visitor.open("/table")
        if not site.parts.desk.table().view()["turn"]["actions"]:
            site.parts.desk.table().act("melt b6").result(5)
        visitor.see("#hand-help [data-choice]")
        visitor.run("scrollTo(0, 0)")
        assert visitor.run(BEHIND) == 0, language
        visitor.tap('.space[data-cell="a2"]')
        visitor.see(".toast")
        assert visitor.run(BEHIND) == 0, f"{language}: under a notice"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Play “Move animals”"),
        ("de", "„Tiere ziehen“ ausspielen"),
        ("fr", "Jouer «\u00a0Déplacer les animaux\u00a0»"),
        ("it", "Gioca «Muovere gli animali»"),
    ],
)
def test_tiles_are_called_by_their_names(site: Site, visitor: Visitor, language: str, text: str) -> None:
    open_iglu(site.parts, ATTACK)
    for word in ("melt b6", "keep"):
        site.parts.desk.table().act(word).result(5)
    visitor.speak(language)
    visitor.open("/table")
    visitor.see('#hand-help [data-choice="play animals"]', text)


def test_kept_tiles_that_may_be_any_leave_the_board_to_be_tapped(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, ATTACK)
    for word in ("melt b6", "keep"):
        site.parts.desk.table().act(word).result(5)
    visitor.size(390, 844, reduced_motion="reduce")
    visitor.open("/table")
    card = visitor.see("#hand-help .card")
    assert card.size["height"] < 80, "one line below the board"
    visitor.driver.find_element("css selector", "#hand-help summary").click()
    visitor.see("#hand-help details[open]", "Play “Energy 1”")
    assert visitor.run(BEHIND) == 0
    visitor.driver.find_element("css selector", '#hand-help [data-choice="play energy1"]').click()
    visitor.until(lambda: visitor.view()["turn"]["actions"][-1] == "play energy1")
    assert findings(visitor) == []
    assert visitor.complaints() == []


ON_PICTURE = """
    const done = arguments[arguments.length - 1];
    const places = Object.fromEntries([..."abcdefgh"].flatMap((c, x) =>
        [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [c + n, [100 + 100 * x, 800 - 100 * (n - 1)]])));
    Promise.all([import("/static/igluiglu/drawing/onpicture.js"), fetch("/api/table/view").then((r) => r.json())])
        .then(([part, view]) => {
            const nodes = part.onPicture(view, places, 20);
            const coast = nodes.find((n) => n.classList.contains("picture-coast")).getAttribute("d");
            done([nodes.map((n) => n.dataset.mark).filter(Boolean).join(""), coast.split("M").length - 1, coast]); })"""


def test_on_a_picture_the_ice_has_its_letters_and_the_islands_their_coasts(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, ATTACK)
    visitor.open("/table")
    visitor.driver.set_script_timeout(20)
    letters, edges, coast = visitor.driver.execute_async_script(ON_PICTURE)
    assert letters == "abcdefgh12345678"
    assert edges == 3 * 4 + 4 + 8 + 8, "three corners and a tile alone, four tiles together, two with the fourth corner"
    assert coast.count("150 ") >= 2, "half a space around the middles"


def test_done_is_the_players_word_at_a_camera_and_asked_about_where_nothing_was_seen(
    site: Site, visitor: Visitor
) -> None:
    site.parts.desk.put(create_match(site.parts.store, THREE, game="iglu", source="camera"))
    visitor.open("/table")
    visitor.tap("#done:not(:disabled)")
    visitor.see("dialog h2", "Nothing of this turn has been seen yet.")
    visitor.tap("[data-not]")
    visitor.gone("dialog")
    assert visitor.complaints() == []
