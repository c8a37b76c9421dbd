"""The eye of IGLU IGLU, from folders of pictures with their truth to what is shipped.

python -m workshop.igluiglu.eye pack FOLDER... --work DIR
python -m workshop.igluiglu.eye train --part spaces --work DIR --lessons FOLDER... --other FOLDER... --out DIR
python -m workshop.igluiglu.eye lease --work DIR --seeds 0:6000 --held 900000:900128 --seconds 540 --out DIR
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
SHARES = {"spaces": 1.0, "crossings": 0.25, "overview": 0.2, "numbers": 0.5}
"""How much of the minutes each part learns."""
LANES = (("spaces",), ("crossings", "overview"), ("numbers",))
"""What is learned side by side; what stands together, one after the other."""
MOST_BOARDS = 2400  # lessons that the network of crossings keeps: the others need the room
PARTS = tuple(SHARES)
DRAWN = "drawn"
DRAWN_SHARE, WAITED_SHARE = 0.75, 0.25  # of a lease in which lessons are drawn, and waited for at most
AFTER_S, AFTER_SHARE = 15.0, 0.15  # of a lease: left for writing and judging what was learned
LATE_S = 30.0  # before its end no part is learned any more
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

    lessons = packs_of(args.lessons, args.work, args.limit)
    most = min(args.most, MOST_BOARDS) if args.part == "crossings" else args.most
    room = args.work / DRAWN if args.most else None
    lessons += [load(out) for out in ready(room)[: most // EACH]] if room else []
    course = training.Course(args.minutes, args.out, args.start, steps, tables, room, most)
    off = training.PARTS[args.part](lessons, lambda: packs_of(args.other, args.work, args.limit), course)
    print("written: " + ", ".join(f"{name}.onnx (off by {worst:.4f})" for name, worst in off.items()), flush=True)


def lease(args: argparse.Namespace) -> None:
    """Draw lessons, learn all parts from them meanwhile, judge what came of it; nothing that fails stops the rest."""
    began = time.monotonic()
    args.out.mkdir(parents=True, exist_ok=True)
    packs_of([*args.lessons, *args.other], args.work, args.limit)
    beside = []
    if args.seeds:
        minutes = args.seconds * DRAWN_SHARE / 60
        beside.append(Process(target=draw, args=(args.seeds, args.work / DRAWN, minutes, args.processes)))
    if args.held:
        held = args.work / f"held-{args.held.start}"
        args.other.append(held)
        beside.append(Process(target=hold, args=(args.held, held, args.work)))
    for process in beside:
        process.start()
    while args.seeds and EACH * len(ready(args.work / DRAWN)) < args.first:
        if not beside[0].is_alive() or time.monotonic() - began > args.seconds * WAITED_SHARE:
            break
        time.sleep(0.5)
    print(f"begins to learn after {time.monotonic() - began:.0f} s", flush=True)
    learn(args, began)
    for process in beside:
        process.join(max(0.1, began + args.seconds - time.monotonic() - LATE_S))
        process.kill()
    for folder in [*args.other, *args.judged]:
        judge(folder, args.out, args.jobs, began + args.seconds - time.monotonic())
    print(f"done after {time.monotonic() - began:.0f} s", flush=True)


def hold(seeds: range, folder: Path, room: Path) -> None:
    """Draw and pack what is judged by, unless it is there."""
    if not (folder / "done").exists():
        print(f"{len(list(produce('stills', seeds, 'mixed', folder, 1)))} pictures to judge by", flush=True)
        (folder / "done").touch()
    packed(folder, room)


def learn(args: argparse.Namespace, began: float) -> None:
    """All parts, some side by side; what takes too long is stopped, and what it has written stays."""
    lanes = [[part for part in lane if part in args.parts] for lane in LANES]
    minutes = (began + args.seconds - time.monotonic() - AFTER_S - AFTER_SHARE * args.seconds) / 60
    until = began + args.seconds - LATE_S
    running: dict[str, tuple[subprocess.Popen[bytes], Path]] = {}
    while True:
        for lane, parts in zip(lanes, LANES, strict=True):
            if lane and not running.keys() & parts:
                part = lane.pop(0)
                running[part] = started(part, args, max(0.02, minutes * SHARES[part]))
        if not running:
            return
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


def started(part: str, args: argparse.Namespace, minutes: float) -> tuple[subprocess.Popen[bytes], Path]:
    """One part being learned by a process of its own, and what it writes."""
    log = args.out / f"{part}.log"
    words = [
        "--lessons",
        *map(str, args.lessons),
        "--minutes",
        str(minutes),
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


def judge(folder: Path, models: Path, jobs: int, seconds: float) -> None:
    """What the product reads of a folder with these networks, if there is time for it."""
    command = [sys.executable, "-m", "bench", "eye", "--game", "iglu", str(folder), "--models", str(models)]
    try:
        subprocess.run([*command, "--jobs", str(jobs)], check=False, timeout=max(1.0, seconds))
    except subprocess.TimeoutExpired:
        print(f"{folder}: no time left to judge by it", flush=True)


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
        step.add_argument("--out", type=Path, required=True)
        step.add_argument("--start", type=Path, nargs="+", default=[], help="folders with weights to go on from")
        step.add_argument("--limit", type=int, help="at most so many pictures of a folder")
        if name == "train":
            step.add_argument("--part", choices=PARTS, required=True)
            step.add_argument("--minutes", type=float, default=4.0)
        else:
            step.add_argument("--seconds", type=float, default=540.0, help="of the whole lease")
            step.add_argument("--parts", choices=PARTS, nargs="+", default=PARTS)
            step.add_argument("--judged", type=Path, nargs="*", default=[], help="more folders to judge on")
            step.add_argument("--seeds", type=seed_range, help="first:last, lessons that are drawn meanwhile")
            step.add_argument("--held", type=seed_range, help="first:last, pictures to be drawn and judged on")
            step.add_argument("--first", type=int, default=160, help="pictures to begin to learn with")
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
