"""Meshes of hands, cones and cubes are closed and face outwards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from vision.icecult.sim.geometry import Dimensions
from vision.sim.hands import KINDS, capsules
from workshop.icecult.lab.shapes.moulds import cone_mesh
from workshop.lab.shapes.meshes import Tri, rounded_cube
from workshop.lab.shapes.surface import blob


def volume(mesh: Tri) -> float:
    """Signed volume: positive where the triangles face outwards."""
    a, b, c = (mesh.v[mesh.f[:, i]] for i in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def test_a_capsule_has_the_volume_of_a_capsule() -> None:
    mesh = blob([((0, 0, 0), (40, 0, 0), 10, 10)], voxel_mm=1.5, smooth_mm=0.5)
    exact = np.pi * 100 * 40 + 4 / 3 * np.pi * 1000
    assert volume(mesh) == pytest.approx(exact, rel=0.03)


def test_the_thickest_sleeve_has_room() -> None:
    mesh = blob([((0, 0, 0), (40, 0, 0), 75, 75)], voxel_mm=6.0)
    assert volume(mesh) == pytest.approx(np.pi * 75**2 * 40 + 4 / 3 * np.pi * 75**3, rel=0.03)


def test_a_blob_has_no_holes() -> None:
    mesh = blob([((0, 0, 0), (0, 30, 5), 12, 8), ((0, 30, 5), (25, 40, 0), 8, 6)], voxel_mm=3.0)
    edges = Counter(tuple(sorted(e)) for f in mesh.f.tolist() for e in ((f[0], f[1]), (f[1], f[2]), (f[2], f[0])))
    assert all(n % 2 == 0 for n in edges.values())


def test_normals_of_a_blob_point_outwards() -> None:
    mesh = blob([((0, 0, 0), (40, 0, 0), 10, 10)], voxel_mm=2.0, smooth_mm=0.5)
    axis = np.column_stack([np.clip(mesh.v[:, 0], 0, 40), np.zeros((len(mesh.v), 2))])
    away = mesh.v - axis
    assert mesh.n is not None
    assert np.einsum("ij,ij->i", away / np.linalg.norm(away, axis=1, keepdims=True), mesh.n).min() > 0.9


@pytest.mark.parametrize("pose", KINDS)
def test_every_hand_pose_is_a_solid_hand(pose: str) -> None:
    mesh = blob(capsules(pose, 225.0)[0], voxel_mm=6.0, smooth_mm=3.5)
    assert 4e5 < volume(mesh) < 1.6e6  # cubic millimetres, with forearm


def test_a_cube_has_nearly_its_edge_cubed() -> None:
    assert volume(rounded_cube(40.0, 0.9)) == pytest.approx(40.0**3, rel=0.02)


@pytest.mark.parametrize("square", [True, False])
def test_a_cone_stands_on_the_table(square: bool) -> None:
    geo = Dimensions()
    mesh = cone_mesh(geo, square)
    assert mesh.v[:, 2].min() == pytest.approx(0.0)
    assert mesh.v[:, 2].max() == pytest.approx(geo.cone_height)
    assert volume(mesh) > 0
