"""A match again, as on an analysis board: turns in words, keys, faults, links to a turn, the camera's picture."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, play

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
