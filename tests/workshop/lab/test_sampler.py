"""Scenes: the same seed gives the same scene, every scene is plain data and holds the whole set."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from engine.icecult.cube import Cube, Top
from tests.cases import larger
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import cube_places
from vision.icecult.sim.states import KINDS, full_state, random_set, random_state
from vision.sim.camera import VirtualCamera
from workshop.icecult.lab.farm import difficulty_of
from workshop.icecult.lab.shapes.places import place_pawns
from workshop.icecult.lab.world.sampler import LEVELS
from workshop.icecult.lab.world.variation import sample
from workshop.icecult.lab.world.wide import each_its_rise
from workshop.lab.space import Json

pytestmark = pytest.mark.slow

GEO = Dimensions()


def pawn_count(scene: Json) -> Counter[str]:
    """How many pawns of each colour are in the scene, in a hand or not."""
    stacks = [stack["colours"] for stack in scene["placement"].values()]
    return Counter("".join([*stacks, *(held["color"] for held in scene.get("held", []))]))


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_always_gives_the_same_scene(level: str) -> None:
    assert sample(GEO, 11, level) == sample(GEO, 11, level)


def test_other_seeds_and_levels_give_other_scenes() -> None:
    assert sample(GEO, 11, "easy")["camera"] != sample(GEO, 12, "easy")["camera"]
    assert sample(GEO, 11, "easy")["camera"] != sample(GEO, 11, "hard")["camera"]


@pytest.mark.parametrize("seed", larger(range(30), 3))
def test_a_scene_is_plain_json_with_five_pawns_of_each_colour(seed: int) -> None:
    scene = sample(GEO, seed, LEVELS[seed % 3])
    assert json.loads(json.dumps(scene)) == json.loads(json.dumps(scene))
    assert pawn_count(scene) == Counter(dict.fromkeys(COLOURS, 5))


@pytest.mark.parametrize("seed", larger(range(30), 3))
def test_the_camera_sees_all_four_tips_of_easy_tables(seed: int) -> None:
    scene = sample(GEO, seed, "easy")
    geo, camera = replace(GEO, **scene["geometry"]), VirtualCamera.from_json(scene["camera"])
    uv = camera.project([geo.on_arm(arm, geo.tip, 0) for arm in ARMS])
    w, h = camera.resolution_wh
    assert np.all((uv > 0) & (uv < (w, h)))


def test_plain_scenes_keep_to_plain_prints_and_varied_ones_do_not() -> None:
    near = [sample(GEO, s, "medium", plain=True) for s in range(12)]
    far = [sample(GEO, s, "medium", plain=False) for s in range(12)]
    assert {s["board"]["ornament"] for s in near} <= {"none", "chevron", "dot"}
    assert all("stops" not in s["board"] for s in near)
    assert any("stops" in s["board"] for s in far)
    assert {s["variety"] for s in near} == {"near"}


def test_both_layouts_occur() -> None:
    assert {sample(GEO, s, "easy")["geometry"]["exit"] for s in range(12)} == {"sides", "corners"}


@pytest.mark.parametrize("kind", KINDS)
def test_special_positions_use_every_pawn_once(kind: str) -> None:
    state = random_state(np.random.default_rng(5), GEO, kind)
    stacks = [stack for path in state["paths"].values() for stack in path]
    assert Counter("".join([state["start"], *state["goal"].values(), *stacks])) == Counter(dict.fromkeys(COLOURS, 5))


def test_a_full_table_has_stacks_of_all_heights() -> None:
    states = [full_state(np.random.default_rng(seed), GEO) for seed in range(30)]
    heights = Counter(len(stack) for state in states for path in state["paths"].values() for stack in path)
    assert set(range(11)) == set(heights)
    assert sum(heights.values()) - heights[0] > 10 * len(states)


def test_a_steep_table_is_seen_from_above() -> None:
    cameras = [sample(GEO, seed, "easy", full=True, steep=True)["camera"] for seed in range(12)]
    assert min(c["elevation_deg"] for c in cameras) >= 66
    assert max(c["elevation_deg"] for c in cameras) > 75


def test_the_set_up_position_shows_one_circle_of_arcs() -> None:
    rng = np.random.default_rng(1)
    state = random_state(rng, GEO, "setup")
    corners = {
        cube.slot: Cube.from_json(dict(cube.prints)).top(cube.pose) for cube in cube_places(state, random_set(rng))
    }
    wanted = {"NW": "SE", "NE": "SW", "SW": "NE", "SE": "NW"}
    assert corners == {slot: Top("arc", corner) for slot, corner in wanted.items()}
    assert len(state["start"]) == 20


@pytest.mark.parametrize("seeds", larger([range(5), range(5, 40)], 1))
def test_nested_cones_do_not_cut_into_each_other(seeds: range) -> None:
    for seed in seeds:
        geo = replace(GEO, **sample(GEO, seed, "hard", plain=False)["geometry"])
        slope = (geo.cone_radius_bottom - geo.cone_radius_top) / geo.cone_height
        assert slope * geo.stack_pitch >= geo.cone_wall * 0.99


def test_farmed_seeds_are_mostly_hard() -> None:
    assert Counter(difficulty_of(s) for s in range(100)) == {"hard": 45, "medium": 30, "easy": 25}
    assert Counter(difficulty_of(s, full=True) for s in range(100)) == {"easy": 50, "medium": 30, "hard": 20}


def test_stacks_may_rise_each_in_its_own_way() -> None:
    scene = sample(GEO, 1, "easy", full=True)
    each_its_rise(scene, 1)
    heights: dict[str, list[float]] = {}
    for pawn in place_pawns(GEO, scene):
        heights.setdefault(pawn.where, []).append(float(pawn.origin_mm[2]))
    rises = {where: z[1] - z[0] for where, z in heights.items() if len(z) > 1 and where[0] in "NESW"}
    for where, rise in rises.items():
        assert rise == pytest.approx(scene["placement"][where]["rise_mm"], rel=0.01)
    assert max(rises.values()) - min(rises.values()) > 3
