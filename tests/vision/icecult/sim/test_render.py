"""What the renderer draws is where and what the truth says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARM_YAW_DEG
from engine.icecult.cube import POSES, Cube
from vision.icecult.sim.arranging import Stack, standing
from vision.icecult.sim.draw.render import CUBE_IDS, PAWN_IDS, Renderer
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions
from vision.icecult.sim.sample import random_scene
from vision.icecult.sim.scene import CubePlace, Defects, Hand, Lamp, Lighting, Look, Scene
from vision.icecult.sim.stills import still
from vision.icecult.sim.truth import hand_mask, truth, visibility
from vision.sim.camera import VirtualCamera, fitted
from vision.sim.space import Array

pytestmark = pytest.mark.slow

SHARP = Defects(noise_sd=0, blur_px=0, vignetting=0, contrast=0, sharpen=0, flare=0, jpeg_quality=0)
EVEN = Lighting((Lamp((200.0, 100.0, 4000.0), strength=0.6, radius_mm=10.0),), (0.6, 0.6, 0.6), room_level=0.1)
EMPTY: dict[str, Any] = {"paths": {a: [""] * 5 for a in "NESW"}, "start": "", "goal": dict.fromkeys("NESW", "")}


@pytest.fixture(scope="module")
def renderer() -> dict[str, Renderer]:
    """One renderer for each layout: the backdrop is drawn once."""
    return {"sides": Renderer(), "corners": Renderer()}


def scene_with(layout: str, cubes: tuple[CubePlace, ...], **parts: Any) -> Scene:
    dims = Dimensions(exit=layout)
    camera = fitted(VirtualCamera(640, 480, azimuth_deg=35, elevation_deg=72, hfov_deg=50), dims.tips(), 0.7)
    scene = Scene(cubes, (), camera, dims, Look(ink_gain=1.0, ink_gloss=0.0), EVEN, SHARP)
    return replace(scene, **parts)


def one_print(slot: str, pose: str, text: str) -> CubePlace:
    """A cube that is clear but for the face on top."""
    return CubePlace(slot, {pose[0]: text}, pose)


def colour_at(scene: Scene, bgr: Array, points: list[Array]) -> Array:
    uv = np.rint(scene.camera.project(points)).astype(int)
    return np.asarray(bgr[uv[:, 1], uv[:, 0]], float)


@pytest.mark.parametrize("layout", ["sides", "corners"])
@pytest.mark.parametrize("pose", ["UN", "ES", "DW", "NU", "SE", "WD"])
def test_arrows_point_where_the_engine_says(renderer: dict[str, Renderer], layout: str, pose: str) -> None:
    """Beside the shaft's head there is ink, beside its tail there is none; in both layouts towards the path."""
    dims, beside = Dimensions(exit=layout), {"U": "N", "D": "E", "N": "U", "E": "S", "S": "W", "W": "D"}
    cubes = tuple(one_print(slot, pose, f"red>{beside[pose[0]]}") for slot in SEEDED_SLOTS)
    scene = scene_with(layout, cubes)
    bgr = renderer[layout].render(scene).bgr
    for cube in cubes:
        top = Cube.from_json(dict(cube.prints)).top(pose)
        assert top is not None
        assert top.facing is not None
        along = rotation_z(ARM_YAW_DEG[top.facing]) @ np.array([0, 1.0, 0])
        across = np.array([along[1], -along[0], 0])
        middle = dims.cube_centre(cube.slot) + np.array([0, 0, 20])
        inked = colour_at(scene, bgr, [middle + 3 * along + s * 7 * across for s in (-1, 1)])
        bare = colour_at(scene, bgr, [middle - 8 * along + s * 8 * across for s in (-1, 1)])
        assert (inked[:, 2] > inked[:, 1] + 60).all()
        assert (bare[:, 1] > 100).all()


@pytest.mark.parametrize("layout", ["sides", "corners"])
def test_arcs_lie_around_the_corner_the_engine_says(renderer: dict[str, Renderer], layout: str) -> None:
    dims = Dimensions(exit=layout)
    corner = {"NW": (-1, 1), "NE": (1, 1), "SE": (1, -1), "SW": (-1, -1)}
    for pose in ("UN", "UE", "US", "UW"):
        cubes = tuple(one_print(slot, pose, "arc:SE") for slot in SEEDED_SLOTS)
        scene = scene_with(layout, cubes)
        bgr = renderer[layout].render(scene).bgr
        for cube in cubes:
            top = Cube.from_json(dict(cube.prints)).top(pose)
            assert top is not None
            assert top.facing is not None
            away = rotation_z(dims.block_yaw_deg) @ np.array([*corner[top.facing], 0.0]) / np.sqrt(2)
            middle = dims.cube_centre(cube.slot) + np.array([0, 0, 20])
            on_arc, opposite = colour_at(scene, bgr, [middle + away * 8.3, middle - away * 8.3])
            assert on_arc.max() < 70
            assert opposite.min() > 90


def test_every_pose_shows_its_own_top(renderer: dict[str, Renderer]) -> None:
    """Six colours on six faces: the colour on top is the face that the pose names."""
    prints = {"U": "red>N", "D": "yellow>N", "N": "green>U", "E": "blue>U", "S": "circle", "W": "arc:UN"}
    look = Look(ink_gain=1.0, ink_gloss=0.0)
    for pose in POSES[::5]:
        scene = scene_with("sides", (CubePlace("NE", prints, pose),))
        bgr = renderer["sides"].render(scene).bgr
        ink = prints[pose[0]].partition(">")[0].partition(":")[0]
        if ink == "arc":
            continue
        b, g, r = colour_at(scene, bgr, [scene.dims.cube_centre("NE") + np.array([0, 0, 20])])[0]
        wanted = np.asarray(look.inks[ink])[::-1] * 255
        assert np.abs(np.array([b, g, r]) - wanted).max() < 70


def test_ids_and_visibility(renderer: dict[str, Renderer]) -> None:
    dims = Dimensions()
    feet = {"N2": ("rgb", dims.space_centre("N", 2)), "S1": ("y", dims.space_centre("S", 1))}
    pawns = standing({where: Stack(colours, x, y) for where, (colours, (x, y, _)) in feet.items()}, dims)
    state = EMPTY | {"paths": {**EMPTY["paths"], "N": ["", "", "rgb", "", ""], "S": ["", "y", "", "", ""]}}
    cubes = tuple(one_print(slot, "UN", "circle") for slot in SEEDED_SLOTS)
    scene = scene_with("sides", cubes, pawns=tuple(pawns))
    picture = renderer["sides"].render(scene, ids=True)
    assert picture.ids is not None
    assert set(np.unique(picture.ids)) == {0, *CUBE_IDS.values(), *range(PAWN_IDS, PAWN_IDS + 4)}
    seen = visibility(scene, state, picture.ids)
    assert min(seen["cubes"].values()) > 0.93
    assert seen["spaces"]["N3"] > 0.8
    assert seen["spaces"]["S2"] > 0.8
    assert seen["spaces"]["E3"] == 1.0
    covering = scene.changed(hands=(Hand((0.0, 0.0, 60.0), 90.0, kind="flat"),))
    covered = renderer["sides"].render(covering, ids=True)
    assert covered.ids is not None
    assert min(visibility(covering, state, covered.ids)["cubes"].values()) < 0.6
    mask = hand_mask(covered.ids)
    assert mask.shape == (120, 160)
    assert set(np.unique(mask)) == {0, 255}
    assert not hand_mask(picture.ids).any()


def test_strips_end_where_the_truth_says() -> None:
    """Just inside each tip there is orange print, just outside there is table."""
    look = Look(table_kind="plain", table_colour=(0.1, 0.1, 0.1), border=(0.93, 0.46, 0.12))
    for layout in ("sides", "corners"):
        scene = scene_with(layout, (), look=look)
        scene = scene.changed(camera=fitted(scene.camera, scene.dims.tips(), 1.05))
        bgr = Renderer().render(scene).bgr
        z = scene.dims.board_thickness
        for arm in "NESW":
            inside, outside = colour_at(
                scene, bgr, [scene.dims.on_arm(arm, scene.dims.tip + d, 0, z) for d in (-6.0, 6.0)]
            )
            assert inside[2] > 120 > 80 > outside[2]


def test_same_seed_same_picture() -> None:
    one, facts, mask = still(4)
    two, again, same = still(4)
    assert (one == two).all()
    assert facts == again
    assert (mask == same).all()
    assert (still(5)[1]["camera"]) != facts["camera"]


def test_a_still_to_learn_stacks_from_is_full_of_them_on_a_make_of_its_own() -> None:
    _, facts, _ = still(5, full=True)
    _, other, _ = still(6, full=True)
    assert sum(bool(stack) for path in facts["observation"]["paths"].values() for stack in path) > 6
    assert facts["geometry"]["stack_pitch"] != other["geometry"]["stack_pitch"]


@pytest.mark.parametrize("seed", [0, 6])
def test_stills_carry_the_whole_truth(seed: int) -> None:
    scene, state = random_scene(seed)
    picture = Renderer().render(scene, ids=True)
    assert picture.ids is not None
    facts = truth(scene, state, picture.ids)
    assert picture.bgr.shape == (facts["camera"]["height"], facts["camera"]["width"], 3)
    assert len(facts["pawns"]) == 20
    assert sum(len(s) for path in facts["observation"]["paths"].values() for s in path) == sum(
        p["where"][0] in "NESW" for p in facts["pawns"]
    )
    assert set(facts["visibility"]["spaces"]) == {f"{a}{i}" for a in "NESW" for i in range(1, 6)}
    assert facts["difficulty"] == "sim"
    assert {"board", "hands"} <= set(facts["scene"])


def test_films_reuse_what_did_not_change() -> None:
    """A frame drawn after others is the frame drawn alone."""
    scene, _ = random_scene(3)
    away = scene.changed(hands=())
    shared = Renderer()
    shared.render(scene)
    assert (shared.render(away, 5).bgr == Renderer().render(away, 5).bgr).all()
    assert (shared.render(scene, 6).bgr == Renderer().render(scene, 6).bgr).all()
