"""Waiting for what other threads and processes do: until it is so, never for a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

SOON_S: Final = 60.0
"""Long enough for a machine on which ten others do the same; what is so at once costs nothing."""
PAUSE_S: Final = 0.02


def until(true: Callable[[], Any], what: str = "", longest_s: float = SOON_S) -> Any:
    """Wait until something is so that nobody announces; its value."""
    end, nothing = time.monotonic() + longest_s, threading.Event()
    while not (found := true()):
        assert time.monotonic() < end, f"still not so: {what or true}"
        nothing.wait(PAUSE_S)
    return found


def until_ended(name: str, longest_s: float) -> None:
    """Wait until no thread of this name goes on."""
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join(longest_s)
            assert not thread.is_alive(), f"{name} still goes on"
