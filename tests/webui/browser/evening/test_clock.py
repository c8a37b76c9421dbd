"""The players' clocks in a browser: both games, limits that all agree on, a pause by hand, the time that is up."""

from __future__ import annotations

import time

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import PLAYERS, play
from webui.record.opening import create_match

SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))
EARLIER = """
    const real = Date.now; Date.now = () => real.call(Date) + 1000 * arguments[0]"""


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_every_player_has_a_clock_and_one_runs(site: Site, visitor: Visitor, game: str) -> None:
    site.parts.desk.open(PLAYERS, game=game)
    visitor.open("/table")
    visitor.run(EARLIER, 75)
    visitor.see('.players [data-clock="r"]', "01:1")
    assert visitor.text('.players [data-clock="y"]') == "00:00"
    visitor.see('[data-clock="turn"]', "01:1")
    for width, height in SIZES:
        for scheme in ("light", "dark"):
            visitor.size(width, height, color_scheme=scheme, reduced_motion="reduce")
            assert visitor.run("return document.documentElement.scrollWidth") <= width
    assert findings(visitor) == []
    assert visitor.complaints() == []


def test_limits_are_agreed_on_and_the_time_that_is_up_is_said_once(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.run("window.said = []; speechSynthesis.speak = (u) => window.said.push(u.text)")
    visitor.tap("#menu")
    visitor.tap('[data-item="clock.menu"]')
    visitor.see("dialog h2", "Clock")
    visitor.choose('dialog select[name="turn_s"]', "30")
    visitor.choose('dialog select[name="match_s"]', "600")
    visitor.run("document.querySelector('dialog form').requestSubmit()")
    visitor.until(lambda: visitor.view()["clock"]["match_s"] == 600)
    visitor.see('.players [data-clock="y"]', "10:00")
    visitor.see('[data-clock="turn"]', "00:")
    visitor.run(EARLIER, 22)
    visitor.see('[data-clock="turn"][data-state="soon"]')
    visitor.run(EARLIER, 10)
    visitor.see('[data-clock="turn"][data-state="up"]', "−")
    visitor.see(".toast", "Ada’s time is up.")
    visitor.see('.players [data-clock="r"]', "09:2")
    visitor.until(lambda: visitor.run("return window.said") == ["Ada’s time is up."])
    assert visitor.complaints() == []


def test_a_match_by_hand_pauses_and_goes_on_with_the_next_tap(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.tap("#menu")
    visitor.tap('[data-item="menu.pause"]')
    visitor.see("#paused", "The clocks stand still.")
    stands = visitor.text('[data-clock="turn"]')
    visitor.run(EARLIER, 300)
    visitor.until(lambda: visitor.text('[data-clock="turn"]') == stands)
    visitor.tap("#go-on")
    visitor.gone("#paused")
    assert not visitor.view()["clock"]["paused_s"]
    visitor.tap("#menu")
    visitor.tap('[data-item="menu.pause"]')
    visitor.see("#paused")
    visitor.tap("#done")
    visitor.tap("[data-sure]")
    visitor.gone("#paused")
    visitor.see('#history [data-turn="1"]')
    assert visitor.complaints() == []


@pytest.mark.parametrize(("language", "none", "agree"), [
    ("de", "ohne Grenze", "Abgemacht"), ("fr", "sans limite", "D’accord"), ("it", "senza limite", "D’accordo"),
])  # fmt: skip
def test_clocks_speak_the_pages_language(site: Site, visitor: Visitor, language: str, none: str, agree: str) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.speak(language)
    visitor.open("/table")
    visitor.tap("#menu")
    visitor.tap('[data-item="clock.menu"]')
    visitor.see("dialog option", none)
    visitor.see("#clock-agree", agree)
    assert visitor.complaints() == []


def test_the_replay_tells_how_long_a_turn_took(site: Site, visitor: Visitor) -> None:
    match = create_match(site.parts.store, PLAYERS, at=time.time() - 100)
    site.parts.desk.put(match)
    play(site.parts, ("Nn", "Ee"))
    visitor.open(f"/matches/{match}?turn=1")
    visitor.see("#player h3", "Turn 1, Ada")
    visitor.see("#player h3 .tabular", "01:4")
    assert visitor.complaints() == []
