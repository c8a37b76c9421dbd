"""Random plain light: ceiling lamps, panels, windows, table lamps."""

from __future__ import annotations

import numpy as np

from workshop.lab.space import Json

LIGHT_RIGS: dict[str, tuple[str, ...]] = {
    "easy": ("ceiling", "panel", "window+ceiling"),
    "medium": ("ceiling", "window", "window+ceiling", "panel", "two_lamps"),
    "hard": ("lamp", "window", "window+lamp", "ceiling", "two_lamps"),
}


def sample_window(rng: np.random.Generator, azimuth_deg: float, kelvin: float) -> Json:
    """A window seen from the table."""
    return {
        "kind": "rectangle",
        "facing": "board",
        "azimuth_deg": azimuth_deg,
        "distance_mm": float(rng.uniform(1300, 3000)),
        "height_mm": float(rng.uniform(500, 1300)),
        "size_mm": [float(rng.uniform(600, 1500)), float(rng.uniform(700, 1500))],
        "kelvin": kelvin,
        "illuminance": 1.0,
        "mullions": True,
    }


def sample_ceiling(rng: np.random.Generator, azimuth_deg: float, kelvins: tuple[float, ...]) -> Json:
    """A round lamp under the ceiling."""
    size = float(rng.uniform(220, 520))
    return {
        "kind": "disk",
        "facing": "down",
        "azimuth_deg": azimuth_deg + float(rng.uniform(60, 300)),
        "distance_mm": float(rng.uniform(300, 1800)),
        "height_mm": float(rng.uniform(1200, 1700)),
        "size_mm": [size, size],
        "kelvin": float(rng.choice(kelvins)),
        "illuminance": 1.0,
    }


def sample_table_lamp(rng: np.random.Generator, azimuth_deg: float, kelvin: float) -> Json:
    """A bulb near the table."""
    return {
        "kind": "sphere",
        "facing": "board",
        "azimuth_deg": azimuth_deg + float(rng.uniform(90, 270)),
        "distance_mm": float(rng.uniform(330, 650)),
        "height_mm": float(rng.uniform(380, 700)),
        "size_mm": [float(rng.uniform(60, 130))] * 2,
        "kelvin": kelvin,
        "illuminance": 1.0,
    }


def sample_sources(rng: np.random.Generator, rig: str) -> list[Json]:
    """The lamps and windows of a rig."""
    az, warm, cold = float(rng.uniform(0, 360)), float(rng.uniform(2600, 3300)), float(rng.uniform(5200, 7500))
    window = sample_window(rng, az, cold)
    ceiling = sample_ceiling(rng, az, (warm, 4000.0, cold))
    size, kelvin = [600.0, float(rng.choice([600, 1200]))], float(rng.uniform(3800, 5200))
    panel = {**ceiling, "kind": "rectangle", "size_mm": size, "kelvin": kelvin}
    lamp = sample_table_lamp(rng, az, warm)
    dim = {"size_mm": [180.0, 180.0], "illuminance": float(rng.uniform(0.5, 1.0))}
    other = {**ceiling, **dim, "azimuth_deg": ceiling["azimuth_deg"] + 150, "distance_mm": 900.0}
    rigs: dict[str, list[Json]] = {
        "ceiling": [ceiling],
        "panel": [panel],
        "window": [window],
        "window+ceiling": [window, {**ceiling, "illuminance": float(rng.uniform(0.3, 1.0))}],
        "lamp": [lamp],
        "window+lamp": [{**window, "illuminance": 0.7}, lamp],
        "two_lamps": [ceiling, other],
    }
    return rigs[rig]


def sample_light(rng: np.random.Generator, rig: str) -> Json:
    """Light of a plain room."""
    return {
        "rig": rig,
        "sources": sample_sources(rng, rig),
        "ambient": float(rng.uniform(0.08, 0.38)),
        "ambient_kelvin": float(rng.uniform(3500, 6500)),
        "room_seed": int(rng.integers(1 << 30)),
    }
