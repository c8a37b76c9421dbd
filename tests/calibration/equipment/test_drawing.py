"""A board drawn by hand: pulling its handles onto the picture gives its sizes."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.errors import PoseError
from calibration.icecult.certainty import PAWN_KEYS, PAWNS
from calibration.icecult.equipment.drawing import (
    HANDLES,
    NODDED,
    TOLD,
    accepted,
    drawing_of,
    drawn_at,
    moved,
    nodded,
    pulled,
)
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import ArmPose
from calibration.icecult.sizes.sized import KEYS
from calibration.lens import Lens
from tests.calibration.scenes import camera_above, profile_of

FLAT = dict.fromkeys(ARMS, ArmPose())
SIZES = {"space_length": 35.0, "path_width": 45.0, "tip_length": 30.0, "cube_edge": 36.0, "base_height": 16.0}


@pytest.mark.parametrize("layout", ["sides", "corners"])
def test_a_board_of_any_make_is_drawn_by_pulling_its_handles(layout: str) -> None:
    true = make_geometry({**SIZES, "base_size": 84.0, "exit": layout})
    real = profile_of(camera_above(elevation_deg=48.0), true, FLAT)
    tips = [real.tips_px[arm] for arm in ARMS]
    start = make_geometry({"exit": layout})
    drawing = drawn_at(tips, start, drawing_of(real).lens)
    wanted = drawing_of(real, path=drawing.path).handles
    for _ in range(2):
        for name in HANDLES:
            drawing = pulled(drawing, name, wanted[name])
    board, scale = drawing.profile.board, start.tip_mm / true.tip_mm
    assert board.tip_mm == pytest.approx(start.tip_mm)
    off = {key: board[key] / scale / true[key] - 1 for key in KEYS}
    assert {key for key, share in off.items() if abs(share) > (0.1 if key == "base_height" else 0.03)} == set()
    assert drawing.told == set(KEYS)
    for arm in ARMS:  # all four paths followed
        spots = [real.arm_point(arm, true.space_along_mm(k)) for k in range(1, 6)]
        ours = [drawing.profile.arm_point(arm, board.space_along_mm(k)) for k in range(1, 6)]
        assert np.abs(drawing.profile.project(ours) - real.project(spots)).max() < 2.0


def test_a_handle_goes_no_further_than_a_board_allows() -> None:
    drawing = drawing_of(profile_of(camera_above(), make_geometry(), FLAT))
    for name in HANDLES:
        board = pulled(drawing, name, (-5000.0, 9000.0)).profile.board
        make_geometry(board.values)
        assert board["space_length"] > 10
        assert board["tip_length"] > 2


def test_tips_may_be_moved_and_must_form_a_cross() -> None:
    drawing = drawing_of(profile_of(camera_above(), make_geometry(), FLAT), path="W")
    tips = np.array([drawing.profile.tips_px[arm] for arm in ARMS]) + np.array([7.0, -3.0])
    again = moved(drawing, tips)
    assert again.path == "W"
    assert np.allclose([again.profile.tips_px[arm] for arm in ARMS], tips)
    with pytest.raises(PoseError, match="anticlockwise"):
        moved(drawing, tips[::-1])


def test_what_a_person_told_or_nodded_at_is_sure_and_pawns_are_not() -> None:
    drawing = drawn_at([(640, 80), (1100, 360), (640, 640), (180, 360)], make_geometry(), Lens.usual((1280, 720)))
    profile = accepted(pulled(drawing, "width", drawing.handles["width"]))
    assert profile.sizes["path_width"]["sure"] == TOLD
    assert profile.sizes["cube_edge"]["sure"] == NODDED
    assert {KeptSet.of(profile).sizes[key]["sure"] for key in PAWN_KEYS} == {PAWNS}  # nobody drew any
    found = profile.changed(sizes={"cube_edge": {"mm": 40, "sure": 0.4}, "stack_pitch": {"mm": 11, "sure": 0.2}})
    assert nodded(found).sizes == {
        "cube_edge": {"mm": 40, "sure": NODDED},
        "stack_pitch": {"mm": 11, "sure": 0.2},
    }
