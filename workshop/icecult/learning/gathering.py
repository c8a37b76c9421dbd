"""Packs of new pictures while they are made: what a training watches, as long as the makers run."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from workshop.icecult.places.packs import make

FEW = 48  # pictures that are worth a pack
LOOK_S = 5.0


def gather(folders: Sequence[Path], out: Path, minutes: float, processes: int = 1) -> int:
    """Pack what turns up in the folders, a world each, until the time is over; how many pictures were packed."""
    ends, known, packs = time.time() + 60 * minutes, set[Path](), 0
    out.mkdir(parents=True, exist_ok=True)
    while time.time() < ends:
        for folder in folders:
            fresh = [each for each in finished(folder) if each not in known]
            if len(fresh) >= FEW:
                pack_some(fresh, out / f"{folder.name}-{packs:04d}", processes)
                known.update(fresh)
                packs += 1
        time.sleep(LOOK_S)
    return len(known)


def finished(folder: Path) -> list[Path]:
    """The truths of a folder whose picture is there too."""
    return [file for file in sorted(folder.glob("*.json")) if file.with_suffix(".jpg").exists()]


def pack_some(truths: Sequence[Path], out: Path, processes: int) -> None:
    """One pack of these pictures; whoever watches sees it only when it is whole."""
    room = out.parent / f".{out.name}"
    room.mkdir()
    for truth in truths:
        for file in (truth, truth.with_suffix(".jpg")):
            os.link(file, room / file.name)
    half = make(room, room / "made", processes)
    half.with_suffix(".npy").replace(out.with_suffix(".npy"))
    half.with_suffix(".npz").replace(out.with_suffix(".npz"))
    shutil.rmtree(room)
