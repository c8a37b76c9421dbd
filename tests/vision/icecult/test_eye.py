"""The eye of a table on drawn pictures: how much it reads of a rest."""

from __future__ import annotations

from itertools import islice

from vision.icecult.belief.evidence import plain
from vision.icecult.eye import TableEye
from vision.icecult.sim.match import random_match
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.render import Renderer
from vision.icecult.sim.script import Film, draw_frame
from vision.icecult.sim.staging import stage_for


def test_earlier_frames_of_a_rest_are_read_only_where_the_newest_leaves_doubt() -> None:
    script = random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    renderer, film = Renderer(), Film(script)
    scene = film.first_scene()
    eye = TableEye(scene_profile(scene, renderer.render(scene).bgr), dict(script.cube_set))
    first, second, third = [eye.look(draw_frame(renderer, *shot)) for shot in islice(film.scenes(), 3)]
    assert first.status == "moving"
    assert second.status == "rest"
    assert second.observation is not None
    assert len(second.earlier) == (0 if plain(second.observation) else 1)
    assert third.earlier == ()
    assert len(eye.evidence(0.0, 1.0, ())) == 2
