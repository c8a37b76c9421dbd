"""Everything on a rented GPU machine in one go: pictures of any world, then all networks, as long as the time allows.

python -m workshop.icecult.reader.lease smoke --work DIR        a few small pictures: fails fast
python -m workshop.icecult.reader.lease smoke-train --work DIR  a step of training of each network on them
python -m workshop.icecult.reader.lease render --work DIR --minutes 11  pictures until the time is over
python -m workshop.icecult.reader.lease train  --work DIR --minutes 9  all networks side by side
python -m workshop.icecult.reader.lease pack   --work DIR --out DIR  what to take home: networks, answers, pictures

Each step may be repeated; pictures that are there are kept.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tarfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

from calibration.icecult.defaults import MODELS
from vision.icecult.read.networks import MODELS as READERS
from workshop.icecult.lab.farm import Order, run_farm
from workshop.icecult.lab.picture.trace import Quality

READER = ("stacks", "rims", "bands", "pawns", "covers", "cubes")
BOARD = ("patch", "overview")
LESSON, STRANGE = range(300_000, 400_000), range(900_000, 900_100)
STRANGE_TIME = 0.15  # of the time for pictures
QUICK = Quality(spp=6, cube_spp=28, scale=1.0)
RATE = "0.0012"  # of networks that know something already
MOST_BYTES = 15_500_000  # of one file to take home


def render(work: Path, minutes: float, processes: int, quality: Quality, count: int) -> None:
    """First the pictures of a strange look, which only measure, then as many as there is time for."""
    ends = time.time() + 60 * minutes
    share = max(2, min(len(STRANGE), count // 20))
    strange = Order(
        *(work / "strange", STRANGE[:share], processes, STRANGE_TIME * minutes, quality, True),
        variety="wide",
        full=False,
        strange=True,
    )
    run_farm(strange)
    left = (ends - time.time()) / 60
    run_farm(Order(work / "lesson", LESSON[:count], processes, left, quality, True, lesson=True))


def jobs(work: Path, until: float, folders: Sequence[Path], limit: int | None) -> dict[str, list[str]]:
    """The command of each network's training."""
    frames = ["--frames", *map(str, folders)]
    few = ["--limit", str(limit)] if limit else []
    out: dict[str, list[str]] = {}
    for net in BOARD:
        start = ["--start", str(MODELS)]
        head = ["-m", "workshop.icecult.board", "--only", net, "--out", str(work / "out"), "--until", str(until)]
        out[net] = [*head, *start, *frames, *few]
    for net in READER:
        start = ["--start", str(READERS / f"{net}.onnx"), "--rate", RATE]
        head = ["-m", "workshop.icecult.reader.reader", "--net", net, "--out", str(work / "out"), "--until", str(until)]
        out[net] = [*head, *start, "--other", str(work / "strange"), *frames, *few]
    return out


def train(
    work: Path, minutes: float, more: Sequence[Path], limit: int | None, tables: int | None, nets: Sequence[str] = ()
) -> int:
    """Train all networks (or those named) at once: each alone would leave most of a large GPU idle."""
    (work / "out").mkdir(parents=True, exist_ok=True)
    folders = [work / "lesson", *more]
    running = {}
    for net, command in jobs(work, time.time() + 60 * minutes, folders, limit).items():
        if nets and net not in nets:
            continue
        if tables and net in READER:
            command = [*command, "--tables", str(tables)]
        log = (work / f"train-{net}.log").open("w")
        running[net] = subprocess.Popen([sys.executable, "-u", *command], stdout=log, stderr=subprocess.STDOUT)
    status = {net: process.wait() for net, process in running.items()}
    for net, code in status.items():
        tail = (work / f"train-{net}.log").read_text().splitlines()[-4:]
        print(f"{net}: {'done' if code == 0 else f'FAILED ({code})'}\n  " + "\n  ".join(tail), flush=True)
    return max(status.values())


def pack(work: Path, out: Path) -> None:
    """The files to take home, each small enough: networks, answers, logs, and pictures never learned from."""
    out.mkdir(parents=True, exist_ok=True)
    for name, nets in (("reader", READER), ("board", BOARD)):
        with tarfile.open(out / f"{name}.tar", "w") as tar:
            for file in (work / "out" / f"{net}.onnx" for net in nets):
                if file.exists():
                    tar.add(file, file.name)
    answers = [f for f in sorted((work / "out").glob("*.npz")) if f.stat().st_size < MOST_BYTES // 4]
    with tarfile.open(out / "answers.tar.gz", "w:gz") as tar:
        for file in [*sorted(work.glob("*.log")), *answers]:
            tar.add(file, file.name)
    kept = [f for f in sorted((work / "lesson").glob("*.json")) if zlib.crc32(f.stem.encode()) % 16 == 0]
    pack_pictures(sorted((work / "strange").glob("*.json")), out / "strange.tar.gz")
    pack_pictures(kept, out / "held.tar.gz")


def pack_pictures(truths: Sequence[Path], out: Path) -> None:
    """Pictures with their truth until the file is full."""
    with tarfile.open(out, "w:gz") as tar:
        for file in truths:
            picture = file.with_suffix(".jpg")
            if picture.exists() and out.stat().st_size + picture.stat().st_size + 400_000 < MOST_BYTES:
                tar.add(file, file.name)
                tar.add(picture, picture.name)


def smoke(work: Path, processes: int, learn: bool) -> int:
    """A few small pictures, then (asked again, with `learn`) each network trained on them for a moment."""
    small = Quality(spp=2, cube_spp=2, scale=0.5)
    if not learn:
        made = run_farm(Order(work / "lesson", LESSON[:4], processes, 3.0, small, True, lesson=True))
        shutil.copytree(work / "lesson", work / "strange", dirs_exist_ok=True)
        return 0 if made == 4 else 1
    return train(work, 0.1, [], 4, 2)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("smoke", "smoke-train", "render", "train", "pack"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=13)
    parser.add_argument("--count", type=int, default=6000, help="at most as many pictures")
    parser.add_argument("--frames", type=Path, nargs="*", default=[], help="more folders to learn from")
    parser.add_argument("--nets", nargs="*", choices=READER + BOARD, default=[], help="train these networks only")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    if args.step.startswith("smoke"):
        return smoke(args.work, args.processes, args.step == "smoke-train")
    if args.step == "render":
        render(args.work, args.minutes, args.processes, QUICK, args.count)
    elif args.step == "train":
        return train(args.work, args.minutes, args.frames, args.limit, None, args.nets)
    else:
        pack(args.work, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
