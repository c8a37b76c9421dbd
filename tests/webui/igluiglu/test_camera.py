"""`calibrate` and `read` at a table of IGLU IGLU: pictures of the virtual table, from the file to the answer."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bench.iglu.judging import best, corner_error, judge
from calibration.igluiglu.profile import BoardProfile
from webui.cli import main
from workshop.igluiglu.world.produce import still

pytestmark = pytest.mark.slow
SEED = 900_003
CORNERS = ("a1", "h1", "h8", "a8")
LEAST = 0.75  # of the spaces of an easy picture that are read right


@cache
def drawn() -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """An easy picture with its truth."""
    return still(SEED, "easy")


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), drawn()[0])
    return file


def corners_of(truth: dict[str, Any]) -> str:
    """The true corners as somebody gives them, two pixels off."""
    return " ".join(f"{x + 2:.0f},{y - 2:.0f}" for x, y in (truth["pixels"]["grid_corners"][c] for c in CORNERS))


def calibrated(photo: Path, *words: str) -> Path:
    """The profile that `calibrate` writes."""
    out = photo.with_name("profile.json")
    assert main(["calibrate", str(photo), "--game", "iglu", *words, "--out", str(out), "--json"]) == 0
    return out


def test_a_board_is_calibrated_from_its_corners_and_read(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth, proof = drawn()[1], photo.with_name("proof.png")
    table = calibrated(photo, "--corners", corners_of(truth), "--overlay", str(proof))
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["north"] == "chosen"
    assert np.abs(cv2.imread(str(proof)).astype(int) - drawn()[0]).max() > 50
    seen_file = photo.with_name("seen.png")
    assert main(["read", str(photo), "--table", str(table), "--overlay", str(seen_file), "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    judged = judge(truth, seen)
    assert judged.corner_error is not None
    assert judged.corner_error < 0.1
    assert judged.counts["right"] >= LEAST * judged.counts["readable"]
    assert seen_file.exists()


def test_a_board_is_found_by_itself(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = drawn()[1]
    table = calibrated(photo, "--auto")
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["north"] == "arbitrary"
    assert "--first" in found["note"]
    lowest = max(found["corners"].values(), key=lambda at: at[1])
    assert found["corners"]["a1"] == lowest
    assert main(["read", str(photo), "--table", str(table), "--json"]) == 0
    judged = best(truth, json.loads(capsys.readouterr().out))
    assert judged.counts["board found"]
    assert judged.counts["right"] >= LEAST * judged.counts["readable"]


def test_another_side_may_be_where_a1_is(photo: Path) -> None:
    profile = BoardProfile.load(calibrated(photo, "--auto", "--first", "top"))
    assert profile.north == "chosen"
    spots = profile.landmarks()
    assert spots["a1"][1] == min(y for _, y in spots.values())


def test_a_board_that_was_knocked_is_read_where_it_lies_now(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bgr, truth = drawn()
    table = calibrated(photo, "--corners", corners_of(truth))
    moved = np.float32([[1, 0, 8], [0, 1, -6]])
    cv2.imwrite(str(photo), cv2.warpAffine(bgr, moved, bgr.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))
    capsys.readouterr()
    assert main(["read", str(photo), "--table", str(table), "--json"]) == 0
    said = capsys.readouterr()
    assert "found again" in said.err
    corners = np.array(json.loads(said.out)["corners"]) - (8, -6)
    assert corner_error(truth, corners, 0) < 0.1


def test_where_there_is_no_board_none_is_found(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = np.random.default_rng(1).integers(90, 160, (36, 64, 3), dtype=np.uint8)
    cv2.imwrite(str(photo), cv2.resize(noise, (1280, 720), interpolation=cv2.INTER_CUBIC))
    out = photo.with_name("none.json")
    assert main(["calibrate", str(photo), "--game", "iglu", "--auto", "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert "the board was not found for certain" in said
    assert len(said.strip().splitlines()) == 1
    assert not out.exists()


@pytest.mark.parametrize("text", ["1,2 3,4", "a,b c,d e,f g,h", "10,10 20,20 30,30 40,40"])
def test_corners_that_are_none_are_refused_in_one_sentence(
    text: str, photo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = photo.with_name("none.json")
    assert main(["calibrate", str(photo), "--game", "iglu", "--corners", text, "--out", str(out)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not out.exists()


def test_what_a_kept_tile_shows_is_neither_read_nor_kept(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only how many lie there would be said: no key of an observation has room for a face that was kept."""
    table = calibrated(photo, "--corners", corners_of(drawn()[1]))
    capsys.readouterr()
    assert main(["read", str(photo), "--table", str(table), "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert set(seen) == {"board", "on", "hands", "shown", "hidden", "confidences", "confidence", "corners"}
    assert all(count is None or type(count) is int for count in seen["hands"].values())
    words = {word.rstrip("123?") for text in seen["on"].values() if text for word in text.split()}
    assert not words & {"harpoon", "melt", "animals", "energy", "drift"}
