"""What the benchmarks share: a bar on the terminal, the processor's seconds, percentiles."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def progress(items: Sequence[T], label: str) -> Iterator[T]:
    """The items, with a bar on the terminal while they last."""
    shown = sys.stderr.isatty()
    for done, item in enumerate(items):
        if shown and done % max(1, len(items) // 50) == 0:
            bar = "#" * (30 * done // len(items))
            print(f"\r{label:<28} [{bar:<30}] {done}/{len(items)}", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print("\r" + " " * 80 + "\r", end="", file=sys.stderr, flush=True)


def bar(done: float, of: float, text: str = "") -> None:
    """Draw how far a long run has come, in one line of the terminal."""
    drawn = "#" * int(30 * min(1.0, done / of))
    print(f"\r[{drawn:30s}] {text or f'{done}/{of}'} ", end="\n" if done >= of else "", file=sys.stderr, flush=True)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What it gives, and how many seconds of the processor it took: other work on the machine does not count."""
    start = time.process_time()
    return work(), time.process_time() - start


def percentile(times_s: Iterable[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(times_s)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
