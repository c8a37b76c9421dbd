"""Truth: what a known scene must say."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera import rotation_z
from tests.workshop.lab.scenes import cube, known_scene
from vision.icecult.sim.geometry import Dimensions
from vision.sim.camera import Camera
from workshop.icecult.lab.paint.prints import arrow_outline, face_mask, symbol_image
from workshop.icecult.lab.picture.truth import bounding_box, cube_top, observation, path_pixels, share, space_quad
from workshop.icecult.lab.shapes.pawns import place_pawns


@pytest.mark.parametrize(("turns", "heading"), [(0, "N"), (1, "W"), (2, "S"), (3, "E")])
def test_an_arrow_points_where_its_print_is_turned(turns: int, heading: str) -> None:
    assert cube_top(cube("NW", "arrow_red", turns))["points_to"] == heading


@pytest.mark.parametrize(("turns", "corner"), [(0, "NE"), (1, "NW"), (2, "SW"), (3, "SE")])
def test_an_arc_lies_around_a_named_corner(turns: int, corner: str) -> None:
    assert cube_top(cube("SE", "arc", turns))["corner"] == corner


def test_a_circle_has_no_direction() -> None:
    assert cube_top(cube("SE", "circle")) == {"slot": "SE", "face": "U", "symbol": "circle"}


def test_turning_the_cube_turns_the_arrow() -> None:
    turned = cube("NE", "arrow_green")
    turned["orientation"] = np.round(rotation_z(90)).astype(int).tolist()
    assert cube_top(turned)["points_to"] == "W"


def test_rolling_the_cube_brings_another_face_up() -> None:
    rolled = cube("NE", "arrow_green")
    rolled["faces"]["S"] = {"symbol": "arrow_yellow", "turns": 0}
    rolled["orientation"] = [[1, 0, 0], [0, 0, 1], [0, -1, 0]]  # the south face comes up
    assert cube_top(rolled) == {"slot": "NE", "face": "S", "symbol": "arrow_yellow", "points_to": "N"}


def test_a_skewed_cube_is_refused() -> None:
    skewed = cube("NE", "arc")
    skewed["orientation"] = [[1, 0, 0], [0, 2, 0], [0, 0, 2]]
    with pytest.raises(ValueError, match="quarter turns"):
        cube_top(skewed)


@pytest.mark.parametrize("exit_by", ["sides", "corners"])
def test_the_observation_of_a_known_scene(exit_by: str) -> None:
    geo, scene = known_scene(exit_by)
    seen = observation(geo, scene)
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
    scene["placement"] = {}
    stack = [p for p in place_pawns(geo, scene) if p.where == "N0"]
    assert [p.colour for p in stack] == ["red", "green", "blue"]
    assert np.allclose(np.diff([p.origin[2] for p in stack]), geo.stack_pitch)


def test_in_the_corner_layout_the_north_west_cube_stands_in_the_north() -> None:
    geo = Dimensions(exit="corners")
    x, y, _ = geo.cube_centre("NW")
    assert abs(x) < 1e-6
    assert y > 0
    assert geo.arm_start > Dimensions().arm_start


def test_arrows_are_printed_diagonally_in_the_corner_layout() -> None:
    sides, corners = (Dimensions(exit=e) for e in ("sides", "corners"))
    x, y = arrow_outline(sides)[0]
    assert (x, y) == pytest.approx((0.5, 0.5 - sides.symbol_arrow_length / 2))
    x, y = arrow_outline(corners)[0]
    assert x == pytest.approx(y)
    assert x < 0.3


def test_a_careless_print_is_shifted() -> None:
    geo = Dimensions()
    true = np.argwhere(face_mask(geo, {"symbol": "circle", "turns": 0}) > 0.5).mean(0)
    off = np.argwhere(face_mask(geo, {"symbol": "circle", "turns": 0, "shift_mm": [1.0, 0.0]}) > 0.5).mean(0)
    assert np.allclose(off - true, (0, 512 / geo.cube_edge), atol=0.6)


def test_an_unknown_symbol_is_refused() -> None:
    with pytest.raises(ValueError, match="star"):
        symbol_image(Dimensions(), "star", 64)


def test_a_path_is_projected_where_it_lies() -> None:
    geo, scene = known_scene()
    camera = Camera.from_json(scene["camera"])
    found = path_pixels(geo, camera, "E", {"yaw_deg": 0.0, "along_mm": 2.0, "across_mm": 0.0})
    expected = camera.project([[geo.tip + 2.0, 0.0, geo.board_thickness]])[0]
    assert np.allclose(found["tip"], expected, atol=0.01)
    assert len(found["space_centres"]) == 5
    assert len(found["borders_left_right"]) == 6


def test_the_principal_point_moves_the_picture() -> None:
    _, scene = known_scene()
    moved = Camera.from_json({**scene["camera"], "centre_shift_px": [3.0, -2.0]})
    points = [[0.0, 0.0, 0.0], [50.0, -20.0, 10.0]]
    assert np.allclose(moved.project(points) - Camera.from_json(scene["camera"]).project(points), (3.0, -2.0))


def test_share_counts_seen_pixels() -> None:
    seen = np.zeros((90, 160), bool)
    quad = [(10, 10), (29, 10), (29, 29), (10, 29)]
    assert share(quad, seen) == 0.0
    seen[:, :20] = True
    assert share(quad, seen) == pytest.approx(0.5, abs=0.03)
    geo, scene = known_scene()
    assert space_quad(geo, Camera.from_json(scene["camera"]), "N", 2).shape == (4, 2)


def test_bounding_box_of_a_mask() -> None:
    mask = np.zeros((10, 20), bool)
    assert bounding_box(mask) is None
    mask[3:5, 7:12] = True
    assert bounding_box(mask) == [7, 3, 11, 4]
