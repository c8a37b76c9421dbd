"""A board as a camera that is known sees it."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.igluiglu.grid import SIDE, SPACE_MM, Grid, every_crossing

WH = (1280, 720)


def camera(elevation_deg: float = 55.0, azimuth_deg: float = -70.0, far_mm: float = 700.0, k1: float = -0.03) -> Camera:
    """A camera that looks at the middle of the board."""
    up, round_ = np.radians(elevation_deg), np.radians(azimuth_deg)
    eye = far_mm * np.array([np.cos(up) * np.cos(round_), np.cos(up) * np.sin(round_), np.sin(up)])
    away = -eye / np.linalg.norm(eye)
    right = np.cross(away, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    rotation = np.array([right, np.cross(away, right), away])
    a, b, c = cv2.Rodrigues(rotation)[0].ravel().tolist()
    x, y, z = (-rotation @ eye).tolist()
    return Camera(WH, 1000.0, (639.5, 359.5), (k1, 0.005, 0.0, 0.0, 0.0), (a, b, c), (x, y, z))


def bent_board(one: Camera, high: float = 0.05) -> Grid:
    """A board whose middle is so many spaces above its corners."""
    uv = every_crossing()
    x, y = (uv / (SIDE / 2) - 1).T
    raised = np.column_stack([(uv - SIDE / 2) * SPACE_MM, high * SPACE_MM * (1 - x * x) * (1 - y * y)])
    return Grid.through(one, one.project(raised))
