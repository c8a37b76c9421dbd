"""Space and light for every table: turns, linear colour."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.sim.space import Array

Json = dict[str, Any]


def lin(rgb: Any) -> Array:
    """sRGB (0..1) to linear."""
    c = np.asarray(rgb, np.float32)
    steep = cv2.pow(np.atleast_2d((np.maximum(c, 0) + 0.055) / 1.055), 2.4).reshape(c.shape)
    return np.where(c <= 0.04045, c / 12.92, steep).astype(np.float32)


def srgb(linear: Array) -> Array:
    """Linear to sRGB, not clipped above."""
    c = np.clip(linear, 0, None)
    return np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.power(c, 1 / 2.4) - 0.055)


def kelvin_rgb(kelvin: float) -> Array:
    """Linear sRGB colour of a black body, normalised to luminance 1 (Kim et al. locus)."""
    t = 1000.0 / kelvin
    if kelvin < 4000:
        x = -0.2661239 * t**3 - 0.2343589 * t**2 + 0.8776956 * t + 0.179910
    else:
        x = -3.0258469 * t**3 + 2.1070379 * t**2 + 0.2226347 * t + 0.240390
    y = (
        -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
        if kelvin < 2222
        else -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
        if kelvin < 4000
        else 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    )
    xyz = np.array([x / y, 1.0, (1 - x - y) / y])
    m = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
    return np.asarray(np.maximum(m @ xyz, 0.01))
