"""How far stacks rise, from stacks of which it is known what they are."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.icecult.build import make_profile
from calibration.icecult.certainty import PAWN_KEYS
from calibration.icecult.find import Finder
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import TableProfile
from tests.vision.icecult.frames import load, true_profile
from vision.icecult.meeting.rise import RiseMeter, measured_rise, with_rise
from vision.icecult.read.pitch import is_unknown


def unmeasured(profile: TableProfile) -> TableProfile:
    sizes = {"stack_pitch": {"mm": 8.0, "sure": 0.2}}
    return profile.changed(geometry={**profile.geometry, "stack_pitch": 8.0}, sizes=sizes)


def test_known_stacks_tell_their_rise_and_the_reader_need_not_seek_it() -> None:
    bgr, truth = load("1089_easy")
    stacks = {
        f"{path}{k}": text for path, spaces in truth["observation"]["paths"].items() for k, text in enumerate(spaces, 1)
    }
    profile = unmeasured(true_profile(truth))
    assert is_unknown(profile)
    rise = measured_rise(profile, bgr, {place: text for place, text in stacks.items() if text})
    assert rise is not None
    assert rise.mm == pytest.approx(11.0, abs=0.6)
    assert rise.sure > 0.8
    assert not is_unknown(with_rise(profile, rise))


def test_what_is_no_stack_tells_nothing_and_what_is_none_of_that_height_is_not_believed() -> None:
    bgr, truth = load("1089_easy")
    profile = unmeasured(true_profile(truth))
    assert measured_rise(profile, bgr, {"N1": "r", "N2": "rg"}) is None
    empty = next(f"{p}{k}" for p, row in truth["observation"]["paths"].items() for k, t in enumerate(row, 1) if t == "")
    meter = RiseMeter(profile)
    meter.see(np.asarray(bgr), {empty: "rrrrr"})
    assert meter.rise is not None
    assert meter.rise.sure < 0.2


def test_a_measured_board_says_nothing_about_its_pawns() -> None:
    bgr, truth = load("1089_easy")
    tips = np.array([truth["pixels"]["arms"][arm]["tip"] for arm in ARMS])
    board = make_geometry({"exit": truth["geometry"]["exit"]})
    profile = make_profile(bgr, Finder().from_tips(bgr, tips, board), "tips")
    assert float(profile.geometry["space_length"]) == pytest.approx(board["space_length"], rel=0.03)
    assert float(profile.geometry["space_length"]) != board["space_length"], (
        "measured, not taken for a make that is known"
    )
    assert not is_unknown(profile, "space_length")
    assert all(is_unknown(profile, key) for key in PAWN_KEYS)
