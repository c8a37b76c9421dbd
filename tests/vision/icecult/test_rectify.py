"""Patches of the table: where they lie, and that cutting them out finds the right pixels."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.icecult.geometry import Geometry, make_geometry
from engine.icecult.board import SLOTS
from tests.vision.icecult.frames import NAMES, load, true_profile
from vision.icecult.read.rectify import (
    COLUMNS,
    COVER_CELLS,
    FINE,
    PATHS,
    ROWS,
    SPACES,
    TABLE_MM,
    Array,
    cube_patches,
    screened,
    space_cells,
    space_centre_mm,
    space_feet,
    space_view,
    table_patch,
)
from vision.rectify import Sampler, patch_points


@pytest.mark.parametrize("layout", ["sides", "corners"])
def test_cube_patches_lie_on_the_tops(layout: str) -> None:
    board = make_geometry({"exit": layout})
    for slot, patch in zip(SLOTS, cube_patches(board.to_json()), strict=True):
        assert patch[0] == pytest.approx(board.cube_top(slot).mean(0), abs=0.1)
        north_west = board.cube_top(slot)[0] - patch[0]
        assert north_west @ patch[1] < 0 < north_west @ patch[2]


def test_a_place_behind_a_stack_is_seen_through_it() -> None:
    profile = true_profile(load("1001_hard")[1])
    eye, feet = np.asarray(profile.camera.position_mm, float), space_feet(profile.geometry, {})
    found = screened(profile.geometry, feet, eye)
    assert found
    for place, by, height_mm in found:
        assert np.linalg.norm(eye - feet[by]) < np.linalg.norm(eye - feet[place])
        half_mm = profile.geometry["cone_foot_size"] / 2
        on_the_stack, foot, edge = profile.project(
            [feet[by] + (0, 0, height_mm), feet[place], feet[place] + half_mm * across(eye, feet[place])]
        )
        assert np.linalg.norm(on_the_stack - foot) < 1.2 * np.linalg.norm(edge - foot)  # nearer things look larger


def across(eye: Array, foot: Array) -> Array:
    """One millimetre across the line of sight."""
    x, y = (eye - foot)[:2]
    return np.array([-y, x, 0.0]) / np.hypot(x, y)


def test_patches_taken_one_by_one_are_those_taken_all_at_once() -> None:
    bgr, truth = load(NAMES[0])
    profile = true_profile(truth)
    view = space_view(profile.geometry, np.asarray(profile.camera.position_mm))
    sampler = Sampler.of(profile.project, view.patches, 16, 12)
    some = Sampler.together([sampler.each()[3], sampler.each()[17]])
    assert (some.take(bgr) == sampler.take(bgr)[[3, 17]]).all()


@pytest.mark.parametrize("layout", ["sides", "corners"])
def test_space_centres(layout: str) -> None:
    board: Geometry = make_geometry({"exit": layout})
    for path in PATHS:
        for i in range(5):
            there = board.on_arm(path, board.space_along_mm(i + 1), 0.0, board["board_thickness"])
            assert space_centre_mm(board.to_json(), path, i) == pytest.approx(there)


def test_askew_strip_moves_its_spaces() -> None:
    _, truth = load("1022_hard")
    profile = true_profile(truth)
    for path in PATHS:
        pose = truth["scene"]["board"]["arm_pose"][path]
        there = profile.arm_point(path, profile.board.space_along_mm(4))
        assert space_centre_mm(profile.geometry, path, 3, pose) == pytest.approx(there, abs=1e-6)


@pytest.mark.parametrize("height", [250.0, 600.0, 2000.0])
def test_levels_appear_in_their_rows(height: float) -> None:
    """The row named for a level is where the camera sees that height of the axis."""
    geometry = make_geometry().to_json()
    eye = np.array([150.0, -420.0, height])
    view = space_view(geometry, eye)
    for k in (0, 7, 13):
        centre, _, up = view.patches[k]
        foot = space_centre_mm(geometry, PATHS[k // 5], k % 5)
        for level in (0, 3, 8):
            point = foot + np.array([0, 0, level * geometry["stack_pitch"]])
            normal = eye - foot
            ray = point - eye
            hit = eye + ray * ((foot - eye) @ normal) / (ray @ normal)
            row = (1 - (hit - centre) @ up / (up @ up)) / 2 * ROWS / FINE - 0.5
            assert view.slot_rows[k, 2 * level] == pytest.approx(row, abs=0.02)


@pytest.mark.parametrize("name", NAMES[:3])
def test_sampler_looks_where_each_pixel_is_seen(name: str) -> None:
    """Only some of the pixels are projected; the lens bends what lies between them by next to nothing."""
    profile = true_profile(load(name)[1])
    patches = space_view(profile.geometry, np.asarray(profile.camera.position_mm)).patches
    sampler = Sampler.of(profile.project, patches, ROWS, COLUMNS)
    middles = [(np.arange(pixels) + 0.5) / pixels for pixels in (ROWS, COLUMNS)]
    x, y = profile.project(patch_points(patches, *middles)).reshape(-1, COLUMNS, 2).transpose(2, 0, 1)
    assert np.abs(sampler.x - x).max() < 0.02 > np.abs(sampler.y - y).max()


def test_sampler_of_a_single_pixel_looks_at_its_middle() -> None:
    profile = true_profile(load(NAMES[0])[1])
    patches = cube_patches(profile.geometry)
    sampler = Sampler.of(profile.project, patches, 1, 1)
    middles = profile.project(patches[:, 0].copy())
    assert np.column_stack([sampler.x, sampler.y]) == pytest.approx(middles, abs=0.01)


def test_sampler_takes_what_lies_before_the_camera_alone() -> None:
    """A patch that reaches behind the camera is black there, and nowhere else."""

    def project(points: Array) -> Array:
        return np.where(points[:, 1:2] < 0, np.nan, points[:, :2])

    patch = np.array([[[50.0, 0.0, 0.0], [50.0, 0.0, 0.0], [0.0, 40.0, 0.0]]])
    crop = Sampler.of(project, patch, 80, 100).take(np.full((45, 105, 3), 255, np.uint8))[0]
    assert (crop[1:36, 1:-1] == 255).all()
    assert not crop[40:].any()


def test_sampler_cuts_what_lies_there() -> None:
    bgr, truth = load("1176_easy")
    profile = true_profile(truth)
    patches = cube_patches(profile.geometry)
    crops = Sampler.of(profile.project, patches, 33, 33).take(bgr)
    for crop, patch in zip(crops, patches, strict=True):
        x, y = np.round(profile.project(patch[:1])[0]).astype(int)
        assert np.abs(crop[16, 16].astype(int) - bgr[y, x]).max() < 60
    away = patches + np.array([[[400.0, 400.0, 0.0], [0, 0, 0], [0, 0, 0]]])
    assert not Sampler.of(profile.project, away, 8, 8).take(np.full_like(bgr[:300, :300], 255)).any()


@pytest.mark.parametrize("layout", ["sides", "corners"])
def test_the_ground_of_a_space_is_found_on_the_map_of_what_covers_it(layout: str) -> None:
    geometry, eye = make_geometry({"exit": layout}).to_json(), np.array([300.0, -400.0, 600.0])
    patch, feet = table_patch(eye), space_feet(geometry)
    rows, columns = space_cells(geometry, feet, patch)
    assert rows.shape == columns.shape == (SPACES, 25)
    u, v = (columns + 0.5) / COVER_CELLS * 2 - 1, 1 - (rows + 0.5) / COVER_CELLS * 2
    ground = patch[0, 0] + u[..., None] * patch[0, 1] + v[..., None] * patch[0, 2]
    cell_mm = TABLE_MM / COVER_CELLS
    assert np.linalg.norm(ground.mean(1)[:, :2] - np.array(feet)[:, :2], axis=1).max() < cell_mm
    far = np.linalg.norm(ground[..., :2] - np.array(feet)[:, None, :2], axis=2).max()
    assert 0.7 < far / (0.4 * np.hypot(geometry["space_length"], geometry["path_width"])) < 1.5


def test_table_is_turned_towards_the_camera() -> None:
    patch = table_patch(np.array([0.0, -500.0, 400.0]))
    thirds = np.array([1, 3, 5]) / 6
    points = patch_points(patch, thirds, thirds).reshape(3, 3, 3)
    assert points[0, 1, 1] > 0 > points[2, 1, 1]
    assert points[1, 2, 0] > 0 > points[1, 0, 0]
