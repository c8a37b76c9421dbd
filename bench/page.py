"""`make bench-page`: how fast the referee works with and without a hundred spectators, and how soon they hear of it."""

from __future__ import annotations

import http.client
import statistics
import sys
import threading
import time
from dataclasses import dataclass

from bench.results import figure
from webui.icecult.demo import DEMO_PATIENCE, demo_film
from webui.record.opening import NAMES, seats
from webui.settings import Settings
from webui.wiring import Page, build

WATCHING_S = 20.0
SPECTATORS = 100


@dataclass(frozen=True, slots=True)
class Measured:
    """One run."""

    spectators: int
    fps: float
    act_ms: float
    heard_ms: float
    heard_by: int
    skipped: int


class Spectator:
    """A page that follows the table and notes when it heard what; `slow` ones read nothing at all."""

    def __init__(self, port: int, slow: bool = False) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.request("GET", "/api/table/events")
        self._answer = self._connection.getresponse()
        self.heard: dict[str, float] = {}
        if not slow:
            threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while line := self._answer.readline():
                if line.startswith(b"id: "):
                    self.heard[line[4:].strip().decode()] = time.monotonic()
        except (OSError, ValueError, http.client.HTTPException):
            return

    def close(self) -> None:
        """Go away without a word."""
        self._connection.close()


def run(spectators: int, seconds: float) -> Measured:
    """Referee the virtual table for a while with so many pages following; every tenth one never reads."""
    page = Page(build(Settings(port=0), None))
    film = demo_film()
    told: dict[str, float] = {}
    publish = page.parts.hub.publish

    def noting(view: object) -> None:
        publish(view)
        told[page.parts.hub._newest.id or ""] = time.monotonic()

    page.parts.hub.publish = noting  # type: ignore[method-assign]
    serving = threading.Thread(target=page.serve, name="page")
    serving.start()
    page.parts.desk.watch(film, film.profile(), seats(film.players, NAMES), simulated=True, patience=DEMO_PATIENCE)
    pages = [Spectator(page.port, slow=number % 10 == 9) for number in range(spectators)]
    tap = page.parts.desk.tap
    assert tap is not None
    while tap.newest is None:
        time.sleep(0.05)
    begun, first = time.monotonic(), tap.newest.index
    acts = []
    while time.monotonic() - begun < seconds:
        before = time.monotonic()
        page.parts.desk.table().pause(False).result(30)
        acts.append(time.monotonic() - before)
        time.sleep(0.5)
    frames = tap.newest.index - first
    fps = frames / (time.monotonic() - begun)
    delays = [when - told[key] for one in pages for key, when in one.heard.items() if key in told]
    heard_by = sum(bool(one.heard) for one in pages)
    result = Measured(spectators, fps, _ms(acts), _ms(delays), heard_by, page.parts.hub.skipped)
    for one in pages:
        one.close()
    page.stop()
    serving.join(10)
    return result


def _ms(values: list[float]) -> float:
    """The 95th percentile in milliseconds."""
    return 1000 * statistics.quantiles(values, n=20)[-1] if len(values) > 1 else 0.0


TITLE = "The page with spectators"


def main() -> int:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else WATCHING_S
    rows = []
    for number in (0, SPECTATORS, 0, SPECTATORS):
        print(f"\rmeasuring with {number} spectators for {seconds:.0f} s ...   ", end="", file=sys.stderr, flush=True)
        rows.append(run(number, seconds))
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    print("spectators   frames/s   command p95   heard p95   pages that heard   views skipped")
    for row in rows:
        print(
            f"{row.spectators:10d} {row.fps:10.2f} {row.act_ms:10.0f} ms {row.heard_ms:8.0f} ms"
            f" {row.heard_by:18d} {row.skipped:15d}"
        )
    without = statistics.fmean(row.fps for row in rows if not row.spectators)
    with_them = statistics.fmean(row.fps for row in rows if row.spectators)
    figure(f"frame rate with {SPECTATORS} spectators, of that without", f"{100 * with_them / without:.0f} %")
    figure("a change reaches them within (95 %)", f"{max(row.heard_ms for row in rows):.0f} ms")
    print(f"frame rate with {SPECTATORS} spectators: {100 * with_them / without:.0f} % of that without")
    return 0


if __name__ == "__main__":
    sys.exit(main())
