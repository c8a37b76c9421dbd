"""Triangle meshes of the pieces, in millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.sim.space import FACES, Array


@dataclass
class Tri:
    """Triangle mesh; normals and texture coordinates are per vertex and optional."""

    v: Array
    f: Array
    n: Array | None = None
    uv: Array | None = None

    def moved(self, rotation: Array, offset: Any) -> Tri:
        """The mesh turned, then shifted."""
        return Tri(
            self.v @ rotation.T + np.asarray(offset), self.f, None if self.n is None else self.n @ rotation.T, self.uv
        )


def join(parts: list[Tri]) -> Tri:
    """One mesh of several."""
    offsets = np.cumsum([0] + [len(p.v) for p in parts[:-1]])
    opt = [
        np.concatenate([getattr(p, k) for p in parts]) if parts[0].__dict__[k] is not None else None
        for k in ("n", "uv")
    ]
    return Tri(
        np.concatenate([p.v for p in parts]),
        np.concatenate([p.f + o for p, o in zip(parts, offsets, strict=True)]),
        *opt,
    )


def grid_faces(rows: int, cols: int) -> Array:
    """Triangles of a grid of vertices in row-major order."""
    i = np.arange(rows * cols).reshape(rows, cols)
    a, b, c, d = i[:-1, :-1].ravel(), i[:-1, 1:].ravel(), i[1:, 1:].ravel(), i[1:, :-1].ravel()
    return np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])


def rounded_cube(edge: float, bevel: float) -> Tri:
    """Cube with rounded edges; each face is mapped into its cell of a 3 x 2 texture atlas (FACES order)."""
    h, flat = edge / 2, edge / 2 - bevel
    curve = [flat + bevel * math.tan(math.radians(a)) for a in (0, 12, 24, 35, 45)]
    line = np.array([-c for c in reversed(curve)] + curve)
    parts = []
    for k, (normal, right, up) in enumerate(FACES.values()):
        b, a = np.meshgrid(line, line, indexing="ij")
        n, r, u = (np.array(axis, float) for axis in (normal, right, up))
        surface = a[..., None] * r + b[..., None] * u + h * n
        core = np.clip(surface, -flat, flat)
        d = surface - core
        d /= np.linalg.norm(d, axis=-1, keepdims=True)
        uv = np.stack([(k % 3 + a / edge + 0.5) / 3, (k // 3 + 0.5 - b / edge) / 2], -1)
        parts.append(
            Tri(
                (core + bevel * d).reshape(-1, 3), grid_faces(len(line), len(line)), d.reshape(-1, 3), uv.reshape(-1, 2)
            )
        )
    return join(parts)


def lathe(profile: list[tuple[float, float]], segments: int, square: tuple[float, float] | None = None) -> Tri:
    """Revolve a (radius, z) polyline (one smoothing group); `square` = (half size, corner radius) squares it off."""
    p = np.array(profile, float)
    ang = np.linspace(0, 2 * np.pi, segments + 1)
    cs = np.stack([np.cos(ang), np.sin(ang)], -1)
    v = np.concatenate([p[:, None, :1] * cs[None], np.broadcast_to(p[:, 1][:, None, None], (len(p), len(ang), 1))], -1)
    if square:
        half, corner = square
        folded = np.abs(cs)
        reach = np.full(len(ang), np.inf)
        flat = half / folded.max(1)
        inside = flat * folded.min(1) <= half - corner
        reach[inside] = flat[inside]
        c0 = half - corner  # intersection of the ray with the corner circle
        bq = (folded * c0).sum(1)
        reach[~inside] = (bq + np.sqrt(np.maximum(bq**2 - 2 * c0**2 + corner**2, 0)))[~inside]
        v[..., :2] *= (reach / half)[None, :, None]
    du = np.gradient(v, axis=0) if len(p) > 2 else np.broadcast_to(v[1:] - v[:1], v.shape)
    dv = np.roll(v[:, :-1], -1, 1) - np.roll(v[:, :-1], 1, 1)
    dv = np.concatenate([dv, dv[:, :1]], 1)
    tiny = np.linalg.norm(dv, axis=-1, keepdims=True) < 1e-9
    dv = np.where(tiny, np.concatenate([-cs[:, 1:], cs[:, :1], np.zeros((len(ang), 1))], -1)[None], dv)
    n = np.cross(dv, du)
    n /= np.maximum(np.linalg.norm(n, axis=-1, keepdims=True), 1e-12)
    return Tri(v.reshape(-1, 3), grid_faces(len(p), len(ang)), n.reshape(-1, 3))


def foot_top(a: float, b: float, z: float, sq: tuple[float, float] | None, outer_first: bool = True) -> Tri:
    """Flat ring between radius a and b whose outer side follows the (possibly square) foot outline."""
    outer, innr = (a, b) if outer_first else (b, a)
    ring_o = lathe([(outer, z), (outer, z)], 64, sq).v[:65]
    ring_i = lathe([(innr, z), (innr, z)], 64).v[:65]
    rows = np.stack([ring_o, ring_i] if outer_first else [ring_i, ring_o])
    n = np.tile([0.0, 0.0, 1.0 if outer_first else -1.0], (130, 1))
    return Tri(rows.reshape(-1, 3), grid_faces(2, 65), n)


def prism(outline: Array, z0: float, z1: float, uv: Array) -> tuple[Tri, Tri]:
    """Top face (with uv) and side walls of an extruded convex counter-clockwise outline."""
    k = len(outline)
    top = Tri(
        np.column_stack([outline, np.full(k, z1)]),
        np.array([(0, i, i + 1) for i in range(1, k - 1)]),
        np.tile([0.0, 0, 1], (k, 1)),
        uv,
    )
    v, n, f = [], [], []
    for i in range(k):
        p, q = outline[i], outline[(i + 1) % k]
        m = np.array([q[1] - p[1], p[0] - q[0], 0.0])
        v += [(*p, z0), (*q, z0), (*q, z1), (*p, z1)]
        n += [m / np.linalg.norm(m)] * 4
        f += [(4 * i, 4 * i + 1, 4 * i + 2), (4 * i, 4 * i + 2, 4 * i + 3)]
    return top, Tri(np.array(v), np.array(f), np.array(n))


def rectangle_outline(w: float, h: float) -> tuple[Array, Array]:
    """Corners and texture coordinates of a centred rectangle."""
    p = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
    return p * (w, h), np.column_stack([p[:, 0] + 0.5, 0.5 - p[:, 1]])


def oval_outline(w: float, h: float) -> tuple[Array, Array]:
    """Corners and texture coordinates of a centred oval."""
    a = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    p = np.column_stack([np.cos(a), np.sin(a)]) / 2
    return p * (w, h), np.column_stack([p[:, 0] + 0.5, 0.5 - p[:, 1]])
