"""How the page shows what the eye is doing: every state is always visible, and unknown is never drawn as empty."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from engine.icecult.words.texts import in_all
from tests.calibration.scenes import some_profile
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, play
from tests.webui.proving import with_proof
from vision.frame import Frame
from webui.referee.sentences import own_words


def said(status: str, **params: Any) -> dict[str, str]:
    """The state of the eye in words."""
    return own_words("eye.paused") if status == "paused" else in_all(f"eye.{status}", **params)


@pytest.fixture
def view(site: Site, visitor: Visitor) -> dict[str, Any]:
    """The view of a table as if a camera looked at it; publish changed copies to the hub."""
    site.parts.desk.open(PLAYERS, name="Saturday")
    play(site.parts, FIRST_TURN, end=False)
    made = copy.deepcopy(site.parts.desk.table().view())
    made["match"]["source"] = "camera"
    visitor.open("/table")
    return made


def shown(site: Site, view: dict[str, Any], status: str, places: tuple[str, ...] = (), **more: Any) -> None:
    """Show the eye in this state."""
    params = {"places": list(places)} if status in ("blind", "differs") else {}
    eye = {
        "status": status,
        "places": list(places),
        "text": said(status, **params),
        "fps": 14.1,
        "dropped": 2,
    }
    site.parts.hub.publish(view | {"eye": eye} | more)


@pytest.mark.parametrize("status", ["rest", "hand", "moving", "lost", "paused"])
def test_every_state_has_its_chip(site: Site, visitor: Visitor, view: dict[str, Any], status: str) -> None:
    shown(site, view, status)
    chip = visitor.see(f'#eye[data-status="{status}"]')
    visitor.see("#eye-text", said(status)["en"])
    assert "14 fps" in chip.text
    if status == "lost":
        visitor.see("#eye-text", "since")


def test_unseen_places_are_hatched_with_a_question_mark(site: Site, visitor: Visitor, view: dict[str, Any]) -> None:
    shown(site, view, "blind", ("W3", "SE"), unknown=["W3", "SE"])
    visitor.see('#eye[data-status="blind"]', "W3")
    visitor.see("#board .hatched")
    visitor.see("#board .layer-marks .unknown-letter", "?")
    visitor.see('#board .cube.unknown[data-slot="SE"]')
    shown(site, view, "rest")
    visitor.gone("#board .hatched")


def test_a_table_that_differs_is_told_place_by_place(site: Site, visitor: Visitor, view: dict[str, Any]) -> None:
    state = view["state"]
    seen = {
        "cubes": {s["slot"]: {"symbol": s["symbol"], "facing": s["facing"]} for s in view["turn"]["symbols"]},
        "paths": {**state["paths"], "S": ["g", "r", "", "", ""]},
        "start": state["start"],
        "goal": state["goal"],
    }
    shown(site, view, "differs", ("S1", "S2"), seen=seen)
    visitor.see("#panel .differs", "S1 expected: Green, Red; seen: Green")
    visitor.see("#panel .differs", "S2 expected: empty; seen: Red")
    visitor.see("#board .ring.differs")
    visitor.see("#adopt", "Take the table as it stands")
    shown(site, view, "rest")
    visitor.gone("#panel .differs")


def test_before_and_after_lie_over_each_other_and_are_drawn_aside(site: Site, visitor: Visitor) -> None:
    with_proof(site.parts)
    visitor.open("/table")
    visitor.see("#banner b", "Turn 1, Ada, red: ")
    visitor.see("#banner .swipe figcaption:nth-of-type(1)", "Before")
    visitor.see("#banner .swipe figcaption:nth-of-type(2)", "After")
    loaded = "return [...document.querySelectorAll('#banner img')].every((each) => each.naturalWidth > 600)"
    visitor.until(lambda: visitor.run(loaded))
    visitor.until(lambda: len(visitor.driver.find_elements(By.CSS_SELECTOR, "#banner .side-letter")) == 4)
    shown = "return getComputedStyle(document.querySelector(arguments[0] + ' .first')).clipPath"
    assert visitor.run(shown, "#banner") == "inset(0px 80% 0px 0px)", "mostly how it is now"
    line = visitor.see("#banner .swipe input")
    line.send_keys(Keys.END)
    assert visitor.run(shown, "#banner") == "inset(0px 0% 0px 0px)", "by the keyboard too"
    visitor.tap("#banner [data-large]")
    visitor.see("dialog h2", "Before and after")
    assert visitor.see("dialog .swipe").size["width"] > 600
    low = "const b = document.querySelector('dialog .swipe').getBoundingClientRect(); return b.bottom - innerHeight"
    for size in ((1366, 768), (820, 1180), (390, 844)):
        visitor.size(*size)
        assert visitor.run(low) < 0, "all of it is on the screen"
    visitor.tap("dialog [data-close]")
    visitor.tap('#history [data-turn="1"]')
    visitor.see("dialog .replay-view")
    visitor.see("dialog .replay-verdict.fault .swipe")
    assert visitor.complaints() == []


def test_a_record_that_cannot_be_written_is_said(site: Site, visitor: Visitor, view: dict[str, Any]) -> None:
    shown(site, view, "rest", store={"problem": "disk full"})
    visitor.see("#panel .notice", "The match goes on")


def test_several_winners_share(site: Site, visitor: Visitor, view: dict[str, Any]) -> None:
    win = {"id": "w", "turn": 1, "kind": "win", "rule": "R21", "text": in_all("win.shared", colours=["r", "y"])}
    win |= {"evidence": [], "offers": []}
    shown(site, view, "rest", winners="ry", how="goal", verdict=win, waiting=[win])
    visitor.see("#panel h1", "Red, Yellow share the win")
    visitor.see('#banner[data-kind="win"] .celebrate')


def test_getting_to_know_a_set_has_the_chip_of_a_match(site: Site, visitor: Visitor) -> None:
    wide, high = some_profile().resolution_wh
    black, dark = np.zeros((high, wide, 3), np.uint8), True

    def after(index: int, wait_s: float) -> Frame | None:
        return Frame(black, index + 1, (index + 1) / 4) if dark else None

    site.parts.setup.laying.meet(some_profile(), after, lambda count: None)
    visitor.open("/learn")
    visitor.see('#learn-eye[data-trouble="yes"]', said("too-dark")["en"])
    dark = False
    visitor.see('#learn-eye[data-status="lost"][data-trouble="no"]', said("lost")["en"])
    site.parts.setup.laying.end()
