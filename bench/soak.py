"""Hours of play in fast motion: `python -m bench.soak [--hours 3]`: memory must stay flat.

One referee after another watches simulated matches and writes them into one file, as on a long evening; the memory is
measured after every match.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.crash import glances
from bench.matches import script_for
from engine.icecult.cube import CubeSet
from engine.icecult.state import State
from webui.service.opening import create_match, seats
from webui.service.recorder import Recorder
from webui.service.referee import Referee
from webui.service.store import Store
from webui.service.watching import Patience

WARM_UP = 3
FLAT_MB = 12.0


def main(argv: Sequence[str] | None = None) -> int:
    """Print the memory after every match; exit status 1 where it grows."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=3.0, help="how much play (default 3)")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        memory = soak(Path(folder) / "soak.sqlite", args.hours * 3600)
    grown = max(memory[WARM_UP:]) - memory[WARM_UP] if len(memory) > WARM_UP else 0.0
    print(f"{len(memory)} matches, {args.hours:g} h of play: grown by {grown:.1f} MB after the first {WARM_UP}")
    return 1 if grown > FLAT_MB else 0


def soak(path: Path, seconds: float) -> list[float]:
    """Resident memory in MB after each match."""
    store, memory, played_s, seed = Store(path), list[float](), 0.0, 0
    while played_s < seconds:
        played_s += _match(store, seed)
        seed += 1
        gc.collect()
        memory.append(resident_mb())
        share = min(1.0, played_s / seconds)
        bar = "#" * round(30 * share)
        print(f"\r[{bar:30s}] {played_s / 3600:4.2f} h  {memory[-1]:6.1f} MB ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    store.close()
    return memory


def _match(store: Store, seed: int) -> float:
    """One match watched from beginning to end; how long it took to play."""
    script = script_for(seed)
    match_id = create_match(
        store,
        seats(script.players),
        cube_set=CubeSet.from_json(dict(script.cube_set)),
        start=State.from_json(dict(script.start)),
        source="camera",
        at=0.0,
    )
    clock = [0.0]
    history = lambda: store.events(match_id)  # noqa: E731
    referee = Referee.resumed(history, None, Patience(owed_s=2.0), lambda: clock[0])
    recorder = Recorder(store, match_id)
    for glance in glances(script, seed):
        clock[0] = glance.at_s
        news = referee.glance(glance)
        recorder.record(news.events, news.pictures)
    last = referee.film_over()
    recorder.record(last.events, last.pictures)
    return clock[0]


def resident_mb() -> float:
    """How much memory this process holds."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    sys.exit(main())
