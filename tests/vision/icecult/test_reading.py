"""The reader on the chosen pictures: floors that hold, broken inputs, the overlay, the command."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bench.pictures.scoring import count, judge
from tests.vision.icecult.frames import FRAMES, NAMES, load, true_profile
from vision.icecult.observation import Observation
from vision.icecult.read.networks import DOUBTED, hand_there
from vision.icecult.read.observer import Observer, PictureError
from vision.icecult.read.overlay import draw_observation
from vision.icecult.read.rectify import TABLE_PX, table_patch
from vision.rectify import Sampler
from webui.cli import main

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def results() -> dict[str, tuple[Observation, Counter[str]]]:
    out = {}
    for name in NAMES:
        bgr, truth = load(name)
        seen = Observer(true_profile(truth)).read(bgr)
        out[name] = seen, count(judge(truth, seen.to_json()))
    return out


def total(results: dict[str, tuple[Observation, Counter[str]]], difficulty: str = "") -> Counter[str]:
    return sum((n for name, (_, n) in results.items() if name.endswith(difficulty)), Counter[str]())


def test_pictures_cover_all_kinds() -> None:
    kinds = Counter((load(name)[1]["difficulty"], load(name)[1]["geometry"]["exit"]) for name in NAMES)
    assert len(kinds) == 6
    assert min(kinds.values()) >= 3
    makes = {tuple(load(name)[1]["geometry"][key] for key in ("cube_edge", "space_length")) for name in NAMES}
    assert len(makes) == 6


def test_floors(results: dict[str, tuple[Observation, Counter[str]]]) -> None:
    n = total(results)
    assert n["cube right"] / n["cube read"] >= 0.98
    assert n["visible stack right"] / n["visible stack read"] >= 0.95
    assert n["empty right"] / n["empty read"] >= 0.99
    assert n["overhidden"] / n["plain"] < 0.01
    assert n["confident wrong"] <= 1
    assert n["exact"] / n["tables"] >= 0.85


def test_medium_tables(results: dict[str, tuple[Observation, Counter[str]]]) -> None:
    n = total(results, "medium")
    assert n["visible stack right"] == n["visible stack read"]
    assert n["exact"] / n["tables"] >= 0.9


def test_easy_tables(results: dict[str, tuple[Observation, Counter[str]]]) -> None:
    n = total(results, "easy")
    assert n["cube right"] == n["cube read"] == 4 * n["tables"]
    assert n["empty right"] == n["empty read"]
    assert n["exact"] / n["tables"] >= 0.75


def test_hands_are_noticed(results: dict[str, tuple[Observation, Counter[str]]]) -> None:
    told = [(bool(load(name)[1]["scene"]["hands"]), seen.hand > 0.5) for name, (seen, _) in results.items()]
    assert sum(truth == said for truth, said in told) >= len(told) - 2


def test_what_lies_under_a_sleeve_is_not_said_to_be_empty(
    results: dict[str, tuple[Observation, Counter[str]]],
) -> None:
    """A forearm lies over the east path; its cloth was taken for empty spaces, as sure as 0.97."""
    seen, _ = results["1141_medium"]
    _, truth = load("1141_medium")
    covered = [i for i in range(1, 6) if truth["visibility"]["spaces"][f"E{i}"] < 0.05]
    assert len(covered) >= 3
    assert not [i for i in covered if seen.space(f"E{i}") == ""]


def test_the_tops_alone_are_read_as_with_the_pawns() -> None:
    bgr, truth = load(NAMES[0])
    observer = Observer(true_profile(truth))
    assert observer.read_tops(bgr).cubes == observer.read(bgr).cubes


@pytest.mark.parametrize(
    "bgr",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.zeros((720, 1280), np.uint8),
        np.zeros((720, 1280, 4), np.uint8),
        np.zeros((720, 1280, 3), np.float32),
    ],
)
def test_other_arrays_are_refused(bgr: Any) -> None:
    _, truth = load(NAMES[0])
    with pytest.raises(PictureError):
        Observer(true_profile(truth)).read(bgr)


def test_overlay_draws_on_a_copy(results: dict[str, tuple[Observation, Counter[str]]]) -> None:
    name = next(name for name, (seen, _) in results.items() if seen.hidden)
    bgr, truth = load(name)
    before = bgr.copy()
    drawn = draw_observation(bgr, true_profile(truth), results[name][0])
    assert drawn.shape == bgr.shape
    assert (bgr == before).all()
    assert (drawn != bgr).any()
    plain = draw_observation(bgr, true_profile(truth), results[name][0], letters=False)
    assert (plain[:40] == bgr[:40]).all(), "no words for people who only want to see the table"


def write(folder: Path, name: str) -> tuple[Path, Path]:
    _, truth = load(name)
    profile = folder / "table.json"
    true_profile(truth).save(profile)
    return FRAMES / f"{name}.jpg", profile


def test_command_prints_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo, profile = write(tmp_path, "1176_easy")
    overlay = tmp_path / "seen.png"
    assert main(["read", str(photo), "--table", str(profile), "--overlay", str(overlay)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert 0 < Observation.from_json(json.loads(line)).confidence <= 1
    assert np.asarray(cv2.imread(str(overlay))).shape == (720, 1280, 3)


def pictures() -> dict[str, Any]:
    bgr, _ = load("1176_easy")
    rng = np.random.default_rng(0)
    cloth = cv2.resize(rng.integers(60, 160, (90, 160, 3), np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
    return {
        "tiny": bgr[:20, :20],
        "black": np.zeros_like(bgr),
        "grey": cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY),
        "on its side": cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE),
        "without a table": cloth,
        "another size": cv2.resize(bgr, (640, 480)),
        "huge": np.zeros((40, 9000, 3), np.uint8),
    }


@pytest.mark.parametrize("kind", ["tiny", "black", "grey", "on its side", "without a table", "another size", "huge"])
def test_command_refuses_other_pictures(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, profile = write(tmp_path, "1176_easy")
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), pictures()[kind])
    assert_refused(main(["read", str(photo), "--table", str(profile)]), capsys)


def test_command_refuses_broken_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo, profile = write(tmp_path, "1176_easy")
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(photo.read_bytes()[:200])
    for args in ([str(broken), str(profile)], [str(photo), str(broken)], [str(tmp_path / "none.jpg"), str(profile)]):
        assert_refused(main(["read", args[0], "--table", args[1]]), capsys)


def test_command_refuses_another_cameras_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, profile = write(tmp_path, "1050_easy")
    assert_refused(main(["read", str(FRAMES / "1176_easy.jpg"), "--table", str(profile)]), capsys)


def assert_refused(status: int, capsys: pytest.CaptureFixture[str]) -> None:
    captured = capsys.readouterr()
    assert status == 1
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("icekeeper: ")


def test_a_hand_that_hides_nothing_is_none() -> None:
    """On a checked cloth the look of the whole picture said "hand" for a whole film, and nothing was ever read."""
    for name, there in (("1089_easy", False), ("1141_medium", True)):
        bgr, truth = load(name)
        profile = true_profile(truth)
        patch = table_patch(np.asarray(profile.camera.position_mm, float))
        table = Sampler.of(profile.project, patch, TABLE_PX, TABLE_PX).take(bgr)
        assert hand_there(0.3, table) == 0.3
        assert (hand_there(0.98, table) == 0.98) is there


def test_a_speck_that_looks_like_a_hand_is_doubted() -> None:
    """A thing beside the board looked like a hand for a whole film in a dim room, and nothing was ever read."""
    table = np.asarray(cv2.imread(str(FRAMES.parent / "patches" / "speck.jpg")), np.uint8)[None]
    assert hand_there(0.98, table) == DOUBTED
    assert hand_there(0.4, table) == 0.4
