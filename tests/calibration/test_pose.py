"""Pose from tips and from many points, on exact projections of both layouts."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.errors import PoseError
from calibration.fitting.seeing import camera_of, unknowns_of
from calibration.fitting.verify import Proof, unconfirmed
from calibration.icecult.fitting.keypoints import board_keypoints, table_points
from calibration.icecult.fitting.pose import check_tips, pose_from_three, pose_from_tips
from calibration.icecult.fitting.solver import Projector, SeenPoints, pixel_spread, solve
from calibration.icecult.follow import fit_of
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.lens import Lens
from tests.calibration.scenes import askew_arms, camera_above, profile_of

VIEWS = [(0.0, 70.0), (33.0, 55.0), (130.0, 40.0), (250.0, 36.0)]


@pytest.mark.parametrize("exit_way", ["sides", "corners"])
@pytest.mark.parametrize(("azimuth", "elevation"), VIEWS)
def test_tips_alone_give_a_pose_within_a_few_pixels(exit_way: str, azimuth: float, elevation: float) -> None:
    board, camera, arms = make_geometry({"exit": exit_way}), camera_above(azimuth, elevation), askew_arms(3)
    profile = profile_of(camera, board, arms)
    tips = np.array([profile.tips_px[a] for a in ARMS]) + np.random.default_rng(5).normal(0, 2, (4, 2))
    fit = pose_from_tips(tips, board, Lens.usual((1280, 720)))
    points = board_keypoints(board)
    off = np.linalg.norm(
        fit.camera.project(table_points(points, fit.arms)) - camera.project(table_points(points, arms)), axis=1
    )
    assert off.max() < 12
    assert np.median(off) < 5


@pytest.mark.parametrize("exit_way", ["sides", "corners"])
@pytest.mark.parametrize(("azimuth", "elevation"), VIEWS)
def test_many_points_with_outliers_give_the_askew_strips(exit_way: str, azimuth: float, elevation: float) -> None:
    board, camera, arms = make_geometry({"exit": exit_way}), camera_above(azimuth, elevation), askew_arms(4)
    points, rng = board_keypoints(board), np.random.default_rng(6)
    true = camera.project(table_points(points, arms))
    seen = true + rng.normal(0, 0.5, true.shape)
    seen[::9] += 25.0
    tips = np.array([true[i] for i, p in enumerate(points) if p.kind == "tip"]) + rng.normal(0, 2, (4, 2))
    start = pose_from_tips(tips, board, Lens.usual((1280, 720)))
    fit = solve(
        SeenPoints(points, seen, np.repeat(np.eye(2)[None] / 0.5, len(points), 0)), start.values, start.lens, 25
    )
    off = np.linalg.norm(Projector(points, fit.lens)(fit.values) - true, axis=1)
    assert off.max() < 1.6
    assert np.median(off) < 0.6
    assert fit.camera.hfov_deg == pytest.approx(camera.hfov_deg, abs=4)
    assert pixel_spread(fit, points[:1])[0] < 1.5


def test_three_tips_and_the_centre_are_enough_for_a_start() -> None:
    board, camera = make_geometry(), camera_above(40.0, 50.0)
    profile = profile_of(camera, board, askew_arms(1))
    tips = {a: np.array(profile.tips_px[a]) for a in "NES"}
    fits = pose_from_three(tips, camera.project([[0.0, 0.0, 0.0]])[0], board, Lens.usual((1280, 720)))
    off = [np.linalg.norm(f.camera.project([board.on_arm("W", board.tip_mm)])[0] - profile.tips_px["W"]) for f in fits]
    assert min(off) < 25


def test_a_profile_becomes_the_fit_it_came_from() -> None:
    profile = profile_of(camera_above(), make_geometry(), askew_arms(2))
    fit = fit_of(profile)
    assert np.allclose(fit.camera.project([[10.0, 20.0, 5.0]]), profile.project([[10.0, 20.0, 5.0]]))
    assert fit.arms == profile.arms


def test_a_camera_becomes_the_unknowns_it_is_solved_by_and_back() -> None:
    camera = camera_above(30.0, 40.0)
    lens = replace(Lens.usual(camera.resolution_wh), centre_px=camera.centre_px, distortion=camera.distortion)
    assert camera_of(unknowns_of(camera), lens).project([[10.0, 20.0, 5.0]]) == pytest.approx(
        camera.project([[10.0, 20.0, 5.0]])
    )


@pytest.mark.parametrize(("agreeing", "sure", "said"), [(20, 22, ""), (19, 22, "19 of 60 points"), (20, 30, "of 30")])
def test_a_board_is_confirmed_by_enough_points_and_by_most_of_those_seen(agreeing: int, sure: int, said: str) -> None:
    proof = Proof(60, sure, agreeing, 3, {}, 0.5, {}, 30.0)
    assert said in (unconfirmed(proof, 20, 0.75) or "")
    assert (unconfirmed(proof, 20, 0.75) is None) is (said == "")


@pytest.mark.parametrize(
    ("tips", "words"),
    [
        ([(640, 80), (150, 380), (600, 700), (1100, 400)], "anticlockwise"),
        ([(640, 80), (600, 700), (1100, 400), (150, 380)], "do not form a cross"),
        ([(640, 80), (9999, 400), (600, 700), (150, 380)], "far outside"),
        ([(640, 380), (660, 400), (640, 420), (620, 400)], "too small"),
        ([(640, 80), (640, 80), (640, 80), (640, 80)], "do not form a cross"),
        ([(640, 80), (float("nan"), 80), (640, 80), (640, 80)], "far outside"),
    ],
)
def test_impossible_tips_are_refused(tips: list[tuple[float, float]], words: str) -> None:
    with pytest.raises(PoseError, match=words):
        check_tips(np.array(tips, float), (1280, 720))


def test_points_are_projected_as_opencv_projects_them() -> None:
    camera = replace(camera_above(130.0, 40.0), distortion=(-0.21, 0.06, 0.002, -0.003, -0.01))
    points = np.random.default_rng(7).uniform((-350, -350, -5), (350, 350, 120), (500, 3))
    rvec, tvec = np.array(camera.rvec), np.array(camera.tvec_mm)
    expected = cv2.projectPoints(points, rvec, tvec, camera.matrix, np.array(camera.distortion))[0].reshape(-1, 2)
    assert np.abs(camera.project(points) - expected).max() < 1e-6
    assert np.isnan(camera.project([camera.position_mm + np.array([0.0, 0.0, 200.0])])).all(), "behind the camera"
    assert camera.project([]).shape == (0, 2)
