"""The board step: what cannot be found by itself is drawn by hand, and what was drawn is the set's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from calibration.icecult.equipment.drawing import HANDLES, TOLD, drawing_of
from calibration.icecult.find import Finder
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import TableProfile
from calibration.icecult.quality import behind_block
from calibration.icecult.sizes.sized import KEYS
from tests.webui.browser.conftest import Site, Visitor
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.staging import stage_for
from vision.sim.camera import fitted
from vision.sources.opening import FrameSource, open_source

MAKES = Path(__file__).parents[3] / "data" / "calibration" / "makes"
NEAR = {"base_height": 0.25, "tip_length": 0.1, "cube_edge": 0.05, "path_width": 0.09}  # a mouse moves whole pixels
NEAR_OTHERS = 0.03


def test_a_blurred_board_of_another_make_is_drawn_in_a_minute(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    bgr = np.asarray(cv2.imread(str(MAKES / "sides.jpg")), np.uint8)
    truth = json.loads((MAKES / "sides.json").read_text())
    real = true_profile(bgr, truth)
    cv2.imwrite(str(tmp_path / "0.png"), cv2.GaussianBlur(bgr, (0, 0), 9))

    def folder(_: str) -> FrameSource:
        return open_source(str(tmp_path))

    site.parts.setup.opener = folder
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.see("#address")
    visitor.run("document.querySelector('#address').value = '7'")
    visitor.run("document.querySelector('#address-form').requestSubmit()")
    visitor.see(".tips .guess", seconds=40)
    visitor.choose("#language", "de")
    visitor.see('[data-tip="E"] text', "O")
    visitor.choose("#language", "en")
    visitor.see('[data-tip="E"] text', "E")
    visitor.run("document.querySelector('.live-picture').scrollIntoView()")
    for path in ARMS:
        drag(visitor, f'[data-tip="{path}"]', real.tips_px[path])
    drawn = visitor.run("return fetch('/api/token').then(() => document.querySelectorAll('.tips .handle').length)")
    assert drawn == len(HANDLES)
    pulled = site.parts.setup.laying.sketch.drawing
    assert pulled is not None
    wanted = drawing_of(real, path=pulled.path).handles
    assert "tips too" not in visitor.see(".report .notice", "Not recognised", seconds=60).text
    point = visitor.see("[data-handle=width] .point")
    ActionChains(visitor.driver, duration=20).click_and_hold(point).move_by_offset(2, 0).perform()
    assert [opacity(visitor, f"[data-handle={name}]") for name in ("width", "corner")] == [1.0, 0.3]
    ActionChains(visitor.driver, duration=20).move_by_offset(-2, 0).release().perform()
    assert opacity(visitor, "[data-handle=corner]") == 1.0
    for name in (*HANDLES, "start", "height"):
        drag(visitor, f'[data-handle="{name}"]', wanted[name])
        visitor.see(".loupe:not([hidden])")
    visitor.see("[data-handle=width]").send_keys(Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    visitor.see("#board-good:not(:disabled)", seconds=60)
    visitor.see(".report .notice", "Drawn as you pulled it")
    visitor.tap("#board-good")
    visitor.see('[data-step="players"]:not([hidden]) #seats input')
    profile = site.parts.setup.profile
    assert profile is not None
    assert {key: profile.sizes[key]["sure"] for key in KEYS} == pytest.approx(dict.fromkeys(KEYS, TOLD))
    scale = profile.board.tip_mm / make_geometry(truth["geometry"]).tip_mm
    off = {key: abs(profile.board[key] / scale / truth["geometry"][key] - 1) for key in KEYS}
    assert {key: round(share, 3) for key, share in off.items() if share > NEAR.get(key, NEAR_OTHERS)} == {}
    visitor.tap("#begin")
    visitor.until(lambda: bool(site.parts.learning.kept.sizes))
    kept = site.parts.learning.kept.sizes
    assert {key: kept[key]["mm"] for key in KEYS} == pytest.approx({key: profile.board[key] for key in KEYS}, abs=0.01)


def test_a_camera_too_low_to_see_over_the_block_is_told_where_and_how_much(
    site: Site, visitor: Visitor, tmp_path: Path
) -> None:
    stage = stage_for(3, "sides")
    low = fitted(replace(stage.camera, azimuth_deg=8.0, elevation_deg=36.0), stage.dims.tips(), 1.3)
    scene = Film(random_match(3, "ry", 1, (), stage=replace(stage, camera=low))).first_scene()
    cv2.imwrite(str(tmp_path / "0.png"), Renderer().render(scene).bgr)
    site.parts.setup.opener = lambda _: open_source(str(tmp_path))
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.see("#address")
    visitor.run("document.querySelector('#address').value = '7'")
    visitor.run("document.querySelector('#address-form').requestSubmit()")
    visitor.see(".tips .guess", seconds=40)
    visitor.tap("#find-auto")
    visitor.see(".grade", "The board is found", seconds=60)
    profile = site.parts.setup.profile
    assert profile is not None
    behind, cm = profile.quality["behind"], profile.quality["raise_cm"]
    assert 1 <= len(behind) <= 2
    visitor.see(".report .advice", f"raise the camera by some {cm} cm")
    visitor.see(".report .higher")
    marked = "return [...document.querySelectorAll('.tips .behind')].map((mark) => mark.getAttribute('points'))"
    assert len(visitor.run(marked)) == len(behind)
    assert behind_block(profile.board, profile.camera.position_mm + np.array([0.0, 0.0, 10.0 * cm])) == []


def true_profile(bgr: np.ndarray, truth: dict[str, object]) -> TableProfile:
    """The board as it really lies, found in the sharp picture with every size known."""
    arms: dict[str, dict[str, list[float]]] = truth["arms"]  # type: ignore[assignment]
    board = make_geometry({**truth["geometry"], "exit": truth["exit"]})  # type: ignore[dict-item]
    found = Finder().from_tips(bgr, np.array([arms[arm]["tip"] for arm in ARMS]), board, known=KEYS)
    size = (bgr.shape[1], bgr.shape[0])
    return TableProfile(size, board.to_json(), found.fit.camera, found.fit.arms, found.tips_px)


def drag(visitor: Visitor, css: str, at: tuple[float, float]) -> None:
    """Drag a handle with the mouse to a pixel of the picture, and wait until its lines are drawn."""
    picture, point = visitor.see(".tips").rect, visitor.see(f"{css} .point")
    zoom = picture["width"] / visitor.run("return document.querySelector('.live-picture img').naturalWidth")
    dx = picture["x"] + at[0] * zoom - (point.rect["x"] + point.rect["width"] / 2)
    dy = picture["y"] + at[1] * zoom - (point.rect["y"] + point.rect["height"] / 2)
    chain = ActionChains(visitor.driver, duration=20)
    chain.click_and_hold(point).move_by_offset(round(dx), round(dy)).release().perform()
    visitor.see('.live-picture:not([data-pulling="yes"])')


def opacity(visitor: Visitor, css: str) -> float:
    """How plainly something is drawn."""
    return float(visitor.run("return getComputedStyle(document.querySelector(arguments[0])).opacity", css))
