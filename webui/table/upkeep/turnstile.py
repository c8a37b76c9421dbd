"""A turnstile before work that takes long: few at once, few waiting, and nobody holds it alone."""

from __future__ import annotations

import threading
from collections import Counter


class Turnstile:
    """Lets `at_once` in; others wait their turn, `per_address` of one address, until it takes too long."""

    def __init__(self, at_once: int, waiting: int, per_address: int, wait_s: float) -> None:
        self._free = threading.Semaphore(at_once)
        self._most, self._per_address, self._wait_s = at_once + waiting, per_address, wait_s
        self._lock = threading.Lock()
        self._here: Counter[str] = Counter()

    @property
    def here(self) -> int:
        """How many are inside or waiting."""
        with self._lock:
            return self._here.total()

    def enter(self, address: str) -> bool:
        """Whether the work may be done now; whoever entered must leave."""
        with self._lock:
            if self._here[address] >= self._per_address or self._here.total() >= self._most:
                return False
            self._here[address] += 1
        if self._free.acquire(timeout=self._wait_s):
            return True
        self._gone(address)
        return False

    def leave(self, address: str) -> None:
        """The work is done."""
        self._free.release()
        self._gone(address)

    def _gone(self, address: str) -> None:
        with self._lock:
            self._here[address] -= 1
            self._here += Counter()  # forgets addresses with nobody here
