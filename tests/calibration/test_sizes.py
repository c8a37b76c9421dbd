"""Sets of any make: sizes measured from one picture, and said how sure they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.errors import CoveredError, NotFoundError
from calibration.fitting.hindered import dark
from calibration.fitting.patches import Measured
from calibration.fitting.verify import Proof
from calibration.icecult.certainty import PAWN_KEYS, sizes_of
from calibration.icecult.find import Finder, Found, contradict
from calibration.icecult.fitting.keypoints import board_keypoints
from calibration.icecult.fitting.outline import best_outline
from calibration.icecult.fitting.overview import Overview
from calibration.icecult.fitting.pose import pose_from_tips
from calibration.icecult.fitting.solver import Projector
from calibration.icecult.fitting.verify import doubt
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.icecult.profile import TableProfile
from calibration.icecult.sizes.proportions import likely
from calibration.icecult.sizes.sized import KEYS, SizeEvidence, SizePrior, solve_sized
from calibration.icecult.sizes.turned import squareness
from calibration.icecult.sizes.unroll import ALONG_MM, HALF_WIDTH_MM, TIP_MM, Unrolled
from calibration.lens import Lens
from calibration.sizes.certainty import unsure
from engine.icecult.board import SLOTS
from tests.calibration.scenes import DATA, askew_arms, camera_above, profile_of
from tests.cases import larger
from webui.cli import main

pytestmark = pytest.mark.slow

MAKES = DATA / "makes"
OFF = np.array([(2.0, -1.5), (-2, 1.5), (1, 2.5), (-2.5, 0.5)])
ELSEWHERE = np.array([(60.0, 30.0), (-50, 40), (40, -60), (55, 45)])
NEAR = {"base_size": 0.03, "space_length": 0.02, "path_width": 0.03, "tip_length": 0.1, "cube_edge": 0.03}


def truth(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((MAKES / f"{name}.json").read_text(encoding="utf-8"))
    return data


def tips_of(name: str) -> npt.NDArray[Any]:
    return np.array([truth(name)["arms"][arm]["tip"] for arm in ARMS])


def calibrated(name: str, folder: Path, *options: str) -> TableProfile:
    """The profile that the command makes of a picture when someone points at its tips."""
    out = folder / f"{name}.table"
    tips = " ".join(f"{x:.1f},{y:.1f}" for x, y in tips_of(name) + OFF)
    assert main(["calibrate", str(MAKES / f"{name}.jpg"), "--tips", tips, "--out", str(out), *options]) == 0
    return TableProfile.load(out)


def spaces_off_px(profile: TableProfile, name: str) -> float:
    """How far the spaces' centres are off, in the median."""
    off = []
    for arm in ARMS:
        spots = [profile.arm_point(arm, profile.board.space_along_mm(i)) for i in range(1, 6)]
        off.append(profile.project(np.array(spots)) - truth(name)["arms"][arm]["space_centres"])
    return float(np.median(np.linalg.norm(np.concatenate(off), axis=1)))


def cubes_off_px(profile: TableProfile, name: str) -> float:
    """How far the cubes' corners are off, in the median."""
    off = [profile.project(profile.board.cube_top(slot)) - truth(name)["cubes"][slot] for slot in SLOTS]
    return float(np.median(np.linalg.norm(np.concatenate(off), axis=1)))


def relative(board: Geometry, true: Mapping[str, Any]) -> dict[str, float]:
    """Share by which each size is off once both boards are equally long from centre to tip."""
    scale = board.tip_mm / make_geometry(true).tip_mm
    return {key: board[key] / scale / true[key] - 1 for key in KEYS}


@pytest.mark.parametrize("name", larger(["sides", "corners"], 1))
def test_another_make_is_measured_from_its_tips(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = calibrated(name, tmp_path)
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer["exit"] == truth(name)["exit"]
    assert answer["sizes"] == json.loads(json.dumps(profile.sizes))
    assert spaces_off_px(profile, name) < 1.0
    assert cubes_off_px(profile, name) < 1.5
    off = relative(profile.board, truth(name)["geometry"])
    assert {key for key, limit in NEAR.items() if abs(off[key]) > limit} == set()
    assert all(profile.sizes[key]["sure"] > 0.9 for key in NEAR)
    assert all(profile.sizes[key]["sure"] < 0.5 for key in ("cone_height", "stack_pitch"))  # nothing is said of pawns


def test_the_set_keeps_its_sizes_on_another_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = calibrated("sides", tmp_path)
    second = calibrated("sides_evening", tmp_path, "--keep", str(tmp_path / "sides.table"))
    capsys.readouterr()
    assert [second.geometry[key] for key in KEYS] == pytest.approx([first.geometry[key] for key in KEYS], abs=0.006)
    assert {key: second.sizes[key] for key in KEYS} == {key: first.sizes[key] for key in KEYS}
    assert all(second.sizes[key]["sure"] >= first.sizes[key]["sure"] for key in PAWN_KEYS)
    assert spaces_off_px(second, "sides_evening") < 1.2
    assert cubes_off_px(second, "sides_evening") < 2.0


def test_an_unknown_print_is_not_refused_and_what_is_called_sure_is_right(tmp_path: Path) -> None:
    profile, made = calibrated("strange_print", tmp_path), truth("strange_print")
    assert spaces_off_px(profile, "strange_print") < 5.0
    assert cubes_off_px(profile, "strange_print") < 2.5
    assert profile.geometry["exit"] == made["exit"]
    assert profile.quality["unsure_sizes"] == unsure(profile.sizes, KEYS)
    sure = {key: size["mm"] for key, size in profile.sizes.items() if size["sure"] >= 0.8}
    off = {key: abs(mm / made["geometry"][key] - 1.0) for key, mm in sure.items()}
    assert not {key: share for key, share in off.items() if share > (0.1 if key == "base_height" else 0.06)}


def test_the_board_of_another_make_is_found_alone() -> None:
    bgr = np.asarray(cv2.imread(str(MAKES / "corners.jpg")), np.uint8)
    found = Finder().automatically(bgr)
    tips = np.array([found.tips_px[arm] for arm in ARMS])
    assert min(np.linalg.norm(np.roll(tips, k, 0) - tips_of("corners"), axis=1).max() for k in range(4)) < 5
    assert found.board.values["exit"] == "corners"
    assert abs(relative(found.board, truth("corners")["geometry"])["space_length"]) < 0.02
    assert sizes_of(bgr, found)["space_length"]["sure"] > 0.9


def test_the_board_of_another_make_is_found_with_a_cup_on_one_of_its_tips() -> None:
    bgr, tips = np.asarray(cv2.imread(str(MAKES / "cup.jpg")), np.uint8), tips_of("cup")
    tip, middle = tips[ARMS.index("W")], tips.mean(0)
    (x, y), r = (tip + 0.06 * (middle - tip)).astype(int), int(0.16 * np.linalg.norm(tips[0] - tips[2]) / 2)
    for top, shade in ((y, (130, 90, 60)), (y - r, (65, 45, 30))):
        cv2.ellipse(bgr, (x, top), (r, int(0.85 * r)), 0, 0, 360, shade, -1, cv2.LINE_AA)
    found = Finder().automatically(bgr)
    own = np.array([found.tips_px[arm] for arm in ARMS])
    assert min(np.linalg.norm(np.roll(own, k, 0) - tips, axis=1).max() for k in range(4)) < 5


@pytest.mark.parametrize(("name", "by"), larger([("corners", (-20, -35)), ("sides", (-40, 0)), ("cup", (40, 0))], 1))
def test_a_board_beside_the_tips_somebody_gave_is_not_measured_there(name: str, by: tuple[int, int]) -> None:
    bgr = np.asarray(cv2.imread(str(MAKES / f"{name}.jpg")), np.uint8)
    with pytest.raises(NotFoundError, match=r"shows \d+ px from where it would be"):
        Finder().from_tips(bgr, tips_of(name) + by, make_geometry({"exit": truth(name)["exit"]}))


@pytest.mark.parametrize("colour", [(235, 248, 253), (150, 190, 205)])
def test_a_lamp_before_the_camera_is_named(colour: tuple[int, int, int]) -> None:
    night = np.full((720, 1280, 3), 3, np.uint8)
    cv2.circle(night, (940, 230), 240, colour, -1)
    with pytest.raises(NotFoundError, match="a lamp shines into the camera"):
        Finder().automatically(night)
    assert dark(night // 40) == "; the picture is very dark"
    assert dark(night + 40) == ""


def test_an_arm_in_the_picture_is_named_where_no_board_is_found() -> None:
    bgr = np.asarray(cv2.imread(str(DATA / "1034_hard.jpg")), np.uint8)
    arm = cv2.resize(Overview().hand(bgr), (bgr.shape[1], bgr.shape[0])) > 0.3
    nothing, arm_alone = np.full_like(bgr, 130), bgr.copy()
    arm_alone[cv2.dilate(arm.astype(np.uint8), np.ones((25, 25))) == 0] = 130
    with pytest.raises(CoveredError, match="an arm is in the picture, take it away"):
        Finder().automatically(arm_alone)
    with pytest.raises(CoveredError, match=r"at these tips.*an arm is in the picture, take it away"):
        Finder().from_tips(arm_alone, tips_of("sides"), make_geometry())
    with pytest.raises(NotFoundError, match="no path tips seen; show the whole board") as found_nothing:
        Finder().automatically(nothing)
    assert not isinstance(found_nothing.value, CoveredError)


def test_a_hidden_strip_is_not_guessed_in_a_wrong_perspective() -> None:
    board, lens = make_geometry(truth("sides")["geometry"]), Lens.usual((1280, 720))
    fit = pose_from_tips(tips_of("sides"), board, lens)
    proof = Proof(61, 45, 41, 3, {"N": 0, "E": 13, "S": 12, "W": 13}, 0.5, dict.fromkeys(ARMS, 0.5), 30.0)
    assert doubt(proof, fit, strict=True) is None
    pulled = fit.values.copy()
    pulled[8:] = np.array([(0.0, 0.0, 0.0), (0, -2.0, 0), (0, 0, 1), (0, 2.0, 0)]).ravel()
    assert "do not tell where it lies" in str(doubt(proof, replace(fit, values=pulled), strict=True))
    aside = fit.values.copy()
    aside[8:] = np.array([(0.0, 0.0, 0.0), (0, 2.0, 0), (0, 0, 1), (0, 2.0, 0)]).ravel()
    assert doubt(proof, replace(fit, values=aside), strict=True) is None, "to either side: as people lay them"


def test_edges_tell_how_the_block_stands_and_the_outline_where_the_strips_are() -> None:
    lens, leans = Lens.usual((1280, 720)), {}
    for name in ("sides", "corners"):
        bgr = np.asarray(cv2.imread(str(MAKES / f"{name}.jpg")), np.uint8)
        board = make_geometry(truth(name)["geometry"])
        fit = pose_from_tips(tips_of(name), board, lens)
        leans[name] = squareness(bgr, fit, board.arm_start_mm)
        elsewhere = pose_from_tips(tips_of(name) + ELSEWHERE, board, lens)
        assert best_outline(bgr, board, fit).support > 2.0 > 1.4 > best_outline(bgr, board, elsewhere).support
    assert leans["sides"] > 0 > leans["corners"]


@pytest.mark.parametrize("width", [55.0, 73.0])
def test_the_outline_of_the_widest_strips_is_looked_for_as_well(width: float) -> None:
    bgr = np.asarray(cv2.imread(str(MAKES / "sides.jpg")), np.uint8)
    wide = make_geometry({**truth("sides")["geometry"], "path_width": width})
    fit = pose_from_tips(tips_of("sides"), wide, Lens.usual((1280, 720)))
    assert best_outline(bgr, wide, fit).support > 0


def test_a_strip_that_was_not_seen_contradicts_nobody() -> None:
    board, lens = make_geometry(truth("sides")["geometry"]), Lens.usual((1280, 720))
    nothing = Measured([], [], *(np.zeros(0) for _ in range(4)))
    tips, seen = tips_of("sides"), dict.fromkeys(ARMS, 9)

    def found(tips: Any, arms: dict[str, int]) -> Found:
        return Found(board, pose_from_tips(tips, board, lens), nothing, Proof(0, 0, 0, 0, arms, 0.0, {}, 0.0))

    one, astray = found(tips, seen), tips + np.array([(0.0, 0.0), (0, 0), (60, 0), (0, 0)])
    assert not contradict(one, found(np.roll(tips, 1, axis=0), seen))
    assert contradict(one, found(astray, seen))
    assert not contradict(one, found(astray, {**seen, "S": 1}))
    assert contradict(one, found(tips + 40.0, {**seen, "S": 1, "N": 0}))


def test_sizes_are_solved_from_points_alone() -> None:
    sizes = {"base_size": 84.0, "space_length": 35.0, "path_width": 45.0, "tip_length": 30.0, "cube_edge": 36.0}
    true, near = make_geometry({**sizes, "base_height": 16.0}), make_geometry({"space_length": 38.0})
    profile = profile_of(camera_above(elevation_deg=48.0), true, askew_arms(3))
    tips = np.array([profile.tips_px[arm] for arm in ARMS])
    lens = Lens.usual((1280, 720))
    points = board_keypoints(true)
    spots = np.array([p.spot_mm for p in points])
    for arm in ARMS:
        mine = [i for i, p in enumerate(points) if p.arm == arm]
        spots[mine] = profile.arm_points(arm, spots[mine])
    whiten = np.repeat(np.eye(2)[None] / 0.3, len(points), axis=0)
    seen = SizeEvidence(board_keypoints, np.arange(len(points)), profile.project(spots), whiten)
    solved = solve_sized(seen, near, pose_from_tips(tips, near, lens), SizePrior.of(near), rounds=60)
    assert {k: v for k, v in relative(solved.board, true.values).items() if abs(v) > 0.02} == {}
    again = Projector(board_keypoints(solved.board), lens)(solved.fit.values)
    assert np.abs(again - seen.pixels).max() < 0.5
    held = solve_sized(seen, true, pose_from_tips(tips, true, lens), SizePrior.of(true, KEYS))
    assert all(held.board[k] == pytest.approx(true[k], rel=0.003) for k in KEYS)


def test_what_repeats_along_the_strips_is_found() -> None:
    start, length, half = 70, 36.5, 17
    support = {kind: np.zeros((4, 2, len(ALONG_MM), len(HALF_WIDTH_MM))) for kind in ("inner", "line", "shoulder")}
    column = int(np.flatnonzero(half == HALF_WIDTH_MM)[0])
    for space in range(6):
        kind = "inner" if space == 0 else "shoulder" if space == 5 else "line"
        support[kind][:3, :, round(start + space * length), column] = 1.0  # the fourth strip is covered
        support["line"][:, :, round(start + space * length / 2), column] = 0.3  # ornaments between the lines
    best = likely(Unrolled(support), most=2)
    assert (best[0].start_mm, best[0].length_mm, best[0].width_mm) == (start, length, 2 * half)
    assert best[0].tip_mm == TIP_MM - start - 5 * length
    assert best[1].score < best[0].score
