"""Sets of other makes."""

from __future__ import annotations

import pytest

from vision.icecult.sim.makes import random_make


@pytest.mark.parametrize("seed", range(20))
def test_a_make_is_the_same_every_time_and_its_parts_fit(seed: int) -> None:
    make = random_make(seed, "corners")
    assert make == random_make(seed, "corners") != random_make(seed + 1, "corners")
    assert make.exit == "corners"
    assert make.cone_foot_size < min(make.space_length, make.path_width)
    assert 2 * make.cube_edge < make.base_size
    assert make.stack_pitch < make.cone_height / 2
