"""Somebody who follows the guided tilts at a virtual table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.icecult.learn import script
from engine.icecult.state import State
from vision.icecult.sim.draw.render import Renderer, write_jpeg
from vision.icecult.sim.play.motions import Act, motion_of, moved
from vision.icecult.sim.play.script import Film, MatchScript, TurnScript, draw_frame
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.scene import Hand, Scene
from vision.icecult.sim.staging import stage_for
from vision.icecult.sim.states import random_set

FPS = 4.0


def equipment(seed: int) -> dict[str, Any]:
    """A set as nobody knows it, on which symbols may occur twice."""
    return random_set(np.random.default_rng(seed))


def film_script(cubes: dict[str, Any], acts: Sequence[Act], layout: str = "sides", seed: int = 1) -> MatchScript:
    """A film in which a hand comes for every act."""
    turns = tuple(TurnScript("r", (act,), tempo="fast") for act in acts)
    stage = stage_for(seed, layout, resolution_wh=(640, 480))
    return MatchScript(cubes, "r", State.setup("r").to_json(), turns, stage, fps=FPS, seed=seed, rest_s=(0.5, 0.6))


def write_camera(folder: Path, cubes: dict[str, Any], acts: Sequence[Act], layout: str = "sides") -> None:
    """What a camera sees, as a folder of pictures with its table.json; hands come and go in half the pictures."""
    folder.mkdir(parents=True)
    renderer = Renderer()
    for scene, truth in Film(film_script(cubes, acts, layout)).scenes():
        if truth.resting or truth.index % 2:
            bgr = draw_frame(renderer, scene, truth).bgr
            (folder / f"{truth.index:04d}.jpg").write_bytes(write_jpeg(bgr, 95))
            if truth.index == 0:
                scene_profile(scene, bgr).save(folder / "table.json")


def write_photos(
    folder: Path, cubes: dict[str, Any], layout: str = "sides", hands: dict[int, Hand] | None = None, seed: int = 1
) -> list[str]:
    """One photograph of the set-up and one after each tilt, and table.json; `hands` by the number of the picture."""
    folder.mkdir(parents=True, exist_ok=True)
    film = film_script(cubes, (), layout, seed)
    table, renderer, names = dict(film.start), Renderer(), []
    for number, tilt in enumerate((None, *script())):
        table = table if tilt is None else moved(table, motion_of(tilt, table))
        hand = (hands or {}).get(number)
        scene = _scene(film, table).changed(hands=() if hand is None else (hand,))
        bgr = renderer.render(scene, number).bgr
        if number == 0:
            scene_profile(scene, bgr).save(folder / "table.json")
        names.append(str(folder / f"{number:02d}.jpg"))
        Path(names[-1]).write_bytes(write_jpeg(bgr, 92))
    return names


def _scene(film: MatchScript, table: dict[str, Any]) -> Scene:
    """The table of this film as it stands now."""
    return Film(replace(film, start=table)).first_scene()
