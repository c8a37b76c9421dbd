"""Meeting a set on the page: the virtual table does what is asked, the page shows what is seen, nothing is pressed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from calibration.icecult.certainty import PAWNS
from tests.webui.making import Page
from vision.icecult.sim.play.acquaintance import AcquaintanceTable
from webui.parts import Parts

pytestmark = pytest.mark.slow

MOST_S = 240.0


def until(page: Page, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Ask where it stands until it is so."""
    end_s = time.monotonic() + MOST_S
    while time.monotonic() < end_s:
        state: dict[str, Any] = page.get("/api/learn").get_json()
        if good(state):
            return state
        newest = page.get("/api/setup/picture.jpg?after=-1").headers.get("X-Index", "-1")
        page.get(f"/api/setup/picture.jpg?after={newest}")  # comes with the next picture
    raise AssertionError(state)


def test_a_tower_is_asked_for_and_measured_and_the_tilts_follow_by_themselves(parts: Parts) -> None:
    page = Page(parts)
    assert page.post("/api/learn/watch").status_code == 409
    assert page.post("/api/learn/insist").status_code == 409
    page.post("/api/setup/camera", {"source": "demo", "purpose": "meet"})
    table = parts.setup.source
    assert isinstance(table, AcquaintanceTable)
    while parts.setup.jpeg() is None:
        parts.setup.after(-1, 20)
    found = page.post("/api/setup/find", {"tips": None}).get_json()
    assert found["tips"]["N"][1] == min(tip[1] for tip in found["tips"].values())  # north is up
    assert all(found["sizes"][key]["sure"] == PAWNS for key in ("cone_foot_size", "cone_height"))
    page.post("/api/setup/nod")
    live = page.post("/api/learn/watch").get_json()["live"]
    assert (live["phase"], live["tower"]) == ("tower", None)
    seen = until(page, lambda state: state["live"]["phase"] == "tilts")["live"]
    assert (seen["tower"]["pawns"], seen["tower"]["colour"]) == (5, "y")
    assert abs(seen["rise"]["mm"] - table.stage.dims.stack_pitch) < 0.8
    state = until(page, lambda state: state["step"] >= 1)
    assert state["set"]["cubes"]["NW"]["U"] == "arc:SE"
    assert parts.learning.kept.sizes == {}  # the virtual table's set is nobody's
    parts.setup.close()
    assert page.get("/api/learn").get_json()["live"] is None
