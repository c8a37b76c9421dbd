"""Why a table cannot be judged."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench.eye import true_profile
from calibration.icecult.profile import TableProfile
from engine.icecult.board import SLOTS
from engine.icecult.words.texts import LANGUAGES
from tests.vision.icecult.frames import load
from vision.focus import blur_share
from vision.frame import Bgr
from vision.icecult.observation import PATHS, CubeReading, Observation
from vision.icecult.trouble import TROUBLES, read_badly, trouble, view_trouble
from vision.trouble import board_blur, out_of_focus
from webui.icecult.sentences import eye_words


def table() -> tuple[Bgr, TableProfile]:
    bgr, truth = load("1050_easy")
    return bgr, true_profile(truth)


def seen(unread: int = 0) -> Observation:
    """A table with empty paths of which so many spaces could not be read."""
    cubes = {slot: CubeReading("circle", None, 0.99) for slot in SLOTS}
    texts: list[str | None] = [None] * unread + [""] * (20 - unread)
    paths = {path: tuple(texts[5 * k : 5 * k + 5]) for k, path in enumerate(PATHS)}
    return Observation(cubes, paths, "", dict.fromkeys(PATHS, ""))


def test_a_table_that_is_read_well_has_no_trouble() -> None:
    bgr, profile = table()
    assert not read_badly(seen(3))
    assert trouble(profile, cv2.GaussianBlur(bgr, (0, 0), 9), seen(3)) == ""
    assert trouble(profile, bgr, seen(12)) == ""


def test_a_blurred_picture_that_is_read_badly_is_out_of_focus() -> None:
    bgr, profile = table()
    assert trouble(profile, np.asarray(cv2.GaussianBlur(bgr, (0, 0), 7), np.uint8), seen(12)) == "out-of-focus"
    blurs = [blur_share(np.asarray(cv2.GaussianBlur(bgr, (0, 0), by), np.uint8)) * 1280 for by in (3.0, 6.0)]
    assert blurs == pytest.approx([3.0, 6.0], rel=0.35)


@pytest.mark.parametrize("by_px", [5.0, 9.0, 15.0])
def test_a_board_that_cannot_be_found_in_a_blurred_picture_is_out_of_focus(by_px: float) -> None:
    bgr, profile = table()
    blurred = np.asarray(cv2.GaussianBlur(bgr, (0, 0), by_px), np.uint8)
    assert out_of_focus(profile, blurred)
    assert out_of_focus(profile, blurred, board_blur(profile, bgr))


def test_where_the_board_is_gone_a_sharp_picture_is_not_out_of_focus() -> None:
    bgr, profile = table()
    rng = np.random.default_rng(1)
    lamp = np.linspace(90, 160, bgr.shape[1])[None, :, None] + rng.normal(0, 2, bgr.shape)
    cloth = cv2.GaussianBlur(lamp, (0, 0), 4).astype(np.uint8)
    pushed = np.ascontiguousarray(np.roll(bgr, 400, axis=1))
    assert not any(out_of_focus(profile, each) for each in (bgr, pushed, cloth))


def test_a_camera_that_is_never_quite_sharp_is_not_out_of_focus_for_it() -> None:
    bgr, profile = table()
    soft, softer = (np.asarray(cv2.GaussianBlur(bgr, (0, 0), by), np.uint8) for by in (3.5, 6.0))
    assert not out_of_focus(profile, soft, board_blur(profile, soft))
    assert out_of_focus(profile, softer, board_blur(profile, soft))


def test_cubes_that_cannot_be_read_are_a_trouble_of_their_own() -> None:
    """Four dark cubes are less than a quarter of the places: nobody was told why no turn was seen."""
    bgr, profile = table()
    dark = dict.fromkeys(SLOTS[:3], CubeReading("arc", "NE", 0.4))
    some = replace(seen(), cubes={**seen().cubes, SLOTS[0]: None, SLOTS[1]: dark[SLOTS[1]]})
    most = replace(seen(), cubes={**seen().cubes, **dark})
    assert trouble(profile, bgr, some) == ""
    assert trouble(profile, bgr, most) == "cubes-unread"


def test_where_the_camera_stands_may_be_the_trouble() -> None:
    _, profile = table()
    assert view_trouble(profile) == ""
    north = profile.tips_px["N"]
    assert view_trouble(profile.changed(tips_px={**profile.tips_px, "N": (north[0], -40.0)})) == "cut-off"
    far = replace(profile.camera, focal_px=profile.camera.focal_px / 5)
    assert view_trouble(profile.changed(camera=far)) == "too-far"


def test_a_camera_straight_above_is_too_steep() -> None:
    _, profile = table()
    assert 20 < profile.camera.elevation_deg < 86
    above = replace(profile.camera, rvec=(np.pi, 0.0, 0.0), tvec_mm=(0.0, 0.0, 900.0))
    assert profile.changed(camera=above).camera.elevation_deg == pytest.approx(90)
    assert view_trouble(profile.changed(camera=above)) == "too-steep"


@pytest.mark.parametrize("key", TROUBLES)
def test_every_trouble_has_words_and_advice_in_every_language(key: str) -> None:
    words = eye_words(key, ())
    assert set(words) == set(LANGUAGES)
    assert len(set(words.values())) == len(LANGUAGES)
