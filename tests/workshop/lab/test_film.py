"""Films of the lab: the match that the virtual table plays is what its cubes, pawns and hands show."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.cases import larger
from vision.icecult.sim.play.script import Film, TurnScript
from vision.sim.camera import VirtualCamera
from vision.sources.opening import open_source
from workshop.icecult.lab.film import Order, board_px, encode, owned_up, quick, room, script_of, storyboard
from workshop.icecult.lab.picture.trace import Quality

pytestmark = pytest.mark.slow


def order(seed: int, variety: str) -> Order:
    """A film that is never traced."""
    return Order(seed, "hard", variety, Path("film"), Quality(), 2)


@pytest.mark.parametrize("variety", larger(["makes", "wide"], 1))
def test_a_table_at_rest_is_traced_once_and_everything_stays_in_the_picture(variety: str) -> None:
    base = room(order(7, variety))
    script = script_of(base)
    shots, truths = storyboard(base, script)
    frames = [number for shot in shots for number in shot.frames]
    assert sorted(frames) == list(range(len(truths)))
    assert len(shots) < 0.8 * len(truths)
    assert all(len(shot.pawns) >= 19 for shot in shots), "one may be taken away"
    tips = np.array([path["tip"] for path in board_px(base).values()])
    assert (tips > 0).all()
    assert (tips < VirtualCamera.from_json(base["camera"]).resolution_wh).all()
    assert storyboard(base, script)[0][-1].scene == shots[-1].scene, "the same seed makes the same film"


def test_hands_are_quick_and_rests_are_whole() -> None:
    script = script_of(room(order(103, "makes")))
    every, kept = list(Film(script).scenes()), list(quick(Film(script).scenes()))
    assert sum(t.resting for _, t in kept) == sum(t.resting for _, t in every)
    assert sum(not t.resting for _, t in kept) < 0.7 * sum(not t.resting for _, t in every)


def test_what_was_forgotten_and_done_in_time_is_no_fault() -> None:
    entry = {"fault": "missed-arrow"}
    assert owned_up(entry, TurnScript("r", ("Nn",), "missed-arrow", ("rN0@NW",), "late")) is None
    assert owned_up(entry, TurnScript("r", ("Nn",), "missed-arrow")) == "missed-arrow"
    late = TurnScript("r", ("Nn",), "tilt-alone", ("Nn",), "late")
    assert owned_up({"fault": "tilt-alone"}, late) == "tilt-alone"


def test_pictures_become_a_film_that_can_be_watched(tmp_path: Path) -> None:
    for number in range(5):
        cv2.imwrite(str(tmp_path / f"{number:04d}.jpg"), np.full((48, 64, 3), 40 * number, np.uint8))
    encode(tmp_path, tmp_path / "film.mp4", 8.0)
    greys = [frame.bgr.mean() for frame in open_source(str(tmp_path / "film.mp4"), fps=8.0).frames()]
    assert greys == pytest.approx([0, 40, 80, 120, 160], abs=6)
