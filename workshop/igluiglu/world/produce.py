"""Pictures with their truths, one by one or on many processes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.igluiglu.sim.draw.lens import through_lens
from vision.igluiglu.sim.draw.painter import Painter, Painting
from vision.igluiglu.sim.scene import Prop, Scene
from vision.igluiglu.sim.truth import truth
from vision.sim.space import Array
from workshop.igluiglu.world.sampler import LEVELS, MUCH, furnished, sample_light, sample_props, sample_scene
from workshop.igluiglu.world.states import played, some_players, some_table
from workshop.lab.picture.spoil import sample_spoil, spoiled

Rng = np.random.Generator
Json = dict[str, Any]
SHOTS = 5
STRANGE_FROM = 900_000
"""Seeds from here on have prints that no lesson shows: measure on them, never learn from them."""


def sample_post(rng: Rng, difficulty: str) -> Json:
    """What one camera does to all its pictures."""
    spoil = sample_spoil(rng, difficulty)
    spoil["cast"] = [round(float(v), 3) for v in np.exp(rng.normal(0, 0.08 * MUCH[difficulty] + 0.03, 3))]
    spoil["vignette"] = round(float(rng.uniform(0, 0.5)) * MUCH[difficulty], 3) if rng.random() < 0.5 else 0.0
    if not spoil["jpeg"]:
        spoil["jpeg"] = int(rng.integers(60, 97))
    return spoil


def develop(scene: Scene, rng: Rng, spoil: Json) -> tuple[Array, Painting, Array]:
    """The picture with a camera's defects, the painting and the numbers of things."""
    fine = 1.8 if scene.camera.width <= 800 else 1.35 if scene.camera.width <= 1280 else 1.15
    painting = Painter(scene, fine).paint()
    bgr, ids = through_lens(painting, scene.camera)
    return spoiled(vignetted(bgr, spoil["vignette"]), spoil, rng), painting, ids


def vignetted(bgr: Array, much: float) -> Array:
    """Darker towards the corners."""
    if not much:
        return bgr
    h, w = bgr.shape[:2]
    x, y = np.linspace(-1, 1, 48, dtype=np.float32), np.linspace(-1, 1, 36, dtype=np.float32)
    gain = 1 - np.float32(much / 2) * (x[None] ** 2 + y[:, None] ** 2)
    full = cv2.resize(gain, (w, h), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(bgr, cv2.merge([full] * 3), dtype=cv2.CV_8U))


def shoot(scene: Scene, state: Json, players: str, rng: Rng, spoil: Json, facts: Json) -> tuple[Array, Json]:
    """A picture and everything about it."""
    began = time.perf_counter()
    bgr, painting, ids = develop(scene, rng, spoil)
    blur = spoil["defocus_px"] + spoil["smear_px"] / 3 + (1 / spoil["shrink"] - 1)
    out = facts | truth(scene, state, players, painting, ids, blur)
    out["scene"]["post"] = spoil
    out["render"] = {"generator": "iglu-quick", "seconds": round(time.perf_counter() - began, 3)}
    return bgr, out


def level_of(seed: int, difficulty: str) -> str:
    """Easy, medium, hard in turn where none is named."""
    return difficulty if difficulty in LEVELS else LEVELS[seed % 3]


def still(seed: int, difficulty: str = "mixed") -> tuple[Array, Json]:
    """One picture of a table of its own."""
    level, rng = level_of(seed, difficulty), np.random.default_rng([seed, 77])
    state, players, turns = some_table(rng)
    scene = sample_scene(rng, state, players, level, seed >= STRANGE_FROM)
    facts: Json = {"seed": seed, "difficulty": level, "series": None, "turn": turns}
    return shoot(scene, state, players, rng, sample_post(rng, level), facts)


def series(seed: int, difficulty: str = "mixed") -> Iterator[tuple[Array, Json]]:
    """One set before one camera: the set-up, then later tables of the same match."""
    level, rng = level_of(seed, difficulty), np.random.default_rng([seed, 78])
    players = some_players(rng)
    game = int(rng.integers(1 << 30))
    turns = [0, *sorted(int(v) for v in rng.integers(4, 60, SHOTS - 1))]
    first, light, spoil = None, sample_light(rng, MUCH[level]), sample_post(rng, level)
    props: list[Prop] = []
    for shot, turn in enumerate(turns):
        placings = 16 if len(players) == 2 else 3 * len(players)
        table = played(np.random.default_rng(game), players, (10 if len(players) == 2 else placings) + turn)
        state = table.to_json()
        if first is None:
            first = sample_scene(rng, state, players, level, seed >= STRANGE_FROM)
            props = sample_props(rng, first.geometry, MUCH[level])
        scene = furnished(rng, state, players, level, first.geometry, first.look, first.camera, light, props)
        facts: Json = {"seed": seed, "difficulty": level, "series": {"shot": shot, "turn": turn}, "turn": turn}
        yield shoot(scene, state, players, rng, spoil, facts)


def written(folder: Path, name: str, bgr: Array, facts: Json) -> str:
    """NAME.jpg and NAME.json; the name."""
    # The picture went through the camera's own compression already: keep it as it is.
    cv2.imwrite(str(folder / f"{name}.jpg"), bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (folder / f"{name}.json").write_text(json.dumps(facts), encoding="utf-8")
    return name


def one(job: tuple[str, int, str, str]) -> list[str]:
    """The files of one seed."""
    cv2.setNumThreads(1)
    kind, seed, difficulty, out = job
    folder = Path(out)
    if kind == "stills":
        bgr, facts = still(seed, difficulty)
        return [written(folder, f"{seed}_{facts['difficulty']}", bgr, facts)]
    shots = enumerate(series(seed, difficulty))
    return [written(folder, f"{seed}-{k}_{facts['difficulty']}", bgr, facts) for k, (bgr, facts) in shots]


def produce(kind: str, seeds: range, difficulty: str, folder: Path, processes: int) -> Iterator[str]:
    """All pictures of these seeds, each name as it is finished."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(kind, seed, difficulty, str(folder)) for seed in seeds]
    if processes <= 1:
        for job in jobs:
            yield from one(job)
        return
    with Pool(processes) as pool:
        for names in pool.imap_unordered(one, jobs, chunksize=4):
            yield from names
