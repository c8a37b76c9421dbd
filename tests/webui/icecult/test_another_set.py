"""Somebody brings another set: what was kept of the first one is neither believed of it nor lost."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from calibration.icecult.build import make_profile
from calibration.icecult.defaults import standard_set
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.equipment.same_set import OTHER_SET
from calibration.icecult.find import Finder
from calibration.icecult.geometry import make_geometry
from engine.icecult.cube import UNKNOWN_SET
from tests.calibration.equipment.test_same_set import MAKES, tips_of
from tests.calibration.scenes import DATA, true_tips
from tests.webui.making import PLAYERS, Page
from vision.frame import Frame
from vision.sources.opening import open_source, read_picture
from webui.icecult.before.laying import BoardLaying
from webui.icecult.learning import CubeLearning
from webui.parts import Parts

pytestmark = pytest.mark.slow

NAME = "1050_easy"
EVENING = MAKES / "sides_evening.jpg"


@pytest.fixture(scope="module")
def usual() -> KeptSet:
    """A set whose cubes and board are known."""
    bgr = read_picture(DATA / f"{NAME}.jpg")
    found = Finder().from_tips(bgr, true_tips(NAME), make_geometry({"exit": "sides"}))
    return KeptSet.of(make_profile(bgr, found, "tips")).taught(standard_set())


def test_the_known_set_is_recognised(usual: KeptSet, tmp_path: Path) -> None:
    laying, learning = laid(usual, tmp_path)
    profile = laying.find(read_picture(DATA / f"{NAME}.jpg"), true_tips(NAME).tolist(), None)
    assert laying.belongs(profile)
    assert laying.settled(profile).geometry["tip_length"] == usual.sizes["tip_length"]["mm"]
    assert learning.saved == usual.equipment


def test_another_one_is_told_and_its_sizes_are_not_mixed_with_those_kept(usual: KeptSet, tmp_path: Path) -> None:
    laying, learning = laid(usual, tmp_path)
    profile = laying.find(read_picture(EVENING), tips_of("sides_evening"), None)
    assert OTHER_SET in profile.quality["advice_keys"]
    assert not laying.belongs(laying.turned(profile, "E"))
    assert laying.settled(profile) == profile
    assert learning.kept == usual
    # paths that leave through the corners are another set's, too
    assert not laying.belongs(laying.find(read_picture(MAKES / "corners.jpg"), tips_of("corners"), None))


def test_who_meets_another_set_has_both_files(usual: KeptSet, tmp_path: Path) -> None:
    laying, learning = laid(usual, tmp_path)
    bgr = read_picture(EVENING)
    profile = laying.find(bgr, tips_of("sides_evening"), None)
    assert KeptSet.load(tmp_path / "m.set.json") == usual
    laying.meet(profile, lambda index, wait_s: Frame(bgr, index + 1, (index + 1) / 4), lambda count: None)
    laying.end()
    assert KeptSet.load(tmp_path / "m.set.json.earlier") == usual
    assert learning.saved is None
    assert learning.kept == KeptSet()
    learning.keep(KeptSet.of(profile))  # what was learned of it so far
    laying.meet(profile, lambda index, wait_s: Frame(bgr, index + 1, (index + 1) / 4), lambda count: None)
    laying.end()
    assert learning.kept.sizes
    assert KeptSet.load(tmp_path / "m.set.json.earlier") == usual


def test_a_match_with_another_set_begins_with_unknown_cubes(parts: Parts, usual: KeptSet, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), read_picture(EVENING))
    parts.setup.opener = lambda _: open_source(str(tmp_path))
    parts.learning.keep(usual)
    page = Page(parts)
    page.post("/api/setup/camera", {"source": "0"})
    parts.setup.after(-1, 20)
    found = page.post("/api/setup/find", {"tips": tips_of("sides_evening")}).get_json()
    assert OTHER_SET in found["advice"]
    page.post("/api/setup/nod")
    page.post("/api/setup/start", {"name": "", "players": PLAYERS, "house": {}})
    assert parts.desk.table().match.equipment == UNKNOWN_SET


def laid(kept: KeptSet, folder: Path) -> tuple[BoardLaying, CubeLearning]:
    """The board step of a page that knows a set."""
    learning = CubeLearning(folder / "m.set.json")
    learning.keep(kept)
    return BoardLaying(learning), learning
