"""Sizes kept of one set are not forced upon another: that is the evening when somebody brings their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from calibration.icecult.build import make_profile
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.find import Finder
from calibration.icecult.geometry import make_geometry
from calibration.pictures import read_picture
from tests.calibration.scenes import DATA, true_tips
from tests.cases import larger
from webui.cli import main

pytestmark = pytest.mark.slow

MAKES = DATA / "makes"


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set of another evening, as its profile keeps it."""
    file = tmp_path_factory.mktemp("kept") / "usual.json"
    bgr = read_picture(DATA / "1050_easy.jpg")
    found = Finder().from_tips(bgr, true_tips("1050_easy"), make_geometry({"exit": "sides"}))
    profile = make_profile(bgr, found, "tips")
    assert KeptSet.of(profile).known
    profile.save(file)
    return file


def tips_of(name: str) -> list[Any]:
    arms = json.loads((MAKES / f"{name}.json").read_text(encoding="utf-8"))["arms"]
    return [arms[arm]["tip"] for arm in "NESW"]


@pytest.mark.parametrize("way", larger(["--tips", "--auto"], 1))
def test_the_sizes_of_another_set_are_refused_and_named(
    way: str, usual: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, out = str(MAKES / "sides_evening.jpg"), tmp_path / "t.json"
    how = [way] if way == "--auto" else [way, " ".join(f"{x},{y}" for x, y in tips_of("sides_evening"))]
    assert main(["calibrate", photo, *how, "--keep", str(usual), "--out", str(out)]) == 1
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "those of another set" in said
    assert "--keep" in said
    assert not out.exists()
    assert main(["calibrate", photo, *how, "--out", str(out)]) == 0


@pytest.mark.parametrize("way", larger(["--auto", "--tips"], 1))
def test_the_same_set_on_another_evening_is_taken(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, out = tmp_path / "first.json", tmp_path / "t.json"
    tips = " ".join(f"{x},{y}" for x, y in tips_of("sides"))
    assert main(["calibrate", str(MAKES / "sides.jpg"), "--tips", tips, "--out", str(first)]) == 0
    how = [way] if way == "--auto" else [way, " ".join(f"{x},{y}" for x, y in tips_of("sides_evening"))]
    evening = str(MAKES / "sides_evening.jpg")
    assert main(["calibrate", evening, *how, "--keep", str(first), "--out", str(out)]) == 0
    capsys.readouterr()
    assert KeptSet.load(out).sizes["space_length"]["mm"] == pytest.approx(
        KeptSet.load(first).sizes["space_length"]["mm"]
    )
