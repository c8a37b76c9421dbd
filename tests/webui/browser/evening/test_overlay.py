"""The match for a stream or a projector: only what is asked for, transparent, in both games, without a button."""

from __future__ import annotations

import base64
from typing import Any

import cv2
import numpy as np
import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import PLAYERS, near_won, play

SHOWN = """
    return [...document.querySelectorAll("#overlay > *")].filter((n) => n.getClientRects().length).map((n) => n.id)"""
SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))
CUT = """
    return [...document.querySelectorAll("#overlay > *")].filter((n) => {
        const b = n.getBoundingClientRect();
        return b.width && (b.left < 0 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1); }).map((n) => n.id)"""


def pixels(visitor: Visitor) -> Any:
    """The page as a stream takes it, with its transparency."""
    nothing = {"color": {"r": 0, "g": 0, "b": 0, "a": 0}}
    visitor.driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", nothing)
    data = visitor.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    visitor.driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {})
    return cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_UNCHANGED)


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_the_overlay_shows_everything_on_no_ground(site: Site, visitor: Visitor, game: str) -> None:
    site.parts.desk.open(PLAYERS, game=game)
    visitor.open("/overlay")
    assert visitor.run(SHOWN) == ["board", "turn", "owed", "clock"]
    visitor.see("#turn h1", "Ada’s turn")
    assert not visitor.shows("button, a, select, input")
    shot = pixels(visitor)
    assert shot[2, 2, 3] == 0, "nothing behind the parts"
    assert (shot[..., 3] == 255).mean() > 0.05, "the parts themselves can be read"
    for language in ("en", "de", "fr", "it"):
        visitor.speak(language)
        visitor.open("/overlay")
        for width, height in SIZES:
            visitor.size(width, height, reduced_motion="reduce")
            assert visitor.run(CUT) == [], (language, width)
    assert visitor.complaints() == []


def test_only_what_is_asked_for_and_live(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=near_won())
    visitor.open("/overlay?show=turn,verdict&bg=00b140&scale=2")
    assert visitor.run(SHOWN) == ["turn"]
    assert visitor.run("return getComputedStyle(document.body).backgroundColor") == "rgb(0, 177, 64)"
    assert visitor.run("return getComputedStyle(document.documentElement).fontSize") == "32px"
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    visitor.see("#turn h1", "Ada · Red wins")
    visitor.see("#verdict .win", "Red brings its fifth pawn home")
    assert visitor.run(SHOWN) == ["turn", "verdict"]
    assert visitor.complaints() == []


def test_a_fault_is_shown_until_it_is_taken_and_clocks_run(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn", "Ee"))
    visitor.open("/overlay?show=verdict,clock,nonsense&bg=light")
    visitor.see("#verdict .fault b", "Turn 1, Ada, red: ")
    visitor.until(lambda: visitor.text('#clock [aria-current="true"] .clock') >= "00:01")
    play(site.parts, ("Ss",), end=False)
    visitor.gone("#verdict")
    assert visitor.complaints() == []


def test_without_a_match_nothing_is_shown_until_one_begins(site: Site, visitor: Visitor) -> None:
    visitor.driver.get(f"{visitor.base}/overlay?show=turn")
    visitor.see("#overlay")
    assert visitor.run(SHOWN) == []
    site.parts.desk.open(PLAYERS)
    visitor.see("#turn h1", "Ada’s turn")
