"""Light, sharpness and place of a board in a picture, in numbers."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

STEEP_DEG, FLAT_DEG = 80.0, 35.0  # elevations of the camera beyond which a view is steep or flat
DARK, BRIGHT = 45.0, 215.0  # of 255: median brightness
BLURRED_PX = 2.6  # width of edges
OUTSIDE_PX = 4.0  # a tip may lie so far outside the picture


def step_width(profile: npt.NDArray[Any], pitch: float) -> float:
    """Height of a step over its steepest slope; 0 where there is no step."""
    height = float(profile.max() - profile.min())
    slope = float(np.abs(np.gradient(profile)).max()) / pitch
    return height / slope if height > 25 and slope > 0 else 0.0


def counted(count: int, one: str, several: str) -> str:
    """So many of something, as a sentence begins with it."""
    return f"{count} {several}" if count > 1 else f"a {one}"


def within(at: tuple[float, float], resolution_wh: tuple[int, int]) -> bool:
    """Whether a point lies in the picture, or hardly beside it."""
    return all(-OUTSIDE_PX <= v <= most + OUTSIDE_PX for v, most in zip(at, resolution_wh, strict=True))


def light(bgr: Picture, corners: Array) -> dict[str, float]:
    """Median brightness of what the board spans, and the share of burnt-out pixels (0..1)."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    area = np.zeros(grey.shape, np.uint8)
    hull = cv2.convexHull(np.asarray(corners, np.float32))
    cv2.fillConvexPoly(area, np.round(hull).astype(np.int32), 1)
    inside = grey[area > 0]
    if not inside.size:
        return {"brightness": 0.0, "burnt_share": 0.0}
    return {"brightness": float(np.median(inside)), "burnt_share": float((inside >= 250).mean())}


def edge_width_px(bgr: Picture, edges: Array, outside: Array) -> float:
    """Typical width of edges at these pixels (N, 2), each with a pixel outside it: about 1 to 2 in a sharp picture."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    reach = np.linspace(-9, 9, 73)
    widths = []
    for here, out in zip(edges, outside, strict=True):
        normal = (out - here) / max(float(np.linalg.norm(out - here)), 1e-6)
        line = (here + reach[:, None] * normal).astype(np.float32)
        profile = cv2.remap(grey, line[:, 0:1], line[:, 1:2], cv2.INTER_LINEAR).ravel()
        widths.append(step_width(profile, float(reach[1] - reach[0])))
    sharp = [w for w in widths if w > 0]
    return float(np.percentile(sharp, 30)) if sharp else 9.0
