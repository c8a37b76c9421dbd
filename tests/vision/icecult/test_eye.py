"""The eye of a table on drawn pictures: how much it reads of a rest."""

from __future__ import annotations

from itertools import islice

import cv2
import numpy as np
import pytest

from bench.pictures.noises import Flaw, spoiled
from calibration.icecult.build import make_profile
from calibration.icecult.find import Finder
from calibration.icecult.fitting.overview import Overview
from calibration.icecult.geometry import make_geometry
from calibration.profile import ShapeError
from calibration.turning import picture_turned
from tests.cases import larger
from tests.vision.icecult.frames import FRAMES
from vision.averaging import mean_picture
from vision.eye import Pointing
from vision.frame import Frame
from vision.icecult.belief.views.fusing import plain
from vision.icecult.eye import table_eye
from vision.icecult.observation import Observation
from vision.icecult.read.observer import Observer
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film, draw_frame
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.staging import stage_for
from vision.sources.opening import read_picture
from vision.table_eye import hand_seen

pytestmark = pytest.mark.slow

DIM_TIPS = np.array([(967.3, 259.7), (855.7, 687.1), (229.8, 467.3), (510.9, 145.9)])
"""N E S W of the dim room, before the camera was knocked."""


def test_earlier_frames_of_a_rest_are_read_only_where_the_newest_leaves_doubt() -> None:
    script = random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    renderer, film = Renderer(), Film(script)
    scene = film.first_scene()
    eye = table_eye(scene_profile(scene, renderer.render(scene).bgr), dict(script.cube_set))
    first, second, third = [eye.look(draw_frame(renderer, *shot)) for shot in islice(film.scenes(), 3)]
    assert first.status == "moving"
    assert second.status == "rest"
    assert second.observation is not None
    assert len(second.earlier) == (0 if plain(second.observation) else 1)
    assert third.earlier == ()
    assert [name for name, _, _ in eye.evidence(0.0, 1.0, Pointing())] == ["after"], "one rest was seen"


def test_a_noisy_rest_is_read_from_the_mean_of_its_pictures() -> None:
    script = random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    renderer = Renderer()
    scene = Film(script).first_scene()
    bgr = renderer.render(scene).bgr
    profile = scene_profile(scene, bgr)
    noisy = spoiled(Flaw("", 9.0, 1.5), [bgr] * 3, 12.0, 1)
    eye = table_eye(profile, dict(script.cube_set))
    glances = [eye.look(Frame(each, k, k / 12)) for k, each in enumerate(noisy)]
    assert [glance.status for glance in glances] == ["moving", "rest", "rest"]
    observer = Observer(profile, dict(script.cube_set))
    assert glances[1].observation == observer.read(mean_picture(noisy[:2])).rounded()
    assert glances[2].observation == observer.read(mean_picture(noisy)).rounded()


def test_a_dark_table_is_not_read() -> None:
    script = random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    scene = Film(script).first_scene()
    bgr = Renderer().render(scene).bgr
    eye = table_eye(scene_profile(scene, bgr), dict(script.cube_set))
    glances = [eye.look(Frame(np.zeros_like(bgr), k, k / 12)) for k in range(3)]
    assert {(glance.status, glance.trouble) for glance in glances} == {("moving", "too-dark")}
    assert all(glance.observation is None for glance in glances)


@pytest.mark.parametrize(
    ("noise_sd", "noted"), larger([(8.0, {4: "board-lost", 7: "board-moved"}), (6.0, {4: "board-moved"})], 1)
)
def test_a_camera_knocked_in_a_dim_room_is_followed(noise_sd: float, noted: dict[int, str]) -> None:
    before, after = (read_picture(FRAMES.parent / "knock" / f"{name}.jpg") for name in ("before", "after"))
    found = Finder().from_tips(before, DIM_TIPS, make_geometry({"exit": "corners"}))
    eye = table_eye(make_profile(before, found, "tips"))
    dim = [np.asarray(picture * 0.6, np.uint8) for picture in [before] * 3 + [after] * 6]
    noisy = spoiled(Flaw("", noise_sd, 1.5), dim, 8.0, 1)
    glances = [eye.look(Frame(each, k, k / 8)) for k, each in enumerate(noisy)]
    assert {k: glance.noted[0] for k, glance in enumerate(glances) if glance.noted} == noted
    assert glances[-1].status == "rest"
    assert eye.profile.evidence["way"] in ("followed", "found again")


@pytest.mark.parametrize(("name", "there"), [("1089_easy", False), ("1141_medium", True)])
def test_a_doubted_hand_is_one_where_the_whole_picture_shows_it_too(name: str, there: bool) -> None:
    bgr = read_picture(FRAMES / f"{name}.jpg")
    share = Overview().hand_share(bgr)
    assert hand_seen(0.6, lambda: share) is there
    assert hand_seen(0.9, lambda: share)
    assert not hand_seen(0.4, lambda: share)


def test_a_camera_that_hangs_upside_down_judges_like_any_other_and_proves_it_upright() -> None:
    scene = Film(random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))).first_scene()
    rendered = Renderer().render(scene).bgr
    upright = scene_profile(scene, rendered)
    hanging, turned = upright.turned(2), picture_turned(rendered, 2)
    seen, proofs = [], []
    for profile, bgr in ((upright, rendered), (hanging, turned)):
        eye = table_eye(profile)
        glances = [eye.look(Frame(bgr, k, k / 8)) for k in range(3)]
        assert [glance.status for glance in glances] == ["moving", "rest", "rest"]
        seen.append(glances[-1].observation)
        ((_, _, jpeg),) = eye.evidence(0.0, 0.4, Pointing(("N1",)))
        proofs.append(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
    assert isinstance(seen[0], Observation)
    assert isinstance(seen[1], Observation)
    assert seen[0].paths == seen[1].paths
    assert [top and (top.symbol, top.facing) for top in seen[0].cubes.values()] == [
        top and (top.symbol, top.facing) for top in seen[1].cubes.values()
    ]
    one, other = (np.asarray(proof, np.float32) for proof in proofs)
    assert one.shape == other.shape
    assert float(np.abs(one - other).mean()) < 3.0


def test_a_frozen_camera_is_said_and_the_table_is_not_at_rest() -> None:
    script = random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    scene = Film(script).first_scene()
    bgr = Renderer().render(scene).bgr
    eye = table_eye(scene_profile(scene, bgr), dict(script.cube_set))
    glances = [eye.look(Frame(bgr, k, k, same_s=float(k))) for k in (0, 1, 9, 10)]
    assert [(glance.status, glance.trouble) for glance in glances][1:] == [
        ("rest", ""),
        ("rest", ""),
        ("lost", "frozen"),
    ]
    moved = bgr.copy()
    moved[0, 0] ^= 1
    assert [eye.look(Frame(moved, k, k)).status for k in (11, 12)][-1] == "rest"


def test_a_picture_of_the_same_shape_is_scaled_and_one_of_another_shape_refused() -> None:
    script = random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    scene = Film(script).first_scene()
    bgr = Renderer().render(scene).bgr
    eye = table_eye(scene_profile(scene, bgr), dict(script.cube_set))
    large = cv2.resize(bgr, (1280, 720), interpolation=cv2.INTER_CUBIC)
    here, there = ([eye.look(Frame(each, k, k / 12)) for k in range(2)][-1].observation for each in (bgr, large))
    assert isinstance(here, Observation)
    assert isinstance(there, Observation)
    assert {slot: str(top) for slot, top in there.cubes.items()} == {slot: str(top) for slot, top in here.cubes.items()}
    with pytest.raises(ShapeError, match="960x540, this one is 960x400"):
        eye.look(Frame(np.ascontiguousarray(bgr[:400]), 9, 9.0))
