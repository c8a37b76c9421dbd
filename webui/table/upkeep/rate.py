"""How often one address may ask: a bucket of tokens that refills at a steady rate."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

ADDRESSES: Final = 1024
"""How many addresses are remembered; the one that was silent longest is forgotten first."""


class RateLimit:
    """Allows `per_s` requests a second from each address, with bursts of a few seconds' worth."""

    def __init__(self, per_s: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s, self._burst, self._clock = per_s, burst, clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Whether this address may ask now; asking counts."""
        now = self._clock()
        with self._lock:
            tokens, then = self._buckets.pop(address, (self._burst, now))
            tokens = min(self._burst, tokens + (now - then) * self._per_s)
            self._buckets[address] = (tokens - 1 if tokens >= 1 else tokens, now)
            if len(self._buckets) > ADDRESSES:
                self._buckets.popitem(last=False)
        return tokens >= 1
