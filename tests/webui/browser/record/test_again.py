"""Once more: same as last time in one tap, a rematch that asks what it must, and a table that was set up anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event
from typing import Any

import numpy as np

from engine.icecult.cube import STANDARD_SET
from engine.icecult.state import State
from tests.vision.synthetic import observe
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import PLAYERS, near_won
from vision.eye import Glance
from vision.frame import Frame
from vision.icecult.observation import Observation
from vision.sources.opening import Status
from webui.record.opening import create_match

SEATED = "return [0, 1].map((i) => ['#name', '#colour'].map((s) => document.querySelector(s + i).value))"
TWO = [{"name": "Dora", "colour": "r"}, {"name": "Emil", "colour": "b"}]


def test_the_same_as_last_time_is_one_tap_and_people_are_remembered(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, name="Saturday", layout="corners")
    first = site.parts.desk.table().match_id
    site.parts.desk.clear()
    visitor.open("/new")
    visitor.see(f'[data-again="{first}"]', "Same as last time")
    assert findings(visitor) == []
    visitor.tap('[data-game="ice-cult"]')
    visitor.tap('[data-source="none"]')
    visitor.tap('[data-person="Chiara"]')
    visitor.tap('[data-person="Ada"]')
    visitor.see('[data-person="Bela"]')
    assert not visitor.shows('[data-person="Ada"]')
    assert findings(visitor) == []
    seated = visitor.run(
        "return [0, 1].map((i) => ['#name', '#colour'].map((s) => document.querySelector(s + i).value))"
    )
    assert seated == [["Chiara", "g"], ["Ada", "r"]]
    visitor.run("window.confirm = () => true")
    visitor.tap('.person [aria-label="Forget Bela"]')
    visitor.gone('[data-person="Bela"]')
    visitor.open("/new")
    visitor.gone("#again")
    site.parts.desk.open(PLAYERS)
    site.parts.desk.clear()
    visitor.open("/new")
    visitor.tap("[data-again]")
    visitor.see("#panel h1", "Ada · Red’s turn")
    assert visitor.complaints() == []


def test_a_rematch_of_iglu_asks_for_the_fish_in_the_middle(site: Site, visitor: Visitor) -> None:
    first = site.parts.desk.open(TWO, game="iglu", start={"centre": [1, 1, 1, 1]})
    site.parts.desk.table().finish().result(5)
    visitor.open("/table")
    visitor.see("#panel .owed-line", "The match was ended without a winner.")
    visitor.see("#panel #share")
    visitor.see('#home[href="/home"]')
    visitor.tap("#rematch")
    visitor.choose('dialog [data-fish="d4"]', "3")
    assert findings(visitor) == []
    visitor.tap("#begin-again")
    visitor.until(lambda: visitor.view().get("match", {}).get("id") not in (None, first))
    view = visitor.view()
    assert [player["name"] for player in view["match"]["players"]] == ["Emil", "Dora"]
    assert view["state"]["on"]["d4"] == "fish3"


class Table:
    """A camera and its eye in one: sees the state it is told, ten times a second of its own clock."""

    name, live, dropped, status = "table", True, 0, Status.RUNNING

    def __init__(self, state: State) -> None:
        self.state = state
        self._closed = Event()

    def frames(self) -> Iterator[Frame]:
        """Pictures until it is closed; nobody looks at them."""
        index = 0
        while not self._closed.wait(0.02):
            yield Frame(np.zeros((2, 2, 3), np.uint8), index, index / 2.0)
            index += 1

    def look(self, frame: Frame) -> Glance:
        """The table at rest."""
        return Glance(frame.taken_at_s, "rest", 0, 0.0, Observation.from_json(observe(self.state)))

    def evidence(self, from_s: float, to_s: float, places: Sequence[str]) -> tuple[tuple[str, float, bytes], ...]:
        """None."""
        return ()

    def close(self) -> None:
        """Stop."""
        self._closed.set()


def test_a_table_that_was_set_up_anew_is_asked_about(site: Site, visitor: Visitor) -> None:
    table: Any = Table(near_won())
    first = create_match(site.parts.store, PLAYERS, start=near_won(), source="camera")
    site.parts.desk.put(first, table, table)
    visitor.open("/table")
    assert not visitor.view()["anew"]
    table.state = State.setup("r")
    visitor.see("dialog h2", "A new match?")
    assert findings(visitor) == []
    visitor.tap('[data-anew="no"]')
    visitor.gone("dialog")
    visitor.until(lambda: not visitor.view()["anew"])
    table.state = near_won()
    visitor.until(lambda: visitor.view()["seen"]["paths"]["S"][4] == "r")
    table.state = State.setup("r")
    visitor.tap('[data-anew="yes"]')
    visitor.until(lambda: visitor.view().get("match", {}).get("id") not in (None, first))
    assert visitor.view()["match"]["players"][0]["name"] == "Bela"


def test_a_set_that_was_played_with_lately_is_chosen_again(site: Site, visitor: Visitor) -> None:
    standard = STANDARD_SET.to_json()
    mine = {"spaces": 5, "cubes": {**standard["cubes"], "NW": {**standard["cubes"]["NW"], "D": "blue>N"}}}
    site.parts.desk.open(PLAYERS, name="At the lake", equipment=mine)
    site.parts.desk.open(PLAYERS, name="At home")
    site.parts.desk.clear()
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.tap('[data-source="none"]')
    visitor.see("#sets legend", "Which cubes?")
    choices = "return [...document.querySelectorAll('#sets .choice')].map((n) => n.textContent)"
    assert [text.partition(",")[0] for text in visitor.run(choices)] == ["The standard set", "The set of “At the lake”"]
    assert findings(visitor) == []
    visitor.tap("#sets .choice:last-child input")
    visitor.run("document.querySelector('#sets .choice:last-child input').checked = true")
    visitor.choose("#language", "de")
    visitor.see("#sets .choice:last-child", "Wie in „At the lake“")
    visitor.tap("#begin")
    visitor.see("#panel h1", "Rot ist am Zug")
    assert site.parts.desk.table().match.equipment.to_json()["cubes"] == mine["cubes"]
    assert visitor.complaints() == []
