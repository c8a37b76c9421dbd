"""A board is known to lie where it lay by what has not moved on it; a knock is measured."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.igluiglu.sim.draw.lens import through_lens
from vision.igluiglu.sim.draw.painter import Painter
from vision.igluiglu.sim.plain import plain_scene
from vision.igluiglu.sim.play.script import script
from vision.igluiglu.sim.play.table import FilmTable
from vision.igluiglu.sim.profile import scene_profile
from vision.igluiglu.sim.scene import Scene
from vision.igluiglu.steady import carried, known

Bgr = npt.NDArray[np.uint8]


def shot(scene: Scene) -> Bgr:
    """What the camera sees."""
    return np.asarray(through_lens(Painter(scene, 1.2).paint(), scene.camera)[0], np.uint8)


def laid(turns: int) -> Scene:
    """The demonstration's table after so many turns."""
    room, match = plain_scene(960, 540), script(2, 3, "rgyb", 4, 0)
    table = FilmTable.begin(match.start, room.geometry, room.look, np.random.default_rng(1))
    for turn in match.turns[:turns]:
        table.update(turn.after)
    tiles, pieces = table.things()
    return replace(room, tiles=tiles, pieces=pieces)


def test_a_turn_leaves_the_board_where_it_is() -> None:
    profile = scene_profile(laid(0))
    way = carried(known(profile, shot(laid(0))), known(profile, shot(laid(2))))
    assert way is not None
    corners = profile.grid.corners
    moved = np.column_stack([corners, np.ones(4)]) @ way.T
    assert np.abs(moved[:, :2] / moved[:, 2:] - corners).max() < 0.6


def test_a_knock_is_measured() -> None:
    scene = laid(1)
    knocked = replace(scene, camera=replace(scene.camera, azimuth_deg=scene.camera.azimuth_deg + 1.5))
    before, after = scene_profile(scene), scene_profile(knocked)
    way = carried(known(before, shot(scene)), known(after, shot(knocked)))
    assert way is not None
    there = np.column_stack([before.grid.corners, np.ones(4)]) @ way.T
    assert np.abs(before.grid.corners - after.grid.corners).max() > 3
    assert np.abs(there[:, :2] / there[:, 2:] - after.grid.corners).max() < 1.2


def test_a_table_without_the_board_is_another_one() -> None:
    scene = laid(1)
    profile = scene_profile(scene)
    empty = np.full_like(shot(scene), 90)
    assert carried(known(profile, shot(scene)), known(profile, empty)) is None
