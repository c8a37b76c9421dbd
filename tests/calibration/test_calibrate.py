"""The calibrate command on photographs: right tips, or one clear sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.fitting.knock import Remembered
from calibration.fitting.quality import counted
from calibration.icecult.build import make_profile, renamed
from calibration.icecult.find import Finder
from calibration.icecult.follow import StripSeeker, check, light_knock
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import ArmPose, TableProfile
from calibration.icecult.quality import ADVICE
from calibration.icecult.sizes.sized import KEYS
from calibration.proof import Follower
from engine.icecult.board import SLOTS
from tests.calibration.scenes import DATA, askew_arms, camera_above, profile_of, true_tips, truth
from tests.cases import larger
from webui.cli import main

pytestmark = pytest.mark.slow

NAMES = sorted(path.stem for path in DATA.glob("*.jpg"))


def words(tips: npt.NDArray[Any]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in tips)


def geometry_file(folder: Path, name: str) -> str:
    path = folder / "geometry.json"
    path.write_text(json.dumps({"exit": truth(name)["exit"]}))
    return str(path)


def errors_px(profile: TableProfile, name: str) -> npt.NDArray[Any]:
    """How far spaces and cube corners are off."""
    true, board = truth(name), profile.board
    out = []
    for arm in ARMS:
        spots = [profile.arm_point(arm, board.space_along_mm(i)) for i in range(1, 6)]
        out.append(profile.project(np.array(spots)) - true["arms"][arm]["space_centres"])
    out += [profile.project(board.cube_top(slot)) - true["cubes"][slot] for slot in SLOTS]
    return np.asarray(np.linalg.norm(np.concatenate(out), axis=1))


@pytest.mark.parametrize("name", larger(NAMES, 4))
def test_tips_with_errors_are_refined(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = true_tips(name) + np.array([(2.5, -1.5), (-2, 2), (1, 2.8), (-2.9, 0.5)])
    out, proof = tmp_path / "table.json", tmp_path / "proof.png"
    options = ["--geometry", geometry_file(tmp_path, name), "--out", str(out), "--overlay", str(proof)]
    assert main(["calibrate", str(DATA / f"{name}.jpg"), "--tips", words(given), *options]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    off = np.linalg.norm(np.array([answer["tips"][a] for a in ARMS]) - true_tips(name), axis=1)
    assert off.max() < 3.5
    profile = TableProfile.load(out)
    assert profile.north == "chosen"
    assert profile.quality["points_confirmed"] >= 12
    assert np.median(errors_px(profile, name)) < 1.2
    assert np.asarray(cv2.imread(str(proof))).shape == (720, 1280, 3)


@pytest.mark.parametrize("name", larger(NAMES, 4))
def test_the_board_is_found_alone(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.json"
    assert main(["calibrate", str(DATA / f"{name}.jpg"), "--auto", "--out", str(out)]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer["north"] == "arbitrary"
    assert "arbitrary" in answer["note"]
    assert answer["exit"] == truth(name)["exit"]
    tips, true = np.array([answer["tips"][a] for a in ARMS]), true_tips(name)
    assert min(np.linalg.norm(np.roll(tips, k, 0) - true, axis=1).max() for k in range(4)) < 5


@pytest.mark.parametrize("resolution_wh", [(640, 480), (1920, 1080)])
def test_other_picture_sizes(
    resolution_wh: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, (w, h) = "1020_easy", resolution_wh
    bgr = np.asarray(cv2.imread(str(DATA / f"{name}.jpg")))
    left = (1280 - 960) // 2 if w * 3 == h * 4 else 0
    cut = cv2.resize(bgr[:, left : 1280 - left], resolution_wh, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(tmp_path / "photo.png"), cut)
    assert main(["calibrate", str(tmp_path / "photo.png"), "--auto", "--out", str(tmp_path / "t.json")]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    tips = np.array([answer["tips"][a] for a in ARMS])
    true = (true_tips(name) - (left, 0) + 0.5) * (h / 720) - 0.5
    assert min(np.linalg.norm(np.roll(tips, k, 0) - true, axis=1).max() for k in range(4)) < 5 * h / 720


def test_north_and_set_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo, old, new = str(DATA / "1050_easy.jpg"), tmp_path / "old.json", tmp_path / "new.json"
    assert main(["calibrate", photo, "--tips", words(true_tips("1050_easy")), "--out", str(old)]) == 0
    TableProfile.load(old).changed(set={"spaces": 5, "cubes": {}}).save(old)
    assert main(["calibrate", photo, "--auto", "--keep", str(old), "--out", str(new)]) == 0
    profile = TableProfile.load(new)
    assert profile.set == {"spaces": 5, "cubes": {}}
    assert profile.north == "chosen"
    for arm in ARMS:
        assert np.hypot(*np.subtract(profile.tips_px[arm], TableProfile.load(old).tips_px[arm])) < 5
    assert main(["calibrate", photo, "--auto", "--keep", str(old), "--north", "E", "--out", str(new)]) == 0
    assert np.hypot(*np.subtract(TableProfile.load(new).tips_px["N"], profile.tips_px["E"])) < 1
    capsys.readouterr()


def picture(kind: str) -> npt.NDArray[np.uint8]:
    bgr = np.asarray(cv2.imread(str(DATA / "1050_easy.jpg")), np.uint8)
    rng = np.random.default_rng(1)
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    made: dict[str, npt.NDArray[Any]] = {
        "tiny": bgr[::12, ::12],
        "huge": np.zeros((4500, 6000, 3), np.uint8),
        "grey": np.repeat(grey[..., None], 3, axis=2),
        "black": np.zeros_like(bgr),
        "dark": np.asarray(bgr * 0.05, np.uint8),
        "no table": cv2.resize(rng.integers(0, 255, (18, 32, 3), dtype=np.uint8), (1280, 720)),
    }
    return np.ascontiguousarray(made[kind], np.uint8)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("tiny", "tiny"),
        ("huge", "huge"),
        ("grey", "grey"),
        ("black", "is black"),
        ("dark", "very dark"),
        ("no table", "no board"),
    ],
)
@pytest.mark.parametrize("way", larger(["--auto", "--tips"], 1))
def test_bad_pictures_get_one_clear_line(
    kind: str, text: str, way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "photo.png"), picture(kind))
    tips = true_tips("1050_easy")
    how = [way] if way == "--auto" else [way, words(tips)]
    assert main(["calibrate", str(tmp_path / "photo.png"), *how, "--out", str(tmp_path / "t.json")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert text in said.err
    assert not (tmp_path / "t.json").exists()


def test_files_and_tips_that_are_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo, out = str(DATA / "1050_easy.jpg"), str(tmp_path / "t.json")
    (tmp_path / "broken.jpg").write_bytes(Path(photo).read_bytes()[:300])
    (tmp_path / "empty.jpg").write_bytes(b"")
    for name, tips, text in [
        (str(tmp_path / "none.jpg"), "1,1 2,2 3,3 4,4", "cannot read"),
        (str(tmp_path / "broken.jpg"), "1,1 2,2 3,3 4,4", "broken"),
        (str(tmp_path / "empty.jpg"), "1,1 2,2 3,3 4,4", "broken"),
        (photo, "1,2,3", "expected four tips"),
        (photo, "640,80 150,380 600,700 1100,400", "anticlockwise"),
        (photo, "300,100 900,150 1000,500 200,600", "no board at these tips"),
    ]:
        assert main(["calibrate", name, "--tips", tips, "--out", out]) == 1
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1
        assert text in said
    assert main(["calibrate", photo, "--markers", "--out", out]) == 1
    assert "0 of the 4 marker cards" in capsys.readouterr().err


def test_a_knock_is_followed_and_other_views_are_told() -> None:
    name, finder = "1050_easy", Finder()
    bgr = np.asarray(cv2.imread(str(DATA / f"{name}.jpg")), np.uint8)
    found = finder.from_tips(bgr, true_tips(name), make_geometry({"exit": truth(name)["exit"]}))
    profile = TableProfile((1280, 720), found.board.to_json(), found.fit.camera, found.fit.arms, found.tips_px, "then")
    assert check(profile, bgr, finder).status == "fits"
    shift = np.array([[1.0, 0.01, 9.0], [-0.01, 1.0, -6.0]])
    knocked = np.asarray(cv2.warpAffine(bgr, shift, (1280, 720), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    answer = check(profile, knocked, finder)
    assert answer.status == "moved"
    moved = np.array([answer.profile.tips_px[a] for a in ARMS])
    assert np.linalg.norm(moved - (true_tips(name) @ shift[:, :2].T + shift[:, 2]), axis=1).max() < 3
    assert check(renamed(profile, "N"), picture("black"), finder).status == "unclear"
    for other in ("1003_medium", "1020_easy", "1034_hard"):
        strange = np.asarray(cv2.imread(str(DATA / f"{other}.jpg")), np.uint8)
        answer = check(profile, strange, finder)
        assert (answer.status, answer.profile) == ("lost", profile)


@pytest.mark.parametrize(("blur_px", "light"), [(4.2, 0.25), (4.6, 0.35), (4.8, 0.6), (5.0, 1.0)])
def test_what_calibrating_took_is_taken_by_who_reads(blur_px: float, light: float) -> None:
    """Five points and its outline were enough to calibrate a board far out of focus, and one too few to read it."""
    made = json.loads((DATA / "makes" / "cup.json").read_text())
    sharp = np.asarray(cv2.imread(str(DATA / "makes" / "cup.jpg")), np.float32)
    bgr = np.asarray(np.clip(cv2.GaussianBlur(sharp, (0, 0), blur_px) * light, 0, 255), np.uint8)
    finder, tips = Finder(), np.array([made["arms"][arm]["tip"] for arm in ARMS])
    profile = make_profile(bgr, finder.from_tips(bgr, tips, make_geometry(made["geometry"]), known=KEYS), "tips")
    assert check(profile, bgr, finder).status == "fits"
    aside = np.asarray(cv2.warpAffine(bgr, np.array([[1.0, 0, 12.0], [0, 1.0, 9.0]]), (1280, 720)), np.uint8)
    assert check(profile, aside, finder).status != "fits"


def test_a_board_is_known_by_its_own_look_wherever_a_knock_has_put_it() -> None:
    """No point of it need be confirmed: a board that nobody drew before is followed as far as it is in view."""
    name, finder = "1034_hard", Finder()
    bgr = np.asarray(cv2.imread(str(DATA / f"{name}.jpg")), np.uint8)
    found = finder.from_tips(bgr, true_tips(name), make_geometry({"exit": truth(name)["exit"]}))
    profile = TableProfile((1280, 720), found.board.to_json(), found.fit.camera, found.fit.arms, found.tips_px, "then")
    follow = Follower[TableProfile](StripSeeker(finder))
    assert follow(profile, bgr) == ("fits", profile)
    camera = profile.camera
    turn = cv2.Rodrigues(np.array([0.03, -0.05, 0.04]))[0]
    way = camera.matrix @ turn @ np.linalg.inv(camera.matrix)
    knocked = np.asarray(cv2.warpPerspective(bgr, way, (1280, 720), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    outline = np.array(list(profile.tips_px.values()))
    seen = Remembered.of(bgr, outline).seen_in(knocked)
    assert seen is not None
    went = cv2.perspectiveTransform(outline[None], way)[0]
    assert np.linalg.norm(cv2.perspectiveTransform(outline[None], seen)[0] - went, axis=1).max() < 1.5
    status, moved = follow(profile, knocked)
    assert status == "moved"
    assert np.linalg.norm(np.array([moved.tips_px[arm] for arm in ARMS]) - went, axis=1).max() < 4.0
    other = np.asarray(cv2.imread(str(DATA / "1003_medium.jpg")), np.uint8)
    assert Remembered.of(bgr, outline).seen_in(other) is None, "another table is not this one"


def test_only_what_a_knock_can_do_is_taken_as_one() -> None:
    board, old = make_geometry(), profile_of(camera_above(), make_geometry(), askew_arms(1))
    knocked = profile_of(camera_above(20.4, 55.5, 706.0), board, askew_arms(1))
    assert light_knock(knocked, old)
    assert light_knock(old, knocked)
    for camera in (camera_above(31.0), camera_above(20.0, 62.0), camera_above(distance_mm=790.0)):
        assert not light_knock(profile_of(camera, board, askew_arms(1)), old)
    zoomed = profile_of(camera_above(distance_mm=742.0, focal_px=1007.0), board, askew_arms(1))
    assert not light_knock(zoomed, old)  # looks nearly the same, but a camera does not change its lens
    pushed = {**askew_arms(1), "E": ArmPose(0.0, 9.0, 0.0)}
    assert not light_knock(profile_of(camera_above(), board, pushed), old)


def test_another_make_of_the_set_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, out = "1050_easy", tmp_path / "t.json"
    (tmp_path / "g.json").write_text(json.dumps({"exit": truth(name)["exit"], "cube_edge": 37.0, "base_size": 97.0}))
    options = ["--sizes", "--geometry", str(tmp_path / "g.json"), "--out", str(out)]
    assert main(["calibrate", str(DATA / f"{name}.jpg"), "--tips", words(true_tips(name)), *options]) == 0
    capsys.readouterr()
    profile = TableProfile.load(out)
    assert set(profile.evidence["sizes_mm"]) >= {"cube_edge", "base_size"}
    assert profile.geometry["cube_edge"] == pytest.approx(40.0, abs=1.2)
    assert profile.geometry["base_size"] == pytest.approx(92.0, abs=2.5)
    assert np.median(errors_px(profile, name)) < 1.2


def test_colours_are_learned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "1020_easy"
    options = ["--geometry", geometry_file(tmp_path, name), "--out", str(tmp_path / "t.json")]
    assert main(["calibrate", str(DATA / f"{name}.jpg"), "--tips", words(true_tips(name)), *options]) == 0
    capsys.readouterr()
    profile = TableProfile.load(tmp_path / "t.json")
    assert len(profile.colours["strips"]) == 20


def test_a_hand_over_the_cubes_makes_their_layout_a_guess_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = NAMES[0]
    bgr, tops = cv2.imread(str(DATA / f"{name}.jpg")), np.concatenate(list(truth(name)["cubes"].values()))
    assert bgr is not None
    middle, reach = tops.mean(0), 1.5 * np.linalg.norm(tops - tops.mean(0), axis=1).max()
    hand = cv2.circle(bgr.copy(), tuple(map(round, middle.tolist())), round(reach), (120, 160, 205), -1)
    told = []
    for picture in (bgr, cv2.GaussianBlur(hand, (0, 0), 1.5)):
        cv2.imwrite(str(tmp_path / "table.png"), picture)
        tips = ["--tips", words(true_tips(name)), "--out", str(tmp_path / "table.json")]
        assert main(["calibrate", str(tmp_path / "table.png"), *tips]) == 0
        told.append(json.loads(capsys.readouterr().out.splitlines()[-1])["quality"]["advice_keys"])
    assert ["block" in keys for keys in told] == [False, True]


def test_a_board_that_the_picture_cuts_off_is_not_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was graded good, and called cut off only while playing."""
    name = "1020_easy"
    bgr, tips = np.asarray(cv2.imread(str(DATA / f"{name}.jpg")), np.uint8), true_tips(name)
    cut = round(tips[:, 1].min()) + 15
    cv2.imwrite(str(tmp_path / "table.png"), bgr[cut:])
    given = ["--tips", words(tips - (0, cut)), "--geometry", geometry_file(tmp_path, name)]
    assert main(["calibrate", str(tmp_path / "table.png"), *given, "--out", str(tmp_path / "table.json")]) == 0
    quality = json.loads(capsys.readouterr().out.splitlines()[-1])["quality"]
    assert quality["grade"] in ("fair", "poor")
    assert "cut-off" in quality["advice_keys"]
    assert "a path tip lies outside the picture: move the camera until all four tips show" in quality["advice"]


def test_advice_about_several_strips_is_one_sentence() -> None:
    told = [counted(count, "path is", "paths are") for count in (1, 4)]
    assert [ADVICE["hidden"].format(hidden=each).partition(":")[0] for each in told] == [
        "a path is mostly hidden",
        "4 paths are mostly hidden",
    ]
