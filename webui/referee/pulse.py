"""How the table's thread is doing: frames a second, how long it has been at one thing, and a clock that nobody sets."""

from __future__ import annotations

import time
from collections import deque


class Rate:
    """How many frames a second were looked at lately."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=30)

    def count(self) -> None:
        """One more frame."""
        self._times.append(time.monotonic())

    def per_second(self) -> float:
        """Frames a second over the last ones."""
        if len(self._times) < 2 or self._times[-1] == self._times[0]:
            return 0.0
        return round((len(self._times) - 1) / (self._times[-1] - self._times[0]), 1)


class Pulse:
    """For how long a thread has been busy with one thing; read from other threads."""

    def __init__(self) -> None:
        self._since_s: float | None = None

    def begin(self) -> None:
        """Something is being done from now on."""
        self._since_s = time.monotonic()

    def end(self) -> None:
        """It is done."""
        self._since_s = None

    def busy_s(self) -> float:
        """Seconds since the present thing began; 0 where nothing is being done."""
        since = self._since_s
        return 0.0 if since is None else time.monotonic() - since


class Steady:
    """Seconds since 1970 as the machine's clock had them at first; that one may be set meanwhile, this one goes on."""

    def __init__(self) -> None:
        self._began = time.time() - time.monotonic()

    def __call__(self) -> float:
        return self._began + time.monotonic()

    def set_by_s(self) -> float:
        """By how many whole seconds the machine's clock was set since."""
        return float(round(time.time() - self()))
