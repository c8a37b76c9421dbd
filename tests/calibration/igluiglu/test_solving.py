"""Cameras and bends from crossings; boards from heat maps."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.errors import PoseError
from calibration.igluiglu.find import quadrilaterals, rough
from calibration.igluiglu.solving import Crossings, solved
from calibration.lens import Lens
from tests.calibration.igluiglu.boards import WH, bent_board, camera


@pytest.mark.parametrize("elevation", [38.0, 60.0, 80.0])
def test_the_camera_is_solved_from_crossings(elevation: float) -> None:
    true = bent_board(camera(elevation), 0.03)
    noise = np.random.default_rng(1).normal(0, 0.4, (81, 2))
    grid = solved(Crossings(true.crossings + noise, np.full(81, 0.5)), Lens.usual(WH))
    assert abs(grid.camera.elevation_deg - elevation) < 2
    assert np.linalg.norm(grid.crossings - true.crossings, axis=1).mean() < 0.5


def test_a_few_crossings_that_are_far_off_lose_their_pull() -> None:
    true = bent_board(camera(), 0.03)
    seen = true.crossings.copy()
    seen[30:36] += 25
    spread = np.full(81, 0.5)
    grid = solved(Crossings(seen, spread), Lens.usual(WH))
    assert np.linalg.norm(grid.corners - true.corners, axis=1).max() < 1.5


def test_corners_alone_are_a_rough_board() -> None:
    true = bent_board(camera(), 0.0)
    assert np.linalg.norm(rough(true.corners, Lens.usual(WH)).crossings - true.crossings, axis=1).max() < 6


def test_corners_that_no_camera_sees_so_are_refused() -> None:
    true = bent_board(camera(), 0.0)
    with pytest.raises(PoseError):
        rough(true.corners[[0, 3, 2, 1]], Lens.usual(WH))


def test_a_board_is_found_in_its_maps_also_where_a_corner_is_hidden() -> None:
    quad = bent_board(camera(), 0.0).corners * 0.14
    board = cv2.fillConvexPoly(np.zeros((108, 192), np.float32), np.rint(quad).astype(np.int32), 1.0)
    corner = np.zeros_like(board)
    for x, y in quad[:3]:
        cv2.circle(corner, (round(x), round(y)), 1, 0.8, -1)
    first = quadrilaterals(cv2.GaussianBlur(corner, (3, 3), 0), board)[0]
    assert min(np.linalg.norm(np.roll(first, k, 0) - quad, axis=1).max() for k in range(4)) < 2.5


def test_nothing_is_made_of_empty_maps() -> None:
    empty = np.zeros((108, 192), np.float32)
    assert quadrilaterals(empty, empty) == []
