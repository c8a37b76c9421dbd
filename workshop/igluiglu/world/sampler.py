"""Random pictures: a set, a table, a camera, lamps, clutter and hands, each from the plausible to the absurd."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from vision.igluiglu.sim.arranging import lay_beside, lay_board
from vision.igluiglu.sim.geometry import Geometry
from vision.igluiglu.sim.prints import marks
from vision.igluiglu.sim.scene import Hand, Lamp, Light, Look, Prop, Scene
from vision.sim.camera import VirtualCamera, fitted
from vision.sim.hands import KINDS as GRIPS
from workshop.igluiglu.world.looks import sample_geometry, sample_look

Rng = np.random.Generator
LEVELS = ("easy", "medium", "hard")
MUCH = {"easy": 0.35, "medium": 0.7, "hard": 1.0}
SIZES = ((1280, 720), (1920, 1080), (640, 480), (960, 720), (1280, 960), (800, 600))
CLUTTER = ("cup", "bottle", "carton", "sheet", "sheet", "rod", "ball", "plate", "cord", "spectacles")
ON_BOARD = ("rod", "sheet", "ball", "cord", "spectacles")
SHOWN = ("fish1", "fish2", "bear", "drift", "energy1", "energy2", "harpoon", "melt", "animals")


def sample_camera(rng: Rng, geometry: Geometry, much: float) -> VirtualCamera:
    """From high or low, from any side; the board may be cut off a little."""
    width, height = SIZES[int(rng.choice(len(SIZES), p=[0.38, 0.08, 0.18, 0.18, 0.08, 0.1]))]
    west, east, south, north = geometry.outline
    ring = np.array([(x, y, 2.0) for x in (west, east) for y in (south, north)])
    low = 62 - 34 * much
    camera = VirtualCamera(
        width=width,
        height=height,
        hfov_deg=float(rng.uniform(48, 82)),
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(low, 88 - 6 * much)),
        roll_deg=float(rng.normal(0, 2 + 4 * much)),
        target_mm=(*(float(v) for v in rng.normal(0, 12 + 22 * much, 2)), 0.0),  # type: ignore[arg-type]
        k1=float(rng.normal(-0.03, 0.05)),
        k2=float(rng.normal(0.0, 0.01)),
        centre_shift_px=tuple(float(v) for v in rng.normal(0, 6, 2)),  # type: ignore[arg-type]
    )
    camera = replace(camera, bends_to=camera.folds_at)
    tight = 0.93 if rng.random() < 0.12 * much else 1.02
    return fitted(camera, ring, float(rng.uniform(tight, 1.1 + 0.3 * much)))


def sample_light(rng: Rng, much: float) -> Light:
    """One to three lamps or windows and the light of the room."""
    lamps = []
    for k in range(int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))):
        low = rng.random() < 0.35 * much
        far, angle = float(rng.uniform(200, 1500)), float(rng.uniform(0, 2 * np.pi))
        z = float(rng.uniform(260, 700)) if low else float(rng.uniform(800, 2200))
        warm = float(rng.normal(0, 0.12))
        colour = tuple(float(np.clip(v, 0.3, 1.3)) for v in (1 + warm, 1.0, 1 - 1.3 * warm))
        lamps.append(
            Lamp(
                (far * float(np.cos(angle)), far * float(np.sin(angle)), z),
                colour,  # type: ignore[arg-type]
                float(rng.uniform(0.3, 1.2)) / (1 + k),
                float(rng.uniform(8, 60) if low else rng.uniform(20, 500)),
                float(rng.uniform(60, 200)) if rng.random() < 0.12 * much else 0.0,
                float(rng.uniform(150, 420)) if rng.random() < 0.12 * much else 0.0,
            )
        )
    total = sum(lamp.strength for lamp in lamps)
    room = float(rng.uniform(0.12, 0.9)) * (1.25 - 0.6 * much)
    share = (1 - room * 0.7) / total
    lamps = [replace(lamp, strength=lamp.strength * share) for lamp in lamps]
    tint = 1 + rng.normal(0, 0.06, 3)
    ambient = tuple(float(np.clip(np.sqrt(room * v), 0.05, 1.1)) for v in tint)
    exposure = float(np.exp(rng.normal(0.05, 0.25 + 0.4 * much)))
    return Light(tuple(lamps), ambient, exposure)  # type: ignore[arg-type]


def sample_props(rng: Rng, geometry: Geometry, much: float) -> list[Prop]:
    """Clutter around the board, now and then on it."""
    out = []
    half = geometry.half + max(geometry.border)
    for _ in range(int(rng.poisson(1.5 + 3.5 * much))):
        kind = str(rng.choice(CLUTTER))
        size: dict[str, tuple[float, float, float]] = {
            "cup": (80, 80, float(rng.uniform(60, 130))),
            "bottle": (75, 75, float(rng.uniform(170, 300))),
            "carton": tuple(float(v) for v in rng.uniform((60, 60, 6), (260, 200, 60))),  # type: ignore[dict-item]
            "sheet": (float(rng.uniform(60, 210)), float(rng.uniform(80, 297)), 0.4),
            "rod": (float(rng.uniform(80, 260)), 0.0, float(rng.uniform(4, 14))),
            "ball": (float(rng.uniform(12, 80)), 0.0, 0.0),
            "plate": (float(rng.uniform(110, 260)), 0.0, float(rng.uniform(8, 25))),
            "cord": (float(rng.uniform(150, 600)), float(rng.uniform(10, 120)), float(rng.uniform(2, 6))),
            "spectacles": (float(rng.uniform(110, 150)), 0.0, float(rng.uniform(1.5, 4))),
        }
        over = rng.random() < 0.07 * much and kind in ON_BOARD
        far = half * float(rng.uniform(0.2, 0.9) if over else rng.uniform(1.35, 2.3))
        reach = 0.0 if over else max(size[kind][:2]) * 0.35
        angle = float(rng.uniform(0, 2 * np.pi))
        square = far / max(abs(np.cos(angle)), abs(np.sin(angle))) if not over else far
        x, y = (square + reach) * float(np.cos(angle)), (square + reach) * float(np.sin(angle))
        colours = (marks.any_colour(rng), marks.any_colour(rng, 0.0, 0.6))
        yaw, gloss = float(rng.uniform(0, 360)), float(rng.uniform(0, 0.9))
        out.append(Prop(kind, x, y, size[kind], yaw, colours, gloss))
    return out


def sample_hands(rng: Rng, geometry: Geometry, much: float) -> list[Hand]:
    """Hands over the board or near it."""
    out = []
    for _ in range(int(rng.choice([0, 1, 2], p=[1 - 0.42 * much, 0.34 * much, 0.08 * much]))):
        reach = geometry.half * float(rng.uniform(0.0, 1.2))
        angle = float(rng.uniform(0, 360))
        x, y = reach * np.cos(np.radians(angle)), reach * np.sin(np.radians(angle))
        out.append(
            Hand(
                str(rng.choice(sorted(GRIPS))),
                (float(x), float(y), float(rng.uniform(4, 40))),
                angle + 180 + float(rng.normal(0, 25)),
                float(rng.normal(0, 8)),
                float(rng.normal(0, 12)),
                bool(rng.random() < 0.5),
                float(rng.uniform(150, 330)),
                marks.hsv(rng, (0.02, 0.09), (0.2, 0.65), (0.25, 0.98)),
                marks.any_colour(rng),
            )
        )
    return out


def sample_scene(rng: Rng, state: dict[str, Any], players: str, difficulty: str, strange: bool = False) -> Scene:
    """One picture of this table, `strange` with prints that no lesson shows."""
    much = MUCH[difficulty]
    geometry = sample_geometry(rng)
    look = sample_look(rng, geometry, strange)
    camera = sample_camera(rng, geometry, much)
    return furnished(rng, state, players, difficulty, geometry, look, camera, sample_light(rng, much))


def furnished(
    rng: Rng,
    state: dict[str, Any],
    players: str,
    difficulty: str,
    geometry: Geometry,
    look: Look,
    camera: VirtualCamera,
    light: Light,
    props: list[Prop] | None = None,
) -> Scene:
    """The same room, set and camera with this table."""
    much = MUCH[difficulty]
    loose = float(rng.uniform(0.1, 0.5 + 1.1 * much))
    fallen = float(rng.choice([0.0, 0.0, 0.06, 0.3])) * much
    tiles, pieces = lay_board(state, geometry, (look.inuit, look.igloo), rng, loose, fallen)
    shown = tuple(str(v) for v in rng.choice(SHOWN, int(rng.choice([0, 0, 1, 2]))))
    more_tiles, more_pieces = lay_beside(state, players, geometry, rng, shown)
    if props is None:
        props = sample_props(rng, geometry, much)
    hands = sample_hands(rng, geometry, much)
    facts = {
        "version": "iglu-quick-1",
        "camera": {
            "azimuth_deg": camera.azimuth_deg,
            "elevation_deg": camera.elevation_deg,
            "distance_mm": camera.distance_mm,
            "roll_deg": camera.roll_deg,
        },
        "light": {"lamps": len(light.lamps), "exposure": light.exposure},
        **look.facts,
        "props": [{"kind": p.kind, "x_mm": p.x, "y_mm": p.y} for p in props],
        "hands": [{"kind": h.kind, "at_mm": list(h.at_mm)} for h in hands],
    }
    return Scene(
        geometry,
        camera,
        look,
        light,
        tuple(tiles + more_tiles),
        tuple(pieces + more_pieces),
        tuple(props),
        tuple(hands),
        facts,
    )
