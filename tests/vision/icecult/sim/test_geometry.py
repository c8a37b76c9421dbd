"""Where the virtual table's parts are: against OpenCV's own projection and the contract's names."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.icecult.geometry import ARMS, standard_values
from engine.icecult.cube import LOOKS, POSES
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions, all_poses, pose_rotation
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.sample import random_scene
from vision.icecult.sim.truth import pixels
from vision.sim.camera import VirtualCamera, fitted
from vision.sim.space import FACES

LAYOUTS = ("sides", "corners")


def test_projection_is_opencvs() -> None:
    camera = fitted(VirtualCamera(azimuth_deg=123, elevation_deg=41, roll_deg=3, k1=-0.1, k2=0.01), Dimensions().tips())
    points = np.random.default_rng(1).uniform(-250, 250, (50, 3))
    rvec = cv2.Rodrigues(camera.rotation)[0]
    lens = np.array([camera.k1, camera.k2, 0, 0, 0])
    expected = cv2.projectPoints(points, rvec, camera.translation, camera.matrix, lens)[0].reshape(-1, 2)
    assert np.abs(camera.project(points) - expected).max() < 1e-6


def test_rays_are_the_inverse_of_projection() -> None:
    camera = VirtualCamera(azimuth_deg=200, elevation_deg=60, k1=-0.1, k2=0.01)
    x, y = np.meshgrid(np.linspace(0, 1279, 9), np.linspace(0, 719, 7))
    points = camera.position + 700 * camera.rays(x, y).reshape(-1, 3)
    assert np.abs(camera.project(points) - np.column_stack([x.ravel(), y.ravel()])).max() < 0.05
    assert np.allclose(camera.depth(points), 700, atol=0.01)


def test_a_point_far_outside_does_not_fold_back_into_the_picture() -> None:
    camera = VirtualCamera.from_json({"hfov_deg": 90.0, "k1": -0.1, "centre_shift_px": [4.0, -3.0]})
    ahead, right = camera.rotation[2], camera.rotation[0]
    points = [camera.position + 500 * ahead + far * right for far in (1000.0, 1600.0, 3000.0)]
    assert (np.diff(camera.project(points)[:, 0]) > 0).all()
    assert (camera.project(points)[1:, 0] > camera.width).all()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_board_fills_the_picture(layout: str) -> None:
    dims = Dimensions(exit=layout)
    camera = fitted(VirtualCamera(elevation_deg=50), dims.tips(), 1.0)
    tips = camera.project([dims.on_arm(a, dims.tip, 0) for a in ARMS])
    assert tips.min() > 7
    assert (tips < (1273, 713)).all()


def test_poses_turn_faces_where_the_engine_says() -> None:
    way = {tuple(axes[0]): face for face, axes in FACES.items()}
    assert sorted(all_poses()) == sorted(POSES)
    for pose in POSES:
        for face, axes in FACES.items():
            now = tuple(int(v) for v in np.rint(pose_rotation(pose) @ np.array(axes[0])))
            assert way[now] == LOOKS[pose][face]


def test_corner_layout_puts_the_north_west_cube_in_the_north() -> None:
    dims = Dimensions(exit="corners")
    north, east = dims.cube_centre("NW"), dims.cube_centre("NE")
    assert abs(north[0]) < 1e-9 < 20 < north[1]
    assert abs(east[1]) < 1e-9 < 20 < east[0]
    assert dims.cube_centre("SE")[1] < -20
    assert dims.cube_centre("SW")[0] < -20
    assert {slot: tuple(np.sign(np.rint(Dimensions().cube_centre(slot)[:2]))) for slot in SEEDED_SLOTS} == {
        "NW": (-1, 1),
        "NE": (1, 1),
        "SE": (1, -1),
        "SW": (-1, -1),
    }


def test_dimensions_read_back() -> None:
    dims = Dimensions(exit="corners", cone_height=33.1)
    assert Dimensions.from_json(dims.to_json()) == dims


@pytest.mark.parametrize("seed", [1, 2])
def test_profile_of_a_scene_projects_alike(seed: int) -> None:
    scene, _ = random_scene(seed)
    profile = scene_profile(scene)
    where = pixels(scene)
    for arm in ARMS:
        assert np.hypot(*(np.array(where["arms"][arm]["tip"]) - profile.tips_px[arm])) < 0.02
        tip = profile.project([profile.arm_point(arm, scene.dims.tip)])[0]
        assert np.hypot(*(tip - profile.tips_px[arm])) < 0.05
    for slot in SEEDED_SLOTS:
        corners = profile.project(profile.board.cube_top(slot))
        assert np.abs(corners - np.array(where["cubes"][slot])).max() < 0.3


def test_the_virtual_table_is_the_standard_one() -> None:
    assert Dimensions().to_json() == standard_values()
