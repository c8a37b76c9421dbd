"""Ground truth: board state, camera and pixel positions of everything that was placed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS
from engine.icecult.board import COLOURS
from vision.icecult.sim.geometry import Dimensions
from vision.sim.camera import Camera
from vision.sim.space import FACES, Array
from workshop.icecult.lab.shapes.pawns import Pawn
from workshop.lab.space import Json


def cube_top(cube: Json) -> Json:
    """Which symbol faces up and where it points on the board."""
    r = np.array(cube["orientation"], int)
    names: dict[tuple[int, ...], str] = {(0, 1): "N", (1, 0): "E", (0, -1): "S", (-1, 0): "W"}
    for name, (normal, right, up) in FACES.items():
        if tuple(r @ normal) == (0, 0, 1):
            face = cube["faces"][name]
            axes = [np.array(up), -np.array(right), -np.array(up), np.array(right)]  # up after 0..3 ccw quarter turns
            heading = r @ axes[face["turns"] % 4]
            side = r @ axes[(face["turns"] - 1) % 4]
            out: Json = {"slot": cube["slot"], "face": name, "symbol": face["symbol"]}
            if face["symbol"].startswith("arrow"):
                out["points_to"] = names[tuple(int(v) for v in heading[:2])]
            elif face["symbol"] == "arc":
                pair = {names[tuple(int(v) for v in d[:2])] for d in (heading, side)}
                out["corner"] = "".join(sorted(pair, key="NSEW".index))
            return out
    raise ValueError("orientation is not a rotation matrix of quarter turns")


LETTER = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}


def letters(colours: list[str]) -> str:
    """Colours as one letter each."""
    return "".join(LETTER[c] for c in colours)


def observation(geo: Dimensions, scene: Json) -> Json:
    """The whole truth in the product's observation format (nothing hidden)."""
    state = scene["state"]
    cubes = {}
    for cube in state["cubes"]:
        top = cube_top(cube)
        facing = top.get("points_to") or top.get("corner")
        cubes[cube["slot"]] = {"symbol": top["symbol"].removeprefix("arrow_"), "facing": facing}
    goal = {a: letters([c for g in state["goal"] if g["arm"] == a for c in g["colors"]]) for a in ARMS}
    return {
        "cubes": cubes,
        "paths": {a: [letters(stack) for stack in state["arms"][a]] for a in ARMS},
        "start": in_order(letters([c for s in state["start"] for c in s["colors"]])),
        "goal": {a: in_order(v) for a, v in goal.items()},
    }


def in_order(text: str) -> str:
    """The letters in the order r, y, g, b."""
    return "".join(sorted(text, key=COLOURS.index))


def share(quad: Any, seen: Array) -> float:
    """Part of a quadrangle's pixels that are set in `seen`."""
    area = np.zeros(seen.shape, np.uint8)
    cv2.fillConvexPoly(area, np.round(np.asarray(quad) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    inside = area.astype(bool)
    n = int(inside.sum())
    return round(float((seen & inside).sum()) / n, 3) if n else 0.0


def stack_share(geo: Dimensions, camera: Camera, pawns: list[Pawn], masks: dict[str, Array], where: str) -> float:
    """The worst pawn of a stack: its visible pixels against those it would show if its stack stood alone."""
    w, h = camera.resolution_wh
    mine = [k for k, p in enumerate(pawns) if p.where == where]
    alone = np.full((h, w), -1, np.int32)
    for k in mine:
        hull = cv2.convexHull(camera.project(pawn_points(geo, pawns[k])).astype(np.float32))
        cv2.fillConvexPoly(alone, np.round(hull * 16).astype(np.int32), k, cv2.LINE_8, 4)
    parts = [(int((alone == k).sum()), int(masks[f"pawn_{k}"].sum())) for k in mine]
    return round(min(min(1.0, seen / max(full, 1)) for full, seen in parts), 3)


def space_quad(geo: Dimensions, camera: Camera, arm: str, index: int) -> Array:
    """Pixels of a space's corners."""
    a, half = geo.arm_start + index * geo.space_length, geo.path_width / 2
    corners = [(a, -half), (a, half), (a + geo.space_length, half), (a + geo.space_length, -half)]
    return camera.project([geo.on_arm(arm, u, v, geo.board_thickness) for u, v in corners])


def visibility(geo: Dimensions, scene: Json, camera: Camera, pawns: list[Pawn], masks: dict[str, Array]) -> Json:
    """How much of each cube top, stack and empty space is in view: 0 covered .. 1 free."""
    w, h = camera.resolution_wh
    taken = np.zeros((h, w), bool)
    for mask in masks.values():
        taken |= mask
    out: Json = {"cubes": {}, "spaces": {}}
    for cube in scene["state"]["cubes"]:
        centre = geo.cube_centre(cube["slot"]) + np.array([0, 0, geo.cube_edge / 2])
        quad = camera.project(square(geo, geo.cube_edge / 2, 0.0) + centre)
        out["cubes"][cube["slot"]] = share(quad, masks["cube_" + cube["slot"]])
    for arm in ARMS:
        for i, colours in enumerate(scene["state"]["arms"][arm]):
            name = f"{arm}{i + 1}"
            if colours:
                out["spaces"][name] = stack_share(geo, camera, pawns, masks, f"{arm}{i}")
            else:
                out["spaces"][name] = share(space_quad(geo, camera, arm, i), ~taken)
    return out


def square(geo: Dimensions, half: float, z: float) -> Array:
    """Corners NW, NE, SE, SW of the block's own square."""
    corners = np.array([(-half, half, z), (half, half, z), (half, -half, z), (-half, -half, z)])
    return np.asarray(corners @ rotation_z(geo.block_yaw_deg).T)


def pawn_points(geo: Dimensions, pawn: Pawn) -> Array:
    """Points on the outline of a standing pawn: foot plate and cap."""
    ring = np.radians(np.arange(0, 360, 15))
    circle = np.column_stack([np.cos(ring), np.sin(ring)])
    foot, cap = circle * geo.cone_foot_size / 2, circle * geo.cone_radius_top
    parts = [np.column_stack([foot, np.full(len(ring), z)]) for z in (0.0, geo.cone_foot_height)]
    parts.append(np.column_stack([cap, np.full(len(ring), geo.cone_height)]))
    return np.asarray(np.concatenate(parts) @ pawn.rotation.T + pawn.origin)


def hand_mask(camera: Camera, masks: dict[str, Array]) -> Array:
    """Pixels that show a hand, a sleeve or what a hand holds."""
    return _mask_of(camera, masks, ("hand_", "sleeve_", "held_"))


def thing_mask(camera: Camera, masks: dict[str, Array]) -> Array:
    """Pixels that show clutter."""
    return _mask_of(camera, masks, ("prop_",))


def _mask_of(camera: Camera, masks: dict[str, Array], prefixes: tuple[str, ...]) -> Array:
    w, h = camera.resolution_wh
    out = np.zeros((h, w), bool)
    for name, mask in masks.items():
        if name.startswith(prefixes):
            out |= mask
    return out


def rounded_pixels(camera: Camera, points: Any) -> list[list[float]]:
    """Projected points, rounded for JSON."""
    return [[round(float(u), 2), round(float(v), 2)] for u, v in camera.project(points)]


def bounding_box(mask: Array) -> list[int] | None:
    """First and last column and row of a mask as x0, y0, x1, y1."""
    rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return [int(cols[0]), int(rows[0]), int(cols[-1]), int(rows[-1])] if len(rows) else None


def path_pixels(geo: Dimensions, camera: Camera, arm: str, pose: Json) -> Json:
    """Tip, space centres and cross lines of a path as it really lies."""
    turn = rotation_z(ARM_YAW_DEG[arm] + pose.get("yaw_deg", 0.0))
    shift = geo.on_arm(arm, pose.get("along_mm", 0.0), pose.get("across_mm", 0.0))
    half = geo.path_width / 2

    def on(along: float, across: float) -> Array:
        return np.asarray(turn @ np.array([across, along, geo.board_thickness]) + shift)

    steps = [geo.arm_start + i * geo.space_length for i in range(geo.spaces_per_arm + 1)]
    return {
        "tip": rounded_pixels(camera, [on(geo.tip, 0)])[0],
        "space_centres": rounded_pixels(camera, [on(a + geo.space_length / 2, 0) for a in steps[:-1]]),
        "borders_left_right": [rounded_pixels(camera, [on(a, -half), on(a, half)]) for a in steps],
    }


def cube_pixels(geo: Dimensions, camera: Camera, cube: Json) -> list[list[float]]:
    """Corners NW, NE, SE, SW of a cube's top face."""
    pose, edge = cube.get("pose", {}), geo.cube_edge
    c = geo.cube_centre(cube["slot"]) + np.array([pose.get("dx_mm", 0.0), pose.get("dy_mm", 0.0), edge / 2])
    turn = rotation_z(pose.get("yaw_deg", 0.0))
    return rounded_pixels(camera, [turn @ p + c for p in square(geo, edge / 2, 0)])


def board_pixels(geo: Dimensions, scene: Json, camera: Camera) -> Json:
    """Pixels of everything that calibration and reading look for."""
    edge, base, poses = geo.cube_edge, geo.base_height, scene["board"]["arm_pose"]
    return {
        "base_top_NW_NE_SE_SW": rounded_pixels(camera, square(geo, geo.base_size / 2, base)),
        "base_bottom_NW_NE_SE_SW": rounded_pixels(camera, square(geo, geo.base_size / 2, 0)),
        "block_top_NW_NE_SE_SW": rounded_pixels(camera, square(geo, edge + geo.cube_gap / 2, base + edge)),
        "arms": {arm: path_pixels(geo, camera, arm, poses.get(arm, {})) for arm in ARMS},
        "cubes": {cube["slot"]: cube_pixels(geo, camera, cube) for cube in scene["state"]["cubes"]},
    }


def pawn_record(geo: Dimensions, camera: Camera, pawn: Pawn, mask: Array) -> Json:
    """Where one pawn is and how much of it is seen."""
    axis = pawn.rotation @ np.array([0, 0, geo.cone_height])
    return {
        "where": pawn.where,
        "level": pawn.level,
        "color": pawn.colour,
        "foot_px": rounded_pixels(camera, [pawn.origin])[0],
        "apex_px": rounded_pixels(camera, [pawn.origin + axis])[0],
        "foot_mm": [round(float(v), 2) for v in pawn.origin],
        "visible_px": int(mask.sum()),
        "visible_box_px": bounding_box(mask),
    }


def ground_truth(geo: Dimensions, scene: Json, camera: Camera, pawns: list[Pawn], masks: dict[str, Array]) -> Json:
    """The truth file of a picture."""
    return {
        "geometry": geo.to_json(),
        "state": scene["state"],
        "cubes_top": [cube_top(c) for c in scene["state"]["cubes"]],
        "observation": observation(geo, scene),
        "visibility": visibility(geo, scene, camera, pawns, masks),
        "camera": camera.truth(),
        "pixels": board_pixels(geo, scene, camera),
        "pawns": [pawn_record(geo, camera, pawn, masks[f"pawn_{k}"]) for k, pawn in enumerate(pawns)],
        "hand_px": int(hand_mask(camera, masks).sum()),
        "difficulty": scene.get("difficulty"),
        "seed": scene["seed"],
        "scene": scene,
    }
