"""Points of the board to pixels and back, turned and named anyhow."""

from __future__ import annotations

import json

import numpy as np
import pytest

from calibration.igluiglu.flat import READ, cut, maps
from calibration.igluiglu.grid import (
    CELLS,
    CORNER_NAMES,
    CORNERS,
    SIDE,
    Grid,
    cells_in_order,
    every_crossing,
    middles,
    quarter_of,
    turned,
)
from calibration.igluiglu.profile import BoardProfile
from calibration.profile import ProfileError, ShapeError
from tests.calibration.igluiglu.boards import WH, bent_board, camera


def test_pixels_lead_back_to_their_points() -> None:
    grid = bent_board(camera())
    points = np.array([[0.3, 0.4], [4.2, 7.7], [8.0, 8.0], [-0.6, 9.1]])
    assert np.abs(grid.points(grid.pixels(points)) - points).max() < 1e-4


def test_a_bent_board_goes_through_its_crossings() -> None:
    one = camera()
    grid = bent_board(one, 0.08)
    assert np.linalg.norm(grid.crossings - Grid.flat(one).crossings, axis=1).max() > 1
    assert np.abs(Grid.through(one, grid.crossings).crossings - grid.crossings).max() < 1e-6


def test_what_stands_leans_away_from_the_camera() -> None:
    grid = Grid.flat(camera(azimuth_deg=-90.0))  # from the south
    lean = grid.leans(np.array([[4.0, 4.0]]))[0]
    assert abs(lean[0]) < 1e-9
    assert lean[1] == pytest.approx(1 / np.tan(np.radians(55.0)), rel=1e-6)
    high = grid.raised(np.array([[4.0, 4.0]]), 0.02)
    assert np.abs(high - grid.pixels(np.array([[4.0, 4.0]]) + 0.02 * lean)).max() < 0.05


@pytest.mark.parametrize(("azimuth", "quarter"), [(-90.0, 0), (0.0, 3), (90.0, 2), (180.0, 1)])
def test_the_board_is_turned_so_that_things_lean_upwards(azimuth: float, quarter: int) -> None:
    grid = Grid.flat(camera(azimuth_deg=azimuth))
    assert grid.quarter == quarter
    middle = np.full((1, 2), SIDE / 2)
    assert turned(middle + grid.leans(middle), quarter)[0, 1] > SIDE / 2
    assert quarter_of(np.array([0.0, 1.0])) == 0


@pytest.mark.parametrize("quarter", range(4))
def test_spaces_of_a_turned_board_are_named(quarter: int) -> None:
    names = cells_in_order(quarter)
    assert sorted(names) == list(CELLS)
    at = turned(middles(names), quarter)
    assert at[0].tolist() == [0.5, 7.5]
    assert at[-1].tolist() == [7.5, 0.5]


def test_a_window_shows_each_point_where_it_says() -> None:
    grid = bent_board(camera())
    columns, rows = np.meshgrid(np.arange(WH[0]), np.arange(WH[1]))
    picture = np.dstack([columns / 5, rows / 3, columns * 0]).astype(np.uint8)
    flat = cut(picture, *maps(grid, grid.quarter, READ))
    point = np.array([[2.5, 6.5]])
    x, y = np.rint(READ.pixels(turned(point, grid.quarter))[0]).astype(int)
    seen, wanted = flat[y, x].astype(float), grid.pixels(point)[0]
    assert abs(seen[0] * 5 - wanted[0]) < 8
    assert abs(seen[1] * 3 - wanted[1]) < 5


def test_a_profile_goes_both_ways() -> None:
    profile = BoardProfile(bent_board(camera()), "2026-01-01", "chosen", quality={"grade": "good"})
    again = BoardProfile.from_json(json.loads(json.dumps(profile.to_json())))
    assert np.abs(again.grid.crossings - profile.grid.crossings).max() < 0.01
    assert again.quality == profile.quality
    again.check_picture(*WH)
    with pytest.raises(ShapeError):
        again.check_picture(640, 480)


@pytest.mark.parametrize("key", ["camera", "bend_px", "north", "game"])
def test_a_broken_profile_is_refused_in_one_sentence(key: str) -> None:
    data = BoardProfile(bent_board(camera())).to_json()
    for broken in ({**data, key: "?"}, {k: v for k, v in data.items() if k != key}):
        with pytest.raises(ProfileError, match="calibrate"):
            BoardProfile.from_json(broken, "table.json")


@pytest.mark.parametrize("corner", CORNER_NAMES)
def test_another_corner_may_be_called_a1(corner: str) -> None:
    profile = BoardProfile(bent_board(camera()))
    again = profile.named_from(corner)
    assert again.landmarks()["a1"] == pytest.approx(profile.landmarks()[corner], abs=1e-6)
    assert np.abs(np.roll(again.grid.corners, CORNER_NAMES.index(corner), 0) - profile.grid.corners).max() < 1e-6
    high = again.grid.raised(np.array([[4.0, 4.0]]), 0.5)
    assert np.abs(high - profile.grid.raised(np.array([[4.0, 4.0]]), 0.5)).max() < 1e-6


def test_a_turned_picture_shows_the_same_board() -> None:
    profile = BoardProfile(bent_board(camera()))
    again = profile.turned(1).turned(3)
    assert profile.turned(1).resolution_wh == (720, 1280)
    assert np.abs(again.grid.crossings - profile.grid.crossings).max() < 1e-6


def test_what_the_page_asks_of_a_board() -> None:
    profile = BoardProfile(bent_board(camera()))
    assert profile.place_mm("a1").tolist() == [-140.0, -140.0, 0.0]
    assert len(profile.outlines()) == 18
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in profile.region())
    (ring,) = profile.changed_px(["d4"])
    around = profile.grid.pixels(np.array([3.5, 3.5]) + CORNERS / SIDE - 0.5)
    assert np.linalg.norm(ring.mean(0) - around.mean(0)) < 80
    assert every_crossing().shape == (81, 2)
