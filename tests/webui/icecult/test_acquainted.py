"""Before the first turn: the page says why it cannot go on in the words of a match, and measures the pawns it sees."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from calibration.icecult.certainty import PAWNS
from tests.calibration.scenes import some_profile
from tests.calibration.test_calibrate import true_tips
from tests.vision.icecult.frames import FRAMES
from vision.frame import Frame
from vision.sources.opening import read_picture
from webui.icecult.before.laying import BoardLaying
from webui.icecult.learning import CubeLearning
from webui.icecult.sentences import eye_words

MOST_S = 60.0


def told(frames: Callable[[int, float], Frame | None], eye: str) -> dict[str, Any]:
    """What the page is told as soon as the eye is so."""
    laying, end_s = BoardLaying(CubeLearning()), time.monotonic() + MOST_S
    laying.meet(some_profile(), frames, lambda count: None)
    try:
        while (live := laying.met()["live"])["eye"] != eye:
            assert time.monotonic() < end_s, live
        return dict(live)
    finally:
        laying.end()


def test_a_dark_room_is_told_with_what_to_do() -> None:
    wide, high = some_profile().resolution_wh
    black = np.zeros((high, wide, 3), np.uint8)
    live = told(lambda index, wait_s: Frame(black, index + 1, (index + 1) / 4), "too-dark")
    assert (live["status"], live["trouble"]) == ("moving", "too-dark")
    assert live["text"] == eye_words("too-dark", ())


def test_the_table_that_is_looked_at_says_how_its_block_stands() -> None:
    for corners, layout in ((True, "corners"), (False, "sides")):
        learning = CubeLearning()
        laying = BoardLaying(learning)
        laying.meet(some_profile(corners), lambda index, wait_s: None, lambda count: None)
        laying.end()
        assert learning.state()["layout"] == layout


def test_a_camera_that_gives_no_picture_is_lost_and_not_the_board() -> None:
    live = told(lambda index, wait_s: None, "lost")
    assert live["status"] == "lost"
    assert live["text"] == eye_words("lost", ()) != eye_words("away", ())


def test_a_board_that_is_drawn_by_hand_keeps_the_usual_pawns() -> None:
    laying, bgr = BoardLaying(CubeLearning()), read_picture(FRAMES / "1020_easy.jpg")
    laying.draw((bgr.shape[1], bgr.shape[0]), {"tips": true_tips("1020_easy")})
    profile = laying.nodded(None, bgr)
    assert profile is not None
    assert all(profile.sizes[key]["sure"] == PAWNS for key in ("cone_foot_size", "cone_height", "stack_pitch"))
    kept = laying.settled(profile)
    assert kept.sizes["cone_height"] == profile.sizes["cone_height"]
