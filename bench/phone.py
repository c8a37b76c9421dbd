"""`make bench-page`, second part: how many pictures a second a phone's page brings to the host's, and how late.

Two browsers on this machine: one is the phone, with a film as its fake camera, over https; the other is the host's page
in the set-up. Both have one clock, so that the time from taking a picture to showing it is measured, not estimated.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.results import figure
from tests.webui.browser.conftest import Site, Visitor, chromium
from tests.webui.browser.filming import camera_flags, write_y4m
from vision.frame import Bgr

SECONDS = 20.0
FILM_FPS, FILM_FRAMES = 15, 60
TARGET_RATE, TARGET_MS = 8.0, 300.0
NOTING = """
    const image = document.querySelector('.live-picture > img'); window.seen = [];
    image.addEventListener('load', () => image.dataset.taken && window.seen.push([Date.now(), +image.dataset.taken]))"""


def moving() -> Iterator[Bgr]:
    """Pictures with as much to compress as a table at home: a webcam's noise, and a bright bar that wanders."""
    still = np.random.default_rng(7).normal(120, 5, (720, 1280, 3)).clip(0, 255).astype(np.uint8)
    for number in range(FILM_FRAMES):
        bgr = still.copy()
        bgr[:, number * 20 % 1280 : number * 20 % 1280 + 60] = 240
        yield bgr


def measured(seconds: float, folder: Path) -> list[tuple[int, int]]:
    """When each picture was shown and when it had been taken, in milliseconds."""
    film = folder / "film.y4m"
    write_y4m(film, moving(), FILM_FPS)
    site = Site(lan=True)
    try:
        with chromium(folder / "phone", *camera_flags(film)) as one, chromium(folder / "host") as other:
            phone, host = Visitor(one), Visitor(other)
            phone.base, host.base = f"https://127.0.0.1:{site.page.port}", site.page.address
            host.open("/new")
            host.tap('[data-game="ice-cult"]')
            host.tap('[data-source="phone"]')
            phone.open("/phone")
            host.see(".live-picture > img:not([hidden])", seconds=60)
            host.run(NOTING)
            begun = time.monotonic()
            while (left := seconds - (time.monotonic() - begun)) > 0:
                print(f"\rmeasuring for {left:4.0f} s ...", end="", file=sys.stderr, flush=True)
                time.sleep(min(1.0, left))
            seen: Any = host.run("return window.seen")
            print(f"\rthe phone says: {phone.text('#phone-numbers')}")
            return [(int(shown), int(taken)) for shown, taken in seen]
    finally:
        site.stop()


TITLE = "A phone as camera"


def main() -> int:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        seen = measured(seconds, Path(folder))
    delays = sorted(shown - taken for shown, taken in seen)
    fresh = len({taken for _, taken in seen})
    p50, p95 = statistics.median(delays), delays[int(0.95 * (len(delays) - 1))]
    rate = fresh / seconds
    print("pictures/s   delay p50   delay p95   load of the machine")
    print(f"{rate:10.1f} {p50:8.0f} ms {p95:8.0f} ms {os.getloadavg()[0]:12.1f} on {os.cpu_count()} cores")
    figure("pictures of 1280x720 shown a second", f"{rate:.1f}", f"{TARGET_RATE:.0f}")
    figure("delay, median and 95 %", f"{p50:.0f} ms, {p95:.0f} ms", f"{TARGET_MS:.0f} ms")
    print(f"target: {TARGET_RATE:.0f} pictures/s of 1280x720 shown within {TARGET_MS:.0f} ms")
    return 0 if rate >= TARGET_RATE and p95 <= TARGET_MS else 1


if __name__ == "__main__":
    sys.exit(main())
