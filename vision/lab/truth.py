"""Ground truth: board state, camera and pixel positions of everything that was placed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from .geometry import ARM_YAW, FACES, Array, Camera, Geometry, Json, rot_z
from .pawns import Pawn


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
    return "".join(LETTER[c] for c in colours)


def observation(geo: Geometry, scene: Json) -> Json:
    """The whole truth in the product's observation format (nothing hidden)."""
    state = scene["state"]
    cubes = {}
    for cube in state["cubes"]:
        top = cube_top(cube)
        facing = top.get("points_to") or top.get("corner")
        cubes[cube["slot"]] = {"symbol": top["symbol"].removeprefix("arrow_"), "facing": facing}
    goal = {a: letters([c for g in state["goal"] if g["arm"] == a for c in g["colors"]]) for a in geo.arms}
    return {
        "cubes": cubes,
        "paths": {a: [letters(stack) for stack in state["arms"][a]] for a in geo.arms},
        "start": in_order(letters([c for s in state["start"] for c in s["colors"]])),
        "goal": {a: in_order(v) for a, v in goal.items()},
    }


def in_order(text: str) -> str:
    return "".join(sorted(text, key="rygb".index))


def visibility(geo: Geometry, scene: Json, camera: Camera, pawns: list[Pawn], masks: dict[str, Array]) -> Json:
    """How much of each cube top, stack and empty space is in view: 0 covered .. 1 free.

    A stack counts as its worst pawn: visible pixels of that pawn against those it would show if nothing but its own stack stood there.
    """
    w, h = camera.size
    taken = np.zeros((h, w), bool)
    for mask in masks.values():
        taken |= mask

    def share(quad: Any, seen: Array) -> float:
        area = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(area, np.round(np.asarray(quad) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        inside = area.astype(bool)
        n = int(inside.sum())
        return round(float((seen & inside).sum()) / n, 3) if n else 0.0

    out: Json = {"cubes": {}, "spaces": {}}
    edge = geo.cube_edge / 2
    for cube in scene["state"]["cubes"]:
        centre = geo.cube_centre(cube["slot"]) + np.array([0, 0, edge])
        local = np.array([(-edge, edge, 0), (edge, edge, 0), (edge, -edge, 0), (-edge, -edge, 0)])
        quad = camera.project(local @ rot_z(geo.block_yaw).T + centre)
        out["cubes"][cube["slot"]] = share(quad, masks["cube_" + cube["slot"]])
    half = geo.path_width / 2
    for arm in geo.arms:
        for i, colours in enumerate(scene["state"]["arms"][arm]):
            name = f"{arm}{i}"
            if not colours:
                a = geo.arm_start + i * geo.space_length
                corners = [(a, -half), (a, half), (a + geo.space_length, half), (a + geo.space_length, -half)]
                quad = camera.project([geo.on_arm(arm, u, v, geo.board_thickness) for u, v in corners])
                out["spaces"][f"{arm}{i + 1}"] = share(quad, ~taken)
                continue
            mine = [k for k, p in enumerate(pawns) if p.where == name]
            alone = np.full((h, w), -1, np.int32)
            for k in mine:
                hull = cv2.convexHull(camera.project(pawn_points(geo, pawns[k])).astype(np.float32))
                cv2.fillConvexPoly(alone, np.round(hull * 16).astype(np.int32), k, cv2.LINE_8, 4)
            parts = [(int((alone == k).sum()), int(masks[f"pawn_{k}"].sum())) for k in mine]
            out["spaces"][f"{arm}{i + 1}"] = round(min(min(1.0, seen / max(full, 1)) for full, seen in parts), 3)
    return out


def pawn_points(geo: Geometry, pawn: Pawn) -> Array:
    """Points on the outline of a standing pawn: foot plate and cap."""
    ring = np.radians(np.arange(0, 360, 15))
    circle = np.column_stack([np.cos(ring), np.sin(ring)])
    foot, cap = circle * geo.cone_foot_size / 2, circle * geo.cone_radius_top
    parts = [np.column_stack([foot, np.full(len(ring), z)]) for z in (0.0, geo.cone_foot_height)]
    parts.append(np.column_stack([cap, np.full(len(ring), geo.cone_height)]))
    return np.asarray(np.concatenate(parts) @ pawn.rotation.T + pawn.origin)


def hand_mask(camera: Camera, masks: dict[str, Array]) -> Array:
    """Pixels that show a hand, a sleeve or what a hand holds."""
    w, h = camera.size
    out = np.zeros((h, w), bool)
    for name, mask in masks.items():
        if name.startswith(("hand_", "sleeve_", "held_")):
            out |= mask
    return out


def ground_truth(geo: Geometry, scene: Json, camera: Camera, pawns: list[Pawn], masks: dict[str, Array]) -> Json:
    def px(points: Any) -> list[list[float]]:
        return [[round(float(u), 2), round(float(v), 2)] for u, v in camera.project(points)]

    def box(mask: Array) -> list[int] | None:
        rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        return [int(cols[0]), int(rows[0]), int(cols[-1]), int(rows[-1])] if len(rows) else None

    def square(half: float, z: float) -> Array:
        """Corners NW, NE, SE, SW of the block's own square."""
        corners = np.array([(-half, half, z), (half, half, z), (half, -half, z), (-half, -half, z)])
        return np.asarray(corners @ rot_z(geo.block_yaw).T)

    edge, base = geo.cube_edge, geo.base_height
    pixels: Json = {
        "base_top_NW_NE_SE_SW": px(square(geo.base_size / 2, base)),
        "base_bottom_NW_NE_SE_SW": px(square(geo.base_size / 2, 0)),
        "block_top_NW_NE_SE_SW": px(square(edge + geo.cube_gap / 2, base + edge)),
        "arms": {},
        "cubes": {},
    }
    half = geo.path_width / 2
    for arm in geo.arms:
        pose = scene["board"]["arm_pose"].get(arm, {})
        turn = rot_z(ARM_YAW[arm] + pose.get("yaw_deg", 0.0))
        shift = geo.on_arm(arm, pose.get("along_mm", 0.0), pose.get("across_mm", 0.0))

        def on(along: float, across: float, turn: Array = turn, shift: Array = shift) -> Array:
            return np.asarray(turn @ np.array([across, along, geo.board_thickness]) + shift)

        steps = [geo.arm_start + i * geo.space_length for i in range(int(geo.spaces_per_arm) + 1)]
        pixels["arms"][arm] = {
            "tip": px([on(geo.tip, 0)])[0],
            "space_centres": px([on(a + geo.space_length / 2, 0) for a in steps[:-1]]),
            "borders_left_right": [px([on(a, -half), on(a, half)]) for a in steps],
        }
    for cube in scene["state"]["cubes"]:
        pose = cube.get("pose", {})
        c = geo.cube_centre(cube["slot"]) + np.array([pose.get("dx_mm", 0.0), pose.get("dy_mm", 0.0), edge / 2])
        turn = rot_z(pose.get("yaw_deg", 0.0))
        pixels["cubes"][cube["slot"]] = px([turn @ p + c for p in square(edge / 2, 0)])
    listing = []
    for k, pawn in enumerate(pawns):
        axis = pawn.rotation @ np.array([0, 0, geo.cone_height])
        mask = masks[f"pawn_{k}"]
        listing.append(
            {
                "where": pawn.where,
                "level": pawn.level,
                "color": pawn.colour,
                "foot_px": px([pawn.origin])[0],
                "apex_px": px([pawn.origin + axis])[0],
                "foot_mm": [round(float(v), 2) for v in pawn.origin],
                "visible_px": int(mask.sum()),
                "visible_box_px": box(mask),
            }
        )
    return {
        "geometry": geo.data,
        "state": scene["state"],
        "cubes_top": [cube_top(c) for c in scene["state"]["cubes"]],
        "observation": observation(geo, scene),
        "visibility": visibility(geo, scene, camera, pawns, masks),
        "camera": camera.truth(),
        "pixels": pixels,
        "pawns": listing,
        "hand_px": int(hand_mask(camera, masks).sum()),
        "difficulty": scene.get("difficulty"),
        "seed": scene["seed"],
        "scene": scene,
    }
