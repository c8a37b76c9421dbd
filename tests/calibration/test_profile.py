"""Profiles: JSON both ways, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.icecult.build import named_like, renamed
from calibration.icecult.geometry import ARMS, GeometryError, load_geometry, make_geometry
from calibration.icecult.profile import TableProfile
from calibration.profile import ProfileError
from tests.calibration.scenes import some_profile


def test_a_saved_profile_comes_back_equal(tmp_path: Path) -> None:
    profile = some_profile().changed(colours={"pawns": {"r": None}}, set={"cubes": {}}, quality={"rms_px": 0.4})
    profile.save(tmp_path / "table.json")
    loaded = TableProfile.load(tmp_path / "table.json")
    assert loaded.to_json() == profile.to_json()
    assert loaded.camera == profile.camera


def _without(key: str) -> dict[str, Any]:
    data = some_profile().to_json()
    del data[key]
    return data


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "expected a table profile"),
        ({}, "expected a table profile"),
        ({**some_profile().to_json(), "schema": 0}, "schema 0, this version reads 2"),
        (_without("camera"), "'camera' is missing"),
        ({**some_profile().to_json(), "resolution_wh": [1280]}, "'resolution_wh' must be 2 numbers"),
        ({**some_profile().to_json(), "geometry": {"colour": 3}}, "unknown key 'colour'"),
        ({**some_profile().to_json(), "north": "up"}, "north"),
    ],
)
def test_a_broken_profile_is_refused_in_words(data: Any, words: str) -> None:
    with pytest.raises(ProfileError, match="icekeeper calibrate") as caught:
        TableProfile.from_json(data, "table.json")
    assert words in str(caught.value)


def test_files_that_are_no_profiles_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot read"):
        TableProfile.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(ProfileError, match=r"expected a table profile \(expected UTF-8"):
        TableProfile.load(tmp_path / "bad.json")
    with pytest.raises(ProfileError, match="cannot write"):
        some_profile().save(tmp_path / "no" / "such" / "folder.json")


def test_another_picture_size_is_refused() -> None:
    with pytest.raises(ProfileError, match="1280x720, this one is 640x480"):
        some_profile().check_picture(640, 480)


@pytest.mark.parametrize("corners", [False, True])
def test_renaming_north_keeps_every_pixel(corners: bool) -> None:
    profile = some_profile(corners)
    turned = renamed(profile, "E")
    assert turned.tips_px["N"] == profile.tips_px["E"]
    assert turned.tips_px["W"] == profile.tips_px["N"]
    for new, old in zip("NESW", "ESWN", strict=True):
        spots = [(70.0, 5.0, 2.2), (200.0, -20.0, 40.0)]
        ours, theirs = turned.arm_points(new, spots), profile.arm_points(old, spots)
        assert np.allclose(turned.project(ours), profile.project(theirs), atol=1e-6)
    assert np.allclose(
        turned.project(turned.board.cube_top("NW")).mean(0), profile.project(profile.board.cube_top("NE")).mean(0)
    )
    assert named_like(turned, profile).tips_px == profile.tips_px


def test_geometry_overrides_are_checked(tmp_path: Path) -> None:
    assert make_geometry({"exit": "corners"}).arm_start_mm == pytest.approx(65.05, abs=0.01)
    assert make_geometry().tip_mm == 270.0
    (tmp_path / "g.json").write_text(json.dumps({"cube_edge": 38.0}))
    assert load_geometry(tmp_path / "g.json")["cube_edge"] == 38.0
    for bad in ({"exit": "up"}, {"cube_edge": -1}, {"cube_edge": "40"}, {"nonsense": 1}, {"spaces_per_arm": 2.5}):
        with pytest.raises(GeometryError, match="geometry"):
            make_geometry(bad)
    (tmp_path / "list.json").write_text("[1]")
    with pytest.raises(GeometryError, match="JSON object"):
        load_geometry(tmp_path / "list.json")


def test_block_is_turned_in_the_corner_layout() -> None:
    side, corner = make_geometry(), make_geometry({"exit": "corners"})
    assert np.allclose(side.cube_top("NE").mean(0)[:2], (20.2, 20.2))
    assert np.allclose(corner.cube_top("NW").mean(0)[:2], (0.0, 20.2 * 2**0.5))  # NW stands in the north
    assert np.allclose(corner.cube_top("NE").mean(0)[:2], (20.2 * 2**0.5, 0.0))
    assert set(ARMS) == {"N", "E", "S", "W"}


def test_a_profile_from_before_there_were_two_games_is_read() -> None:
    old = some_profile().to_json()
    del old["game"]
    now = TableProfile.from_json(some_profile().to_json()).to_json()
    assert TableProfile.from_json({**old, "schema": 1}).to_json() == now


def test_a_profile_of_a_game_nobody_can_watch_is_refused() -> None:
    with pytest.raises(ProfileError, match="of the game 'iglu'"):
        TableProfile.from_json({**some_profile().to_json(), "game": "iglu"})
