"""The eye of IGLU IGLU, from folders of pictures with their truth to what is shipped.

python -m workshop.igluiglu.eye pack FOLDER... --work DIR
python -m workshop.igluiglu.eye train --part spaces --work DIR --lessons FOLDER... --other FOLDER... --out DIR
python -m workshop.igluiglu.eye lease --work DIR --seeds 0:6000 --held 900000:900128 --minutes 5 --out DIR
python -m workshop.igluiglu.eye smoke FOLDER --work DIR     every step on a few pictures
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from multiprocessing import Process
from pathlib import Path

from workshop.igluiglu.eye.packs import Pack, load, packed
from workshop.igluiglu.eye.shards import EACH, draw, ready
from workshop.igluiglu.world.__main__ import seed_range
from workshop.igluiglu.world.produce import produce

PROCESSES = os.cpu_count() or 1
SHARES = {"spaces": 1.0, "crossings": 0.8, "overview": 0.7, "numbers": 0.6}
"""How much of the minutes each part learns."""
PARTS = tuple(SHARES)
DRAWN = "drawn"
DRAWN_SHARE = 1.0  # of the minutes in which lessons are drawn
LATE_S = 120.0  # beyond its minutes, for a part to write what it learned
SMOKE = 4  # pictures


def packs_of(folders: Sequence[Path], room: Path, limit: int | None = None) -> list[Pack]:
    """The packs of some folders; one that cannot be packed is left out."""
    out = []
    for folder in folders:
        try:
            pack = packed(folder, room, PROCESSES, limit)
        except (ValueError, OSError) as error:
            print(f"{folder}: left out: {error}", flush=True)
            continue
        print(f"{folder}: {len(pack)} tables, {pack.flat.nbytes / 1e9:.2f} GB", flush=True)
        out.append(pack)
    return out


def train(args: argparse.Namespace, steps: int | None = None, tables: int | None = None) -> None:
    """Learn one part and write it."""
    from workshop.igluiglu.eye import training

    lessons, others = (packs_of(folders, args.work, args.limit) for folders in (args.lessons, args.other))
    room = args.work / DRAWN if args.most else None
    lessons += [load(out) for out in ready(room)] if room else []
    course = training.Course(args.minutes, args.out, args.start, steps, tables, room, args.most)
    off = training.PARTS[args.part](lessons, others, course)
    print("written: " + ", ".join(f"{name}.onnx (off by {worst:.4f})" for name, worst in off.items()), flush=True)


def lease(args: argparse.Namespace) -> None:
    """Pack everything, learn all parts side by side, judge what came of it; nothing that fails stops the rest."""
    began = time.monotonic()
    args.out.mkdir(parents=True, exist_ok=True)
    drawing = None
    if args.held:
        held = args.work / f"held-{args.held.start}"
        count = len(list(produce("stills", args.held, "mixed", held, args.processes)))
        print(f"{count} pictures to judge by after {time.monotonic() - began:.0f} s", flush=True)
        args.other.append(held)
    packs_of([*args.lessons, *args.other], args.work, args.limit)
    if args.seeds:
        late = args.minutes * DRAWN_SHARE
        drawing = Process(target=draw, args=(args.seeds, args.work / DRAWN, late, args.processes))
        drawing.start()
        while drawing.is_alive() and EACH * len(ready(args.work / DRAWN)) < args.first:
            time.sleep(0.5)
    print(f"begins to learn after {time.monotonic() - began:.0f} s", flush=True)
    running = {part: started(part, args) for part in args.parts}
    until = time.monotonic() + 60 * args.minutes + LATE_S
    while running:
        time.sleep(0.5)
        for part, (process, log) in list(running.items()):
            if time.monotonic() > until:
                print(f"{part} takes too long and is stopped", flush=True)
                process.kill()
                process.wait()
            if process.poll() is not None:
                del running[part]
                said = "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-30:])
                print(f"--- {part}, {time.monotonic() - began:.0f} s: {process.returncode}\n{said}", flush=True)
    if drawing is not None:
        drawing.join()
    for folder in [*args.other, *args.judged]:
        judge(folder, args.out, args.jobs)
    print(f"done after {time.monotonic() - began:.0f} s", flush=True)


def started(part: str, args: argparse.Namespace) -> tuple[subprocess.Popen[bytes], Path]:
    """One part being learned by a process of its own, and what it writes."""
    log = args.out / f"{part}.log"
    words = [
        "--lessons",
        *map(str, args.lessons),
        "--minutes",
        str(args.minutes * SHARES[part]),
        "--out",
        str(args.out),
    ]
    words += ["--work", str(args.work)]
    if args.seeds:
        words += ["--most", str(args.most)]
    if args.other:
        words += ["--other", *map(str, args.other)]
    if args.start:
        words += ["--start", *map(str, args.start)]
    if args.limit:
        words += ["--limit", str(args.limit)]
    command = [sys.executable, "-m", "workshop.igluiglu.eye", "train", "--part", part, *words]
    with log.open("wb") as file:
        return subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT), log


def judge(folder: Path, models: Path, jobs: int) -> None:
    """What the product reads of a folder with these networks."""
    command = [sys.executable, "-m", "bench", "eye", "--game", "iglu", str(folder), "--models", str(models)]
    subprocess.run([*command, "--jobs", str(jobs)], check=False)


def smoke(args: argparse.Namespace) -> None:
    """Every step on a few pictures: packed, learned from, written, read with the product's own code, judged."""
    for part in PARTS:
        few = argparse.Namespace(
            part=part,
            lessons=[args.folder],
            other=[args.folder],
            work=args.work / "smoke",
            limit=SMOKE,
            minutes=5.0,
            out=args.work / "smoke",
            start=[],
            most=0,
        )
        train(few, steps=2, tables=2)
    command = [sys.executable, "-m", "bench", "eye", "--game", "iglu", str(args.folder), "--limit", str(SMOKE)]
    subprocess.run([*command, "--models", str(args.work / "smoke")], check=True)


def parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m workshop.igluiglu.eye",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("pack")
    step.add_argument("folders", type=Path, nargs="+")
    step.add_argument("--work", type=Path, required=True)
    step.add_argument("--limit", type=int)
    step = steps.add_parser("smoke")
    step.add_argument("folder", type=Path)
    step.add_argument("--work", type=Path, required=True)
    for name in ("train", "lease"):
        step = steps.add_parser(name)
        step.add_argument("--lessons", type=Path, nargs="*", default=[], help="folders of pictures")
        step.add_argument("--most", type=int, default=0 if name == "train" else 6000, help="lessons drawn meanwhile")
        step.add_argument("--other", type=Path, nargs="*", default=[], help="worlds that are not learned from")
        step.add_argument("--work", type=Path, required=True, help="room for packs")
        step.add_argument("--minutes", type=float, default=4.0, help="of each part; all are learned side by side")
        step.add_argument("--out", type=Path, required=True)
        step.add_argument("--start", type=Path, nargs="+", default=[], help="folders with weights to go on from")
        step.add_argument("--limit", type=int, help="at most so many pictures of a folder")
        if name == "train":
            step.add_argument("--part", choices=PARTS, required=True)
        else:
            step.add_argument("--parts", choices=PARTS, nargs="+", default=PARTS)
            step.add_argument("--judged", type=Path, nargs="*", default=[], help="more folders to judge on")
            step.add_argument("--seeds", type=seed_range, help="first:last, lessons that are drawn meanwhile")
            step.add_argument("--held", type=seed_range, help="first:last, pictures to be drawn and judged on")
            step.add_argument("--first", type=int, default=600, help="pictures to begin to learn with")
            step.add_argument("--processes", type=int, default=max(1, PROCESSES - 3), help="that draw")
            step.add_argument("--jobs", type=int, default=PROCESSES)
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    args = parsed(argv)
    if args.step == "pack":
        packs_of(args.folders, args.work, args.limit)
    elif args.step == "smoke":
        smoke(args)
    elif args.step == "train":
        train(args)
    else:
        lease(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
