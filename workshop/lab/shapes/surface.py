"""Smooth unions of capsules, meshed with naive surface nets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.sim.hands import Capsule
from vision.sim.space import Array
from workshop.lab.shapes.meshes import Tri

MARGIN_MM, MARGIN_VOXELS = 60.0, 3.0  # of the grid: around the capsules' ends at least, and around the thickest of them


def capsule_field(capsules: Sequence[Capsule], voxel_mm: float, smooth_mm: float) -> tuple[Array, Array]:
    """Signed distance (negative inside) of the smooth union on a regular grid, and the grid's origin."""
    ends = np.array([c[i] for c in capsules for i in (0, 1)], float)
    margin_mm = max(MARGIN_MM, MARGIN_VOXELS * voxel_mm + max(max(c[2:]) for c in capsules))
    origin = ends.min(0) - margin_mm
    counts = np.ceil((ends.max(0) + margin_mm - origin) / voxel_mm).astype(int)
    total = np.zeros(counts, np.float32)
    for p, q, radius_p, radius_q in capsules:
        reach = max(radius_p, radius_q) + 8 * smooth_mm  # further away a capsule adds nothing
        lo = np.maximum(np.floor((np.minimum(p, q) - reach - origin) / voxel_mm), 0).astype(int)
        hi = np.minimum(np.ceil((np.maximum(p, q) + reach - origin) / voxel_mm), counts).astype(int)
        axes = [origin[i] + voxel_mm * np.arange(lo[i], hi[i]) for i in range(3)]
        grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1).astype(np.float32) - np.array(p, np.float32)
        d = (np.array(q, float) - np.array(p, float)).astype(np.float32)
        t = np.clip((grid @ d) / float(d @ d), 0, 1)
        away = np.linalg.norm(grid - t[..., None] * d, axis=-1) - (radius_p + (radius_q - radius_p) * t)
        total[lo[0] : hi[0], lo[1] : hi[1], lo[2] : hi[2]] += np.exp(np.clip(-away / smooth_mm, -40, 40))
    return -smooth_mm * np.log(total + 1e-18), origin


def crossing_means(field: Array) -> tuple[Array, Array]:
    """Cells that the surface passes through, and the mean of its crossings with the cell's edges (cell units)."""
    n = [s - 1 for s in field.shape]
    corner = {
        (i, j, k): field[i : i + n[0], j : j + n[1], k : k + n[2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)
    }
    inside = sum((c < 0).astype(np.int8) for c in corner.values())
    cells = np.argwhere((inside > 0) & (inside < 8))
    at = tuple(cells.T)
    total, count = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a in corner:
        for axis in range(3):
            if a[axis]:
                continue
            b = (a[0] or axis == 0, a[1] or axis == 1, a[2] or axis == 2)  # the cell corner one step along the axis
            fa, fb = corner[a][at], corner[b][at]
            cut = (fa < 0) != (fb < 0)
            spot = np.tile(np.array(a, float), (len(cells), 1))
            spot[:, axis] += np.where(cut, fa / np.where(cut, fa - fb, 1.0), 0.0)
            total += np.where(cut[:, None], spot, 0.0)
            count += cut
    return cells, cells + total / count[:, None]


def net_faces(field: Array, cells: Array) -> Array:
    """Two triangles for every grid edge that crosses the surface, facing outwards."""
    index = np.full([s - 1 for s in field.shape], -1, np.int64)
    index[tuple(cells.T)] = np.arange(len(cells))
    faces = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        first = np.take(field, range(field.shape[axis] - 1), axis)
        second = np.take(field, range(1, field.shape[axis]), axis)
        edges = np.argwhere((first < 0) != (second < 0))
        edges = edges[(edges[:, u] > 0) & (edges[:, v] > 0)]
        quad = []
        for du, dv in ((1, 1), (0, 1), (0, 0), (1, 0)):
            cell = edges.copy()
            cell[:, u] -= du
            cell[:, v] -= dv
            quad.append(index[tuple(cell.T)])
        a, b, c, d = quad
        leaving = (first[tuple(edges.T)] < 0)[:, None]  # inside at the edge's first end
        for three in ((a, b, c), (a, c, d)):
            forward = np.stack(three, 1)
            faces.append(np.where(leaving, forward, forward[:, ::-1]))
    return np.concatenate(faces)


def field_normals(field: Array, spots: Array) -> Array:
    """Unit gradient of the field at the nearest grid points."""
    near = np.clip(np.round(spots).astype(int), 1, np.array(field.shape) - 2)
    step = np.eye(3, dtype=int)
    grad = np.stack([field[tuple((near + s).T)] - field[tuple((near - s).T)] for s in step], 1)
    return np.asarray(grad / np.maximum(np.linalg.norm(grad, axis=1, keepdims=True), 1e-9))


def blob(capsules: Sequence[Capsule], voxel_mm: float = 2.5, smooth_mm: float = 7.0) -> Tri:
    """Mesh of the smooth union of tapered capsules (p, q, radius at p, radius at q)."""
    field, origin = capsule_field(capsules, voxel_mm, smooth_mm)
    cells, spots = crossing_means(field)
    return Tri(spots * voxel_mm + origin, net_faces(field, cells), field_normals(field, spots))
