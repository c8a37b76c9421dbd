"""The truth beside a picture: state, camera, pixel positions, and how much of everything is in view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARMS
from engine.icecult.board import in_order
from engine.icecult.cube import Cube
from vision.icecult.sim.draw.backdrop import strip_points
from vision.icecult.sim.draw.cones import pawn_outline
from vision.icecult.sim.draw.render import CUBE_IDS, HAND_IDS, PAWN_IDS
from vision.icecult.sim.scene import COLOUR_NAMES, Scene
from vision.sim.space import Array

Json = dict[str, Any]


def observation(scene: Scene, state: Mapping[str, Any]) -> Json:
    """All that there is to see, in the product's format; nothing hidden."""
    cubes = {}
    for place in scene.cubes:
        top = Cube.from_json(dict(place.prints)).top(place.pose)
        cubes[place.slot] = None if top is None else top.to_json()
    return {
        "cubes": cubes,
        "paths": {arm: list(state["paths"][arm]) for arm in ARMS},
        "start": in_order(state["start"]),
        "goal": {arm: in_order(state["goal"][arm]) for arm in ARMS},
    }


def truth(scene: Scene, state: Mapping[str, Any], ids: Array) -> Json:
    """Everything known about a picture."""
    poses = scene.look.arm_poses
    return {
        "geometry": scene.dims.to_json(),
        "state": dict(state),
        "observation": observation(scene, state),
        "visibility": visibility(scene, state, ids),
        "camera": scene.camera.truth(),
        "pixels": pixels(scene),
        "pawns": [pawn_truth(scene, k, ids) for k in range(len(scene.pawns))],
        "difficulty": "sim",
        "seed": scene.seed,
        "scene": {
            "board": {
                "arm_pose": {
                    a: {"yaw_deg": p.yaw_deg, "across_mm": p.across_mm, "along_mm": p.along_mm}
                    for a, p in poses.items()
                }
            },
            "hands": [
                {"at_mm": list(h.at_mm), "yaw_deg": h.yaw_deg, "left": h.left, "kind": h.kind} for h in scene.hands
            ],
        },
    }


def rounded(points: Array) -> list[list[float]]:
    """Pixel positions as plain numbers."""
    return [[round(float(u), 2), round(float(v), 2)] for u, v in points]


def square(scene: Scene, half: float, z: float) -> Array:
    """Corners NW, NE, SE, SW of a square in the block's own frame."""
    corners = np.array([(-half, half, z), (half, half, z), (half, -half, z), (-half, -half, z)])
    return np.asarray(corners @ rotation_z(scene.dims.block_yaw_deg).T)


def cube_tops(scene: Scene) -> dict[str, Array]:
    """World corners NW, NE, SE, SW of each cube's top face."""
    edge, out = scene.dims.cube_edge, {}
    for cube in scene.cubes:
        turn = rotation_z(cube.yaw_deg)
        out[cube.slot] = square(scene, edge / 2, 0) @ turn.T + cube.centre(scene.dims) + (0, 0, edge / 2)
    return out


def pixels(scene: Scene) -> Json:
    """Where the printed and the solid things are in the picture."""
    dims, project = scene.dims, scene.camera.project
    half = dims.path_width / 2
    steps = [dims.arm_start + i * dims.space_length for i in range(dims.spaces_per_arm + 1)]
    arms = {}
    for arm in ARMS:

        def on(points: list[tuple[float, float]], arm: str = arm) -> list[list[float]]:
            return rounded(project(strip_points(scene, arm, np.array(points), dims.board_thickness)))

        arms[arm] = {
            "tip": on([(0, dims.tip)])[0],
            "space_centres": on([(0, a + dims.space_length / 2) for a in steps[:-1]]),
            "borders_left_right": [on([(-half, a), (half, a)]) for a in steps],
        }
    top = dims.base_height + dims.cube_edge
    return {
        "base_top_NW_NE_SE_SW": rounded(project(square(scene, dims.base_size / 2, dims.base_height))),
        "base_bottom_NW_NE_SE_SW": rounded(project(square(scene, dims.base_size / 2, 0))),
        "block_top_NW_NE_SE_SW": rounded(project(square(scene, dims.cube_edge + dims.cube_gap / 2, top))),
        "arms": arms,
        "cubes": {slot: rounded(project(corners)) for slot, corners in cube_tops(scene).items()},
    }


def pawn_truth(scene: Scene, number: int, ids: Array) -> Json:
    """One pawn: where it stands and what of it is seen."""
    pawn, dims = scene.pawns[number], scene.dims
    mask = ids == PAWN_IDS + number
    rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    box = [int(cols[0]), int(rows[0]), int(cols[-1]), int(rows[-1])] if len(rows) else None
    origin = np.asarray(pawn.origin_mm)
    apex = origin + pawn.rotation(dims) @ np.array([0, 0, dims.cone_height])
    foot_px, apex_px = rounded(scene.camera.project([origin, apex]))
    return {
        "where": pawn.where,
        "level": pawn.level,
        "color": COLOUR_NAMES[pawn.colour],
        "foot_px": foot_px,
        "apex_px": apex_px,
        "foot_mm": [round(float(v), 2) for v in origin],
        "visible_px": int(mask.sum()),
        "visible_box_px": box,
    }


def visibility(scene: Scene, state: Mapping[str, Any], ids: Array) -> Json:
    """How much of each cube top, stack and empty space is in view: 0 covered .. 1 free.

    A stack counts as its worst pawn: visible pixels of that pawn against those it would show if nothing but its own
    stack stood there.
    """
    free = ids == 0
    cubes = {
        slot: _share(scene, scene.camera.project(quad), ids == CUBE_IDS[slot])
        for slot, quad in cube_tops(scene).items()
    }
    dims, half, spaces = scene.dims, scene.dims.path_width / 2, {}
    for arm in ARMS:
        for i, stack in enumerate(state["paths"][arm]):
            a = dims.arm_start + i * dims.space_length
            corners = [(a, -half), (a, half), (a + dims.space_length, half), (a + dims.space_length, -half)]
            quad = np.array([dims.on_arm(arm, u, v, dims.board_thickness) for u, v in corners])
            name = f"{arm}{i + 1}"
            spaces[name] = (
                _stack_share(scene, f"{arm}{i}", ids) if stack else _share(scene, scene.camera.project(quad), free)
            )
    return {"cubes": cubes, "spaces": spaces}


def _filled(scene: Scene, polygon: Array) -> Array:
    area = np.zeros((scene.camera.height, scene.camera.width), np.uint8)
    cv2.fillConvexPoly(area, np.round(polygon * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return area.astype(bool)


def _share(scene: Scene, polygon: Array, seen: Array) -> float:
    inside = _filled(scene, polygon)
    count = int(inside.sum())
    return round(float((seen & inside).sum()) / count, 3) if count else 0.0


def _stack_share(scene: Scene, where: str, ids: Array) -> float:
    mine = [k for k, pawn in enumerate(scene.pawns) if pawn.where == where]
    alone = np.full(ids.shape, -1, np.int32)
    for k in mine:
        hull = cv2.convexHull(scene.camera.project(pawn_outline(scene.dims, scene.pawns[k])).astype(np.float32))
        alone[_filled(scene, hull.reshape(-1, 2))] = k
    shares = [min(1.0, int((ids == PAWN_IDS + k).sum()) / max(int((alone == k).sum()), 1)) for k in mine]
    return round(min(shares, default=0.0), 3)


def hand_mask(ids: Array) -> Array:
    """Where hands and arms are, at a quarter of the size: 0 or 255."""
    mask = (ids >= HAND_IDS).astype(np.uint8) * 255
    small = cv2.resize(mask, (ids.shape[1] // 4, ids.shape[0] // 4), interpolation=cv2.INTER_AREA)
    return np.asarray(np.where(small > 127, 255, 0), np.uint8)
