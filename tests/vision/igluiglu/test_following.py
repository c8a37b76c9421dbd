"""A board that no network knows is known to lie where it lay; a knock is measured, another table is not it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.igluiglu.find import Finder
from calibration.igluiglu.follow import GridSeeker
from calibration.igluiglu.profile import BoardProfile
from calibration.proof import Follower
from vision.igluiglu.sim.plain import plain_scene
from vision.igluiglu.sim.profile import scene_profile

pytestmark = pytest.mark.slow

Bgr = npt.NDArray[np.uint8]
WH = (960, 540)
FLAT = np.array([(0, 400), (400, 400), (400, 0), (0, 0)], np.float32)


def profile(turned_deg: float = 0.0) -> BoardProfile:
    """The demonstration's board, and as a camera sees it that went about the table so far."""
    scene = plain_scene(*WH)
    camera = replace(scene.camera, azimuth_deg=scene.camera.azimuth_deg + turned_deg)
    return scene_profile(replace(scene, camera=camera))


def strange(there: BoardProfile, turns: int = 0) -> Bgr:
    """A picture of a board printed all over with blots, on which each turn has covered two spaces."""
    rng = np.random.default_rng(1)
    blots = cv2.resize(rng.integers(0, 256, (40, 40, 3), dtype=np.uint8), (400, 400), interpolation=cv2.INTER_CUBIC)
    for column, row in rng.integers(0, 8, (2 * turns, 2)):
        blots[50 * row : 50 * row + 50, 50 * column : 50 * column + 50] = rng.integers(0, 256, 3)
    way = cv2.getPerspectiveTransform(FLAT, there.grid.corners.astype(np.float32))
    return np.asarray(cv2.warpPerspective(blots, way, WH, borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 90, 110)))


def follower(believed: bool = True) -> Follower[BoardProfile]:
    """What asks whether the board lies where it lay."""
    return Follower(GridSeeker(Finder()), believed)


def test_a_turn_leaves_a_board_that_nobody_knows_where_it_is() -> None:
    board, follow = profile(), follower()
    assert follow(board, strange(board)) == ("fits", board)
    assert follow(board, strange(board, 3)) == ("fits", board)


def test_a_knock_of_such_a_board_is_measured() -> None:
    before, after, follow = profile(), profile(1.5), follower()
    assert np.abs(before.grid.corners - after.grid.corners).max() > 3
    follow(before, strange(before))
    status, found = follow(before, strange(after, 1))
    assert status == "moved"
    assert np.abs(found.grid.corners - after.grid.corners).max() < 1.2


def test_a_table_without_the_board_is_another_one() -> None:
    board, follow = profile(), follower()
    follow(board, strange(board))
    assert follow(board, np.full_like(strange(board), 90))[0] == "lost"
    assert follow(board, strange(board)) == ("fits", board)


def test_only_a_profile_that_is_believed_fits_what_no_network_knows() -> None:
    board = profile()
    assert follower()(board, strange(board))[0] == "fits"
    assert follower(believed=False)(board, strange(board))[0] == "lost"
