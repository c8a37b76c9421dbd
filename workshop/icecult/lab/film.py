"""Matches as photo-realistic films: what the virtual table plays, traced picture by picture.

A film is a folder as the referee's bench takes it: `film.mp4`, its first picture `0000.jpg` with the tips beside it in
`0000.json`, and `match.json` with what was played. A table at rest is traced once and photographed again and again:
what differs from picture to picture is then the sensor's noise and what the camera makes of it.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import shutil
import signal
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from multiprocessing.connection import wait
from pathlib import Path

import cv2
import numpy as np

from calibration.icecult.geometry import ARMS
from engine.core.errors import IcekeeperError
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.play.fouls import FOULS
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film, MatchScript, TurnScript
from vision.icecult.sim.play.shots import FrameTruth
from vision.icecult.sim.scene import Hand, Lighting, PawnPlace, Scene
from vision.icecult.sim.staging import LIGHTS, stage_for
from vision.icecult.sim.truth import pixels
from vision.sim.camera import VirtualCamera
from vision.sources.opening import read_picture
from workshop.icecult.lab.farm import PROGRESS_S, single_threaded
from workshop.icecult.lab.picture.trace import Quality
from workshop.icecult.lab.shapes.places import table_of
from workshop.icecult.lab.world.sampler import fit_camera
from workshop.icecult.lab.world.wide import drawn
from workshop.lab.shapes.digits import sample_digits
from workshop.lab.space import Json

FPS = 8.0
HOME_MM, ROOM_MM = 24.0, 30.0  # pawns that are home stand so far behind a tip; so much more must be in the picture
SHAKEN_PX = 1.0  # a film's camera stands: less smear than in single pictures
DIM_WELL, DIM_READ = (150.0, 600.0), (8.0, 18.0)  # electrons: a sensor that is starved of light
DIM_SHARE = 0.5  # of the hard films
PLAYERS = ("ry", "ryg", "rygb")
Change = tuple[float, float, float]
"""What a switched light does: to the ambient light, to the first lamp, to that lamp's colour in kelvin."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One traced picture, and the numbers of the frames that show it."""

    scene: Json
    pawns: list[PawnPlace]
    frames: list[int]


@dataclass(frozen=True, slots=True)
class Order:
    """Which film is to be made."""

    seed: int
    difficulty: str
    variety: str
    out: Path
    quality: Quality
    processes: int


def room(order: Order) -> Json:
    """The set, room and camera of a film, as a scene without a position."""
    scene = drawn(Dimensions(), order.seed, order.difficulty, order.variety)
    rng, post = np.random.default_rng([order.seed, 83]), scene["post"]
    post["motion_px"] = min(post["motion_px"], SHAKEN_PX)
    if order.difficulty == "hard" and rng.random() < DIM_SHARE:
        post["full_well"], post["read_noise"] = (round(float(rng.uniform(*r)), 1) for r in (DIM_WELL, DIM_READ))
    geo = geometry_of(scene)
    far = [geo.on_arm(arm, geo.tip + HOME_MM + ROOM_MM, 0.0) for arm in ARMS]
    home = {f"goal{k}": {"x_mm": float(x), "y_mm": float(y)} for k, (x, y, _) in enumerate(far)}
    fit_camera(geo, scene["camera"], home, float(rng.uniform(1.0, 1.12)))
    for key in ("cubes", "placement", "held", "hands", "occluders"):
        scene.pop(key, None)
    return scene


def geometry_of(scene: Json) -> Dimensions:
    """The sizes of a scene's set."""
    return Dimensions.from_json(scene["geometry"])


def script_of(scene: Json) -> MatchScript:
    """The match that is played in this room; players, length and faults follow from its seed."""
    seed = int(scene["seed"])
    rng = np.random.default_rng([seed, 84])
    dims = geometry_of(scene)
    stage = replace(stage_for(seed, dims.exit, "ceiling", make=dims), camera=VirtualCamera.from_json(scene["camera"]))
    kinds = list(FOULS)
    faults = [kinds[(seed * 5 + 7 * k) % len(kinds)] for k in range(int(rng.integers(0, 4)))]
    script = random_match(seed, PLAYERS[seed % 3], int(rng.integers(5, 9)), faults, stage=stage)
    turns = tuple(replace(turn, before=tuple(b for b in turn.before if b != "shadow")) for turn in script.turns)
    return replace(script, turns=turns, fps=FPS)


def lab_hand(hand: Hand, seed: int) -> Json:
    """A hand with jointed fingers, the same from picture to picture."""
    digits = sample_digits(np.random.default_rng([seed, 85, len(hand.kind)]), hand.kind)
    return asdict(hand) | {"digits": digits}


def switched(light: Json, change: Change) -> Json:
    """The light after somebody touched a switch."""
    ambient, lamp, kelvin = change
    first = [{**s, "illuminance": s["illuminance"] * lamp, "kelvin": kelvin} for s in light["sources"][:1]]
    return {**light, "ambient": light["ambient"] * ambient, "sources": [*first, *light["sources"][1:]]}


def staged(base: Json, scene: Scene, change: Change | None) -> tuple[Json, list[PawnPlace]]:
    """A scene of the virtual table in the lab's room."""
    out = {
        **base,
        "camera": asdict(scene.camera),
        "light": base["light"] if change is None else switched(base["light"], change),
        "cubes": [asdict(cube) for cube in scene.cubes],
        "hands": [lab_hand(hand, int(base["seed"])) for hand in scene.hands],
    }
    return out, list(scene.pawns)


def quick(scenes: Iterator[tuple[Scene, FrameTruth]]) -> Iterator[tuple[Scene, FrameTruth]]:
    """The scenes with every other one left out while a hand moves: tracing them is what takes the time."""
    moving = 0
    for scene, truth in scenes:
        moving = 0 if truth.resting else moving + 1
        if moving % 2 == 0 or moving == 1:
            yield scene, truth


def storyboard(base: Json, script: MatchScript) -> tuple[list[Shot], list[FrameTruth]]:
    """The pictures to be traced, and what is true in each frame."""
    rng = np.random.default_rng([int(base["seed"]), 86])
    lights: dict[Lighting, Change | None] = {LIGHTS["ceiling"]: None}
    shots: dict[str, Shot] = {}
    truths = []
    for number, (scene, truth) in enumerate(quick(Film(script).scenes())):
        lit = scene.lighting
        if lit not in lights:
            lights[lit] = (float(rng.uniform(0.4, 1.8)), float(rng.uniform(0.4, 1.6)), float(rng.uniform(2600, 6500)))
        key = repr((scene.cubes, scene.pawns, scene.hands, scene.camera, lit))
        if key not in shots:
            shots[key] = Shot(*staged(base, scene, lights[lit]), [])
        shots[key].frames.append(number)
        truths.append(truth)
    return list(shots.values()), truths


def trace_shots(order: Order, share: int) -> None:
    """Trace one process's share of the shots of a film and photograph their frames into the folder."""
    from workshop.icecult.lab.picture.trace import render_linear
    from workshop.lab.picture.webcam import photograph

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked for the film stops it
    cv2.setNumThreads(1)
    base = room(order)
    shots, _ = storyboard(base, script_of(base))
    for shot in shots[share :: order.processes]:
        camera = VirtualCamera.from_json(shot.scene["camera"])
        colour, _ = render_linear(geometry_of(base), shot.scene, camera, order.quality, shot.pawns)
        for number in shot.frames:
            jpeg = photograph(colour, camera, {**shot.scene, "shot": number})
            (order.out / "frames" / f"{number:04d}.jpg").write_bytes(jpeg)
        gc.collect()  # scenes hold device memory in reference cycles


def board_px(base: Json) -> Json:
    """Where the paths lie in the first picture."""
    paths: Json = pixels(table_of(geometry_of(base), base, []))["arms"]
    return paths


def record(base: Json, script: MatchScript, truths: list[FrameTruth]) -> Json:
    """What was played, as the referee's bench takes it."""
    return {
        "set": script.cube_set,
        "players": script.players,
        "fps": script.fps,
        "geometry": {"exit": script.dims.exit},
        "sizes": script.dims.to_json(),
        "difficulty": base["difficulty"],
        "frames": [{"t": k / script.fps, "rest": t.resting, "state": t.state} for k, t in enumerate(truths)],
        "turns": [
            {**entry, "fault": owned_up(entry, turn)} for entry, turn in zip(script.log(), script.turns, strict=True)
        ],
    }


def owned_up(entry: Json, turn: TurnScript) -> str | None:
    """The fault of a turn that a referee must tell; what was forgotten and done in time is none: players think."""
    return None if turn.fix and turn.fault.startswith("missed-") else entry["fault"]


def encode(folder: Path, film: Path, fps: float) -> None:
    """The pictures of a folder as one film."""
    pictures = sorted(folder.glob("*.jpg"))
    height, width = read_picture(pictures[0]).shape[:2]
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), fps, (width, height))
    if not writer.isOpened():
        raise IcekeeperError(f"cannot write {film}: this OpenCV cannot encode films")
    for picture in pictures:
        writer.write(read_picture(picture))
    writer.release()


def make_film(order: Order) -> int:
    """Make one film with several processes; how many frames it has."""
    single_threaded()
    base = room(order)
    script = script_of(base)
    _, truths = storyboard(base, script)
    frames = order.out / "frames"
    frames.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=trace_shots, args=(order, k), daemon=True) for k in range(order.processes)]
    for worker in workers:
        worker.start()
    try:
        while any(worker.is_alive() for worker in workers):
            wait([worker.sentinel for worker in workers if worker.is_alive()], PROGRESS_S)
            print(f"{len(list(frames.glob('*.jpg')))} of {len(truths)} frames", flush=True)
    finally:
        for worker in workers:
            worker.terminate()
    missing = len(truths) - len(list(frames.glob("*.jpg")))
    if missing:
        raise IcekeeperError(f"{missing} of {len(truths)} frames could not be made; see above")
    shutil.copy(frames / "0000.jpg", order.out / "0000.jpg")
    (order.out / "0000.json").write_text(json.dumps({"pixels": {"arms": board_px(base)}}))
    (order.out / "match.json").write_text(json.dumps(record(base, script, truths)))
    encode(frames, order.out / "film.mp4", script.fps)
    shutil.rmtree(frames)
    return len(truths)
