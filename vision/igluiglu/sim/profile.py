"""The exact profile of a virtual table, as a calibration without any error would have it."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.igluiglu.grid import SPACE_MM, Grid, every_crossing
from calibration.igluiglu.profile import BoardProfile
from vision.igluiglu.sim.scene import Scene


def scene_profile(scene: Scene) -> BoardProfile:
    """The board as the scene's camera sees it."""
    camera, g = scene.camera, scene.geometry
    zoom = SPACE_MM / g.cell
    x, y, z = cv2.Rodrigues(camera.rotation)[0].ravel().tolist()
    centre = np.array([0.0, 0.0, g.board_thickness])
    a, b, c = ((camera.translation + camera.rotation @ centre) * zoom).tolist()
    lens = (camera.k1, camera.k2, 0.0, 0.0, 0.0)
    seen = Camera(camera.resolution_wh, camera.focal_px, camera.centre_px, lens, (x, y, z), (a, b, c))
    crossings = camera.project(g.on_board((every_crossing() - 4) * g.cell))
    return BoardProfile(Grid.through(seen, crossings), date="2026-01-01", quality={"grade": "good"})
