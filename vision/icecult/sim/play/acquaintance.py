"""A virtual table at which somebody does what is asked: a tower of five, then the guided tilts, one at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from calibration.icecult.learn import script
from engine.icecult.cube import STANDARD_SET
from engine.icecult.state import State
from vision.frame import Frame
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.demo import demo_stage
from vision.icecult.sim.play.director import Director
from vision.icecult.sim.play.motions import Act, Carry
from vision.icecult.sim.play.script import draw_frame
from vision.icecult.sim.play.shots import Shot
from vision.icecult.sim.staging import Stage
from vision.sources.opening import Status

FPS: Final = 4.0
PLACE, COLOUR = "S3", "y"
SEED: Final = 2


def acts() -> tuple[tuple[Act, ...], ...]:
    """What is done after each thing asked for: the tower, the first tilt with the pawns put back, each further tilt."""
    first, *tilts = script()
    back = Carry(PLACE, COLOUR * 5, "start")
    return ((Carry("start", COLOUR, PLACE),) * 5, (back, first), *((tilt,) for tilt in tilts))


def acquaintance_stage(resolution_wh: tuple[int, int] = (960, 540)) -> Stage:
    """The demo's table in a smaller picture, north away from whoever looks."""
    stage = demo_stage()
    wide, high = resolution_wh
    return replace(stage, camera=replace(stage.camera, width=wide, height=high))


class AcquaintanceTable:
    """A source that rests until it is asked; `ask(n)` lets the first n things be done."""

    name = "virtual table"
    live = True
    dropped = 0

    def __init__(
        self,
        cube_set: Mapping[str, Any] | None = None,
        stage: Stage | None = None,
        paced: bool = True,
        seed: int = SEED,
    ) -> None:
        self.cube_set = dict(cube_set or STANDARD_SET.to_json())
        self.stage = stage or acquaintance_stage()
        self.status = Status.RUNNING
        self._asked, self._paced = 0, paced
        self._stop = threading.Event()
        self._clock: Callable[[], float] = time.monotonic
        start = State.setup("r").to_json()
        self._director = Director(start, self.cube_set, "r", self.stage, FPS, seed, (0.6, 0.8))

    def ask(self, count: int) -> None:
        """Let so many things be done in all."""
        self._asked = max(self._asked, count)

    def _shots(self) -> Iterator[Shot]:
        yield from self._director.rest(2.0)
        for number, each in enumerate(acts(), 1):
            while self._asked < number:
                yield self._director.shot(False)
            yield from self._director.play(each, "fast")
            yield from self._director.rest()
        while True:
            yield self._director.shot(False)

    def frames(self) -> Iterator[Frame]:
        """The table, a few times a second, until it is closed."""
        renderer, begun_s = Renderer(), self._clock()
        for scene, truth in self._shots():
            early_s = truth.time_s - (self._clock() - begun_s) if self._paced else 0.0
            begun_s += max(0.0, -early_s)
            if self._stop.wait(max(0.0, early_s)):
                return
            yield draw_frame(renderer, scene, truth)

    def close(self) -> None:
        """Nobody looks any more."""
        self._stop.set()
        self.status = Status.CLOSED
