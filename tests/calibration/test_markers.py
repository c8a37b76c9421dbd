"""`icekeeper calibrate --markers` on photo-realistic pictures into which the printed cards were laid."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.eye import true_profile
from bench.pictures.laid import lay_cards
from bench.table import main as bench_table
from calibration.icecult.geometry import ARMS
from calibration.icecult.profile import TableProfile
from tests.cases import larger
from webui.cli import main

pytestmark = pytest.mark.slow

FRAMES = Path(__file__).resolve().parents[1] / "data" / "frames"


@pytest.mark.parametrize(
    ("name", "blur_px", "noise_sd", "arms"),
    larger(
        [
            ("1022_hard", 0.8, 3.0, "NESW"),
            ("1264_medium", 0.8, 3.0, "SW"),  # two cards lie outside the picture: they still say which path is north
            ("1075_medium", 1.6, 3.0, "NESW"),
            ("1158_easy", 2.0, 5.0, "NESW"),
        ],
        2,
    ),
)
def test_the_cards_calibrate_a_photograph(
    name: str, blur_px: float, noise_sd: float, arms: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = json.loads((FRAMES / f"{name}.json").read_text(encoding="utf-8"))
    bgr = np.asarray(cv2.imread(str(FRAMES / f"{name}.jpg")), np.uint8)
    laid = lay_cards(bgr, true_profile(truth), 1, blur_px, noise_sd, arms)
    cv2.imwrite(str(tmp_path / "photo.png"), laid)
    (tmp_path / "g.json").write_text(json.dumps({"exit": truth["geometry"]["exit"]}))
    out = tmp_path / "table.json"
    options = ["--markers", "--geometry", str(tmp_path / "g.json"), "--out", str(out)]
    assert main(["calibrate", str(tmp_path / "photo.png"), *options]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["north"] == "chosen"
    found = TableProfile.load(out)
    want = np.array([truth["pixels"]["arms"][arm]["tip"] for arm in ARMS])
    assert np.linalg.norm(np.array([found.tips_px[arm] for arm in ARMS]) - want, axis=1).max() < 5.0


def test_the_bench_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert bench_table(["--count", "1", str(FRAMES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "| marker cards, blur 0.8 px | within 5 px 1 |"
    assert bench_table([str(tmp_path)]) == 1


@pytest.mark.large
def test_the_bench_counts_what_is_hard(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for kind in ("jpg", "json"):
        shutil.copy(FRAMES / f"1020_easy.{kind}", tmp_path)
    assert bench_table(["--count", "1", "--hard", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "| a cup on a tip, found alone | within 5 px 1 |"
    assert lines[-1] == "| tips given, all of them the same way by 40 px | refused 1 |"
