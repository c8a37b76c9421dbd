"""Rooms to film in: cameras, lights and looks for whole matches."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from calibration.icecult.geometry import ARMS
from vision.icecult.sim.draw.light import linear_bgr
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.makes import random_make
from vision.icecult.sim.sample import TABLES, jittered
from vision.icecult.sim.scene import ArmPose, Defects, Lamp, Lighting, Look
from vision.sim.camera import VirtualCamera, fitted

LIGHTS: dict[str, Lighting] = {
    "ceiling": Lighting((Lamp((200.0, 300.0, 1500.0), (1.0, 0.95, 0.88), 0.75, 220.0),), (0.6, 0.59, 0.57), 3),
    "window": Lighting((Lamp((-1900.0, 700.0, 1000.0), (0.93, 0.97, 1.05), 0.85, 500.0),), (0.6, 0.62, 0.65), 5),
    "lamp": Lighting((Lamp((420.0, -250.0, 620.0), (1.0, 0.86, 0.68), 0.85, 60.0),), (0.45, 0.42, 0.39), 8),
    "two lamps": Lighting(
        (
            Lamp((700.0, 500.0, 1400.0), (1.0, 0.95, 0.9), 0.5, 90.0),
            Lamp((-800.0, -200.0, 1300.0), (0.97, 0.98, 1.0), 0.4, 90.0),
        ),
        (0.55, 0.55, 0.55),
        13,
    ),
    "dusk": Lighting((Lamp((-900.0, -1400.0, 900.0), (0.9, 0.95, 1.08), 0.35, 600.0),), (0.5, 0.52, 0.57), 21),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a match is filmed."""

    dims: Dimensions = field(default_factory=Dimensions)
    camera: VirtualCamera = field(
        default_factory=lambda: fitted(VirtualCamera(azimuth_deg=8.0, elevation_deg=56.0), Dimensions().tips(), 1.3)
    )
    look: Look = field(default_factory=Look)
    lighting: Lighting = field(default_factory=lambda: LIGHTS["ceiling"])
    defects: Defects = field(default_factory=Defects)
    light: str = "ceiling"


def auto_exposure(lighting: Lighting) -> float:
    """What a webcam makes of this light: darkness is mostly, not wholly, made up for."""
    level = float(linear_bgr(lighting.ambient).mean()) + sum(lamp.strength for lamp in lighting.lamps)
    return float((1.05 / max(level, 0.05)) ** 0.75)


def stage_for(
    seed: int,
    layout: str = "sides",
    light: str = "ceiling",
    resolution_wh: tuple[int, int] = (1280, 720),
    make: Dimensions | None = None,
) -> Stage:
    """A plausible room: the camera some way above the table, strips a little askew, one of the LIGHTS.

    `make`: the sizes of the set; those of a make drawn by the seed where none is given.
    """
    rng = np.random.default_rng([seed, 31])
    dims = make or random_make(seed, layout)
    kind, tint, gloss = TABLES[int(rng.integers(len(TABLES)))]
    poses = {
        a: ArmPose(float(rng.uniform(-0.4, 0.4)), float(rng.uniform(-0.7, 0.7)), float(rng.uniform(0, 0.7)))
        for a in ARMS
    }
    look = Look(
        table_kind=kind,
        table_colour=jittered(rng, tint, 0.02),
        table_gloss=float(rng.uniform(*gloss)) * 0.6,
        table_yaw_deg=float(rng.uniform(0, 360)),
        table_size_mm=(1900.0, 1300.0),
        ornament=str(rng.choice(["none", "chevron", "dot"])),
        inner_panel=bool(rng.random() < 0.5),
        square_foot=bool(rng.random() < 0.6),
        ink_gain=float(rng.uniform(0.3, 0.6)),
        glass_light=float(rng.uniform(0.5, 0.85)),
        pawn_gloss=float(rng.uniform(0.2, 0.8)),
        arm_poses=poses,
        seed=int(rng.integers(1 << 30)),
    )
    camera = VirtualCamera(
        *resolution_wh,
        hfov_deg=float(rng.uniform(58, 74)),
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(50, 70)),
        roll_deg=float(rng.uniform(-2, 2)),
        k1=float(rng.uniform(-0.08, 0.02)),
    )
    reach = dims.tip + dims.goal_distance_from_tip + 28
    beyond = np.array([dims.on_arm(a, reach, side, z) for a in ARMS for side in (-55, 55) for z in (0.0, 45.0)])
    defects = Defects(
        noise_sd=float(rng.uniform(1.5, 4.0)),
        blur_px=float(rng.uniform(0.4, 0.8)),
        exposure=float(rng.uniform(0.9, 1.15)) * auto_exposure(LIGHTS[light]),
        white_balance=(float(rng.uniform(0.95, 1.05)), 1.0, float(rng.uniform(0.95, 1.05))),
        jpeg_quality=int(rng.integers(75, 92)),
    )
    return Stage(dims, fitted(camera, [*dims.tips(), *beyond], 1.03), look, LIGHTS[light], defects, light)
