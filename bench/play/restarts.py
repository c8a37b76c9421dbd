"""The demo begun again and again in one process: `python -m bench.soak --demos 15`.

What a page does whose people try the demo all evening: the table is watched for a while through the real eye, with the
page served and followed, then the next one begins in its place. Resident memory after each; it must stay flat.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from statistics import median

from bench.page import Spectator
from bench.play.memory import resident_mb
from webui.icecult.demo import open_demo
from webui.settings import Settings
from webui.table.upkeep.memory import few_arenas
from webui.wiring import Page, build

FLAT_MB = 25.0
"""So much the median of the last third may lie above that of the second: one film has more to think about."""
MOST_MB = 300.0
"""The whole page, demo and all, is to hold no more at any time."""
PAGES = 5


def restarted(times: int, seconds: float = 30.0) -> list[float]:
    """Begin the demo so often, and watch it so long each time; resident MB after each."""
    few_arenas()  # as `icekeeper play` does
    page, out = Page(build(Settings(port=0), None)), list[float]()
    serving = threading.Thread(target=page.serve, name="page")
    serving.start()
    pages = [Spectator(page.port) for _ in range(PAGES)]
    for number in range(times):
        open_demo(page.parts.desk)
        time.sleep(seconds)
        out.append(resident_mb())
        print(f"demo {number + 1:3d}: {out[-1]:6.0f} MB", flush=True)
    for one in pages:
        one.close()
    page.stop()
    serving.join(10)
    return out


def kept_under(after: Sequence[float], most_mb: float = MOST_MB) -> bool:
    """Whether the memory stayed under its limit all the time; said too."""
    good = max(after) < most_mb
    print(f"{'stayed under' if good else 'went over'} {most_mb:.0f} MB: {max(after):.0f} MB at most")
    return good


def grown_mb(after: Sequence[float]) -> float:
    """How much the memory has grown: the median of the last third beside that of the second; printed too."""
    third = max(1, len(after) // 3)
    grown = median(after[-third:]) - median(after[third : 2 * third] or after[:1])
    print(
        f"{len(after)} demos: first {after[0]:.0f} MB, most {max(after):.0f} MB, last {after[-1]:.0f} MB, "
        f"from the second third to the last {grown:+.0f} MB"
    )
    return grown
