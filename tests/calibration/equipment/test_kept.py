"""A set is kept from one evening to the next: JSON both ways, old files open, the better measurement counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from calibration.errors import SetError
from calibration.icecult.defaults import load_set, standard_set
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.profile import TableProfile
from calibration.icecult.sizes.sized import KEYS
from tests.calibration.scenes import some_profile
from webui.cli import main

MAKES = Path(__file__).parents[2] / "data" / "calibration" / "makes"


def measured(sure: float, scale: float = 1.0, **pawns: float) -> TableProfile:
    """A profile whose sizes are this sure, all of them larger by a scale; pawns: how sure each of their sizes is."""
    profile = some_profile()
    sizes = {key: {"mm": profile.geometry[key] * scale, "sure": sure} for key in KEYS}
    sizes |= {key: {"mm": profile.geometry[key] * scale, "sure": value} for key, value in pawns.items()}
    geometry = {**profile.geometry, **{key: size["mm"] for key, size in sizes.items()}}
    return profile.changed(geometry=geometry, sizes=sizes)


def test_what_is_kept_comes_back_equal(tmp_path: Path) -> None:
    profile = measured(0.9, stack_pitch=0.7).changed(colours={"pawns": {"r": None}, "light_bgr": [1, 1, 1]})
    kept = KeptSet.of(profile).taught(standard_set())
    kept.save(tmp_path / "set.json")
    assert KeptSet.load(tmp_path / "set.json") == kept
    assert kept.equipment == standard_set() == load_set(tmp_path / "set.json")
    assert "light_bgr" not in kept.colours  # the light belongs to the evening
    assert list(tmp_path.iterdir()) == [tmp_path / "set.json"]


def test_a_set_file_from_before_there_were_sizes_is_read(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(json.dumps(standard_set()))
    kept = KeptSet.load(tmp_path / "old.json")
    assert kept.equipment == standard_set()
    assert (kept.board(), kept.known) == (None, frozenset())


def test_a_set_of_which_only_the_sizes_are_known_names_no_cubes(tmp_path: Path) -> None:
    KeptSet.of(measured(0.9)).save(tmp_path / "set.json")
    assert KeptSet.load(tmp_path / "set.json").equipment is None
    assert load_set(tmp_path / "set.json") is None


def test_the_better_measurement_of_a_board_counts_as_a_whole() -> None:
    good, poor = measured(0.95, 1.1, stack_pitch=0.2), measured(0.6, 1.0, stack_pitch=0.9)
    kept = KeptSet.of(good).met(poor)
    assert kept.sizes["space_length"] == {"mm": 44.0, "sure": 0.95}
    assert kept.sizes["stack_pitch"] == {"mm": pytest.approx(12.1), "sure": 0.9}  # to the board's scale
    assert KeptSet.of(poor).met(good).sizes == kept.sizes


def test_pawns_that_were_measured_go_into_a_profile_that_knows_less() -> None:
    kept = KeptSet.of(measured(0.9, 2.0, stack_pitch=0.97))
    profile = kept.applied(measured(0.9, 1.0, stack_pitch=0.2))
    assert profile.geometry["stack_pitch"] == profile.sizes["stack_pitch"]["mm"] == pytest.approx(11.0)
    assert profile.sizes["stack_pitch"]["sure"] == 0.97
    assert profile.geometry["space_length"] == 40.0
    assert KeptSet().applied(profile) is profile


def test_a_profile_of_the_same_board_is_told_from_one_of_another() -> None:
    kept = KeptSet.of(measured(0.9, 1.1))
    assert kept.fits(measured(0.6, 1.0))  # only proportions can be seen
    profile = measured(0.9)
    assert not kept.fits(profile.changed(geometry={**profile.geometry, "cube_edge": 30.0}))
    assert not kept.fits(profile.changed(geometry={**profile.geometry, "exit": "corners"}))
    assert not KeptSet().fits(profile)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"schema": 9}, "schema 9, this version reads 2"),
        ({"cubes": 3}, 'expected a set with "cubes"'),
        ({"exit": "roof"}, "'roof'"),
        ({"sizes": {"space_length": {"mm": -4, "sure": 1}}}, "above 0"),
        ({"sizes": {"space_length": {"mm": 40, "sure": 7}}}, "from 0 to 1"),
        ({"sizes": {"space_length": 40}}, "broken set"),
    ],
)
def test_a_broken_set_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(SetError, match=r"^set\.json: ") as caught:
        KeptSet.from_json({**KeptSet.of(measured(0.9)).to_json(), **change}, "set.json")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_another_evening_takes_the_sizes_of_a_set_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads((MAKES / "sides_evening.json").read_text())
    sizes = {key: {"mm": made["geometry"].get(key, 9.5), "sure": 0.95} for key in (*KEYS, "stack_pitch")}
    kept = KeptSet(sizes=sizes, layout=made["exit"]).taught(standard_set())
    kept.save(tmp_path / "set.json")
    tips = " ".join("{:.1f},{:.1f}".format(*made["arms"][arm]["tip"]) for arm in "NESW")
    words = ["calibrate", str(MAKES / "sides_evening.jpg"), "--tips", tips, "--out", str(tmp_path / "table.json")]
    for option in ("--keep", "--set"):
        assert main([*words, option, str(tmp_path / "set.json"), "--to-set", str(tmp_path / "set.json")]) == 0
        answer = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert {key: answer["sizes"][key]["mm"] for key in sizes} == {key: round(sizes[key]["mm"], 2) for key in sizes}
        assert TableProfile.load(tmp_path / "table.json").set == standard_set()
    again = KeptSet.load(tmp_path / "set.json")
    assert {key: again.sizes[key]["sure"] for key in sizes} == dict.fromkeys(sizes, 0.95)
    assert again.colours["pawns"]
