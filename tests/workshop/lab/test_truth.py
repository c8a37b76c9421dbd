"""Truth: what a known scene must say."""

from __future__ import annotations

import numpy as np
import pytest

from engine.icecult.cube import Cube
from tests.workshop.lab.scenes import known_scene
from vision.icecult.sim.arranging import position
from vision.icecult.sim.draw.render import CUBE_IDS, HAND_IDS, PAWN_IDS
from vision.icecult.sim.draw.textures import SYMBOL_PX, symbol_drawn, symbol_mask
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.truth import observation, pixels
from vision.sim.camera import VirtualCamera
from vision.sim.space import FACES
from workshop.icecult.lab.paint.prints import drawn_face, placed, print_of
from workshop.icecult.lab.paint.symbols import drawn_symbol
from workshop.icecult.lab.picture.truth import THING_ID, numbered
from workshop.icecult.lab.shapes.places import place_pawns, stacks_of, table_of


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("symbol", ["red", "arc", "circle"])
def test_a_print_is_drawn_as_often_turned_as_its_text_says(face: str, symbol: str) -> None:
    texts = [print_of(face, symbol, turns) for turns in range(4)]
    Cube.from_json(dict.fromkeys(FACES, "circle") | {face: texts[3]})  # a print that the rules know
    assert [drawn_face(face, text)["turns"] for text in texts] == ([0] * 4 if symbol == "circle" else [0, 1, 2, 3])


@pytest.mark.parametrize(("turns", "heading"), [(0, "N"), (1, "W"), (2, "S"), (3, "E")])
def test_prints_turn_counter_clockwise(turns: int, heading: str) -> None:
    assert print_of("U", "red", turns) == f"red>{heading}"


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("symbol", ["red", "arc"])
@pytest.mark.parametrize("exit_by", ["sides", "corners"])
def test_another_print_run_turns_its_symbols_alike(face: str, symbol: str, exit_by: str) -> None:
    geo = Dimensions(exit=exit_by)
    plain = {"arrow": "block", "arc_round": False}
    for turns in range(4):
        text = print_of(face, symbol, turns)
        drawn = drawn_face(face, text)
        other = placed(geo, drawn, drawn_symbol(geo, str(drawn["symbol"]), plain, 2 * SYMBOL_PX))
        assert np.abs(other - symbol_mask(text, face, geo)).mean() < 0.02


def test_an_arc_may_name_its_ends_in_any_order() -> None:
    assert drawn_face("U", "arc:NE") == drawn_face("U", "arc:EN") == {"symbol": "arc", "turns": 0}


@pytest.mark.parametrize("exit_by", ["sides", "corners"])
def test_the_observation_of_a_known_scene(exit_by: str) -> None:
    geo, scene = known_scene(exit_by)
    seen = observation(table_of(geo, scene, []), position(stacks_of(scene), geo))
    assert seen["cubes"] == {
        "NW": {"symbol": "red", "facing": "N"},
        "NE": {"symbol": "arc", "facing": "NE"},
        "SW": {"symbol": "circle", "facing": None},
        "SE": {"symbol": "blue", "facing": "N"},
    }
    assert seen["paths"]["N"] == ["rgb", "", "", "", ""]
    assert seen["paths"]["W"] == ["", "", "", "", "y"]
    assert seen["start"] == "rb"
    assert sorted("".join(seen["goal"].values())) == ["g", "y"]


def test_stacks_rise_by_the_pitch() -> None:
    geo, scene = known_scene()
    scene["placement"]["N0"] = {"colours": "rgb", "x_mm": 0.0, "y_mm": 70.0}
    stack = [p for p in place_pawns(geo, scene) if p.where == "N0"]
    assert [p.colour for p in stack] == ["r", "g", "b"]
    assert np.allclose(np.diff([p.origin_mm[2] for p in stack]), geo.stack_pitch)


def test_in_the_corner_layout_the_north_west_cube_stands_in_the_north() -> None:
    geo = Dimensions(exit="corners")
    x, y, _ = geo.cube_centre("NW")
    assert abs(x) < 1e-6
    assert y > 0
    assert geo.arm_start > Dimensions().arm_start


def test_a_careless_print_is_shifted() -> None:
    geo = Dimensions()
    circle = symbol_drawn("circle", "U", geo, 1024)
    true = np.argwhere(placed(geo, {}, circle) > 0.5).mean(0)
    off = np.argwhere(placed(geo, {"shift_mm": [1.0, 0.0]}, circle) > 0.5).mean(0)
    assert np.allclose(off - true, (0, 512 / geo.cube_edge), atol=0.6)


def test_a_path_is_projected_where_it_lies() -> None:
    geo, scene = known_scene()
    scene["board"]["arm_pose"] = {"E": {"along_mm": 2.0}}
    table = table_of(geo, scene, [])
    found = pixels(table)["arms"]["E"]
    expected = table.camera.project([[geo.tip + 2.0, 0.0, geo.board_thickness]])[0]
    assert np.allclose(found["tip"], expected, atol=0.01)
    assert len(found["space_centres"]) == 5
    assert len(found["borders_left_right"]) == 6


def test_the_principal_point_moves_the_picture() -> None:
    _, scene = known_scene()
    moved = VirtualCamera.from_json({**scene["camera"], "centre_shift_px": [3.0, -2.0]})
    points = [[0.0, 0.0, 0.0], [50.0, -20.0, 10.0]]
    assert np.allclose(moved.project(points) - VirtualCamera.from_json(scene["camera"]).project(points), (3.0, -2.0))


def test_what_the_tracer_hits_is_numbered_as_the_quick_painter_does() -> None:
    names = ("cube_NE", "pawn_3", "hand_0", "sleeve_0", "held_1", "prop_2")
    masks = {name: np.arange(7)[None] == k for k, name in enumerate(names)}
    assert numbered(masks, (7, 1)).tolist() == [
        [CUBE_IDS["NE"], PAWN_IDS + 3, HAND_IDS, HAND_IDS, HAND_IDS, THING_ID, 0]
    ]
