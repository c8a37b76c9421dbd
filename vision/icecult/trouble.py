"""Why a table of ICE CULT cannot be judged: the troubles of any table, and cubes that cannot be read.

cubes-unread   said of a resting table on which nearly all cubes are hidden or unsure
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from calibration.icecult.profile import TableProfile
from engine.icecult.board import SLOTS
from vision import trouble as of_any_table
from vision.frame import Bgr
from vision.icecult.observation import Observation

TROUBLES: Final = (*of_any_table.TROUBLES, "cubes-unread")
UNREAD_SHARE, UNREAD_CUBES = 0.25, 3
"""A table of which more than this share, or so many cubes, cannot be read is read badly."""
UNSURE: Final = 0.6  # a reading below this confidence counts as not read
CUBE_LEAST_PX: Final = 13.0  # edge of a cube's top in the picture


def trouble(profile: TableProfile, bgr: Bgr, reading: Observation, tops_only: bool = False) -> str:
    """What is wrong with the view of a table that is read badly; "" where it is read well or nothing can be said."""
    if not (cubes_unread(reading) if tops_only else read_badly(reading)):
        return ""
    if where := view_trouble(profile):
        return where
    if of_any_table.blurred(profile, bgr):
        return "out-of-focus"
    return "cubes-unread" if cubes_unread(reading) else ""


def read_badly(reading: Observation) -> bool:
    """Whether much of the table is hidden or unsure, or nearly all cubes are."""
    sure: Mapping[str, Any] = reading.confidences
    values = _sureness_of_cubes(reading)
    for path, stacks in reading.paths.items():
        values += [0.0 if stack is None else sure.get(f"{path}{n}", 1.0) for n, stack in enumerate(stacks, start=1)]
    return cubes_unread(reading) or float(np.mean(np.array(values) < UNSURE)) > UNREAD_SHARE


def cubes_unread(reading: Observation) -> bool:
    """Whether nearly all cubes are hidden or unsure."""
    return sum(sure < UNSURE for sure in _sureness_of_cubes(reading)) >= UNREAD_CUBES


def _sureness_of_cubes(reading: Observation) -> list[float]:
    return [0.0 if (cube := reading.cubes[slot]) is None else cube.confidence for slot in SLOTS]


def view_trouble(profile: TableProfile) -> str:
    """What is wrong with where the camera stands: cut-off, too-far, too-steep or nothing."""
    tops = [profile.project(profile.board.cube_top(slot)) for slot in SLOTS]
    return of_any_table.view_trouble(profile, tops, CUBE_LEAST_PX)
