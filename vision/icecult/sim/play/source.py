"""The virtual table as a frame source: for the demo, tests and benchmarks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from calibration.icecult.profile import TableProfile
from engine.core.errors import IcekeeperError
from vision.frame import Frame
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.demo import DEMO_SEED, demo_match
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame
from vision.icecult.sim.play.shots import FrameTruth
from vision.icecult.sim.profile import scene_profile
from vision.sources.opening import Status


class SimSource:
    """A scripted match as a source; `truth` belongs to the frame delivered last.

    Live, it keeps to the clock: frames whose time has passed are not drawn but counted as dropped. It begins at
    `from_s` of the film.
    """

    def __init__(
        self,
        script: MatchScript,
        name: str = "virtual table",
        live: bool = False,
        clock: Callable[[], float] = time.monotonic,
        from_s: float = 0.0,
    ) -> None:
        self.name, self.live, self.script, self._from_s = name, live, script, from_s
        self.truth: FrameTruth | None = None
        self.dropped = 0
        self.status = Status.RUNNING
        self._clock = clock
        self._stop = threading.Event()
        self._renderer = Renderer()

    @property
    def players(self) -> str:
        """Colours in seating order."""
        return self.script.players

    @property
    def cube_set(self) -> Mapping[str, Any]:
        """The set on the virtual table."""
        return self.script.cube_set

    def profile(self) -> TableProfile:
        """The exact profile of this table in its first light."""
        scene = Film(self.script).first_scene()
        return scene_profile(scene, Renderer().render(scene).bgr, self.script.cube_set)

    def frames(self) -> Iterator[Frame]:
        """The film, paced by the clock if live."""
        self._renderer.render(Film(self.script).first_scene())  # the backdrop takes a moment: before the clock runs
        started_s = self._clock()
        slack_s = 1.5 / self.script.fps
        for scene, truth in Film(self.script).scenes():
            if truth.time_s < self._from_s:  # a film that goes on draws nothing of what was seen before
                continue
            if self.live:
                early_s = truth.time_s - self._from_s - (self._clock() - started_s)
                if early_s < -slack_s:
                    self.dropped += 1
                    continue
                self._stop.wait(max(early_s, 0.0))
            if self._stop.is_set():
                return
            frame = draw_frame(self._renderer, scene, truth)
            self.truth = truth
            yield frame
        self.status = Status.ENDED

    def close(self) -> None:
        """End the film."""
        self._stop.set()
        self.status = Status.CLOSED


def demo_source(text: str = "demo", live: bool = True) -> SimSource:
    """The source that `demo`, or `demo:SEED` for another match, names."""
    _, colon, seed = text.partition(":")
    if colon and not seed.isdecimal():
        raise IcekeeperError(f"expected demo or demo:NUMBER, got {text!r}")
    return SimSource(demo_match(int(seed) if colon else DEMO_SEED), text, live)
