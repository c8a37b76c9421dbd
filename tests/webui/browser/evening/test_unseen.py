"""The board for those who do not see it, as a browser hands it to a screen reader."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from engine.icecult.state import State
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import PLAYERS, near_won, play

HERE = "return document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"


def tree(visitor: Visitor) -> list[str]:
    """The names of all pictures in the accessibility tree."""
    visitor.driver.execute_cdp_cmd("Accessibility.enable", {})
    nodes: list[dict[str, Any]] = visitor.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    named = [n for n in nodes if not n.get("ignored") and n.get("role", {}).get("value") in ("image", "img")]
    return [str(n["name"]["value"]) for n in named if n.get("name")]


def press(visitor: Visitor, *keys: str) -> None:
    """Keys where the focus is."""
    chain = ActionChains(visitor.driver)
    for key in keys:
        chain.send_keys(key)
    chain.perform()


def stacked() -> State:
    """Red on blue on the north path's third space."""
    state = near_won().to_json()
    state["paths"]["N"] = ["", "", "br", "", ""]
    state["start"] = "yyyyygggggbbbb"
    state["goal"]["N"] = "rrr"
    return State.from_json(state)


@pytest.mark.parametrize(
    ("language", "space", "cube", "start"),
    [
        ("en", "north path, space 3: red on blue", "NW: ", "start area: 5 yellow"),
        ("de", "Eispfad Nord, Feld 3: rot auf blau", "NW: ", "Startposition: 5 gelb"),
        (
            "fr",
            "chemin nord, case 3\u00a0: rouge sur bleu",
            "NO\u00a0: ",
            "point de départ\u00a0: 5 jaune",
        ),
        ("it", "sentiero nord, casella 3: rosso su blu", "NO: ", "posizione di partenza: 5 giallo"),
    ],
)
def test_every_place_cube_and_stack_has_a_name(
    site: Site, visitor: Visitor, language: str, space: str, cube: str, start: str
) -> None:
    site.parts.desk.open(PLAYERS, start=stacked())
    visitor.speak(language)
    visitor.open("/table")
    names = tree(visitor)
    assert {space, start} <= set(names)
    assert sum(name.startswith(cube) and len(name) > len(cube) for name in names) == 1
    assert len(names) >= 4 + 20 + 4 + 4
    assert findings(visitor) == []
    assert visitor.complaints() == []


def test_arrow_keys_go_from_place_to_place_and_one_tab_leads_on(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=stacked())
    visitor.open("/table")
    assert visitor.run("return document.querySelectorAll('.place[tabindex=\"0\"]').length") == 1
    visitor.run("document.querySelector('.place[data-place=\"N3\"]').focus()")
    assert visitor.run(HERE) == "north path, space 3: red on blue"
    press(visitor, Keys.ARROW_DOWN)
    assert visitor.run(HERE) == "north path, space 2: empty"
    press(visitor, Keys.ARROW_UP, Keys.ARROW_UP)
    assert visitor.run(HERE) == "north path, space 4: empty"
    assert visitor.run("return document.querySelectorAll('.place[tabindex=\"0\"]').length") == 1
    play(site.parts, ("Nn",), end=False)
    visitor.until(lambda: visitor.view()["turn"]["tilts"] == ["Nn"])
    assert visitor.run(HERE) == "north path, space 4: empty", "what others do does not move the focus"


def test_keys_read_the_table_and_what_is_owed(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn", "Ee"), end=False)
    visitor.open("/table")
    visitor.run("document.querySelector('.place').focus()")
    press(visitor, "o")
    visitor.see("#live", "green arrow on NW")
    press(visitor, "r")
    visitor.see("#live", "Cubes: ")
    owed = "return [...document.querySelectorAll('.place')].map((n) => n.getAttribute('aria-label'))"
    assert "south path, space 1: empty, an owed move leads here" in visitor.run(owed)


def test_the_ice_has_sixty_four_names_too(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, game="iglu")
    visitor.open("/table")
    names = tree(visitor)
    assert sum(name[:2] in {f"{c}{n}" for c in "abcdefgh" for n in range(1, 9)} for name in names) >= 64
    visitor.run("document.querySelector('.place[data-place=\"c3\"]').focus()")
    press(visitor, Keys.ARROW_RIGHT)
    assert visitor.run(HERE).startswith("d3: ")
    assert findings(visitor) == []
    assert visitor.complaints() == []
