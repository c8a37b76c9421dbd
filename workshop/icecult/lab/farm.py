"""Many pictures at once: worker processes that share a range of seeds."""

from __future__ import annotations

import gc
import multiprocessing
import os
import queue
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path

from vision.icecult.sim.geometry import Dimensions
from workshop.icecult.lab.picture.trace import Quality

CYCLE = (
    *("hard", "medium", "easy", "hard", "hard", "medium", "easy", "hard", "medium", "hard"),
    *("easy", "hard", "medium", "hard", "easy", "hard", "medium", "easy", "hard", "medium"),
)  # 45 % hard, 30 % medium, 25 % easy
FULL_CYCLE = ("easy", "medium", "easy", "hard", "medium", "easy", "easy", "hard", "medium", "easy")  # steep views first
PROGRESS_S = 10.0


def difficulty_of(seed: int, full: bool = False) -> str:
    """Difficulty of a farmed seed."""
    cycle = FULL_CYCLE if full else CYCLE
    return cycle[seed % len(cycle)]


def picture_path(out: Path, seed: int, suffix: str = "jpg", full: bool = False) -> Path:
    """Where a farmed seed's picture lies."""
    return out / f"{seed:06d}_{difficulty_of(seed, full)}.{suffix}"


@dataclass(frozen=True, slots=True)
class Order:
    """What a farm is to do."""

    out: Path
    seeds: range
    processes: int
    minutes: float
    quality: Quality
    resume: bool = False
    variety: str = "mixed"
    full: bool = False
    steep: bool = False
    lesson: bool = False
    strange: bool = False
    rises: bool = False
    hands: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one seed: seconds of work, or the reason why it was skipped."""

    seed: int
    seconds: float
    fault: str = ""


def seeds_to_do(order: Order) -> list[int]:
    """The range without the seeds whose truth file is already there."""
    return [s for s in order.seeds if not (order.resume and picture_path(order.out, s, "json", order.full).exists())]


def lesson(order: Order, seed: int) -> Order:
    """What one seed of a lesson shows: mostly any world, every fourth picture the plain one; most tables are full."""
    kind = seed % 12
    variety = "wide" if kind < 9 else order.variety
    return replace(order, variety=variety, full=kind in (1, 2, 3, 5, 6, 7, 9, 10), steep=kind in (7,))


def work(order: Order, seeds: list[int], ends_at: float, results: Queue[Outcome | None], stop: Event) -> None:
    """Render `seeds` one after the other until the time is up; a bad seed is reported and skipped."""
    import cv2

    from workshop.icecult.lab.produce import render_scene
    from workshop.icecult.lab.world.wide import drawn, each_its_rise, reach_in

    cv2.setNumThreads(1)
    geo = Dimensions()
    try:
        for seed in seeds:
            if time.time() > ends_at or stop.is_set():
                break
            began = time.perf_counter()
            try:
                this = lesson(order, seed) if order.lesson else order
                level = difficulty_of(seed, order.full)
                scene = drawn(geo, seed, level, this.variety, this.full, this.steep, this.strange)
                if order.rises:
                    each_its_rise(scene, seed)
                if order.hands and not scene["hands"]:
                    reach_in(geo, scene, seed)
                render_scene(scene, picture_path(order.out, seed, full=order.full), order.quality, geo)
            except Exception as fault:  # one bad scene must not end the night's work
                results.put(Outcome(seed, 0.0, f"{type(fault).__name__}: {fault}"))
                continue
            results.put(Outcome(seed, time.perf_counter() - began))
            gc.collect()  # scenes hold device memory in reference cycles
    except KeyboardInterrupt:
        pass
    finally:
        results.put(None)


def progress(outcomes: list[Outcome], total: int, began: float) -> str:
    """One line about the work so far."""
    done = [o for o in outcomes if not o.fault]
    elapsed_s = max(time.time() - began, 1e-6)
    mean = sum(o.seconds for o in done) / max(len(done), 1)
    skipped = len(outcomes) - len(done)
    return (
        f"{len(done)} of {total} pictures in {elapsed_s:.0f} s ({len(done) / elapsed_s * 60:.0f} a minute, "
        f"{mean:.1f} s each per process), {skipped} skipped"
    )


def collect(results: Queue[Outcome | None], workers: list[multiprocessing.process.BaseProcess], total: int) -> int:
    """Print progress until every worker has said goodbye or died; the number of pictures made."""
    began = said = time.time()
    outcomes: list[Outcome] = []
    left = len(workers)
    while left and (any(w.is_alive() for w in workers) or not results.empty()):
        try:
            outcome = results.get(timeout=1.0)
            if outcome is None:
                left -= 1
            else:
                outcomes.append(outcome)
                if outcome.fault:
                    print(f"seed {outcome.seed} skipped: {outcome.fault}", flush=True)
        except queue.Empty:
            pass
        if time.time() - said >= PROGRESS_S:
            said = time.time()
            print(progress(outcomes, total, began), flush=True)
    print(progress(outcomes, total, began), flush=True)
    return sum(not o.fault for o in outcomes)


def single_threaded(names: Iterable[str] = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")) -> None:
    """Keep each worker to one thread: the processes share the cores already."""
    for name in names:
        os.environ.setdefault(name, "1")
    os.environ.setdefault("ICECULT_DENOISE_THREADS", "1")


def run_farm(order: Order) -> int:
    """Render the order's seeds with several processes; returns how many pictures were made."""
    single_threaded()
    order.out.mkdir(parents=True, exist_ok=True)
    seeds = seeds_to_do(order)
    context = multiprocessing.get_context("spawn")
    results: Queue[Outcome | None] = context.Queue()
    stop = context.Event()
    ends_at = time.time() + order.minutes * 60
    shares = [seeds[k :: order.processes] for k in range(order.processes)]
    workers: list[multiprocessing.process.BaseProcess] = [
        context.Process(target=work, args=(order, share, ends_at, results, stop), name=f"lab-{k}", daemon=True)
        for k, share in enumerate(shares)
        if share
    ]
    for worker in workers:
        worker.start()
    try:
        made = collect(results, workers, len(seeds))
    except KeyboardInterrupt:
        print("stopping after the pictures under way", flush=True)
        stop.set()
        made = collect(results, workers, len(seeds))
    for worker in workers:
        worker.join(timeout=60)
    return made
