"""Random scenes from a seed: how the table looks, its light, the camera, hands over it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS
from vision.icecult.sim.arranging import Placement, arrange, standing
from vision.icecult.sim.geometry import SEEDED_SLOTS, Dimensions
from vision.icecult.sim.makes import random_make
from vision.icecult.sim.scene import (
    INKS,
    PLASTICS,
    ArmPose,
    Defects,
    Hand,
    Lamp,
    Lighting,
    Look,
    PawnPlace,
    Prop,
    Rgb,
    Scene,
    cube_places,
)
from vision.icecult.sim.states import Rng, full_state, random_set, random_state
from vision.sim.camera import VirtualCamera, fitted

TABLES: tuple[tuple[str, Rgb, tuple[float, float]], ...] = (
    ("wood", (0.68, 0.50, 0.33), (0.1, 1.0)),
    ("wood", (0.45, 0.29, 0.18), (0.1, 1.4)),
    ("wood", (0.82, 0.69, 0.52), (0.1, 0.8)),
    ("wood", (0.24, 0.16, 0.12), (0.1, 1.4)),
    ("cloth", (0.20, 0.36, 0.28), (0.0, 0.0)),
    ("cloth", (0.75, 0.72, 0.66), (0.0, 0.0)),
    ("cloth", (0.52, 0.18, 0.18), (0.0, 0.0)),
    ("cloth", (0.25, 0.29, 0.42), (0.0, 0.0)),
    ("plain", (0.90, 0.90, 0.88), (0.1, 1.0)),
    ("plain", (0.10, 0.10, 0.11), (0.1, 1.2)),
    ("plain", (0.55, 0.56, 0.58), (0.1, 1.0)),
)
SKINS: tuple[Rgb, ...] = (
    *((0.87, 0.67, 0.55), (0.76, 0.54, 0.42), (0.55, 0.36, 0.26), (0.36, 0.23, 0.17)),
    (0.93, 0.76, 0.67),
)
SIZES = ((1280, 720), (1280, 720), (1280, 720), (1280, 720), (640, 480), (800, 600), (1280, 960), (1920, 1080))
PROPS: dict[str, tuple[float, float, float]] = {
    "book": (148, 210, 8),
    "phone": (73, 150, 8),
    "box": (190, 190, 48),
    "card": (63, 88, 0.8),
}


def muted(rng: Rng) -> Rgb:
    """A desaturated everyday colour."""
    grey = rng.uniform(0.08, 0.9)
    r, g, b = (float(np.clip(grey + rng.normal(0, 0.10), 0.03, 0.95)) for _ in range(3))
    return r, g, b


def jittered(rng: Rng, colour: Rgb, sd: float) -> Rgb:
    """The same colour, a little off."""
    r, g, b = (float(np.clip(c + rng.normal(0, sd), 0.02, 0.98)) for c in colour)
    return r, g, b


def random_look(rng: Rng, dims: Dimensions, askew: float | None = None) -> Look:
    """Table, prints, inks and plastics; `askew`: how carelessly the paths lie, where it is not left to chance."""
    kind, tint, gloss = TABLES[int(rng.integers(len(TABLES)))]
    borders: tuple[Rgb, ...] = ((0.10, 0.16, 0.26), (0.97, 0.97, 0.97), (0.25, 0.30, 0.40))
    askew = float(rng.uniform(0.2, 1.4)) if askew is None else askew
    shade, dusk = rng.uniform(0.88, 1.1), rng.uniform(0.3, 1.6)
    return Look(
        table_kind=kind,
        table_colour=jittered(rng, (tint[0] * shade, tint[1] * shade, tint[2] * shade), 0.02),
        table_gloss=float(rng.uniform(*gloss)),
        table_size_mm=(float(rng.uniform(1200, 1900)), float(rng.uniform(800, 1100))),
        table_offset_mm=(float(rng.uniform(-150, 150)), float(rng.uniform(-60, 60))),
        table_yaw_deg=float(rng.uniform(0, 360)),
        floor=jittered(rng, (0.5 * dusk, 0.45 * dusk, 0.4 * dusk), 0.03),
        border=borders[int(rng.integers(3))],
        border_mm=float(rng.uniform(0.7, 1.5)),
        inner_panel=bool(rng.random() < 0.5),
        ornament=str(rng.choice(["none", "chevron", "dot"])),
        inks={k: jittered(rng, v, 0.035) for k, v in INKS.items()},
        ink_gain=float(np.exp(rng.uniform(math.log(0.1), math.log(0.9)))),
        ink_gloss=float(rng.uniform(0.0, 0.12)),
        glass_light=float(rng.uniform(0.35, 0.9)),
        plastics={k: jittered(rng, v, 0.04) for k, v in PLASTICS.items()},
        square_foot=bool(rng.random() < 0.6),
        pawn_gloss=float(rng.uniform(0.1, 1.2)),
        arm_poses={
            a: ArmPose(
                float(rng.uniform(-askew, askew) / 2), float(rng.uniform(-askew, askew)), float(rng.uniform(0, askew))
            )
            for a in ARMS
        },
        props=tuple(random_props(rng, dims, int(rng.integers(0, 4)))),
        seed=int(rng.integers(1 << 30)),
    )


def random_props(rng: Rng, dims: Dimensions, count: int) -> list[Prop]:
    """Boxes, books and the like beside the board."""
    out: list[Prop] = []
    for _ in range(count):
        kind = str(rng.choice(list(PROPS)))
        size = PROPS[kind]
        taken = [(o.x_mm, o.y_mm, max(o.size_mm) * 0.8) for o in out]
        spot = free_spot(rng, dims, math.hypot(size[0], size[1]) / 2, taken)
        if spot:
            yaw, seed = float(rng.uniform(0, 360)), int(rng.integers(1 << 30))
            out.append(Prop(kind, *spot, yaw, size, muted(rng), seed))
    return out


def free_spot(
    rng: Rng, dims: Dimensions, r: float, taken: Iterable[tuple[float, float, float]]
) -> tuple[float, float] | None:
    """Where a thing of that radius touches neither the board, nor the room beyond the tips, nor what is there."""
    for _ in range(100):
        x, y = (float(v) for v in rng.uniform(-520, 520, 2))
        beside = min(abs(x), abs(y)) > dims.path_width / 2 + r + 8 and math.hypot(x, y) > 185 + r
        apart = all(math.hypot(x - other[0], y - other[1]) > r + other[2] for other in taken)
        if apart and (beside or max(abs(x), abs(y)) > dims.tip + dims.goal_distance_from_tip + 50 + r):
            return x, y
    return None


def warmth(rng: Rng, kelvin_like: float) -> Rgb:
    """A light's colour: 0 = warm, 1 = cold."""
    warm, cold = np.array((1.0, 0.86, 0.68)), np.array((0.9, 0.97, 1.06))
    r, g, b = warm + (cold - warm) * np.clip(kelvin_like + rng.normal(0, 0.08), 0, 1)
    return float(r), float(g), float(b)


def random_lighting(rng: Rng) -> Lighting:
    """One or two lamps or a window, and the room."""
    lamps = []
    for k in range(1 if rng.random() < 0.6 else 2):
        azimuth, far = rng.uniform(0, 2 * math.pi), rng.uniform(250, 2200)
        height = rng.uniform(450, 1700)
        lamps.append(
            Lamp(
                (float(far * math.cos(azimuth)), float(far * math.sin(azimuth)), float(height)),
                warmth(rng, rng.random()),
                float(rng.uniform(0.35, 1.0) * (1.0 if k == 0 else 0.6)),
                float(rng.uniform(40, 600)),
            )
        )
    r, g, b = warmth(rng, rng.random())
    level = rng.uniform(0.38, 0.75)
    return Lighting(
        tuple(lamps), (r * level, g * level, b * level), int(rng.integers(1 << 30)), float(rng.uniform(0.3, 1.6))
    )


def random_defects(rng: Rng) -> Defects:
    """How bad the camera is."""
    bad = float(rng.beta(1.2, 1.6))
    shake = bool(rng.random() < 0.25)
    return Defects(
        noise_sd=float(rng.uniform(0.8, 2.0) + 6 * bad * rng.random()),
        noise_grain_px=float(rng.uniform(0.3, 1.1)),
        blur_px=float(rng.uniform(0.4, 0.7 + 0.7 * bad)),
        motion_px=float(rng.uniform(1, 2 + 3 * bad)) if shake else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        vignetting=float(rng.uniform(0.05, 0.4)),
        white_balance=(float(1 + rng.normal(0, 0.09)), 1.0, float(1 + rng.normal(0, 0.11))),
        exposure=float(np.exp(rng.normal(0, 0.25))),
        saturation=float(rng.uniform(0.8, 1.25)),
        contrast=float(rng.uniform(0, 0.9)),
        sharpen=float(rng.uniform(0, 0.8)),
        flare=float(rng.uniform(0.0, 0.12)),
        jpeg_quality=int(rng.integers(45, 95)),
    )


def random_hand(rng: Rng, dims: Dimensions, placement: Placement) -> Hand:
    """A hand over a space, the block or anywhere."""
    arm, i = str(rng.choice(ARMS)), int(rng.integers(dims.spaces_per_arm))
    over_block = rng.random() < 0.35
    spot = np.array([0, 0, dims.base_height + dims.cube_edge]) if over_block else dims.space_centre(arm, i)
    here = placement.get(f"{arm}{i}")
    rise = 4.0 if over_block else dims.stack_pitch * (len(here.colours) - 1 if here else 0) + dims.cone_height
    outward = math.degrees(math.atan2(spot[1], spot[0])) + rng.uniform(-40, 40)
    x, y, z = spot + np.array([rng.normal(0, 12), rng.normal(0, 12), rise + rng.uniform(2, 30)])
    return Hand(
        (float(x), float(y), float(z)),
        float(outward + 180),
        float(rng.uniform(-4, 14)),
        float(rng.uniform(-15, 15)),
        bool(rng.random() < 0.5),
        str(rng.choice(["pinch", "pinch", "grip", "flat", "point"])),
        jittered(rng, SKINS[int(rng.integers(4))], 0.02),
        muted(rng),
        float(rng.uniform(150, 300)),
        (float(rng.normal(0, 6)), float(rng.normal(0, 6))) if rng.random() < 0.4 else (0.0, 0.0),
    )


def random_dims(rng: Rng) -> Dimensions:
    """The standard set or one a little different, both layouts."""

    def spread(value: float, share: float) -> float:
        return round(float(value * rng.uniform(1 - share, 1 + share)), 4)

    base = Dimensions()
    return Dimensions(
        exit="corners" if rng.random() < 0.5 else "sides",
        symbol_arrow_length=spread(base.symbol_arrow_length, 0.05),
        symbol_arrow_head_width=spread(base.symbol_arrow_head_width, 0.08),
        symbol_arrow_shaft_width=spread(base.symbol_arrow_shaft_width, 0.12),
        symbol_circle_diameter=spread(base.symbol_circle_diameter, 0.08),
        symbol_arc_stroke=spread(base.symbol_arc_stroke, 0.12),
        cone_height=spread(base.cone_height, 0.05),
        cone_foot_size=spread(base.cone_foot_size, 0.04),
        cone_radius_bottom=spread(base.cone_radius_bottom, 0.05),
        stack_pitch=spread(base.stack_pitch, 0.06),
    )


def random_camera(rng: Rng, dims: Dimensions, pawns: list[PawnPlace]) -> VirtualCamera:
    """Any webcam at any side of the table."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    camera = VirtualCamera(
        width,
        height,
        hfov_deg=float(rng.uniform(55, 78)),
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(35, 75)),
        roll_deg=float(rng.uniform(-5, 5)),
        target_mm=(float(rng.uniform(-15, 15)), float(rng.uniform(-15, 15)), 10.0),
        k1=float(rng.uniform(-0.13, 0.05)),
        k2=float(rng.uniform(-0.01, 0.02)),
    )
    goals = [p.origin_mm for p in pawns if p.where.startswith("goal")]
    return fitted(camera, [*dims.tips(), *goals], float(rng.uniform(0.99, 1.3)))


def random_scene(seed: int) -> tuple[Scene, dict[str, Any]]:
    """A whole random scene and the state it shows."""
    rng = np.random.default_rng([seed, 20])
    dims = random_dims(rng)
    return _scene_of(random_state(rng, dims), dims, rng, seed)


def full_scene(seed: int) -> tuple[Scene, dict[str, Any]]:
    """A scene to learn stacks from, on a set of any make, and the state it shows."""
    rng = np.random.default_rng([seed, 21])
    dims = random_make(seed, str(rng.choice(["sides", "corners"])))
    return _scene_of(full_state(rng, dims), dims, rng, seed)


def _scene_of(state: dict[str, Any], dims: Dimensions, rng: Rng, seed: int) -> tuple[Scene, dict[str, Any]]:
    placement = arrange(state, dims, rng, float(rng.uniform(2, 7)), float(rng.choice([0.0, 0.15, 0.35])))
    pawns = standing(placement, dims)
    camera = random_camera(rng, dims, pawns)
    hands = (random_hand(rng, dims, placement),) if rng.random() < 0.3 else ()
    scene = Scene(
        cube_places(state, random_set(rng)), tuple(pawns), camera, dims, random_look(rng, dims),
        random_lighting(rng), random_defects(rng), hands, (), seed,
    )  # fmt: skip
    return scene, state


def bench_scene(shot: int, hand: bool) -> Scene:
    """The set-up position; with a hand that moves from frame to frame."""
    dims, rng = Dimensions(), np.random.default_rng(1)
    state = {
        "cubes": dict.fromkeys(SEEDED_SLOTS, "UN"),
        "paths": {a: [""] * 5 for a in ARMS},
        "start": "rrrrryyyyygggggbbbbb",
        "goal": dict.fromkeys(ARMS, ""),
    }
    pawns = standing(arrange(state, dims, rng, 3.0, 0.0), dims)
    camera = fitted(VirtualCamera(azimuth_deg=25, elevation_deg=55, k1=-0.05), dims.tips())
    hands = (Hand((120.0 + shot, -30.0, 50.0), 170.0),) if hand else ()
    return Scene(cube_places(state, random_set(rng)), tuple(pawns), camera, dims, hands=hands)
