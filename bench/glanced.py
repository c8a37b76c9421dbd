"""A simulated match as a source and an eye in one, as far as it is let run: no pictures, only what is told of them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from bench.crash import glances
from bench.matches import script_for
from vision.eye import Glance
from vision.frame import Frame
from vision.icecult.sim.script import MatchScript
from vision.sources.opening import Status


@cache
def _filmed(seed: int) -> tuple[MatchScript, tuple[Glance, ...]]:
    """A simulated match and what the eye would tell of it."""
    script = script_for(seed)
    return script, tuple(glances(script, seed))


class Film:
    """A source and an eye in one: what the eye would tell of a simulated match, as far as it is let run."""

    name, live, dropped = "film", False, 0

    def __init__(self, seed: int) -> None:
        self.script, self._told = _filmed(seed)
        self.status = Status.RUNNING
        self._wanted: queue.Queue[int | None] = queue.Queue()
        self._at = 0
        self.idle = threading.Event()

    def frames(self) -> Iterator[Frame]:
        """One frame for every glance that was let through."""
        while True:
            if self._wanted.empty():
                self.idle.set()
            index = self._wanted.get()
            if index is None:
                return
            yield Frame(np.zeros((2, 2, 3), np.uint8), index, self._told[index].at_s)

    def run(self, count: int) -> None:
        """Let so many more frames through, and wait until they are judged."""
        if self.status is Status.CLOSED:
            return
        self.idle.clear()
        for index in range(self._at, min(self._at + count, len(self._told))):
            self._wanted.put(index)
        self._at += count
        if self._wanted.empty():
            self.idle.set()
        self.idle.wait(60)

    def look(self, frame: Frame) -> Glance:
        """What the eye makes of a frame."""
        return self._told[frame.index]

    def evidence(self, from_s: float, to_s: float, places: Sequence[str]) -> tuple[tuple[str, float, bytes], ...]:
        """A picture that shows nothing."""
        return (("before", from_s, b"\xff\xd8"),)

    def close(self) -> None:
        """Deliver nothing more."""
        self.status = Status.CLOSED
        self._wanted.put(None)
        self.idle.set()
