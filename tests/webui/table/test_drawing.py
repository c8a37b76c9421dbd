"""The board step's drawing: one geometry, told to the page, and pulls that make no sense are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.icecult.equipment.drawing import HANDLES, NODDED
from calibration.icecult.sizes.sized import KEYS
from tests.webui.making import PLAYERS, Page
from vision.sources.opening import FrameSource, open_source
from webui.parts import Parts

pytestmark = pytest.mark.slow


@pytest.fixture
def page(parts: Parts, tmp_path: Path) -> Page:
    """A page whose camera sees nothing but a grey table."""
    cv2.imwrite(str(tmp_path / "0.png"), np.full((360, 640, 3), 120, np.uint8))

    def folder(_: str) -> FrameSource:
        return open_source(str(tmp_path))

    parts.setup.opener = folder
    made = Page(parts)
    made.post("/api/setup/camera", {"source": "0"})
    parts.setup.after(-1, 20)
    return made


def test_a_board_that_cannot_be_found_is_drawn_and_counts_when_nodded_at(page: Page, parts: Parts) -> None:
    drawn = page.post("/api/setup/draw", {}).get_json()
    assert (set(drawn["handles"]), len(drawn["tips"]), drawn["resolution"]) == (set(HANDLES), 4, [640, 360])
    tips = [drawn["tips"][path] for path in "NESW"]
    assert page.post("/api/setup/find", {"tips": tips}).status_code == 409
    x, y = drawn["handles"]["start"]
    wide = page.post("/api/setup/draw", {"handle": "start", "at": [2 * x, 2 * y + 24], "width": 1280}).get_json()
    assert (wide["told"], wide["tips"]) == (["base_size", "space_length"], drawn["tips"])
    assert wide["lines"] != drawn["lines"]
    turned = page.post("/api/setup/draw", {"path": "E"}).get_json()
    assert (turned["path"], turned["handles"]["height"]) == ("E", wide["handles"]["height"])
    corners = page.post("/api/setup/draw", {"layout": "corners"}).get_json()
    assert (corners["layout"], corners["tips"]) == ("corners", drawn["tips"])
    nod = page.post("/api/setup/nod").get_json()
    assert (nod["grade"], nod["sizes"]["cube_edge"]["sure"]) == ("fair", NODDED)
    page.post("/api/setup/start", {"name": "", "players": PLAYERS, "house": {}})
    assert set(KEYS) <= set(parts.learning.kept.sizes)
    assert parts.learning.kept.layout == "corners"


def test_another_evening_begins_with_the_sizes_of_the_set(page: Page, parts: Parts) -> None:
    first = page.post("/api/setup/draw", {}).get_json()
    x, y = first["handles"]["width"]
    page.post("/api/setup/draw", {"handle": "width", "at": [x - 9, y]})
    page.post("/api/setup/nod")
    page.post("/api/setup/start", {"name": "", "players": PLAYERS, "house": {}})
    page.post("/api/setup/camera", {"source": "0"})
    parts.setup.after(-1, 20)
    second = page.post("/api/setup/draw", {}).get_json()
    assert second["told"] == []
    assert parts.setup.laying.sketch.drawing is not None
    kept = parts.learning.kept.sizes["path_width"]["mm"]
    assert parts.setup.laying.sketch.drawing.profile.board["path_width"] == pytest.approx(kept) != 40.0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"handle": "nose", "at": [1, 2]}, 409),
        ({"handle": "start"}, 400),
        ({"handle": "start", "at": [1, "x"]}, 400),
        ({"handle": 3, "at": [1, 2]}, 400),
        ({"path": "Q"}, 400),
        ({"layout": "roof"}, 400),
        ({"tips": [[1, 1]] * 4}, 400),
        ({"tips": [[1, 1]] * 3}, 400),
    ],
)
def test_pulls_that_make_no_sense_are_refused(page: Page, body: dict[str, Any], status: int) -> None:
    answer = page.post("/api/setup/draw", body)
    assert (answer.status_code, bool(answer.get_json()["error"])) == (status, True)


def test_nobody_can_nod_before_there_is_a_board(parts: Parts) -> None:
    assert Page(parts).post("/api/setup/nod").status_code == 409
