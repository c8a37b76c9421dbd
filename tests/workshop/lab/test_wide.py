"""Any world: the same seed gives the same scene, every kind of its variety can be drawn, and the set stays whole."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.icecult.geometry import ARMS
from engine.icecult.board import COLOURS
from tests.cases import larger
from vision.icecult.sim.geometry import Dimensions
from vision.sim.camera import VirtualCamera
from workshop.icecult.lab.farm import Order, lesson
from workshop.icecult.lab.paint.art import FRAMES, SPACES, STYLES, sample_art, strip_art
from workshop.icecult.lab.paint.symbols import ARROWS, OUTLINES, drawn_symbol, layers, sample_symbols
from workshop.icecult.lab.picture.trace import Quality
from workshop.icecult.lab.shapes.cutouts import cut_strip
from workshop.icecult.lab.shapes.moulds import FEET, moulded_cone, sample_mould
from workshop.icecult.lab.world.sampler import LEVELS
from workshop.icecult.lab.world.wide import TIP_MM, reach_in, sample_make, sample_wide
from workshop.lab.paint.covers import sample_cover
from workshop.lab.picture.spoil import sample_spoil, spoiled
from workshop.lab.shapes.digits import GRIPS, digit_meshes, sample_digits
from workshop.lab.shapes.things import ON_BOARD, RADII, thing_mesh
from workshop.lab.space import Json

pytestmark = pytest.mark.slow

GEO = Dimensions()
SEEDS = range(12)


def rng(seed: int = 5) -> np.random.Generator:
    """A source of chance that always says the same."""
    return np.random.default_rng(seed)


def pawns(scene: Json) -> Counter[str]:
    """How many pawns of each colour are in the scene, in a hand or not."""
    stacks = [stack["colours"] for stack in scene["placement"].values()]
    return Counter("".join([*stacks, *(held["color"] for held in scene.get("held", []))]))


def test_a_seed_always_gives_the_same_scene_and_another_seed_another() -> None:
    assert sample_wide(GEO, 11, "hard") == sample_wide(GEO, 11, "hard")
    assert sample_wide(GEO, 11, "hard")["geometry"] != sample_wide(GEO, 12, "hard")["geometry"]


@pytest.mark.parametrize("seed", larger(SEEDS, 3))
def test_a_wide_scene_is_plain_data_of_a_whole_set_that_the_reader_can_take_in(seed: int) -> None:
    full = seed % 2 == 0
    scene = sample_wide(GEO, seed, LEVELS[seed % 3], full=full, steep=seed % 5 == 0)
    assert json.loads(json.dumps(scene))["variety"] == "wide"
    assert (pawns(scene) == Counter(dict.fromkeys(COLOURS, 5))) or (full and pawns(scene).total() > 20)
    geo = replace(GEO, **scene["geometry"])
    assert TIP_MM[0] < geo.tip < TIP_MM[1]
    assert np.isfinite(
        VirtualCamera.from_json(scene["camera"]).project([geo.on_arm(arm, geo.tip, 0) for arm in ARMS])
    ).all()


@pytest.mark.parametrize("seed", larger(SEEDS[:6], 2))
def test_a_set_of_any_make_is_photographed_as_plainly_as_the_usual_one(seed: int) -> None:
    scene, other = (sample_make(GEO, seed, LEVELS[seed % 3], full=full) for full in (True, False))
    assert pawns(scene).total() > 20
    assert pawns(other) == Counter(dict.fromkeys(COLOURS, 5))
    assert scene["geometry"] == other["geometry"]
    assert scene["variety"] == "makes"
    assert abs(scene["geometry"]["cone_height"] / GEO.cone_height - 1) > 1e-3
    assert "mould" not in scene["pawn_style"]
    assert "art" not in scene["board"]
    assert "symbols" not in scene


def test_pawns_of_any_make_nest_without_cutting_through_each_other() -> None:
    cones = [sample_wide(GEO, seed, "medium")["geometry"] for seed in SEEDS]
    assert min(cone["stack_pitch"] for cone in cones) < 9 < 12 < max(cone["stack_pitch"] for cone in cones)
    for cone in cones:
        slope = (cone["cone_radius_bottom"] - cone["cone_radius_top"]) / cone["cone_height"]
        assert cone["cone_wall"] <= slope * cone["stack_pitch"]


def test_the_strange_look_is_kept_out_of_every_lesson() -> None:
    scenes = [sample_wide(GEO, seed, "medium") for seed in SEEDS]
    strange = [sample_wide(GEO, seed, "medium", strange=True) for seed in SEEDS]
    assert all(s["pawn_style"]["mould"]["foot"] != "hexagon" for s in scenes)
    assert all(s["pawn_style"]["mould"]["foot"] == "hexagon" for s in strange)
    assert {"kite", "swallow"}.isdisjoint(ARROWS)
    assert {"weave", "rust"}.isdisjoint(STYLES)


@pytest.mark.parametrize("draw", [sample_make, sample_wide])
def test_a_hand_reaches_into_a_scene_without_one(draw: Callable[[Dimensions, int, str], Json]) -> None:
    with_hands = 0
    for seed in range(8):
        scene = draw(GEO, seed, "easy")
        scene["hands"] = []
        reach_in(GEO, scene, seed)
        with_hands += bool(scene["hands"])
        json.dumps(scene)
    assert with_hands >= 6, "now and then the only hand is too near to the camera"


def test_a_lesson_is_mostly_of_any_world_with_many_full_tables() -> None:
    order = Order(Path(), range(12), 1, 1.0, Quality(), lesson=True)
    shown = [lesson(order, seed) for seed in order.seeds]
    wide = sum(one.variety == "wide" for one in shown)
    assert [wide, *(sum(getattr(one, what) for one in shown) for what in ("full", "steep"))] == [9, 8, 1]
    assert replace(shown[0], variety="mixed") == order


@pytest.mark.parametrize("style", sorted({*STYLES, "weave", "rust"}))
def test_every_style_of_art_is_printed(style: str) -> None:
    look = {**sample_art(rng()), "style": style}
    strip = strip_art(GEO, look)
    assert 0 <= strip.min() <= strip.max() <= 1
    assert strip.std() > 0.005
    assert np.array_equal(strip, strip_art(GEO, look))


@pytest.mark.parametrize("frame", sorted({*FRAMES, "oval"} - {"none"}))
def test_every_frame_is_seen_on_a_plain_strip(frame: str) -> None:
    bare = {**sample_art(rng()), "style": "plain", "frame": "none"}
    assert np.abs(strip_art(GEO, {**bare, "frame": frame}) - strip_art(GEO, bare)).max() > 0.02


@pytest.mark.parametrize("spaces", sorted(set(SPACES) - {"printed"}))
def test_cut_out_spaces_leave_rails_and_sunk_ones_have_floors(spaces: str) -> None:
    top, sides, floors = cut_strip(GEO, {**sample_art(rng()), "spaces": spaces})
    assert len(top.f)
    assert len(sides.f)
    assert (floors is not None) == (spaces == "recess")


@pytest.mark.parametrize("foot", sorted({*FEET, "hexagon"}))
def test_every_mould_stands_on_the_ground(foot: str) -> None:
    cone = moulded_cone(GEO, {**sample_mould(rng(), GEO), "foot": foot})
    assert cone.v[:, 2].min() == pytest.approx(0, abs=0.01)
    assert cone.v[:, 2].max() > 20


@pytest.mark.parametrize("arrow", sorted({*ARROWS, "kite", "swallow"}))
def test_every_arrow_points_up(arrow: str) -> None:
    straight = replace(GEO, exit="sides")
    drawn = drawn_symbol(straight, "red", {**sample_symbols(rng()), "arrow": arrow}, 96) > 0.5
    assert 0.02 < drawn.mean() < 0.6
    assert abs(np.nonzero(drawn)[1].mean() - 47.5) < 4
    head = drawn[np.nonzero(drawn.any(1))[0][0]]
    assert head.sum() < 15
    assert (drawn != drawn[::-1]).mean() > 0.03


@pytest.mark.parametrize("outline", sorted(set(OUTLINES) - {"none", "hollow"}))
def test_an_outline_has_ink_of_its_own(outline: str) -> None:
    _, rim = layers(GEO, "circle", {**sample_symbols(rng()), "outline": outline}, 96, 1)
    assert rim.max() > 0.5


def test_a_hollow_symbol_has_less_ink() -> None:
    look = {**sample_symbols(rng()), "outline": "none"}
    solid, _ = layers(GEO, "circle", look, 96, 1)
    hollow, _ = layers(GEO, "circle", {**look, "outline": "hollow"}, 96, 1)
    assert 0 < hollow.sum() < solid.sum()


@pytest.mark.parametrize("kind", sorted({*RADII, *ON_BOARD}))
def test_every_thing_lies_on_the_table(kind: str) -> None:
    thing = thing_mesh(kind, rng())
    assert -1.0 < thing.v[:, 2].min() < 5.0  # a plate stands on a ring under it
    assert thing.v[:, 2].max() > 0.5


@pytest.mark.parametrize("grip", sorted(GRIPS))
def test_every_grip_has_skin_and_sleeve(grip: str) -> None:
    skin, sleeve = digit_meshes(sample_digits(rng(), grip), 300.0)
    assert len(skin.f) > 100
    assert len(sleeve.f) > 10
    assert np.isfinite(skin.v).all()


def test_covers_are_of_many_kinds() -> None:
    kinds = set()
    for seed in range(40):
        table: Json = {}
        sample_cover(rng(seed), table)
        kinds.add(table.get("kind"))
    assert len(kinds - {None}) >= 5


@pytest.mark.parametrize("level", LEVELS)
def test_a_spoilt_picture_stays_a_picture_of_the_same_thing(level: str) -> None:
    picture = np.full((90, 160, 3), 90, np.uint8)
    picture[:, 80:] = 170
    for seed in range(6):
        out = spoiled(picture.copy(), sample_spoil(rng(seed), level), rng(seed))
        assert out.shape == picture.shape
        assert out[:, 90:].mean() > out[:, :70].mean() + 20
