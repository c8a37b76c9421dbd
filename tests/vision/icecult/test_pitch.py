"""How far stacks rise with each pawn: known, or worked out from the pawns that must be there."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from calibration.icecult.find import Finder
from calibration.icecult.follow import StripSeeker
from calibration.icecult.geometry import make_geometry
from calibration.icecult.profile import TableProfile
from calibration.proof import Follower
from tests.vision.icecult.frames import FRAMES, load, true_profile
from vision.frame import Frame
from vision.icecult.eye import CultReader
from vision.icecult.read.observer import Observer
from vision.icecult.read.pitch import RISES_MM, RiseSeeker, balance, is_unknown
from vision.table_eye import TableEye

pytestmark = pytest.mark.slow

TALL = "1089_easy"
RISES = FRAMES.parent / "rises"  # other makes, whose stacks rise by 8.4 (`flat`) to 11.5 mm (`counted`)


def with_rise(profile: TableProfile, rise_mm: float, sure: float | None) -> TableProfile:
    sizes = {} if sure is None else {"stack_pitch": {"mm": rise_mm, "sure": sure}}
    return profile.changed(geometry={**profile.geometry, "stack_pitch": rise_mm}, sizes=sizes)


def stacks(profile: TableProfile, bgr: Any) -> dict[str, tuple[str | None, ...]]:
    return dict(Observer(profile).read(bgr).paths)


def test_a_wrong_rise_is_found_out_when_it_was_not_measured() -> None:
    bgr, truth = load(TALL)
    want = {path: tuple(spaces) for path, spaces in truth["observation"]["paths"].items()}
    profile = true_profile(truth)
    assert stacks(with_rise(profile, 7.5, sure=0.2), bgr) == want
    known = Observer(with_rise(profile, 7.5, sure=1.0))
    assert known.rise is None  # one that is said to be known is not sought
    assert known.aim.rise_mm == 7.5


def test_flat_stacks_are_counted_too() -> None:
    bgr, truth = load("flat", RISES)
    profile = true_profile(truth).changed(geometry=make_geometry(truth["geometry"]).to_json())
    want = {path: tuple(spaces) for path, spaces in truth["observation"]["paths"].items()}
    assert stacks(with_rise(profile, 11.0, sure=0.2), bgr) == want


def test_stacks_of_another_make_are_counted_from_above() -> None:
    bgr, truth = load("counted", RISES)
    profile = true_profile(truth).changed(geometry=make_geometry(truth["geometry"]).to_json())
    seen, want = stacks(with_rise(profile, 11.0, sure=0.2), bgr), truth["observation"]["paths"]
    assert seen["N"] == tuple(want["N"])
    assert seen["S"][:4] == tuple(want["S"][:4])  # six pawns hide the fifth space


def test_five_equal_pawns_are_not_four_that_rise_farther() -> None:
    """They rise by 9.6 mm, which looks much like four by 11 or 12; their rims can be counted all the same."""
    bgr, truth = load("tower", RISES)
    profile = true_profile(truth).changed(geometry=make_geometry(truth["geometry"]).to_json())
    assert stacks(with_rise(profile, 11.0, sure=0.2), bgr)["E"] == tuple(truth["observation"]["paths"]["E"])


def test_a_path_in_the_shadow_of_a_hand_is_in_view() -> None:
    bgr, truth = load("shadow", RISES)
    profile = true_profile(truth).changed(geometry=make_geometry(truth["geometry"]).to_json())
    seen = Observer(with_rise(profile, 11.0, sure=0.2)).read(bgr)
    assert dict(seen.paths) == {path: tuple(spaces) for path, spaces in truth["observation"]["paths"].items()}
    assert {"NW", "NE"} <= seen.hidden  # under its fingers


def test_the_top_of_a_stack_is_no_pawn_on_the_space_behind_it() -> None:
    bgr, truth = load("behind", RISES)
    profile = true_profile(truth).changed(geometry=make_geometry(truth["geometry"]).to_json())
    seen = Observer(with_rise(profile, 11.0, sure=0.2)).read(bgr)
    assert (seen.space("N4"), seen.space("N5")) == ("ryrb", None)


def test_only_a_rise_said_to_be_unsure_is_sought() -> None:
    profile = true_profile(load(TALL)[1])
    assert is_unknown(profile)
    assert not is_unknown(with_rise(profile, 11.0, sure=None))
    assert not is_unknown(with_rise(profile, 11.0, sure=0.9))
    assert is_unknown(with_rise(profile, 11.0, sure=0.2))


def test_pawns_too_many_count_more_than_pawns_out_of_sight() -> None:
    whole = Counter("rrrrryyyyygggggbbbbb")
    assert balance(whole, hand=0.0) == 0.0
    assert balance(whole + Counter("r"), 0.0) < balance(whole - Counter("r"), 0.0) < 0
    assert balance(whole - Counter("rr"), hand=0.9) > balance(whole - Counter("rr"), hand=0.0)


def test_the_best_rise_lies_between_equal_neighbours_and_is_settled_by_its_lead() -> None:
    scores = {8.0: -30.0, 9.0: -16.0, 10.0: 0.0, 11.0: 0.0, 12.0: -13.0}
    seeker = RiseSeeker({}, np.zeros(3), [], lambda points: points, scores)
    assert seeker.best_mm == pytest.approx(10.5, abs=0.01)
    assert seeker.settled
    scores[12.0] = -11.0
    assert not seeker.settled


def test_the_same_table_seen_again_tells_nothing_new_and_a_moved_one_keeps_what_is_known() -> None:
    bgr, truth = load(TALL)
    profile = with_rise(true_profile(truth), 11.0, sure=0.2)
    observer = Observer(profile)
    observer.read(bgr)
    assert observer.rise is not None
    once = dict(observer.rise.scores)
    observer.read(bgr)
    assert observer.rise.scores == once
    moved = observer.elsewhere(profile)
    assert moved.rise is not None
    assert moved.rise.weights == observer.rise.weights
    observer.aim, observer.rise = observer.rise.aim(9.5), None
    assert observer.elsewhere(profile).aim.rise_mm == 9.5


def test_a_rise_that_was_found_out_while_playing_goes_into_the_profile_once() -> None:
    bgr, truth = load(TALL)
    told: list[TableProfile] = []
    profile = with_rise(true_profile(truth), 7.5, sure=0.2)
    observer = Observer(profile, profile.set)
    eye = TableEye(profile, CultReader(observer), Follower[TableProfile](StripSeeker(Finder())), told.append)
    assert observer.rise is not None
    observer.rise.scores = {rise: -8.0 * abs(rise - 11.0) for rise in RISES_MM}  # what earlier tables told
    glances = [eye.look(Frame(bgr, k, k / 4)) for k in range(4)]
    assert [glance.status for glance in glances] == ["moving", "rest", "rest", "rest"]
    assert [profile.sizes["stack_pitch"] for profile in told] == [{"mm": pytest.approx(11.0, abs=0.5), "sure": 0.9}]
    assert eye.profile is told[0]
    another_evening = Observer(eye.profile)
    assert another_evening.rise is None
    assert another_evening.aim.rise_mm == told[0].geometry["stack_pitch"]
    assert not another_evening.measured
