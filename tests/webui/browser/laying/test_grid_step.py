"""The board step of IGLU IGLU: the grid found by itself or from four dragged corners, with the drawn grid as proof."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.igluiglu.grid import CORNER_NAMES
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.laying.test_boardstep import drag
from vision.igluiglu.sim.draw.lens import through_lens
from vision.igluiglu.sim.draw.painter import Painter
from vision.igluiglu.sim.plain import plain_scene
from vision.igluiglu.sim.play.script import script
from vision.igluiglu.sim.play.table import FilmTable
from vision.igluiglu.sim.profile import scene_profile
from vision.sources.opening import open_source

ROOM = plain_scene()
TRUE = scene_profile(ROOM).grid.corners
NEAR_PX = 6.0  # a quarter of a space is some 12 of them


@pytest.fixture
def camera(site: Site, tmp_path: Path) -> Site:
    """A site whose camera shows the demonstration's table."""
    table = FilmTable.begin(script(2, 1, "rb", 4, 0).start, ROOM.geometry, ROOM.look, np.random.default_rng(1))
    tiles, pieces = table.things()
    scene = replace(ROOM, tiles=tiles, pieces=pieces)
    cv2.imwrite(str(tmp_path / "0.png"), through_lens(Painter(scene, 1.2).paint(), scene.camera)[0])
    site.parts.setup.opener = lambda _: open_source(str(tmp_path))
    return site


def looking(visitor: Visitor) -> None:
    """As far as the board step, with the camera's picture."""
    visitor.open("/new")
    visitor.tap('[data-game="iglu"]')
    visitor.tap("#laid")
    visitor.see("#address")
    visitor.run("document.querySelector('#address').value = '7'")
    visitor.run("document.querySelector('#address-form').requestSubmit()")
    visitor.see(".tips .guess", seconds=40)


def proven(site: Site, visitor: Visitor) -> None:
    """The grid of 8x8 is drawn where the board lies, and taken."""
    visitor.see("#board-good:not(:disabled)", seconds=60)
    visitor.see(".tips .proof")
    assert visitor.run("return document.querySelectorAll('.tips .proof').length") == 18
    profile = site.parts.setup.profile
    assert profile is not None
    found = np.array(list(profile.landmarks().values()))
    assert min(np.abs(np.roll(found, k, 0) - TRUE).max() for k in range(4)) < NEAR_PX
    visitor.tap("#board-good")
    visitor.see('[data-step="players"]:not([hidden]) #seats input')
    assert visitor.complaints() == []


def test_the_grid_is_found_by_itself(camera: Site, visitor: Visitor) -> None:
    looking(visitor)
    visitor.tap("#find-auto")
    proven(camera, visitor)


def test_the_grid_is_found_from_four_dragged_corners(camera: Site, visitor: Visitor) -> None:
    looking(visitor)
    visitor.run("document.querySelector('.live-picture').scrollIntoView()")
    for name, (x, y) in zip(CORNER_NAMES, TRUE, strict=True):
        drag(visitor, f'[data-tip="{name}"]', (float(x) + 3, float(y) - 2))
    proven(camera, visitor)
    profile = camera.parts.setup.profile
    assert profile is not None
    assert profile.north == "chosen"
    assert np.abs(np.array(list(profile.landmarks().values())) - TRUE).max() < NEAR_PX
