"""How a place is looked at: every crop shows its foot in the same pixel, whatever the camera and the place."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.icecult.frames import NAMES, load, true_profile
from vision.icecult.read.rectify import space_feet
from vision.rectify import Sampler
from workshop.icecult.places.look import (
    COLUMNS,
    FOOT_COLUMN,
    FOOT_ROW,
    MIRRORED_FACTS,
    ROWS,
    camera_vector,
    eye_of,
    facts_of,
    patches_of,
    plane_points,
    project,
    sight_of,
    virtual_camera,
)

EYE, FEET = np.array([120.0, -640.0, 700.0]), np.array([[0.0, 120.0, 2.0], [-210.0, 30.0, 0.0], [90.0, -200.0, 5.0]])


def eyes(feet: np.ndarray) -> np.ndarray:
    return np.broadcast_to(EYE, feet.shape)


@pytest.mark.parametrize("name", NAMES[:3])
def test_pixels_are_those_of_the_camera(name: str) -> None:
    _, truth = load(name)
    camera, exact = camera_vector(truth["camera"])[None], true_profile(truth).camera
    assert np.allclose(eye_of(np, camera)[0], exact.position_mm)
    xy = project(np, camera, FEET[None])[0]
    assert np.abs(xy - exact.project(FEET)).max() < 0.5  # which has one focal length for both sides


def test_the_foot_is_in_the_same_pixel_of_every_crop() -> None:
    name = NAMES[0]
    _, truth = load(name)
    profile = true_profile(truth)
    feet = np.array(space_feet(profile.geometry))
    sight = sight_of(np, np.broadcast_to(profile.camera.position_mm, feet.shape), feet)
    cut = Sampler.of(profile.project, patches_of(feet, sight), ROWS, COLUMNS)
    pixels = np.stack([cut.x, cut.y], -1).reshape(len(feet), ROWS, COLUMNS, 2)
    middle = pixels[:, int(FOOT_ROW), int(FOOT_COLUMN) : int(FOOT_COLUMN) + 2].mean(1)
    assert np.abs(middle - profile.project(feet)).max() < 0.1


def test_what_trains_cuts_the_same_pixels_as_what_reads() -> None:
    rows, columns = np.arange(ROWS)[None].repeat(3, 0), np.arange(COLUMNS)[None].repeat(3, 0)
    sight = sight_of(np, eyes(FEET), FEET)
    points = plane_points(FEET, sight, rows, columns)
    patch = patches_of(FEET, sight)
    top_left = patch[:, 0] - patch[:, 1] * (1 - 1 / COLUMNS) + patch[:, 2] * (1 - 1 / ROWS)
    assert np.allclose(points[:, 0, 0], top_left)
    towards = EYE - FEET
    for one, foot, ray in zip(points, FEET, towards, strict=True):
        assert np.abs((one - foot) @ ray).max() < 1e-6, "the plane is square to the line of sight"


def test_higher_is_further_up_and_the_highest_stack_stays_inside() -> None:
    sight = sight_of(np, eyes(FEET), FEET)
    camera = np.array(
        [virtual_camera(EYE, foot, (FOOT_ROW, FOOT_COLUMN), (1 / sight.row_mm[k], 1.2)) for k, foot in enumerate(FEET)]
    )
    heights = np.array([0.0, 30.0, 60.0, 110.0, 138.0])
    axis = FEET[:, None] + heights[None, :, None] * np.array([0.0, 0.0, 1.0])
    seen = project(np, camera, axis)
    assert np.allclose(seen[:, 0], (FOOT_COLUMN, FOOT_ROW))
    assert (np.diff(seen[..., 1], axis=1) < -5).all()
    assert (seen[:, -1, 1] > 0).all()
    assert np.abs(seen[..., 0] - FOOT_COLUMN).max() < 1e-6


def test_a_mirrored_table_has_the_facts_of_the_table_that_is_its_mirror_image() -> None:
    ways = np.array([[0.0, 1.0], [-1.0, 0.0], [0.0, 0.0]])
    eye = np.array([0.0, -640.0, 700.0])
    other = np.array([-1.0, 1.0, 1.0])
    each = []
    for feet, outwards in ((FEET, ways), (FEET * other, ways * other[:2])):
        seen = np.broadcast_to(eye, feet.shape)
        each.append(facts_of(np, seen, feet, sight_of(np, seen, feet), outwards, np.full(3, 900.0)))
    signs = np.ones(each[0].shape[1])
    signs[list(MIRRORED_FACTS)] = -1
    assert np.allclose(each[0] * signs, each[1])
    assert not np.allclose(each[0], each[1])
