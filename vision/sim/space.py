"""Turns in space, and how the sides of a box are named; millimetres, x = east, y = north, z = up."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
# Outside view of each side of an upright box: normal, image-right and image-up axis.
FACES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    "E": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "W": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "N": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    "S": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    "U": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "D": ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
}


def rot_axis(axis: Any, deg: float) -> Array:
    """Rotation about any axis (Rodrigues)."""
    x, y, z = np.asarray(axis, float) / max(float(np.linalg.norm(axis)), 1e-12)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    a = math.radians(deg)
    return np.asarray(np.eye(3) + math.sin(a) * k + (1 - math.cos(a)) * (k @ k))
