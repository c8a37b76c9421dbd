"""The learn step of the page says why it cannot go on, in the words of a match."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.calibration.scenes import some_profile
from vision.frame import Frame
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


def test_a_camera_that_gives_no_picture_is_lost_and_not_the_board() -> None:
    live = told(lambda index, wait_s: None, "lost")
    assert live["status"] == "lost"
    assert live["text"] == eye_words("lost", ()) != eye_words("away", ())
