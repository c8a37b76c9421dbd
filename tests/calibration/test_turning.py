"""A camera that hangs upside down or lies on its side sees the same table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.icecult.build import make_profile
from calibration.icecult.find import Finder, Found
from calibration.icecult.fitting.measure import residuals_px
from calibration.icecult.fitting.solver import pixel_spread
from calibration.icecult.fitting.verify import prove
from calibration.icecult.follow import check
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import TableProfile
from calibration.lens import Lens
from calibration.turning import camera_turned, lens_turned, picture_turned, points_turned, to_stand
from tests.calibration.scenes import DATA, camera_above, true_tips
from tests.cases import larger
from vision.icecult.read.observer import Observer
from webui.cli import main

NAME = "1050_easy"
SPOTS = [(0.0, 0.0, 0.0), (120.0, -40.0, 10.0), (-90.0, 150.0, 34.0), (30.0, 30.0, 3.0)]


def picture() -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.imread(str(DATA / f"{NAME}.jpg")), np.uint8)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_pixels_pictures_and_cameras_turn_alike(quarters: int) -> None:
    bgr = np.random.default_rng(1).integers(0, 255, (6, 9, 3), dtype=np.uint8)
    (x, y), turned = points_turned([(7, 2)], (9, 6), quarters)[0].astype(int), picture_turned(bgr, quarters)
    assert (turned[y, x] == bgr[2, 7]).all()
    camera = replace(camera_above(), distortion=(-0.05, 0.005, 0.003, -0.002, 0.001), centre_px=(650.0, 350.0))
    there = camera_turned(camera, quarters)
    assert there.project(SPOTS) == pytest.approx(points_turned(camera.project(SPOTS), (1280, 720), quarters), abs=1e-6)
    assert there.position_mm == pytest.approx(camera.position_mm)
    assert camera_turned(there, 4 - quarters).project(SPOTS) == pytest.approx(camera.project(SPOTS), abs=1e-6)
    assert (to_stand(camera), to_stand(there)) == (0, 4 - quarters)


def test_a_camera_straight_above_sees_nothing_stand() -> None:
    assert to_stand(camera_turned(camera_above(elevation_deg=85.0), 2)) == 0


@pytest.fixture(scope="module")
def found() -> Found:
    return Finder().from_tips(picture(), true_tips(NAME), make_geometry({"exit": "sides"}))


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_what_was_found_means_the_same_in_the_turned_picture(found: Found, quarters: int) -> None:
    turned = found.turned(quarters)
    assert residuals_px(turned.fit, turned.measured) == pytest.approx(residuals_px(found.fit, found.measured), abs=1e-4)
    points = found.measured.points[:8]
    assert pixel_spread(turned.fit, points) == pytest.approx(pixel_spread(found.fit, points), rel=0.01)
    assert prove(turned.fit, turned.measured, turned.board).parts == found.proof.parts
    profile = make_profile(picture(), found, "tips")
    assert profile.turned(quarters).turned(4 - quarters).tips_px["N"] == pytest.approx(profile.tips_px["N"])


@pytest.mark.slow
@pytest.mark.parametrize(("quarters", "way"), larger([(1, "--auto"), (2, "--tips"), (3, "--auto"), (1, "--tips")], 2))
def test_a_turned_picture_is_calibrated_like_any_other(
    quarters: int, way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was refused: turn it so that pawns stand upright in it. Who hung the camera up that way can not."""
    photo, out = tmp_path / "photo.png", tmp_path / "table.json"
    bgr, tips = picture_turned(picture(), quarters), points_turned(true_tips(NAME), (1280, 720), quarters)
    cv2.imwrite(str(photo), bgr)
    how = [way] if way == "--auto" else [way, " ".join(f"{x:.1f},{y:.1f}" for x, y in tips)]
    assert main(["calibrate", str(photo), *how, "--out", str(out)]) == 0
    capsys.readouterr()
    profile = TableProfile.load(out)
    got = np.array([profile.tips_px[arm] for arm in ARMS])
    assert min(np.linalg.norm(np.roll(got, k, 0) - tips, axis=1).max() for k in range(4)) < 5
    assert check(profile, bgr, Finder()).status == "fits"


@pytest.mark.slow
def test_a_turned_table_is_read_and_followed_as_if_it_stood(found: Found) -> None:
    bgr, board = picture(), make_geometry({"exit": "sides"})
    upright = make_profile(bgr, found, "tips")
    turned = picture_turned(bgr, 2)
    profile = make_profile(
        turned, Finder().from_tips(turned, points_turned(true_tips(NAME), (1280, 720), 2), board), "tips"
    )
    ours, theirs = (Observer(p).read(b).to_json() for p, b in ((upright, bgr), (profile, turned)))
    assert {key: _tops(seen) for key, seen in ours["cubes"].items()} == {
        key: _tops(seen) for key, seen in theirs["cubes"].items()
    }
    assert ours["paths"] == theirs["paths"]
    knocked = np.asarray(cv2.warpAffine(turned, np.array([[1.0, 0, 9.0], [0, 1.0, -7.0]]), (1280, 720)), np.uint8)
    answer = check(profile, knocked, Finder())
    assert answer.status == "moved"
    moved = np.subtract(answer.profile.tips_px["N"], profile.tips_px["N"])
    assert moved == pytest.approx((9.0, -7.0), abs=1.5)


def _tops(seen: Any) -> Any:
    return seen and {key: value for key, value in seen.items() if key != "confidence"}


def test_a_calibrated_lens_turns_too() -> None:
    lens = Lens((1280, 720), 900.0, 0.01, (630.0, 365.0), (-0.05, 0.01, 0.002, -0.001, 0.0), 0.01)
    turned = lens_turned(lens, 1)
    assert turned.resolution_wh == (720, 1280)
    assert turned.centre_px == (719 - 365.0, 630.0)
    assert lens_turned(turned, 3).distortion == pytest.approx(lens.distortion)
