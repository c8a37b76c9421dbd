"""Random scenes with a seed and a difficulty."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .geometry import COLOURS, FACES, PLASTIC, SYMBOLS, Array, Camera, Geometry, Json, cube_rotations

LEVELS = ("easy", "medium", "hard")
KNOBS: dict[str, tuple[Any, Any, Any]] = {
    "elevation": ((58, 75), (45, 70), (35, 62)),
    "hfov": ((60, 72), (55, 78), (55, 78)),
    "roll": (1.5, 3.0, 6.0),
    "zoom": ((1.03, 1.12), (1.02, 1.22), (0.98, 1.35)),
    "k1": ((-0.04, 0.0), (-0.09, 0.03), (-0.14, 0.05)),
    "offset": (3.0, 5.0, 7.0),
    "lean": (0.3, 0.9, 1.7),
    "hand": (0.0, 0.12, 0.5),
    "props": (0, 2, 4),
    "tall": (0.25, 0.4, 0.6),
    "blur": ((0.45, 0.7), (0.5, 0.95), (0.6, 1.4)),
    "motion": (0.0, 2.5, 6.0),
    "well": ((5000, 9000), (1800, 5000), (500, 2200)),
    "read": ((2, 5), (4, 9), (6, 16)),
    "jpeg": ((85, 95), (70, 92), (45, 85)),
    "exposure": ((0.9, 1.15), (0.75, 1.35), (0.6, 1.55)),
    "wb": (0.02, 0.05, 0.10),
    "awb": ((0.85, 1.0), (0.6, 1.0), (0.3, 1.0)),
    "flare": ((0.01, 0.03), (0.02, 0.05), (0.03, 0.09)),
    "lying": (0.0, 0.15, 0.35),
    "arm_yaw": (0.3, 0.7, 1.4),
}


LIGHT_RIGS: dict[str, tuple[str, ...]] = {
    "easy": ("ceiling", "panel", "window+ceiling"),
    "medium": ("ceiling", "window", "window+ceiling", "panel", "two_lamps"),
    "hard": ("lamp", "window", "window+lamp", "ceiling", "two_lamps"),
}


TABLES: list[
    tuple[str, tuple[float, float, float], tuple[float, float]]
] = [  # kind, sRGB tint, roughness range (0 = matte)
    ("wood", (0.68, 0.50, 0.33), (0.18, 0.4)),
    ("wood", (0.45, 0.29, 0.18), (0.12, 0.35)),
    ("wood", (0.82, 0.69, 0.52), (0.25, 0.45)),
    ("wood", (0.24, 0.16, 0.12), (0.12, 0.3)),
    ("cloth", (0.20, 0.36, 0.28), (0, 0)),
    ("cloth", (0.75, 0.72, 0.66), (0, 0)),
    ("cloth", (0.52, 0.18, 0.18), (0, 0)),
    ("cloth", (0.25, 0.29, 0.42), (0, 0)),
    ("plain", (0.90, 0.90, 0.88), (0.12, 0.4)),
    ("plain", (0.10, 0.10, 0.11), (0.1, 0.35)),
    ("plain", (0.55, 0.56, 0.58), (0.2, 0.4)),
]


def sample_state(geo: Geometry, rng: np.random.Generator, tall: float) -> Json:
    """A random position: cubes, stacks, start and finished pawns (20 pawns in total)."""
    rotations = cube_rotations()
    cubes = []
    for slot in geo.cube_slots:
        order = rng.permutation(SYMBOLS)
        faces = {name: {"symbol": str(sym), "turns": int(rng.integers(4))} for name, sym in zip(FACES, order)}
        cubes.append({"slot": slot, "faces": faces, "orientation": rotations[rng.integers(24)].tolist()})
    bag = [c for c in COLOURS for _ in range(int(geo.pawns_per_colour))]
    rng.shuffle(bag)
    progress = rng.beta(2, 2)
    arms: Json = {arm: [[] for _ in range(int(geo.spaces_per_arm))] for arm in geo.arms}
    start, goal_colours = [], []
    rest: list[str] = []
    for colour in bag:
        u = rng.random()
        if u < 0.55 * (1 - progress):
            start.append(str(colour))
        elif u > 1 - 0.3 * progress:
            goal_colours.append(str(colour))
        else:
            rest.append(str(colour))
    spaces = [(arm, i) for arm in geo.arms for i in range(int(geo.spaces_per_arm))]
    rng.shuffle(spaces)
    while rest:
        n = min(int(rng.integers(3, 9)) if rng.random() < tall else int(rng.integers(1, 4)), len(rest), 8)
        arm, i = spaces.pop()
        arms[str(arm)][int(i)] = rest[:n]
        rest = rest[n:]
    return {"cubes": cubes, "arms": arms, "start": start, "goal": goal_colours}


def scatter(geo: Geometry, rng: np.random.Generator, state: Json, lying: float) -> None:
    """Turn the bare colour lists of start and goal pawns into positions on the table that do not overlap."""
    taken: list[Array] = []
    half, gap = geo.path_width / 2, geo.cone_foot_size * 1.3

    def claim(points: list[Array]) -> bool:
        if any(float(np.linalg.norm(p - q)) < gap for p in points for q in taken):
            return False
        taken.extend(points)
        return True

    start, goal = [], []
    for colour in state["start"]:
        quadrant = COLOURS.index(colour) if rng.random() < 0.7 else int(rng.integers(4))
        sign, flat = np.array(((-1, 1), (1, 1), (1, -1), (-1, -1))[quadrant]), bool(rng.random() < lying)
        for attempt in range(4000):
            q = rng.uniform(half + 16, 100 + attempt * 0.1, 2)
            yaw = math.degrees(math.atan2(sign[1], sign[0])) + rng.uniform(-35, 35) if flat else rng.uniform(0, 360)
            axis = np.array([math.cos(math.radians(yaw)), math.sin(math.radians(yaw))]) * geo.cone_height
            spots = [q * sign + axis * t for t in ((0, 0.5, 1) if flat else (0,))]
            clear = q.sum() / math.sqrt(2) if geo.corners else max(q)
            if clear > geo.base_size / 2 + 18 and claim(spots):
                break
        x, y = (round(float(v), 2) for v in q * sign)
        start.append({"colors": [colour], "x_mm": x, "y_mm": y, "yaw_deg": round(float(yaw), 1), "lying": flat})
    while state["goal"]:
        n = 1 if rng.random() < 0.75 else min(int(rng.integers(2, state.get("goal_stack", 2) + 1)), len(state["goal"]))
        for attempt in range(4000):
            arm, spread = str(rng.choice(geo.arms)), 30 + attempt * 0.05
            along = geo.tip + geo.goal_distance_from_tip + rng.uniform(-5, 10 + attempt * 0.02)
            q = geo.on_arm(arm, along, rng.uniform(-spread, spread))[:2]
            if claim([q]):
                break
        x, y, yaw = round(float(q[0]), 2), round(float(q[1]), 2), round(float(rng.uniform(0, 360)), 1)
        goal.append({"arm": arm, "colors": state["goal"][:n], "x_mm": x, "y_mm": y, "yaw_deg": yaw})
        state["goal"] = state["goal"][n:]
    state["start"], state["goal"] = start, goal
    state.pop("goal_stack", None)


PROP_RADIUS = {
    "mug": 45.0,
    "book": 129.0,
    "phone": 84.0,
    "box": 135.0,
    "card": 55.0,
    "ball": 36.0,
    "paper": 183.0,
    "pen": 72.0,
}
PLAIN_PROPS = ("mug", "book", "phone", "box", "card", "card")


def sample_props(
    geo: Geometry, rng: np.random.Generator, count: int, kinds: tuple[str, ...] = PLAIN_PROPS, bright: bool = False
) -> list[Json]:
    """Clutter that touches neither the board, nor the room beyond the tips, nor each other."""
    out: list[Json] = []
    for _ in range(count):
        kind = str(rng.choice(kinds))
        r = PROP_RADIUS[kind]
        for _ in range(200):
            q = rng.uniform(-520, 520, 2)
            strip = np.abs(q).min() > geo.path_width / 2 + r + 8 and float(np.linalg.norm(q)) > 185 + r
            apart = all(math.hypot(q[0] - o["x_mm"], q[1] - o["y_mm"]) > r + PROP_RADIUS[o["kind"]] for o in out)
            if apart and (strip or np.abs(q).max() > geo.tip + geo.goal_distance_from_tip + 50 + r):
                x, y, yaw = (round(float(v), 1) for v in (q[0], q[1], rng.uniform(0, 360)))
                seed = int(rng.integers(1 << 30))
                colour = vivid(rng) if bright else muted(rng)
                out.append({"kind": kind, "x_mm": x, "y_mm": y, "yaw_deg": yaw, "color": colour, "seed": seed})
                break
    return out


def muted(rng: np.random.Generator) -> list[float]:
    """A desaturated everyday colour."""
    grey = rng.uniform(0.08, 0.9)
    return [round(float(np.clip(grey + rng.normal(0, 0.10), 0.03, 0.95)), 3) for _ in range(3)]


def vivid(rng: np.random.Generator) -> list[float]:
    """A saturated colour, often one of the pawns' own."""
    if rng.random() < 0.6:
        base = np.array(PLASTIC[str(rng.choice(COLOURS))])
        return [round(float(v), 3) for v in np.clip(base + rng.normal(0, 0.06, 3), 0.02, 0.97)]
    wheel = 0.5 + 0.5 * np.cos(2 * np.pi * (rng.random() + np.array([0, 1 / 3, 2 / 3])))
    return [round(float(v), 3) for v in np.clip(wheel * rng.uniform(0.4, 0.95), 0.03, 0.95)]


def sample_light(rng: np.random.Generator, rig: str) -> Json:
    az, warm, cold = float(rng.uniform(0, 360)), float(rng.uniform(2600, 3300)), float(rng.uniform(5200, 7500))
    window = {
        "kind": "rectangle",
        "facing": "board",
        "azimuth_deg": az,
        "distance_mm": float(rng.uniform(1300, 3000)),
        "height_mm": float(rng.uniform(500, 1300)),
        "size_mm": [float(rng.uniform(600, 1500)), float(rng.uniform(700, 1500))],
        "kelvin": cold,
        "illuminance": 1.0,
        "mullions": True,
    }
    size = float(rng.uniform(220, 520))
    ceiling: Json = {
        "kind": "disk",
        "facing": "down",
        "azimuth_deg": az + float(rng.uniform(60, 300)),
        "distance_mm": float(rng.uniform(300, 1800)),
        "height_mm": float(rng.uniform(1200, 1700)),
        "size_mm": [size, size],
        "kelvin": float(rng.choice([warm, 4000.0, cold])),
        "illuminance": 1.0,
    }
    panel = {
        **ceiling,
        "kind": "rectangle",
        "size_mm": [600.0, float(rng.choice([600, 1200]))],
        "kelvin": float(rng.uniform(3800, 5200)),
    }
    lamp = {
        "kind": "sphere",
        "facing": "board",
        "azimuth_deg": az + float(rng.uniform(90, 270)),
        "distance_mm": float(rng.uniform(330, 650)),
        "height_mm": float(rng.uniform(380, 700)),
        "size_mm": [float(rng.uniform(60, 130))] * 2,
        "kelvin": warm,
        "illuminance": 1.0,
    }
    other = {
        **ceiling,
        "azimuth_deg": ceiling["azimuth_deg"] + 150,
        "distance_mm": 900.0,
        "size_mm": [180.0, 180.0],
        "illuminance": float(rng.uniform(0.5, 1.0)),
    }
    sources = {
        "ceiling": [ceiling],
        "panel": [panel],
        "window": [window],
        "window+ceiling": [window, {**ceiling, "illuminance": float(rng.uniform(0.3, 1.0))}],
        "lamp": [lamp],
        "window+lamp": [{**window, "illuminance": 0.7}, lamp],
        "two_lamps": [ceiling, other],
    }[rig]
    return {
        "rig": rig,
        "sources": sources,
        "ambient": float(rng.uniform(0.08, 0.38)),
        "ambient_kelvin": float(rng.uniform(3500, 6500)),
        "room_seed": int(rng.integers(1 << 30)),
    }


def fit_camera(geo: Geometry, spec: Json, state: Json, zoom: float) -> None:
    """Choose the distance so that the board and the finished pawns fill the frame."""
    points = [geo.on_arm(a, geo.tip, 0) for a in geo.arms] + [
        np.array([g["x_mm"], g["y_mm"], z]) for g in state["goal"] for z in (0, 45)
    ]
    w, h = int(spec["width"]), int(spec["height"])
    lo, hi = 250.0, 3000.0
    for _ in range(40):
        spec["distance_mm"] = (lo + hi) / 2
        uv = Camera(spec).project(points)
        inside = bool(np.all(np.isfinite(uv)) and uv.min() > 8 and uv[:, 0].max() < w - 8 and uv[:, 1].max() < h - 8)
        lo, hi = (lo, spec["distance_mm"]) if inside else (spec["distance_mm"], hi)
    spec["distance_mm"] = round(hi * zoom, 2)


def sample_scene(geo: Geometry, seed: int, difficulty: str, state: Json | None = None) -> Json:
    """A random scene; `state` (cubes, arms, bare start and goal colours) may be given."""
    rng = np.random.default_rng([seed, ("easy", "medium", "hard").index(difficulty)])
    knob = {k: v[("easy", "medium", "hard").index(difficulty)] for k, v in KNOBS.items()}

    def uni(name: str) -> float:
        return round(float(rng.uniform(*knob[name])), 4)

    def sym(name: str) -> float:
        return round(float(rng.uniform(-knob[name], knob[name])), 3)

    state = state or sample_state(geo, rng, knob["tall"])
    scatter(geo, rng, state, knob["lying"])
    for cube in state["cubes"]:
        wiggle = 0.15 if difficulty == "easy" else 0.35
        cube["pose"] = {"yaw_deg": round(float(rng.uniform(-wiggle, wiggle)) * 0.5, 3), "dx_mm": 0.0, "dy_mm": 0.0}
    placement = {
        f"{arm}{i}": {
            "dx_mm": sym("offset"),
            "dy_mm": sym("offset"),
            "yaw_deg": round(float(rng.uniform(0, 90)), 1),
            "twist_deg": round(float(rng.normal(0, 12)), 1),
            "lean_x_deg": round(sym("lean") * 0.7, 3),
            "lean_y_deg": round(sym("lean") * 0.7, 3),
        }
        for arm in geo.arms
        for i, colours in enumerate(state["arms"][arm])
        if colours
    }
    camera: Json = {
        "width": 1280,
        "height": 720,
        "hfov_deg": uni("hfov"),
        "azimuth_deg": round(float(rng.uniform(0, 360)), 2),
        "elevation_deg": uni("elevation"),
        "distance_mm": 0.0,
        "target_mm": [round(float(rng.uniform(-15, 15)), 1), round(float(rng.uniform(-15, 15)), 1), 10.0],
        "roll_deg": sym("roll"),
        "k1": uni("k1"),
        "k2": round(float(rng.uniform(-0.01, 0.02)), 4),
    }
    fit_camera(geo, camera, state, uni("zoom"))
    kind, tint, alpha = TABLES[rng.integers(len(TABLES))]
    table = {
        "kind": kind,
        "color": [round(float(np.clip(c * rng.uniform(0.88, 1.1), 0.02, 0.96)), 3) for c in tint],
        "alpha": round(float(rng.uniform(*alpha)), 3),
        "size_mm": [round(float(rng.uniform(1200, 1900))), round(float(rng.uniform(800, 1100)))],
        "yaw_deg": round(float(rng.uniform(0, 360)), 1),
        "offset_mm": [round(float(rng.uniform(-150, 150))), round(float(rng.uniform(-60, 60)))],
        "floor": [round(float(c), 3) for c in np.array([0.56, 0.49, 0.42]) * rng.uniform(0.5, 1.5)],
    }
    board = {
        "border": [(0.10, 0.16, 0.26), (0.97, 0.97, 0.97), (0.25, 0.30, 0.40)][rng.integers(3)],
        "border_mm": round(float(rng.uniform(0.7, 1.5)), 2),
        "inner_panel": bool(rng.random() < 0.5),
        "ornament": str(rng.choice(["none", "chevron", "dot"])),
        "gloss_alpha": round(float(rng.uniform(0.22, 0.45)), 3),
        "cardboard": (0.72, 0.66, 0.56),
        "base_side": (0.62, 0.76, 0.86),
        "arm_pose": {
            arm: {
                "yaw_deg": sym("arm_yaw") * 0.5,
                "across_mm": sym("arm_yaw"),
                "along_mm": round(float(rng.uniform(0, knob["arm_yaw"])), 3),
            }
            for arm in geo.arms
        },
    }
    pawn_style = {
        "square_foot": bool(rng.random() < 0.6),
        "alpha": round(float(rng.uniform(0.05, 0.16)), 3),
        "tint": {c: [round(float(v), 3) for v in rng.normal(0, 0.03, 3)] for c in COLOURS},
    }
    post = {
        "lateral_ca": round(float(rng.uniform(-0.0008, 0.0008)), 6),
        "blur_px": uni("blur"),
        "motion_px": round(float(rng.uniform(0, knob["motion"])), 2),
        "motion_deg": round(float(rng.uniform(0, 180)), 1),
        "flare": uni("flare"),
        "vignetting": round(float(rng.uniform(0.05, 0.4)), 3),
        "exposure": uni("exposure"),
        "awb_strength": uni("awb"),
        "grey_world": round(float(rng.uniform(0, 0.35)), 3),
        "wb_error": [round(1 + sym("wb"), 3), 1.0, round(1 + sym("wb"), 3)],
        "full_well": uni("well"),
        "read_noise": uni("read"),
        "row_noise": round(float(rng.uniform(0, 1.5)), 2),
        "saturation": round(float(rng.uniform(0.85, 1.2)), 3),
        "contrast": round(float(rng.uniform(0.0, 0.9)), 3),
        "isp_denoise": round(float(rng.uniform(0, 28)), 1),
        "sharpen": round(float(rng.uniform(0.1, 0.9)), 3),
        "jpeg_quality": int(uni("jpeg")),
    }
    scene: Json = {
        "version": 1,
        "seed": seed,
        "difficulty": difficulty,
        "state": state,
        "placement": placement,
        "camera": camera,
        "light": sample_light(rng, str(rng.choice(LIGHT_RIGS[difficulty]))),
        "table": table,
        "board": board,
        "pawn_style": pawn_style,
        "props": sample_props(geo, rng, int(rng.integers(0, knob["props"] + 1))),
        "hands": [],
        "post": post,
    }
    if rng.random() < knob["hand"]:
        arm, i = str(rng.choice(geo.arms)), int(rng.integers(0, int(geo.spaces_per_arm)))
        spot = (
            np.array([0.0, 0.0, geo.base_height + geo.cube_edge]) if rng.random() < 0.35 else geo.space_centre(arm, i)
        )
        height = geo.stack_pitch * max(len(state["arms"][arm][i]) - 1, 0) + geo.cone_height if spot[2] < 10 else 4.0
        outward = math.degrees(math.atan2(spot[1], spot[0])) + rng.uniform(-40, 40)
        skin = np.array(
            [(0.87, 0.67, 0.55), (0.76, 0.54, 0.42), (0.55, 0.36, 0.26), (0.36, 0.23, 0.17)][rng.integers(4)]
        )
        scene["hands"].append(
            {
                "left": bool(rng.random() < 0.5),
                "yaw_deg": round(outward + 180, 1),
                "pitch_deg": round(float(rng.uniform(-4, 14)), 1),
                "twist_deg": round(float(rng.uniform(-15, 15)), 1),
                "at_mm": [round(float(v), 1) for v in spot + np.array([0, 0, height + rng.uniform(2, 25)])],
                "skin": [round(float(v), 3) for v in skin * rng.uniform(0.93, 1.05)],
                "sleeve": muted(rng),
            }
        )
    return scene
