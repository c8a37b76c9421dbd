"""Films of matches in any make and room: pictures in a folder with what is true of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.igluiglu.sim.play.film import IgluFilm, Pace
from vision.igluiglu.sim.play.script import script
from vision.igluiglu.sim.scene import Scene
from workshop.igluiglu.world.looks import sample_geometry, sample_look
from workshop.igluiglu.world.produce import level_of
from workshop.igluiglu.world.sampler import MUCH, sample_camera, sample_light, sample_props
from workshop.igluiglu.world.states import some_players


def film(seed: int, difficulty: str = "mixed", turns: int = 10, fouls: int = 2) -> IgluFilm:
    """The film of one match; nothing of it is drawn yet."""
    level, rng = level_of(seed, difficulty), np.random.default_rng([seed, 79])
    much, players = MUCH[level], some_players(rng)
    geometry = sample_geometry(rng)
    look = sample_look(rng, geometry)
    camera, light = sample_camera(rng, geometry, much), sample_light(rng, much)
    scene = Scene(geometry, camera, look, light, props=tuple(sample_props(rng, geometry, much * 0.5)))
    pace = Pace(noise=float(rng.uniform(0.5, 1.5 + 4 * much)), jpeg=int(rng.integers(60, 96)))
    match = script(seed, turns, players, int(rng.integers(0, 25)), fouls)
    return IgluFilm(match, scene, pace, seed)


def write_film(seed: int, folder: Path, difficulty: str, turns: int, fouls: int) -> Iterator[str]:
    """FOLDER/SEED/00000.jpg ..., truth.jsonl and match.json; each name as it is written."""
    made = film(seed, difficulty, turns, fouls)
    home = folder / str(seed)
    home.mkdir(parents=True, exist_ok=True)
    told = [
        {"player": t.player, "words": list(t.words), "foul": t.foul, "rules": list(t.rules), "after": t.after.to_json()}
        for t in made.script.turns
    ]
    match = {"players": made.script.players, "start": made.script.known.to_json(), "turns": told, "fps": made.pace.fps}
    (home / "match.json").write_text(json.dumps(match), encoding="utf-8")
    with (home / "truth.jsonl").open("w", encoding="utf-8") as truths:
        for frame in made.frames():
            name = f"{frame.index:05d}.jpg"
            cv2.imwrite(str(home / name), frame.bgr, [cv2.IMWRITE_JPEG_QUALITY, 94])
            assert made.truth is not None
            known = {"turn": made.truth.turn, "moving": made.truth.moving, "state": made.truth.state}
            truths.write(json.dumps({"index": frame.index, "at_s": frame.taken_at_s, **known}) + "\n")
            yield name
