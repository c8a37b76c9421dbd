"""A wrong size never passes silently: what a picture hardly confirms is asked for a nod; only that makes it sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.fitting.patches import Measured
from calibration.icecult.build import make_profile
from calibration.icecult.equipment.drawing import NODDED, nodded
from calibration.icecult.find import Found
from calibration.icecult.fitting.verify import prove
from calibration.icecult.follow import fit_of
from calibration.icecult.sizes.sized import KEYS
from calibration.sizes.certainty import UNSURE, unsure
from tests.calibration.scenes import some_profile

NOTHING = Measured([], [], np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
PLAIN_PICTURE = np.full((720, 1280, 3), 128, np.uint8)


def found(sure: int, agreeing: int) -> Found:
    """A board of which so many points are seen clearly, and so many of them where they should be."""
    profile = some_profile()
    fit = replace(fit_of(profile), covariance=np.eye(20) * 1e-9)
    proof = replace(prove(fit, NOTHING, profile.board), points=61, sure=sure, agreeing=agreeing, rms_px=0.5)
    return Found(profile.board, fit, NOTHING, proof, np.zeros((len(KEYS), len(KEYS))))


def test_a_strange_print_is_asked_for_a_nod_and_not_called_sure() -> None:
    strange = make_profile(PLAIN_PICTURE, found(sure=20, agreeing=13), "tips")
    assert unsure(strange.sizes, KEYS) == list(KEYS)
    assert all(strange.sizes[key]["sure"] < UNSURE for key in KEYS)
    assert any("sizes are uncertain" in line for line in strange.quality["advice"])
    assert strange.quality["grade"] != "good"
    assert all(nodded(strange).sizes[key]["sure"] == NODDED for key in KEYS)


def test_a_known_print_needs_no_nod() -> None:
    plain = make_profile(PLAIN_PICTURE, found(sure=50, agreeing=50), "tips")
    assert unsure(plain.sizes, KEYS) == []
    assert not any("sizes are uncertain" in line for line in plain.quality["advice"])
