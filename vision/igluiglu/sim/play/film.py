"""A scripted match as a film: the table rests, a hand reaches in and changes it, the table rests again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.frame import Frame
from vision.igluiglu.sim.draw.lens import bending
from vision.igluiglu.sim.draw.lighting import COARSE, Shadow, shadow_free
from vision.igluiglu.sim.draw.painter import LEVELS, Painter
from vision.igluiglu.sim.play.script import MatchScript, TurnScript
from vision.igluiglu.sim.play.table import FilmTable
from vision.igluiglu.sim.scene import Hand, Scene
from vision.igluiglu.sim.shapes import hand_meshes
from vision.sim.space import Array
from vision.sources.opening import Status

REACH_MM = 330.0  # from where it is out of the picture, beyond the place that a hand goes to


@dataclass(frozen=True)
class Pace:
    """How a film is played, in pictures a second and seconds."""

    fps: float = 6.0
    rest_s: float = 2.4
    first_s: float = 3.0
    reach_frames: int = 3
    noise: float = 1.5
    jpeg: int = 0


@dataclass(frozen=True)
class FilmTruth:
    """What is true while a picture is taken."""

    turn: int  # the turn that has been played last, from 1; 0 before the first
    moving: bool
    state: dict[str, object]


class Stage:
    """One table in one light, quickly drawn again with hands over it."""

    def __init__(self, scene: Scene, fine: float = 1.3) -> None:
        self.scene, self.fine = scene, fine
        self._maps: tuple[Array, Array] | None = None
        self._resting: Array | None = None
        self._lay(scene)

    def _lay(self, scene: Scene) -> None:
        self.painter = Painter(scene, self.fine)
        painting = self.painter.paint()
        self._still, self._resting = painting.canvas.bgr, None
        if self._maps is None:
            self._maps = bending(scene.camera, painting.camera)

    def lay(self, table: FilmTable) -> None:
        """The same room with the table as it lies now."""
        tiles, pieces = table.things()
        self.scene = replace(self.scene, tiles=tiles, pieces=pieces)
        self._lay(self.scene)

    def picture(self, hand: Hand | None = None) -> Array:
        """What the camera sees, without noise."""
        assert self._maps is not None
        if hand is not None:
            return self._bent(self._with(hand))
        if self._resting is None:
            self._resting = self._bent(self._still)
        return self._resting

    def _bent(self, bgr: Array) -> Array:
        assert self._maps is not None
        soft = cv2.GaussianBlur(bgr, (0, 0), 0.42 * self.fine)
        return np.asarray(cv2.remap(soft, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def _with(self, hand: Hand) -> Array:
        painter = self.painter
        turn = (hand.yaw_deg, hand.pitch_deg, hand.twist_deg)
        skin, sleeve = hand_meshes(hand.kind, np.asarray(hand.at_mm), turn, hand.left, hand.sleeve_at_mm)
        canvas = painter.canvas
        canvas.bgr = self._shadowed([skin.points, sleeve.points])
        for mesh, colour in ((sleeve, hand.sleeve), (skin, hand.skin)):
            painter.solid(mesh, colour, 0.04, 4000)
        return canvas.bgr

    def _shadowed(self, parts: list[Array]) -> Array:
        """The still picture with the shadow of something over it."""
        h, w = self._still.shape[:2]
        levels = np.zeros((-(-h // COARSE), -(-w // COARSE)), np.uint8)
        gain = np.ones(levels.shape, np.float32)
        lamps = self.scene.light.lamps
        for lamp in lamps:
            shadows = [
                Shadow(p[k : k + 96], 2.0, float(p[:, 2].mean()), LEVELS) for p in parts for k in range(0, len(p), 96)
            ]
            free = shadow_free(self.painter.camera, lamp.at_mm, lamp.radius_mm, shadows, levels)
            gain -= (1 - free) * np.float32(0.5 * lamp.strength / max(sum(each.strength for each in lamps), 0.01))
        full = cv2.resize(gain, (w, h), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(self._still, cv2.merge([full] * 3), dtype=cv2.CV_8U))


class IgluFilm:
    """A scripted match as a source: see `vision.sources.opening.FrameSource`."""

    live = False
    dropped = 0

    def __init__(self, script: MatchScript, scene: Scene, pace: Pace, seed: int = 0, from_s: float = 0.0) -> None:
        self.script, self.pace, self.seed, self._from_s = script, pace, seed, from_s
        self.scene = scene
        self.name, self.status = "virtual table", Status.RUNNING
        self.truth: FilmTruth | None = None
        self._grain: Array | None = None
        self._stop = threading.Event()

    def first(self) -> Array:
        """The first picture, from which a camera is calibrated."""
        table, stage = self._begun()
        stage.lay(table)
        return self._noisy(stage.picture(), np.random.default_rng(self.seed))

    def _begun(self) -> tuple[FilmTable, Stage]:
        rng = np.random.default_rng([self.seed, 17])
        table = FilmTable.begin(self.script.start, self.scene.geometry, self.scene.look, rng)
        tiles, pieces = table.things()
        return table, Stage(replace(self.scene, tiles=tiles, pieces=pieces, hands=()))

    def frames(self) -> Iterator[Frame]:
        """The film from its beginning, or from where it goes on."""
        noise = np.random.default_rng([self.seed, 18])
        for index, (stage, hand, truth) in enumerate(self._shots()):
            if self._stop.is_set():
                return
            at_s = index / self.pace.fps
            if at_s < self._from_s:
                continue
            self.truth = truth
            yield Frame(self._noisy(stage.picture(hand), noise), index, at_s)
        self.status = Status.ENDED

    def close(self) -> None:
        """End the film."""
        self._stop.set()
        self.status = Status.CLOSED

    def _noisy(self, bgr: Array, rng: np.random.Generator) -> Array:
        h, w = bgr.shape[:2]
        if self._grain is None:  # one field of noise, seen through another window each time
            self._grain = rng.normal(0, self.pace.noise, (h + 64, w + 64, 3)).astype(np.float32)
        y, x = rng.integers(0, 64, 2)
        out = cv2.add(bgr, self._grain[y : y + h, x : x + w], dtype=cv2.CV_8U)
        if not self.pace.jpeg:
            return np.asarray(out)
        data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self.pace.jpeg])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))

    def _shots(self) -> Iterator[tuple[Stage, Hand | None, FilmTruth]]:
        table, stage = self._begun()
        rng = np.random.default_rng([self.seed, 19])
        truth = FilmTruth(0, False, dict(table.state))
        for _ in range(round(self.pace.first_s * self.pace.fps)):
            yield stage, None, truth
        for number, turn in enumerate(self.script.turns, 1):
            yield from self._played(table, stage, turn, number, rng)
            truth = FilmTruth(number, False, dict(table.state))
            for _ in range(round(self.pace.rest_s * self.pace.fps)):
                yield stage, None, truth

    def _played(
        self, table: FilmTable, stage: Stage, turn: TurnScript, number: int, rng: np.random.Generator
    ) -> Iterator[tuple[Stage, Hand | None, FilmTruth]]:
        """The hand comes, changes what its turn changes, and goes."""
        seat = table.seat(turn.player)
        look = (float(rng.uniform(0.35, 0.95)),) * 3
        hand = Hand("pinch", (0.0, 0.0, 10.0), seat + 180.0, skin=(0.8, 0.6, 0.5), sleeve=look)
        away = np.array([np.cos(np.radians(seat)), np.sin(np.radians(seat))])
        frames, here = self.pace.reach_frames, np.zeros(2)
        inside = False
        for state in turn.tables:
            places = table.update(state)
            moving = FilmTruth(number, True, dict(table.state))
            if not places:
                continue
            here = np.asarray(places[0])
            for k in range(frames):
                far = REACH_MM * (1 - (k + 1) / frames) * (0.35 if inside else 1.0)
                yield stage, at(hand, here + away * far, 12 + far * 0.15), moving
            inside = True
            stage.lay(table)
            for place in places[1:]:
                here = np.asarray(place)
                yield stage, at(hand, here, 14.0), moving
        for k in range(frames):
            far = REACH_MM * (k + 1) / frames
            yield stage, at(hand, here + away * far, 12 + far * 0.2), FilmTruth(number, True, dict(table.state))


def at(hand: Hand, xy: Array, up: float) -> Hand:
    """The hand over another place."""
    return replace(hand, at_mm=(float(xy[0]), float(xy[1]), float(up)))
