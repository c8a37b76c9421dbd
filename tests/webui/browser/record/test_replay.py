"""A match again, as on an analysis board: turns in words, keys, faults, links to a turn, the camera's picture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import FIRST_TURN, PLAYERS, play
from vision.sources.tee import as_jpeg
from webui.igluiglu.demo import open_demo as open_iglu_demo
from webui.record.events import TurnEnded, TurnsRevised
from webui.record.fold import fold
from webui.record.store import Picture

HEAR = "window.heard = []; document.addEventListener('icekeeper:turn', ({ detail }) => heard.push(detail))"
SPEED = "const s = document.querySelector('.replay-speed'); s.value = '4'; s.dispatchEvent(new Event('change'))"


@pytest.fixture
def played(site: Site) -> str:
    """A match whose second and third turn are faults; its id."""
    match = site.parts.desk.open(PLAYERS, name="Saturday")
    play(site.parts, FIRST_TURN)
    play(site.parts, ("Nn", "Ee"))
    play(site.parts, ("Ss", "Ww"))
    return match


def seen_by_camera(site: Site) -> str:
    """A match whose second turn has pictures from before and after it; its id."""
    match = site.parts.desk.open(PLAYERS, name="Seen")
    play(site.parts, FIRST_TURN)
    play(site.parts, ("Nn", "Ee"))
    site.parts.desk.clear()
    grey = {name: as_jpeg(np.full((360, 640, 3), value, np.uint8), 640) for name, value in (("p1", 90), ("p2", 200))}
    turn = site.parts.store.events(match)
    last = next(event for event in reversed(turn) if isinstance(event, TurnEnded))
    record = {**fold(turn).turns[-1].to_record(), "evidence": list(grey)}
    pictures = [Picture(name, "before" if name == "p1" else "after", 0.0, data) for name, data in grey.items()]
    site.parts.store.append(match, [TurnsRevised(last.at, 2, (record,))], pictures)
    return match


def press(visitor: Visitor, *keys: str) -> None:
    """Keys as typed into a page that nobody has clicked."""
    chain = ActionChains(visitor.driver)
    for key in keys:
        chain.send_keys(key)
    chain.perform()


def shown(visitor: Visitor) -> tuple[int, int]:
    """The turn and step that a panel beside the replay is told of."""
    data: dict[str, Any] = visitor.run("return {...document.querySelector('#analysis').dataset}")
    return int(data["turn"]), int(data["step"])


def test_the_replay_is_an_analysis_board(played: str, site: Site, visitor: Visitor) -> None:
    visitor.open(f"/matches/{played}")
    visitor.see('.replay-turns [data-turn="2"]', "Bela")
    visitor.see('.replay-turns [data-turn="2"]', "North pair tilted to the north · East pair tilted to the east")
    visitor.see('.replay-turns [data-turn="2"] .verdict', "missed arrow")
    visitor.run(HEAR)
    press(visitor, Keys.ARROW_RIGHT)
    assert shown(visitor) == (1, 1)
    press(visitor, "n")
    assert shown(visitor) == (2, 2)
    visitor.see(".replay-verdict.fault", "(R16)")
    press(visitor, "n")
    assert shown(visitor)[0] == 3
    assert visitor.run("return document.querySelector('[data-control=nextFault]').disabled")
    press(visitor, "p")
    assert visitor.run("return location.hash") == "#turn-2"
    press(visitor, Keys.END)
    assert shown(visitor)[0] == 3
    press(visitor, Keys.HOME)
    assert shown(visitor) == (0, 0)
    visitor.tap('.replay-turns [data-turn="1"]')
    visitor.tap(".replay-steps button", "Green enters the south path")
    assert shown(visitor) == (1, 3)
    last = visitor.run("return heard.at(-1)")
    assert (last["match"], last["word"], last["state"]["paths"]["S"][0]) == (played, "gS0@NW", "g")
    visitor.run(SPEED)
    press(visitor, " ")
    visitor.until(lambda: shown(visitor) == (3, 2))
    visitor.see('[data-control="play"]', "Play")
    assert visitor.complaints() == []


def test_a_link_opens_its_turn(played: str, site: Site, visitor: Visitor) -> None:
    visitor.open(f"/matches/{played}#turn-2")
    assert shown(visitor)[0] == 2
    visitor.see('.replay-turns [data-turn="2"][aria-current="true"]')
    visitor.driver.get("about:blank")
    visitor.open(f"/matches/{played}?turn=3")
    assert shown(visitor)[0] == 3
    visitor.run("location.hash = '#turn-1'")
    visitor.until(lambda: shown(visitor)[0] == 1)
    visitor.run("document.dispatchEvent(new CustomEvent('icekeeper:go', { detail: { turn: 2, step: 2 } }))")
    assert shown(visitor) == (2, 2)
    visitor.driver.get("about:blank")
    visitor.open(f"/matches/{played}#turn-99")
    assert shown(visitor) == (0, 0)


def test_the_cameras_picture_stands_beside_the_drawing(site: Site, visitor: Visitor) -> None:
    visitor.open(f"/matches/{seen_by_camera(site)}")
    visitor.see(".replay-picture figcaption", "No picture of this turn is on record.")
    visitor.tap('.replay-turns [data-turn="2"]')
    visitor.see('.replay-picture img[src="/api/pictures/p1"]')
    visitor.see(".replay-picture figcaption", "Before")
    press(visitor, "n")
    visitor.see('.replay-picture img[src="/api/pictures/p2"]:not([hidden])')
    visitor.see(".replay-picture figcaption", "After")
    assert findings(visitor) == []
    assert visitor.complaints() == []


def test_a_phone_shows_board_and_controls_on_one_screen(played: str, site: Site, visitor: Visitor) -> None:
    visitor.size(390, 844, color_scheme="dark", reduced_motion="reduce")
    visitor.open(f"/matches/{played}#turn-2")
    visitor.choose("#language", "de")
    visitor.see('[data-control="nextFault"]', "Nächster Regelverstoß")
    bottom = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
    assert visitor.run(bottom, ".replay-controls") < 844
    assert visitor.run("return document.documentElement.scrollWidth") <= 390
    assert findings(visitor) == []


def test_a_match_of_iglu_is_replayed_the_same_way(site: Site, visitor: Visitor) -> None:
    match = open_iglu_demo(site.parts.desk, pace_s=0.0)
    visitor.until(lambda: len(site.parts.desk.table().match.turns) >= 6)
    site.parts.desk.clear()
    visitor.open(f"/matches/{match}#turn-5")
    assert shown(visitor)[0] == 5
    visitor.see('.replay-turns [data-turn="5"][aria-current="true"]')
    assert len(visitor.text('.replay-turns [data-turn="5"] .what')) > 10
    press(visitor, Keys.ARROW_RIGHT)
    assert shown(visitor) > (5, 0)
    press(visitor, Keys.HOME)
    assert shown(visitor) == (0, 0)
    assert findings(visitor) == []
    assert visitor.complaints() == []


def test_a_lawful_turn_has_a_picture_of_its_end_and_begins_as_the_one_before_ended(
    site: Site, visitor: Visitor
) -> None:
    match = site.parts.desk.open(PLAYERS, name="Seen")
    for words in (FIRST_TURN, ("Nn", "Ee"), ("Ss", "Ww")):
        play(site.parts, words)
    site.parts.desk.clear()
    events = site.parts.store.events(match)
    turns = fold(events).turns
    names = ("p1", "p2", "p3")
    told = [turn.to_record() | {"evidence": [name]} for turn, name in zip(turns, names, strict=True)]
    legal = [record | {"verdict": {"legal": True, "winners": ""}} for record in told]
    jpeg = as_jpeg(np.full((360, 640, 3), 90, np.uint8), 640)
    kept = [Picture(name, "after", 0.0, jpeg) for name in names]
    site.parts.store.append(match, [TurnsRevised(events[-1].at, 1, tuple(legal))], kept)
    visitor.open(f"/matches/{match}?turn=2")
    visitor.see('.replay-picture img[src="/api/pictures/p1"]')
    visitor.see(".replay-picture figcaption", "Before")
    visitor.run("document.dispatchEvent(new CustomEvent('icekeeper:go', { detail: { turn: 2, step: 2 } }))")
    visitor.see('.replay-picture img[src="/api/pictures/p2"]')
    visitor.see(".replay-picture figcaption", "After")
    assert visitor.complaints() == []
