"""Foot and height of the pawns, from those that stand by themselves."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from calibration.icecult.profile import TableProfile
from vision.icecult.read.networks import pawn_heat
from vision.icecult.read.observer import Observer
from vision.icecult.read.pawns import Spot, find_spots
from vision.icecult.read.pitch import is_unknown
from vision.icecult.read.rectify import TABLE_PX, Array, table_patch
from vision.icecult.read.sizes import PawnMeter, PawnOutline, Size, alone, known_before, with_pawns
from vision.icecult.read.stacks import Guess
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.makes import random_make
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.staging import stage_for
from vision.rectify import Sampler

pytestmark = pytest.mark.slow

TALL, SHORT = 628, 604  # makes with pawns of 40 and of 31 mm


@cache
def set_up(make: int) -> tuple[Array, TableProfile]:
    """A set-up of a make of its own, and the profile of one who measured the board and no pawn."""
    stage = stage_for(make, "sides", "ceiling", make=random_make(make))
    scene = Film(random_match(make, turns=1, stage=stage)).first_scene()
    return Renderer().render(scene, 0).bgr, scene_profile(scene)


def meter_of(profile: TableProfile) -> PawnMeter:
    return PawnMeter(np.asarray(profile.camera.position_mm, float), profile.project, known_before(profile))


def spots_of(bgr: Array, profile: TableProfile) -> list[Spot]:
    table = table_patch(np.asarray(profile.camera.position_mm, float))
    heat, _ = pawn_heat(Sampler.of(profile.project, table, TABLE_PX, TABLE_PX).take(bgr))
    return find_spots(heat, table, profile.geometry)


@pytest.mark.parametrize("make", [TALL, SHORT])
def test_the_pawns_of_a_set_up_are_measured(make: int) -> None:
    bgr, profile = set_up(make)
    meter, want = meter_of(profile), random_make(make)
    assert meter.see(bgr, spots_of(bgr, profile), profile.geometry)
    assert meter.sizes["cone_height"] == pytest.approx(want.cone_height, rel=0.06)
    assert meter.sizes["cone_foot_size"] == pytest.approx(want.cone_foot_size, rel=0.1)


def test_a_pawn_is_asked_once() -> None:
    bgr, profile = set_up(TALL)
    meter, spots = meter_of(profile), spots_of(bgr, profile)
    meter.see(bgr, spots, profile.geometry)
    before = len(meter.outlines)
    assert not meter.see(bgr, spots, profile.geometry)
    assert len(meter.outlines) == before


def test_the_reader_looks_at_stacks_as_pawns_of_that_size_show_them_and_a_moved_table_keeps_it() -> None:
    bgr, profile = set_up(TALL)
    observer = Observer(profile)
    usual = observer.aim.view.facts.copy()
    observer.read(bgr)
    assert not np.allclose(observer.aim.view.facts, usual)
    assert np.allclose(observer.elsewhere(profile).aim.view.facts, observer.aim.view.facts)


def test_measured_pawns_are_believed() -> None:
    bgr, profile = set_up(TALL)
    known = profile.changed(sizes={"cone_height": {"mm": 34.0, "sure": 0.9}})
    assert is_unknown(profile, "cone_height")
    assert not is_unknown(known, "cone_height")
    observer = Observer(known)
    usual = observer.aim.view.facts.copy()
    observer.read(bgr)
    assert np.array_equal(observer.aim.view.facts, usual)


def test_few_pawns_say_little_and_none_nothing() -> None:
    _, profile = set_up(TALL)
    meter = meter_of(profile)
    assert meter.sizes == {"cone_foot_size": 26.0, "cone_height": 34.0}
    tall = PawnOutline(26.0, 2.0 + 13.0 * math.sin(0.9) + 46.0 * math.cos(0.9), 0.9, 1e9)
    assert tall.cone_mm == pytest.approx(46.0)
    meter.outlines.append(tall)
    once = meter.sizes["cone_height"]
    meter.outlines.extend([tall] * 9)
    assert 34.0 < once < meter.sizes["cone_height"] < 46.0


def test_only_pawns_that_stand_free_are_asked() -> None:
    _, profile = set_up(TALL)

    def pawn(x: float, y: float, rides: bool = False) -> Spot:
        return Spot((x, y), "start", [Guess("r", 0.9), Guess("", 0.1)], rides)

    free, faint = pawn(150.0, 150.0), Spot((-150.0, 150.0), "start", [Guess("r", 0.3), Guess("", 0.7)])
    near, ridden = [pawn(150.0, -150.0), pawn(150.0, -175.0)], [pawn(-150.0, -150.0), pawn(-150.0, -140.0, rides=True)]
    assert alone([free, faint, *near, *ridden], profile.geometry) == [free.xy_mm]


def test_a_profile_takes_what_the_set_up_shows_and_the_next_evening_begins_with_it() -> None:
    bgr, profile = set_up(TALL)
    met, want = with_pawns(profile, bgr), random_make(TALL)
    assert met.geometry["cone_height"] == pytest.approx(want.cone_height, rel=0.06)
    assert profile.sizes["cone_height"]["sure"] < met.sizes["cone_height"]["sure"] < 0.8  # goes on being measured
    next_evening = known_before(met)["cone_height"]
    assert next_evening.mm == met.geometry["cone_height"]
    assert next_evening.sd_mm < known_before(profile)["cone_height"].sd_mm


def test_a_size_that_somebody_gave_is_left_alone() -> None:
    bgr, profile = set_up(TALL)
    given = {"cone_foot_size": {"mm": 30.0, "sure": 1.0}}
    met = with_pawns(profile.sized(given), bgr)
    assert met.sizes["cone_foot_size"] == given["cone_foot_size"]
    assert met.geometry["cone_foot_size"] == 30.0
    assert met.sizes["cone_height"] != profile.sizes["cone_height"]


def test_a_picture_without_pawns_leaves_the_profile_as_it_is() -> None:
    bgr, profile = set_up(TALL)
    assert with_pawns(profile, np.zeros_like(bgr)) == profile


def test_a_size_is_as_sure_after_it_was_kept_as_before() -> None:
    _, profile = set_up(TALL)
    size = Size(34.0, 4.0).weighed(40.0, 1.0)
    assert 34.0 < size.mm < 40.0
    kept = known_before(profile.sized({"cone_height": size.to_json()}))["cone_height"]
    assert kept.mm == pytest.approx(size.mm, abs=0.01)
    assert kept.sd_mm == pytest.approx(size.sd_mm, rel=0.01)


def test_what_all_pawns_have_in_common_never_gets_surer() -> None:
    size = Size(34.0, 4.0)
    for _ in range(50):
        size = size.weighed(40.0, 0.5)
    assert size.to_json()["sure"] < 0.8
