"""A true table as a source and an eye in one: no pictures, only what the eye would tell after every act."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bench.play.matches import Defects, observation
from engine.core.errors import NotationError
from engine.icecult.cube import CubeSet
from engine.icecult.moves import can_be_done, parse_action, perform
from engine.icecult.state import State
from vision.eye import Glance, Pointing
from vision.frame import Frame
from vision.icecult.observation import Observation
from vision.icecult.sim.play.script import Film, MatchScript
from vision.icecult.sim.play.shots import FrameTruth
from vision.icecult.sim.scene import Scene
from vision.sources.opening import Status

STEP_S = 0.4


class Glanced:
    """Shows what hands have done, lawful or not, as far as it is let."""

    name, live, dropped = "glanced", False, 0

    def __init__(self, state: State, cube_set: CubeSet, seed: int) -> None:
        self.status = Status.RUNNING
        self._state, self._prints, self._rng = state, cube_set.to_json(), random.Random(seed)
        self._told: list[Glance] = []
        self._wanted: queue.Queue[int | None] = queue.Queue()
        self._idle = threading.Event()
        self._at_s, self._rest = 0.0, 0
        self._resting(4)

    def play(self, words: Sequence[str], rests: int = 4) -> None:
        """Hands do all of this that can be done; then the table rests, and what was seen of it is judged."""
        if self.status is Status.CLOSED:
            return
        for word in words:
            try:
                action = parse_action(word)
            except NotationError:
                continue
            if can_be_done(self._state, action):
                self._state = perform(self._state, action)
        self._show(Glance(self._at_s, "hand"))
        self._rest += 1
        self._resting(rests)
        self._idle.clear()
        if self._wanted.empty():
            self._idle.set()
        self._idle.wait(60)

    def _resting(self, count: int) -> None:
        """So many glances at the table as it stands."""
        since_s = self._at_s
        for _ in range(count):
            seen = Observation.from_json(observation(self._state.to_json(), self._prints, Defects(), self._rng))
            self._show(Glance(self._at_s, "rest", self._rest, since_s, seen))

    def _show(self, glance: Glance) -> None:
        self._at_s += STEP_S
        self._told.append(glance)
        self._wanted.put(len(self._told) - 1)

    def frames(self) -> Iterator[Frame]:
        """One frame for every glance."""
        while True:
            if self._wanted.empty():
                self._idle.set()
            index = self._wanted.get()
            if index is None:
                return
            yield Frame(np.zeros((2, 2, 3), np.uint8), index, self._told[index].at_s)

    def look(self, frame: Frame) -> Glance:
        """What the eye makes of a frame."""
        return self._told[frame.index]

    def evidence(self, from_s: float, to_s: float, at: Pointing) -> tuple[tuple[str, float, bytes], ...]:
        """A picture that shows nothing."""
        return (("before", from_s, b"\xff\xd8"),)

    def close(self) -> None:
        """Deliver nothing more."""
        self.status = Status.CLOSED
        self._wanted.put(None)
        self._idle.set()


def glances(script: MatchScript, seed: int) -> Iterator[Glance]:
    """What the eye would tell of a match."""
    return reading(Film(script).scenes(), script.cube_set, random.Random(seed))


def reading(
    shots: Iterable[tuple[Scene, FrameTruth]], cube_set: Mapping[str, Any], rng: random.Random
) -> Iterator[Glance]:
    """What the eye would tell of these scenes, from their truth."""
    rest, since_s, resting = -1, 0.0, False
    for _, truth in shots:
        calm = truth.resting and not truth.disturbance
        if calm and not resting:
            rest, since_s = rest + 1, truth.time_s
        resting = calm
        if calm:
            seen = Observation.from_json(observation(truth.state, cube_set, Defects(), rng))
            yield Glance(truth.time_s, "rest", rest, since_s, seen)
        else:
            yield Glance(truth.time_s, "hand" if truth.hand else "moving")
