"""Words that need no letters: once it is known who sits where, a pair is the one nearest to Ada."""

from __future__ import annotations

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import PLAYERS, play

HEAR = "return [...document.querySelectorAll('.tilt-seen .visually-hidden')].map((n) => n.textContent)"
ZONE = "return document.querySelector('.zone[data-pair=\"N\"]').getAttribute('aria-label')"
SPACE = "return document.querySelector('.place[data-place=\"N3\"]').getAttribute('aria-label')"


@pytest.mark.parametrize(
    ("language", "pair", "tilt", "space"),
    [
        ("en", "pair nearest to Ada", "Pair nearest to Ada tilted towards Ada", "Ada’s path, space 3: empty"),
        ("de", "Paar vor Ada", "Paar vor Ada zu Ada hin gekippt", "Eispfad zu Ada, Feld 3: leer"),
        ("fr", "paire devant Ada", "Paire devant Ada pivotée vers Ada", "chemin vers Ada, case 3\u00a0: vide"),
        (
            "it",
            "coppia davanti a Ada",
            "Coppia davanti a Ada ruotata verso Ada",
            "sentiero verso Ada, casella 3: vuoto",
        ),
    ],
)
def test_a_pair_is_the_one_nearest_to_somebody(
    site: Site, visitor: Visitor, language: str, pair: str, tilt: str, space: str
) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.speak(language)
    visitor.open("/table")
    visitor.tap("#menu")
    visitor.tap('[data-item="seat.sit"]')
    visitor.choose('[data-sits="N"]', "r")
    assert findings(visitor) == []
    assert visitor.run(ZONE) == pair
    assert visitor.run(SPACE) == space
    play(site.parts, ("Nn",), end=False)
    visitor.until(lambda: visitor.run(HEAR) == [tilt])
    visitor.open("/table")
    visitor.until(lambda: visitor.run(SPACE) == space), "remembered on this device"
    assert visitor.complaints() == []


def test_whoever_moves_leaves_the_old_side_and_nobody_is_asked_where_paths_leave_at_corners(
    site: Site, visitor: Visitor
) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.tap("#menu")
    visitor.tap('[data-item="seat.sit"]')
    visitor.choose('[data-sits="N"]', "r")
    visitor.choose('[data-sits="E"]', "r")
    assert visitor.run("return document.querySelector('[data-sits=\"N\"]').value") == ""
    assert visitor.run(ZONE) == "north pair"
    site.parts.desk.open(PLAYERS, layout="corners")
    visitor.open("/table")
    assert (
        visitor.run("return document.querySelector('.zone[data-pair=\"E\"]').getAttribute('aria-label')") == "east pair"
    )
    visitor.tap("#menu")
    visitor.tap('[data-item="seat.menu"]')
    visitor.see("[data-seat]")
    assert not visitor.shows("[data-sits]")
