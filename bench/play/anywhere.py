"""Matches on sets of any make, seen by noisy cameras and calibrated from four tips: nothing else is known."""

from __future__ import annotations

import numpy as np

from bench.pictures.noises import Flaw, NoisyCamera
from bench.play.matches import script_for
from calibration.icecult.build import make_profile
from calibration.icecult.find import Finder
from calibration.icecult.geometry import ARMS, make_geometry
from calibration.icecult.profile import TableProfile
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.makes import random_make
from vision.icecult.sim.play.script import Film, MatchScript
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.staging import LIGHTS, stage_for

TIPS_OFF_PX = 3.0
FLAWS = (
    Flaw("independent noise", sigma=7),
    Flaw("smooth noise", sigma=7, smooth_px=1.5),
    Flaw("colour noise", sigma=5, smooth_px=4, chroma_only=True),
    Flaw("banding", sigma=3, banding=0.04),
    Flaw("hunting exposure", sigma=3, hunting=0.04),
    Flaw("JPEG 25", sigma=3, jpeg=25),
)


def script_anywhere(seed: int) -> MatchScript:
    """The match of this number, on a set of its own."""
    layout = ("sides", "corners")[seed % 2]
    return script_for(seed, stage_for(seed, layout, list(LIGHTS)[seed % len(LIGHTS)], make=random_make(seed, layout)))


def camera_anywhere(script: MatchScript) -> NoisyCamera:
    """What this match's camera does to its pictures."""
    camera = script.stage.camera
    return NoisyCamera(FLAWS[script.seed % len(FLAWS)], (camera.height, camera.width, 3), script.fps, script.seed)


def calibrated(script: MatchScript, camera: NoisyCamera) -> TableProfile:
    """The profile as its owner gets it: from one picture and four tips pointed at with some error."""
    scene = Film(script).first_scene()
    bgr = camera.take(Renderer().render(scene, 0).bgr)
    angle = np.random.default_rng([script.seed, 13]).uniform(0, 2 * np.pi, len(ARMS))
    tips = np.array([scene_profile(scene).tips_px[arm] for arm in ARMS])
    tips = tips + TIPS_OFF_PX * np.column_stack([np.cos(angle), np.sin(angle)])
    return make_profile(bgr, Finder().from_tips(bgr, tips, make_geometry({"exit": script.dims.exit})), "tips")
