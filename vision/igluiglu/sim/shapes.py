"""Solids as rings of points, one above the other: figures, igloos, cups, boxes, fingers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.sim.hands import capsules, hand_frame
from vision.sim.space import Array

Profile = Sequence[tuple[float, float]]  # radius, height


@dataclass(frozen=True)
class Form:
    """The shape of a wooden piece: its outline from the foot up, turned on a lathe or cut from a board."""

    kind: str
    profile: tuple[tuple[float, float], ...]
    cut_mm: float = 0.0  # thickness of a cut one; 0 = turned
    door_mm: float = 0.0  # an igloo's entrance sticks out so far

    @property
    def height(self) -> float:
        """How high it stands."""
        return max(z for _, z in self.profile)

    @property
    def foot(self) -> float:
        """Its greatest radius."""
        return max(r for r, _ in self.profile)


@dataclass(frozen=True, eq=False)
class Mesh:
    """Corners (N, 3) and four-cornered faces (M, 4), seen counter-clockwise from outside."""

    points: Array
    faces: Array

    def moved(self, rotation: Array, by: Array) -> Mesh:
        """Turned, then shifted."""
        return Mesh(self.points @ rotation.T + by, self.faces)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(m.points) for m in meshes)])
    faces = [m.faces + start for m, start in zip(meshes, starts, strict=False)]
    return Mesh(np.concatenate([m.points for m in meshes]), np.concatenate(faces))


def loft(rings: Array) -> Mesh:
    """Rings of points (R, N, 3), each counter-clockwise from above, from the lowest up; both ends closed."""
    count, n = rings.shape[:2]
    ends = rings[[0, -1]].mean(1, keepdims=True).repeat(n, 1)
    points = np.concatenate([ends[:1], rings, ends[1:]]).reshape(-1, 3)
    k, j = np.meshgrid(np.arange(count + 1), np.arange(n), indexing="ij")
    after = (j + 1) % n
    faces = np.stack([k * n + j, k * n + after, (k + 1) * n + after, (k + 1) * n + j], -1).reshape(-1, 4)
    return Mesh(points, faces)


def turned(profile: Profile, sectors: int = 18) -> Mesh:
    """A solid from the lathe."""
    angle = np.arange(sectors) * (2 * np.pi / sectors)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return loft(np.stack([np.column_stack([circle * r, np.full(sectors, z)]) for r, z in profile]))


def sawn(profile: Profile, thick: float) -> Mesh:
    """The same outline cut from a board."""
    flat = [[(r, -thick / 2, z), (r, thick / 2, z), (-r, thick / 2, z), (-r, -thick / 2, z)] for r, z in profile]
    return loft(np.asarray(flat, float))


def box(size: tuple[float, float, float]) -> Mesh:
    """A box that stands on the ground."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    return loft(np.asarray([[(-x, -y, h), (x, -y, h), (x, y, h), (-x, y, h)] for h in (0.0, z)]))


def inuit_form(kind: str, foot: float, height: float, head: float, waist: float, thick: float) -> Form:
    """A figure with a rounded foot: `head` and `waist` are shares of the foot's radius, `thick` of its width."""
    r = foot / 2
    top = max(head * r, 1.2)
    neck = height - 2 * top * 0.9
    power = {"cone": 1.0, "drop": 0.6, "peg": 2.5, "bell": 1.6, "hood": 0.8, "cut": 1.1}.get(kind, 1.2)
    rows = [(r * 0.8, 0.0), (r * 0.95, 0.05 * height), (r, 0.1 * height)]
    narrow = max(waist * top, 0.5)
    for t in (0.25, 0.5, 0.75, 1.0):
        rows.append((narrow + (r - narrow) * (1 - t) ** power, 0.1 * height + (neck - 0.1 * height) * t))
    if kind == "drop":  # no head of its own
        rows += [(narrow * 0.8, neck + 0.5 * (height - neck)), (0.3, height)]
    else:
        centre = height - top
        for a in np.radians((-50, -20, 10, 40, 65, 85)):
            rows.append((top * float(np.cos(a)), centre + top * float(np.sin(a))))
    if kind == "hood":
        rows = [(radius * (1.25 if 0.55 < z / height < 0.85 else 1.0), z) for radius, z in rows]
    return Form(kind, tuple((float(a), float(b)) for a, b in rows), foot * thick if kind == "cut" else 0.0)


def igloo_form(kind: str, width: float, tall: float, step: bool) -> Form:
    """A half sphere, flatter or steeper, on a step or not, with an entrance or not."""
    r = width / 2
    rows = [(r, 0.0), (r, 1.2)] if step else [(r * 0.97, 0.0)]
    squash = {"low": 0.7, "flat": 0.45}.get(kind, 1.0)
    inner = r * (0.9 if step else 1.0)
    for a in np.radians((5, 20, 35, 50, 65, 78, 88)):
        rows.append((inner * float(np.cos(a)), 1.0 * step + inner * tall * squash * float(np.sin(a))))
    if kind == "flat":
        rows = [(r * 0.95, 0.0), (r, 0.1 * r), (r, 0.55 * r * tall), (r * 0.93, 0.65 * r * tall)]
    return Form(kind, tuple(rows), door_mm=r * 0.45 if kind == "door" else 0.0)


def wooden(form: Form, lying: bool, yaw_deg: float, at: Array) -> Mesh:
    """A wooden piece where it stands or has fallen."""
    mesh = sawn(form.profile, form.cut_mm) if form.cut_mm else turned(form.profile)
    if form.door_mm:
        tunnel = box((form.door_mm * 1.1, form.door_mm * 2.2, form.door_mm * 1.1))
        mesh = joined([mesh, Mesh(tunnel.points + np.array([form.foot, 0.0, 0.0]), tunnel.faces)])
    if lying:
        wide = form.cut_mm / 2 if form.cut_mm else form.foot
        tilt = np.arctan2(wide - (wide if form.cut_mm else 0.6 * wide), form.height)
        c, s = np.cos(np.pi / 2 + tilt), np.sin(np.pi / 2 + tilt)
        fall = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        points = mesh.points @ fall.T
        points[:, 2] -= points[:, 2].min()
        points[:, 1] += form.height / 2
        mesh = Mesh(points, mesh.faces)
    return mesh.moved(upright(yaw_deg), np.asarray(at, float))


def upright(yaw_deg: float) -> Array:
    """A turn about the upright axis."""
    a = np.radians(yaw_deg)
    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])


def capsule(a: Array, b: Array, ra: float, rb: float, sectors: int = 12) -> Mesh:
    """A tapered rod with round ends."""
    way = b - a
    length = float(np.linalg.norm(way))
    axis = way / max(length, 1e-6)
    side = np.cross(axis, (0.0, 0.0, 1.0) if abs(axis[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    angle = np.arange(sectors) * (2 * np.pi / sectors)
    circle = np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * other
    rings = [a + circle * (ra * np.cos(t)) - axis * (ra * np.sin(t)) for t in np.radians((70, 45, 20, 0))]
    rings += [b + circle * (rb * np.cos(t)) + axis * (rb * np.sin(t)) for t in np.radians((0, 20, 45, 70))]
    return loft(np.stack(rings))


def hand_meshes(kind: str, at: Array, turn: tuple[float, float, float], left: bool, sleeve: float) -> tuple[Mesh, Mesh]:
    """Skin and sleeve of a hand."""
    frame = hand_frame(*turn, left)
    out = []
    for bones in capsules(kind, sleeve):
        rods = [capsule(np.asarray(a), np.asarray(b), ra, rb, 14 if ra < 20 else 26) for a, b, ra, rb in bones]
        mesh = joined(rods)
        faces = mesh.faces[:, ::-1] if left else mesh.faces
        out.append(Mesh(mesh.points @ frame.T + at, faces))
    return out[0], out[1]
