"""Getting to know a set at the virtual table: nobody presses anything, and it goes on by itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np
import pytest

from calibration.icecult.build import make_profile
from calibration.icecult.find import Finder
from vision.icecult.meeting.meeting import Meeting
from vision.icecult.meeting.tower import Tower, is_whole, tower_in
from vision.icecult.sim.play.acquaintance import FPS, AcquaintanceTable, acquaintance_stage

pytestmark = pytest.mark.slow

MOST_S = 60.0
STOOD = 8
"""Pictures before the camera is knocked."""
EMPTY = {path: [""] * 5 for path in "NESW"}
NOBODY = dict.fromkeys("NESW", "")


def test_a_tower_and_the_first_tilts_are_seen_and_nobody_presses_anything() -> None:
    table = AcquaintanceTable(stage=acquaintance_stage((640, 360)), paced=False)
    meeting: Meeting | None = None
    for frame in table.frames():
        if meeting is None:
            found = Finder().from_tips(frame.bgr, _tips(table), None)
            profile = make_profile(frame.bgr, found, "tips")
            meeting = Meeting(profile)
            assert meeting.state()["phase"] == "tower"
        meeting.see(frame)
        table.ask(min(meeting.asked, 2))
        assert frame.taken_at_s < MOST_S, meeting.state()
        if meeting.tilting.series.step == 1:
            break
    table.close()
    assert meeting is not None
    kept, true = meeting.kept, table.stage.dims
    scale = kept.sizes["space_length"]["mm"] / true.space_length
    assert kept.sizes["stack_pitch"]["mm"] / scale == pytest.approx(true.stack_pitch, abs=0.8)
    assert kept.sizes["stack_pitch"]["sure"] >= 0.8
    assert Meeting(meeting.profile, kept).step == "tilts"  # another evening, nobody builds a tower


def test_a_knocked_camera_is_followed_and_the_tower_is_measured_from_where_it_is_now() -> None:
    stage = acquaintance_stage((640, 360))
    knocked = replace(stage, camera=replace(stage.camera, azimuth_deg=stage.camera.azimuth_deg + 2.5))
    before, after = (AcquaintanceTable(stage=each, paced=False) for each in (stage, knocked))
    stood = list(islice(before.frames(), STOOD))
    meeting = Meeting(make_profile(stood[0].bgr, Finder().from_tips(stood[0].bgr, _tips(before), None), "tips"))
    later = (replace(f, index=f.index + STOOD, taken_at_s=f.taken_at_s + STOOD / FPS) for f in after.frames())
    for frame in chain(stood, later):
        meeting.see(frame)
        after.ask(min(meeting.asked, 1) if frame.index > 2 * STOOD else 0)
        assert frame.taken_at_s < MOST_S, meeting.state()
        if meeting.step == "tilts":
            break
    before.close()
    after.close()
    now = np.array([meeting.profile.tips_px[arm] for arm in "NESW"])
    assert np.abs(now - _tips(after)).max() < 2.0 < np.abs(_tips(before) - _tips(after)).max()
    scale = meeting.kept.sizes["space_length"]["mm"] / after.stage.dims.space_length
    assert meeting.kept.sizes["stack_pitch"]["mm"] / scale == pytest.approx(after.stage.dims.stack_pitch, abs=0.8)


def _tips(table: AcquaintanceTable) -> Any:
    dims, camera = table.stage.dims, table.stage.camera
    return camera.project(np.array([dims.on_arm(arm, dims.tip, 0.0, dims.board_thickness) for arm in "NESW"]))


def test_a_tower_is_whole_when_all_others_are_seen_elsewhere() -> None:
    def seen(stack: str, start: str) -> dict[str, Any]:
        return {"paths": {**EMPTY, "E": ["", "", "", stack, ""]}, "start": start, "goal": NOBODY}

    others = "rrrrrgggggbbbbb"
    assert tower_in(seen("", others + "yyyyy")) is None
    half = seen("yyy", others + "yy")
    assert tower_in(half) == Tower("E4", "y", 3)
    assert not is_whole(half, Tower("E4", "y", 3))
    whole = seen("yyyy", others)  # read one too few: the rise is not known yet
    assert tower_in(whole) == Tower("E4", "y", 5)
    assert is_whole(whole, Tower("E4", "y", 5))
    assert not is_whole(seen("yyyyy", others[1:]), Tower("E4", "y", 5))  # one may stand where nobody sees it
