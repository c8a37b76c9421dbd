"""Hands over the virtual table as pictures: one that comes in slowly and rests, one that points at a pawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.aside import Region
from vision.frame import Bgr
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.director import SLEEVES
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.play.shots import SLIVER_PX, in_view
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.sample import SKINS
from vision.icecult.sim.scene import Hand, Scene
from vision.icecult.sim.staging import LIGHTS, stage_for

Shown = tuple[Bgr, str]
"""A picture and what is true of it: rest, hand, or edge (so little of a hand that nobody could tell)."""


def quiet_scene(seed: int, resolution_wh: tuple[int, int]) -> Scene:
    """A table at rest by one of the lights, without the noise of its camera."""
    light = list(LIGHTS)[seed % len(LIGHTS)]
    stage = stage_for(seed, "sides" if seed % 2 else "corners", light, resolution_wh)
    scene = Film(random_match(seed, "ryg", 3, (), stage=stage)).first_scene()
    return replace(scene, defects=replace(scene.defects, noise_sd=0.0, jpeg_quality=0))


def quiet_region(seed: int, resolution_wh: tuple[int, int] = (1280, 720)) -> Region:
    """Where the board of that table lies in the picture."""
    return scene_profile(quiet_scene(seed, resolution_wh)).region()


def visit(seed: int, fps: float, resolution_wh: tuple[int, int] = (1280, 720)) -> Iterator[Shown]:
    """The table rests, a hand comes slowly, lies still, its fingertip goes to a pawn, it leaves; the table rests."""
    rng, scene, renderer = np.random.default_rng([seed, 3]), quiet_scene(seed, resolution_wh), Renderer()
    calm = renderer.render(scene).bgr
    hand = _hand(seed, rng)
    outside, inside = _way(scene, hand)
    pawn = np.asarray(scene.pawns[int(rng.integers(len(scene.pawns)))].origin_mm[:2])
    for _ in range(round(fps)):
        yield calm, "rest"
    stops = [
        (outside, inside, 1.6),
        (inside, inside, 0.8),
        (inside, pawn, 0.8),
        (pawn, pawn, 0.8),
        (pawn, outside, 0.6),
    ]
    for origin, goal, seconds in stops:
        yield from _moves(scene, renderer, hand, (origin, goal), round(fps * seconds))
    for _ in range(round(fps)):
        yield calm, "rest"


def _hand(seed: int, rng: np.random.Generator) -> Hand:
    yaw = float(rng.uniform(0, 360))
    kind = ("point", "pinch", "flat", "grip")[seed % 4]
    return Hand((0.0, 0.0, 40.0), yaw, 6.0, 0.0, bool(seed % 2), kind, SKINS[seed % 4], SLEEVES[seed // 4 % 4], 190.0)


def _way(scene: Scene, hand: Hand) -> tuple[np.ndarray, np.ndarray]:
    """From where the hand is just out of view to somewhere over the board."""
    along = np.array([np.cos(np.radians(hand.yaw_deg)), np.sin(np.radians(hand.yaw_deg))])
    for far in np.arange(150.0, 3000.0, 50.0):
        if not in_view(scene, replace(hand, at_mm=(*(-along * far), 40.0))):
            return -along * far, -along * 90.0
    return -along * far, -along * 90.0


def _moves(
    scene: Scene, renderer: Renderer, hand: Hand, way: tuple[np.ndarray, np.ndarray], frames: int
) -> Iterator[Shown]:
    for step in range(1, frames + 1):
        x, y = way[0] + (way[1] - way[0]) * (step / frames)
        here = replace(hand, at_mm=(float(x), float(y), 40.0))
        shown = "hand" if in_view(scene, here, SLIVER_PX) else "edge" if in_view(scene, here) else "rest"
        yield renderer.render(replace(scene, hands=(here,))).bgr, shown
