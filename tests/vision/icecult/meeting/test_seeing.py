"""What keeps the acquaintance from going on is told within three seconds, by the tower and by the tilts alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.icecult.profile import TableProfile
from vision.frame import Bgr, Frame
from vision.icecult.meeting.meeting import Meeting
from vision.icecult.sim.play.acquaintance import AcquaintanceTable, acquaintance_stage
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.scene import Scene

pytestmark = pytest.mark.slow

FPS = 4.0
TOLD_S = 3.0


@cache
def table() -> tuple[Bgr, TableProfile]:
    """A picture of the set-up, and the profile of its table."""
    source = AcquaintanceTable(stage=acquaintance_stage((640, 360)), paced=False)
    bgr = next(source.frames()).bgr
    stage = source.stage
    scene = Scene((), (), stage.camera, stage.dims, stage.look, stage.lighting, stage.defects)
    return bgr, scene_profile(scene, bgr)


def dark(bgr: Bgr, k: int) -> Bgr:
    """The light is off."""
    return np.zeros_like(bgr)


def flickering(bgr: Bgr, k: int) -> Bgr:
    """A lamp on the board goes on and off."""
    lit = bgr.copy()
    cv2.circle(lit, (320, 180), 9, (255, 255, 255) if k % 2 else (0, 0, 0), -1)
    return lit


def blurred(bgr: Bgr, k: int) -> Bgr:
    """The camera is out of focus."""
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 5), np.uint8)


def gone(bgr: Bgr, k: int) -> Bgr:
    """Somebody has taken the board away."""
    return np.asarray(np.broadcast_to(np.median(bgr, axis=(0, 1)), bgr.shape), np.uint8)


@pytest.mark.parametrize("step", ["tower", "tilts"])
@pytest.mark.parametrize(
    ("spoil", "from_s", "status", "eye"),
    [
        (dark, 1.0, "moving", "too-dark"),
        (flickering, 1.0, "moving", "flicker"),
        (blurred, 0.0, "lost", "out-of-focus"),
        (blurred, 1.0, "lost", "out-of-focus"),
        (gone, 1.0, "lost", "away"),
    ],
)
def test_what_is_wrong_is_told_within_three_seconds(
    step: str, spoil: Callable[[Bgr, int], Bgr], from_s: float, status: str, eye: str
) -> None:
    bgr, profile = table()
    meeting = Meeting(profile)
    if step == "tilts":
        meeting.go_on()
    for k in range(int((from_s + TOLD_S) * FPS)):
        at_s = k / FPS
        news = meeting.see(Frame(spoil(bgr, k) if at_s >= from_s else bgr, k, at_s))
        if meeting.eye == eye:
            break
    state = meeting.state()
    assert news
    assert (state["status"], state["eye"]) == (status, eye)
    assert state["trouble"] == ("" if eye == "away" else eye)


def test_a_trouble_that_is_over_is_told_no_more() -> None:
    bgr, profile = table()
    meeting, eyes = Meeting(profile), []
    for k, taken in enumerate([bgr, bgr, dark(bgr, 0), bgr, bgr]):
        meeting.see(Frame(taken, k, k / FPS))
        eyes.append(meeting.eye)
    assert eyes == ["moving", "rest", "too-dark", "moving", "rest"]
