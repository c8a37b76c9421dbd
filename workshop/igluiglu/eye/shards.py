"""Lessons drawn while others are being learned from: shards of pictures, each packed as soon as it is drawn."""

from __future__ import annotations

import shutil
import time
from multiprocessing import get_context
from pathlib import Path

import cv2

from workshop.igluiglu.eye.packs import files, make
from workshop.igluiglu.world.produce import produce

EACH = 16  # pictures of a shard
PATTERN = "shard-*.npz"
Job = tuple[int, int, Path, float]


def shard(job: Job) -> int:
    """Draw and pack the pictures of some seeds, unless it is too late; how many."""
    first, last, room, until = job
    if time.time() > until:
        return 0
    out, pictures = room / f"shard-{first}", room / f"pictures-{first}"
    if files(out)[2].exists():
        return 0
    count = len(list(produce("stills", range(first, last), "mixed", pictures, 1)))
    make(pictures, out)
    shutil.rmtree(pictures, ignore_errors=True)
    return count


def draw(seeds: range, room: Path, minutes: float, processes: int) -> None:
    """Draw and pack as many pictures as there is time for."""
    began = time.time()
    until = began + 60 * minutes
    room.mkdir(parents=True, exist_ok=True)
    jobs = [(first, min(first + EACH, seeds.stop), room, until) for first in range(seeds.start, seeds.stop, EACH)]
    with get_context("spawn").Pool(processes, cv2.setNumThreads, (1,)) as pool:
        count = sum(pool.imap_unordered(shard, jobs))
    print(f"{count} pictures drawn in {time.time() - began:.0f} s", flush=True)


def ready(room: Path) -> list[Path]:
    """The shards that are packed, as `packs.load` takes them."""
    return [file.with_suffix("") for file in sorted(room.glob(PATTERN))]
