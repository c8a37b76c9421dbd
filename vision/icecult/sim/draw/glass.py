"""Clear cubes: rays bend into the acrylic, meet the prints from either side, are mirrored inside and leave again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calibration.camera import rotation_z
from vision.icecult.sim.draw.light import Sky, display, linear_bgr
from vision.icecult.sim.draw.sprite import FINE, Sprite, fine_rays, gathered, window_of
from vision.icecult.sim.draw.textures import SYMBOL_PX, symbol_mask
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import CubePlace, Look
from vision.sim.camera import VirtualCamera
from vision.sim.space import FACES, Array

Ground = Callable[[Array], Array]  # points on table or holder -> linear BGR of what lies there, lit
FACE_ORDER = tuple(FACES)  # E W N S U D = +x -x +y -y +z -z
DEPTH = 7  # how often a ray meets a face before it is given up


@dataclass(frozen=True)
class Block:
    """Cubes that share one frame: the resting four, or a single one that was moved."""

    rotation: Array  # frame to world
    centres: Array  # (K, 3) in the frame
    masks: Array  # (K, 6, S, S) coverage of the print on the side that looks along +x -x +y -y +z -z of the frame
    inks: Array  # (K, 6, 3) linear BGR


def resting_block(cubes: tuple[CubePlace, ...], dims: Dimensions, look: Look) -> Block:
    """The cubes that stand exactly in their places, in the block's frame."""
    frame = rotation_z(dims.block_yaw_deg)
    centres = np.array([c.centre(dims) @ frame for c in cubes])
    return _block(frame, centres, [(c, frame.T @ c.rotation(dims)) for c in cubes], dims, look)


def moved_block(cube: CubePlace, dims: Dimensions, look: Look) -> Block:
    """One cube out of its place, in its own frame."""
    frame = cube.rotation(dims)
    return _block(frame, (cube.centre(dims) @ frame)[None], [(cube, np.eye(3))], dims, look)


def _block(frame: Array, centres: Array, cubes: list[tuple[CubePlace, Array]], dims: Dimensions, look: Look) -> Block:
    masks = np.zeros((len(cubes), 6, SYMBOL_PX, SYMBOL_PX), np.float32)
    inks = np.zeros((len(cubes), 6, 3), np.float32)
    for k, (cube, turn) in enumerate(cubes):
        for face in FACE_ORDER:
            text = cube.prints.get(face)
            if text is None:
                continue
            side = _side(turn @ np.array(FACES[face][0]))
            masks[k, side] = _on_side(symbol_mask(text, face, dims), face, turn, side)
            inks[k, side] = linear_bgr(look.inks[text.partition(">")[0].partition(":")[0]])
    return Block(frame.astype(np.float32), centres.astype(np.float32), masks, inks)


def _side(direction: Array) -> int:
    axis = int(np.argmax(np.abs(direction)))
    return axis * 2 + (0 if direction[axis] > 0 else 1)


def _on_side(mask: Array, face: str, turn: Array, side: int) -> Array:
    """The print of a home face as it appears with the right and up of the side where it is now."""
    up = turn @ np.array(FACES[face][2])
    _, right_there, up_there = (np.array(v) for v in FACES[FACE_ORDER[side]])
    quarter = {(0, 1): 0, (-1, 0): 1, (0, -1): 2, (1, 0): 3}[round(up @ right_there), round(up @ up_there)]
    return np.rot90(mask, quarter)


def draw_block(
    camera: VirtualCamera, dims: Dimensions, look: Look, sky: Sky, ground: Ground, block: Block, fine: int = FINE
) -> tuple[Sprite, Array] | None:
    """The cubes of a block, and for each pixel which cube (-1: none)."""
    half = dims.cube_edge / 2
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T * half
    corners = (block.centres[:, None] + signs[None]).reshape(-1, 3) @ block.rotation.T
    window = window_of(camera, corners, 1)
    if window is None:
        return None
    rays = fine_rays(camera, window, fine) @ block.rotation
    eye = (camera.position @ block.rotation).astype(np.float32)
    index, depth, cube, side = _enter(block, half, eye, rays)
    if not len(index):
        return None
    tracer = _Tracer(block, dims, look, sky, ground)
    directions = rays[index] / np.linalg.norm(rays[index], axis=1, keepdims=True)
    points = eye + depth[:, None] * rays[index] - block.centres[cube]
    bgr = display(tracer.colour(points.astype(np.float32), directions, cube, side))
    far = float(camera.depth((block.centres @ block.rotation.T).mean(0)[None])[0])
    sprite = gathered(window, index, bgr, depth, far, fine)
    which = np.full(sprite.alpha.size * fine * fine, -1, np.int8)
    which[index] = cube
    return sprite, which.reshape(sprite.alpha.shape[0] * fine, -1)[::fine, ::fine]


def _enter(block: Block, half: float, eye: Array, rays: Array) -> tuple[Array, Array, Array, Array]:
    """Which rays meet a cube first, where, which one and on which side."""
    inverse = 1 / np.where(np.abs(rays) < 1e-7, 1e-7, rays)
    best = np.full(len(rays), np.inf, np.float32)
    cube, side = np.zeros(len(rays), np.int32), np.zeros(len(rays), np.int32)
    for k, centre in enumerate(block.centres):
        a, b = (centre - half - eye) * inverse, (centre + half - eye) * inverse
        low, high = np.minimum(a, b), np.maximum(a, b)
        axis = low.argmax(1)
        near = low[np.arange(len(rays)), axis]
        hit = (near < high.min(1)) & (near > 0) & (near < best)
        best[hit], cube[hit] = near[hit], k
        entered = rays[np.arange(len(rays)), axis] > 0  # travelling along +axis: enters through the minus side
        side[hit] = (axis * 2 + entered)[hit]
    index = np.flatnonzero(np.isfinite(best))
    return index, best[index], cube[index], side[index]


class _Tracer:
    """Follows rays through the block and collects light."""

    def __init__(self, block: Block, dims: Dimensions, look: Look, sky: Sky, ground: Ground) -> None:
        self.block, self.dims, self.look, self.sky, self.ground = block, dims, look, sky, ground
        self.half, self.ior = np.float32(dims.cube_edge / 2), np.float32(dims.cube_ior)
        self.right = np.array([FACES[f][1] for f in FACE_ORDER], np.float32)
        self.up = np.array([FACES[f][2] for f in FACE_ORDER], np.float32)
        self.normal = np.array([FACES[f][0] for f in FACE_ORDER], np.float32)
        level = sky.diffuse(np.array([[0, 0, 48.0]], np.float32), np.array([[0, 0, 1.0]], np.float32))[0]
        world = self.normal @ block.rotation.T
        within = np.where(world[:, 2] > 0.5, 0.45, np.where(world[:, 2] < -0.5, 0.8, 0.65)).astype(np.float32)
        self.light_within = within[:, None] * level  # prints seen from inside, by side
        self.level = level

    def ink(self, points: Array, cube: Array, side: Array) -> Array:
        """Coverage of the print at points on a side."""
        scale = SYMBOL_PX / (2 * self.half)
        u = (np.einsum("ij,ij->i", points, self.right[side]) + self.half) * scale
        v = (self.half - np.einsum("ij,ij->i", points, self.up[side])) * scale
        column = np.clip(u, 0, SYMBOL_PX - 1).astype(np.int32)
        row = np.clip(v, 0, SYMBOL_PX - 1).astype(np.int32)
        return np.asarray(self.block.masks[cube, side, row, column])

    def colour(self, points: Array, directions: Array, cube: Array, side: Array) -> Array:
        """Linear BGR of rays that meet the block at these points."""
        block = self.block
        normal = self._bevelled(points, side)
        world_n = normal @ block.rotation.T
        facing = np.clip(-np.einsum("ij,ij->i", directions, normal), 0.02, 1)
        mirror = (directions + 2 * facing[:, None] * normal) @ block.rotation.T
        shine = 0.04 + 0.96 * (1 - facing) ** 5
        shine *= 1 + 2 * (np.abs(points) > self.half - self.dims.cube_bevel).sum(1).clip(1, 2) - 2  # edges glint
        cover = self.ink(points, cube, side)
        world_p = ((points + block.centres[cube]) @ block.rotation.T).astype(np.float32)
        lit = block.inks[cube, side] * self.sky.diffuse(world_p, world_n) * self.look.ink_gain
        lit += self.sky.seen(mirror).clip(0, 2.0) * self.look.ink_gloss
        out = cover[:, None] * lit
        clear = 1 - cover
        out += (clear * shine)[:, None] * self.sky.seen(mirror)
        ratio = 1 / self.ior
        root = np.sqrt(np.maximum(1 - ratio * ratio * (1 - facing * facing), 0))
        bent = ratio * directions + (ratio * facing - root)[:, None] * normal
        bent /= np.linalg.norm(bent, axis=1, keepdims=True)
        self._inside(out, points, bent.astype(np.float32), cube, clear * (1 - shine.clip(0, 1)))
        return np.asarray(out, np.float32)

    def _bevelled(self, points: Array, side: Array) -> Array:
        """Side normals, bent over near the edges."""
        bevel = np.float32(self.dims.cube_bevel)
        normal = self.normal[side].copy()
        over = np.clip((np.abs(points) - (self.half - bevel)) / bevel, 0, 1) * np.sign(points)
        over[np.arange(len(points)), side // 2] = 0
        normal += over * 0.9
        return np.asarray(normal / np.linalg.norm(normal, axis=1, keepdims=True), np.float32)

    def _inside(self, out: Array, points: Array, d: Array, cube: Array, weight: Array) -> None:
        """Add what the rays find inside to `out`."""
        index = np.flatnonzero(weight > 0.02)
        p, d, cube, weight = points[index].copy(), d[index].copy(), cube[index].copy(), weight[index]
        for _ in range(DEPTH):
            safe = np.where(np.abs(d) < 1e-6, 1e-6, d)
            t = (np.sign(safe) * self.half - p) / safe
            axis = t.argmin(1)
            rows = np.arange(len(p))
            p = p + np.maximum(t[rows, axis], 0)[:, None] * d
            plus = d[rows, axis] > 0
            side = axis * 2 + ~plus
            cover = self.ink(p, cube, side)
            out[index] += (weight * cover)[:, None] * (self.block.inks[cube, side] * self.light_within[side])
            weight = weight * (1 - cover)
            cosine = np.abs(d[rows, axis])
            bent2 = 1 - self.ior * self.ior * (1 - cosine * cosine)
            total = bent2 <= 0
            leave = ~total
            if leave.any():
                weight, cube, p = self._leave(out, index, (p, d, cube, weight, side, bent2, leave))
            d[total, axis[total]] *= -1
            keep = weight > 0.02
            index, p, d, cube, weight = index[keep], p[keep], d[keep], cube[keep], weight[keep]
            if not len(index):
                return
        out[index] += weight[:, None] * self.level * 0.35

    def _leave(
        self, out: Array, index: Array, state: tuple[Array, Array, Array, Array, Array, Array, Array]
    ) -> tuple[Array, Array, Array]:
        """Rays that get out: into the neighbour, or to what lies outside."""
        p, d, cube, weight, side, bent2, leave = state
        other = self._neighbour(cube, side)
        into = leave & (other >= 0)
        if into.any():
            rows = np.flatnonzero(into)
            axis = side[rows] // 2
            p[rows, axis] *= -1  # the gap is a hair's breadth
            cube[rows] = other[rows]
            cover = self.ink(p[rows], cube[rows], side[rows] ^ 1)
            lit = self.block.inks[cube[rows], side[rows] ^ 1] * self.light_within[side[rows]]
            out[index[rows]] += (weight[rows] * cover)[:, None] * lit
            weight[rows] *= 0.94 * (1 - cover)
        rows = np.flatnonzero(leave & (other < 0))
        if len(rows):
            axis = side[rows] // 2
            way = d[rows] * self.ior
            way[np.arange(len(rows)), axis] = np.sign(d[rows, axis]) * np.sqrt(bent2[rows])
            start = (p[rows] + self.block.centres[cube[rows]]) @ self.block.rotation.T
            way = way @ self.block.rotation.T
            seen = self._outside(start.astype(np.float32), way)
            shaded = 1 - 0.6 * self._shaded_below(p[rows], cube[rows]) * (way[:, 2] < -0.3)
            out[index[rows]] += (weight[rows] * 0.95 * shaded)[:, None] * seen
            weight[rows] = 0
        return weight, cube, p

    def _shaded_below(self, p: Array, cube: Array) -> Array:
        """How much the prints above keep the first lamp's light from points inside."""
        if not self.sky.lamps:
            return np.zeros(len(p), np.float32)
        to_lamp = self.sky.lamps[0][0] / np.linalg.norm(self.sky.lamps[0][0])
        steep = np.array([to_lamp[0] / self.ior, to_lamp[1] / self.ior, 0.0])
        steep[2] = np.sqrt(max(1 - float(steep @ steep), 0.1))
        d = (steep @ self.block.rotation).astype(np.float32)
        safe = np.where(np.abs(d) < 1e-6, 1e-6, d)
        t = (np.sign(safe) * self.half - p) / safe
        axis = t.argmin(1)
        meets = p + np.maximum(t[np.arange(len(p)), axis], 0)[:, None] * d
        return self.ink(meets, cube, axis * 2 + (d[axis] <= 0))

    def _neighbour(self, cube: Array, side: Array) -> Array:
        """The cube beyond a side, or -1."""
        table = np.full((len(self.block.centres), 6), -1, np.int32)
        for a, here in enumerate(self.block.centres):
            for b, there in enumerate(self.block.centres):
                gap = there - here
                axis = int(np.argmax(np.abs(gap)))
                if a != b and np.abs(np.delete(gap, axis)).max() < 1 and np.abs(gap[axis]) < 2 * self.half + 2:
                    table[a, axis * 2 + (0 if gap[axis] > 0 else 1)] = b
        return np.asarray(table[cube, side])

    def _outside(self, start: Array, way: Array) -> Array:
        """Linear BGR of table, holder or room as met by a ray that left the block."""
        seen = self.sky.seen(way)
        down = np.flatnonzero(way[:, 2] < -0.02)
        if len(down):
            p, w = start[down], way[down]
            t = np.maximum((self.dims.base_height - p[:, 2]) / w[:, 2], 0)
            top = p + t[:, None] * w
            on_holder = (
                np.abs(top[:, :2] @ rotation_z(self.dims.block_yaw_deg)[:2, :2]).max(1) < self.dims.base_size / 2
            )
            t = np.maximum(-p[:, 2] / w[:, 2], 0)
            points = np.where(on_holder[:, None], top, p + t[:, None] * w)
            seen[down] = self.ground(points) * np.where(on_holder, self.look.glass_light, 0.8)[:, None]
        return seen
