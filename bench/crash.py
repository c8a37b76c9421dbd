"""Kills the referee again and again: `python -m bench.crash [--kills 200] [--seed 3]`.

Half of the kills are by camera: one process watches a simulated match and writes it down; another kills it (-9) at
random moments, or in the middle of one write after the other, and starts it again. Nothing that was told may be lost,
and the log must be the one of an undisturbed run. The other half are by hand, on a disk that is full, read-only,
failing or torn; and then each of a process's first writes is made to fail in each of these ways.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.engines.timing import bar
from bench.play import disk
from bench.play.faults import disk_faults, each_write, every_write
from bench.play.glanced import glances
from bench.play.matches import script_for
from bench.results import figure
from engine.icecult.cube import CubeSet
from engine.icecult.state import State
from vision.eye import Glance
from vision.icecult.observation import Observation
from vision.icecult.sim.play.script import MatchScript
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.record.fold import fold
from webui.record.opening import create_match, seats
from webui.record.recorder import Recorder
from webui.record.store import Store
from webui.referee.referee import Referee

PATIENT_S = 60.0
"""So long a process is given to come to the write that kills it."""
TELLING = (ev.TurnEnded, ev.Told, ev.Progress, ev.Finished)


TITLE = "Kills and failing disks"


def main(argv: Sequence[str] | None = None) -> int:
    """Kill and compare; exit status 1 where something was lost or changed."""
    parser = argparse.ArgumentParser(prog="python -m bench.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how often, by camera and by hand (default 200)")
    parser.add_argument("--seed", type=int, default=2, help="which match, and which moments")
    parser.add_argument("--writes", type=int, default=25, help="how many first writes fail in each way (default 25)")
    parser.add_argument("--watch", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--each", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.watch is not None:
        watch(args.watch, args.seed)
        return 0
    if args.each is not None:
        print(each_write(args.each, args.seed, args.writes, bar))
        return 0
    return _all(args.seed, args.kills, args.writes)


def _all(seed: int, kills: int, writes: int) -> int:
    """By camera, then by hand, then at every write."""
    by_camera, by_hand = kills // 2, kills - kills // 2
    with tempfile.TemporaryDirectory() as folder:
        library = disk.compiled(Path(folder))
        camera = crash_test(Path(folder), seed, by_camera, library)
        print(f"by camera: {camera or f'{by_camera} kills: nothing told was lost, the log is the undisturbed one'}")
        hand = disk_faults(Path(folder) / "hand.sqlite", seed, by_hand, lambda done: bar(done, by_hand))
        print(f"by hand:   {hand or f'{by_hand} faults of the disk: nothing told was lost, nothing half is on record'}")
        each = every_write(Path(folder) / "each.sqlite", seed, writes, library)
        ways = ", ".join(disk.KINDS)
        print(
            f"by write:  {each or f'the first {writes} writes failed one by one ({ways}): nothing lost, nothing half'}"
        )
    lost = "nothing told was lost, nothing half is on record"
    for what, wrong in ((f"{by_camera} kills by camera", camera), (f"{by_hand} faults of the disk by hand", hand)):
        figure(what, wrong or lost)
    figure(f"each of the first {writes} writes failing in every way", each or lost)
    return 1 if camera or hand or each else 0


def crash_test(folder: Path, seed: int, kills: int, library: Path | None = None) -> str:
    """What went wrong, or nothing; with the library of failing disks, every third kill is in the middle of a write."""
    calm, rough = folder / "calm.sqlite", folder / "rough.sqlite"
    film = "".join(json.dumps(_glance_json(glance)) + "\n" for glance in glances(script_for(seed), seed))
    for path in (calm, rough):
        _film(path).write_text(film)
    begun = time.monotonic()
    watch(calm, seed, told=[])
    alone_s = time.monotonic() - begun
    rng, told = random.Random(seed), 0
    for kill in range(kills):
        after_s = rng.uniform(0.0, max(0.3, 3.0 * alone_s / kills**0.5))
        torn = None if library is None or kill % 3 != 2 else _torn(library, 1 + kill // 3)
        lines = _killed(rough, seed, after_s if torn is None else PATIENT_S, torn)
        if lost := _lost(rough, lines):
            return f"kill {kill + 1}: told but not on record: {lost}"
        told += len(lines)
        bar(kill + 1, kills)
    watch(rough, seed, told=[])
    one, two = (_log(path) for path in (calm, rough))
    if one != two:
        at = next((k for k, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        return f"the log differs from the undisturbed one in line {at + 1}"
    return "" if told else "nothing was ever told before a kill; give it more time"


def _torn(library: Path, at: int) -> dict[str, str]:
    """The environment of a process that is killed in the middle of its `at`-th write."""
    return {"LD_PRELOAD": str(library), **disk.failing(disk.TORN, at, 1)}


def _killed(path: Path, seed: int, after_s: float, torn: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Let a referee run, kill it at some moment or in the middle of a write, and return what it had told."""
    command = [sys.executable, "-m", "bench.crash", "--watch", str(path), "--seed", str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(torn or {})}) as child:
        assert child.stdout is not None
        ready = child.stdout.readline()  # the moments are counted from when it has begun to watch
        if ready:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(after_s)
        child.kill()
        lines = child.stdout.read().split("\n")[:-1]
    if not ready:
        return []
    return [json.loads(line) for line in lines]


def _lost(path: Path, told: list[dict[str, Any]]) -> str:
    """The first thing told that is not on record."""
    if not told:
        return ""
    store = Store(path)
    try:
        written = [event.to_json() for event in store.events(store.find("last"))]
    finally:
        store.close()
    return next((json.dumps(line)[:200] for line in told if line not in written), "")


def watch(path: Path, seed: int, told: list[Any] | None = None) -> None:
    """Watch the match from where the record ends; what is told is printed, or collected."""
    script = script_for(seed)
    store = Store(path)
    match_id = store.matches()[0].id if store.matches() else _created(store, script)
    clock = [0.0]
    patience = Patience(owed_s=2.0)
    referee = Referee.resumed(lambda: store.events(match_id), None, patience, lambda: clock[0])
    recorder = Recorder(store, match_id)
    if told is None:
        print("ready", flush=True)
    from_s = referee.goes_on_at_s - 0.001
    for line in _film(path).read_text().splitlines():
        data = json.loads(line)
        seen = None if data["observation"] is None else Observation.from_json(data["observation"])
        glance = Glance(**data | {"observation": seen})
        clock[0] = glance.at_s
        if glance.at_s >= from_s:
            _tell(recorder, referee.glance(glance), told)
    clock[0] += 1.0
    if not referee.match.over:
        _tell(recorder, referee.film_over(), told)
    store.close()


def _tell(recorder: Recorder, news: Any, told: list[Any] | None) -> None:
    """Write, then tell."""
    recorder.record(news.events, news.pictures)
    assert recorder.problem is None
    for event in news.events:
        if isinstance(event, TELLING):
            if told is None:
                print(json.dumps(event.to_json()), flush=True)
            else:
                told.append(event)


def _created(store: Store, script: MatchScript) -> str:
    return create_match(
        store,
        seats(script.players),
        name="crash",
        equipment=CubeSet.from_json(dict(script.cube_set)),
        start=State.from_json(dict(script.start)),
        simulated=True,
        source="camera",
        at=0.0,
    )


def _glance_json(glance: Glance) -> dict[str, Any]:
    """A glance as one line of the film."""
    seen = None if glance.observation is None else glance.observation.to_json()
    line = {"at_s": glance.at_s, "status": glance.status, "rest": glance.rest, "since_s": glance.since_s}
    return line | {"observation": seen}


def _film(store: Path) -> Path:
    """Where the film of this run is kept: what the eye would tell, frame by frame."""
    return store.with_suffix(".jsonl")


def _log(path: Path) -> list[dict[str, Any]]:
    store = Store(path)
    try:
        return fold(store.events(store.find("last"))).log()
    finally:
        store.close()


if __name__ == "__main__":
    sys.exit(main())
