"""Random pictures with their truth, as files: material for training and for tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

import cv2

from vision.frame import Bgr
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.sample import full_scene, random_scene
from vision.icecult.sim.truth import Json, hand_mask, truth


def still(seed: int, full: bool = False) -> tuple[Bgr, Json, Bgr]:
    """A random picture, its truth and the quarter-size mask of hands; `full` of stacks, the set of any make."""
    scene, state = full_scene(seed) if full else random_scene(seed)
    picture = Renderer().render(scene, ids=True)
    assert picture.ids is not None
    return picture.bgr, truth(scene, state, picture.ids), hand_mask(picture.ids)


def write_still(seed: int, folder: Path, full: bool = False) -> str:
    """SEED_sim.jpg, .json and .mask.png in a folder; the name."""
    bgr, facts, mask = still(seed, full)
    name = f"{seed}_sim"
    # The picture went through the camera's own compression already: keep it as it is.
    cv2.imwrite(str(folder / f"{name}.jpg"), bgr, [cv2.IMWRITE_JPEG_QUALITY, 97])
    cv2.imwrite(str(folder / f"{name}.mask.png"), mask)
    (folder / f"{name}.json").write_text(json.dumps(facts), encoding="utf-8")
    return name


def _write(job: tuple[int, str, bool]) -> str:
    cv2.setNumThreads(1)
    return write_still(job[0], Path(job[1]), job[2])


def write_stills(first: int, last: int, folder: Path, processes: int, full: bool = False) -> Iterator[str]:
    """All stills of the seeds first..last-1, each name as it is finished."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(seed, str(folder), full) for seed in range(first, last)]
    if processes <= 1:
        yield from map(_write, jobs)
        return
    with Pool(processes) as pool:
        yield from pool.imap_unordered(_write, jobs, chunksize=4)
