"""The network that reads every place of a table together, and the tops: from folders of pictures to what is shipped.

python -m workshop.icecult.learning pack FOLDER... --out DIR         pictures as files that load in seconds
python -m workshop.icecult.learning crops FOLDER... --out DIR        crops alone, some 150 kB a table, to be carried
python -m workshop.icecult.learning train --lessons PACK... --other PACK... --minutes 12 --out DIR
python -m workshop.icecult.learning gather FOLDER... --out DIR --minutes 20   packs while pictures are made
python -m workshop.icecult.learning prove FIRST SECOND FOLDER...     two pairs of networks, or `today`, on pictures
python -m workshop.icecult.learning smoke FOLDER --work DIR          every step on four pictures
python -m workshop.icecult.learning lease --work DIR --lessons FOLDER... --other FOLDER... --minutes 12 --out DIR
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.core.errors import IcekeeperError
from workshop.icecult.places.packs import CROPS, Pack, carry, load, only, packed

PROCESSES = os.cpu_count() or 1
TEXTURES = 400
MOST_OFF = 2.0  # of 255


def train_and_tell(
    lessons: Sequence[Pack],
    others: Sequence[Path],
    args: argparse.Namespace,
    steps: int | None = None,
) -> None:
    """Train, judge on what was held back and on other worlds, and write what is shipped."""
    import torch

    from workshop.icecult.drawn.textures import textures
    from workshop.icecult.learning.export import export
    from workshop.icecult.learning.judging import report
    from workshop.icecult.learning.training import (
        Answers,
        HowToTrain,
        Nets,
        answers,
        judged,
        temperatures,
        train,
    )
    from workshop.icecult.learning.worlds import Worlds, held_back
    from workshop.icecult.places.cutting import OnDevice
    from workshop.train.keeping import go_on, keep, rounded

    device = "cuda" if torch.cuda.is_available() else "cpu"
    out: Path = args.out
    out.mkdir(parents=True, exist_ok=True)
    torch.backends.cudnn.benchmark = True
    worlds = Worlds(lessons, device, args.watch)
    print(f"{sum(map(len, worlds.stores))} tables of {len(worlds.stores)} packs on {device}", flush=True)
    nets = Nets(not args.alone)
    if args.start:
        print(f"begins anew: {', '.join(go_on({'nets': nets}, args.start)) or 'nothing'}", flush=True)
    plan = HowToTrain(
        *(args.minutes, args.tables, args.rate, not args.alone, args.seed, steps, args.drawn, args.pointed, args.times)
    )
    patterns = torch.from_numpy(textures(TEXTURES)).to(device) if args.drawn else None

    def write(mean: Nets) -> None:
        keep({"nets": mean}, out / "weights.npz")

    mean = train(nets, worlds, plan, patterns, write)
    write(mean)
    mean = rounded(mean)
    told = [(f"{pack.name}, not learned from", answers(mean, OnDevice([pack], device))) for pack in map(load, others)]
    own: dict[str, list[Answers]] = {}
    for store in worlds.stores:
        own.setdefault(store.name.rsplit("-", 1)[0], []).append(answers(mean, store, held_back(store)))
    name, by = told[0] if told else (next(iter(own)), next(iter(own.values()))[0])
    soft = temperatures(by)
    print(f"temperatures {soft[0]:.2f} and {soft[1]:.2f}, fitted on {name}", flush=True)
    for name, each in own.items():
        print(report(f"{name}, held back", [table for found in each for table in judged(found, soft)]), flush=True)
    for name, found in told:
        print(report(name, judged(found, soft)), flush=True)
    off = export(mean.places, mean.tops, soft, out)
    print("written: " + ", ".join(f"{name}.onnx (off by {worst:.4f})" for name, worst in off.items()), flush=True)


def packs_of(folders: Sequence[Path], room: Path, limit: int | None = None) -> list[Pack]:
    """The packs of some folders."""
    out = []
    for folder in folders:
        pack = packed(folder, room, PROCESSES, limit)
        print(f"{folder}: {len(pack)} tables, {pack.pixels.nbytes / 1e9:.2f} GB", flush=True)
        out.append(pack)
    return out


def smoke(folder: Path, args: argparse.Namespace) -> None:
    """Every step on four pictures: packed, carried as crops and unpacked, learned from, exported."""
    import torch

    from workshop.icecult.places.cutting import off_by

    room = args.work / "smoke"
    (pack,) = packs_of([folder], room, 4)
    off = off_by(pack, "cuda" if torch.cuda.is_available() else "cpu")
    print(f"crops differ by {off:.2f} of 255 from those that are read", flush=True)
    if off > MOST_OFF:
        raise IcekeeperError("what is learned from is not what is read: the crops are cut out otherwise")
    if not folder.name.endswith(CROPS):
        carry(pack, room / f"four{CROPS}")
        pack = packed(room / f"four{CROPS}", room)
    few = argparse.Namespace(
        **{**vars(args), "minutes": 5.0, "tables": 5, "out": room, "start": None, "watch": [], "drawn": 2}
    )
    train_and_tell([only(pack, range(min(4, len(pack))))], [], few, steps=2)


def parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m workshop.icecult.learning",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    steps = parser.add_subparsers(dest="step", required=True)
    for name in ("pack", "crops"):
        step = steps.add_parser(name)
        step.add_argument("folders", type=Path, nargs="+")
        step.add_argument("--out", type=Path, required=True)
        step.add_argument("--most-mb", type=float, help="of one file of crops")
        step.add_argument("--limit", type=int, help="at most so many pictures of a folder")
    for name in ("train", "lease", "smoke"):
        step = steps.add_parser(name)
        if name == "smoke":
            step.add_argument("folder", type=Path)
        else:
            step.add_argument("--lessons", type=Path, nargs="*", default=[], help="folders or files of crops")
            step.add_argument(
                "--other", type=Path, nargs="*", default=[], help="packs of worlds that are not learned from"
            )
            step.add_argument("--out", type=Path, required=True)
        step.add_argument("--work", type=Path, required=True, help="room for packs")
        step.add_argument("--minutes", type=float, default=12.0)
        step.add_argument("--tables", type=int, default=32, help="a step")
        step.add_argument("--rate", type=float, default=2e-3)
        step.add_argument("--seed", type=int, default=0)
        step.add_argument(
            "--pointed", type=float, default=1.0, help="how much a pawn's row counts at first; less to go on"
        )
        step.add_argument("--drawn", type=int, default=0, help="tables a step that are drawn, not of pictures")
        step.add_argument("--times", type=int, default=3, help="that a drawn table is shown")
        step.add_argument(
            "--watch", type=Path, nargs="*", default=[], help="folders in which packs of new pictures turn up"
        )
        step.add_argument("--start", type=Path, help="weights.npz to go on from")
        step.add_argument("--alone", action="store_true", help="each place by itself: no attention among places")
        step.add_argument("--limit", type=int, help="at most so many pictures of a folder")
    step = steps.add_parser("gather")
    step.add_argument("folders", type=Path, nargs="+")
    step.add_argument("--out", type=Path, required=True)
    step.add_argument("--minutes", type=float, required=True)
    step = steps.add_parser("prove")
    step.add_argument("first", help="a folder with places.onnx and tops.onnx, or `today`")
    step.add_argument("second")
    step.add_argument("folders", type=Path, nargs="+")
    step.add_argument("--tips", type=float, help="profiles from tips so many pixels off; else cameras turned a little")
    step.add_argument("--limit", type=int)
    step.add_argument("--processes", type=int, default=1)
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    args = parsed(argv)
    if args.step == "pack":
        packs_of(args.folders, args.out, args.limit)
    elif args.step == "crops":
        args.out.mkdir(parents=True, exist_ok=True)
        for pack in packs_of(args.folders, args.out, args.limit):
            file = args.out / f"{pack.name}{CROPS}"
            count = carry(pack, file, int(args.most_mb * 1e6) if args.most_mb else None, PROCESSES)
            print(f"{file}: {count} tables, {file.stat().st_size / 1e6:.1f} MB", flush=True)
    elif args.step == "gather":
        from workshop.icecult.learning.gathering import gather

        print(f"{gather(args.folders, args.out, args.minutes)} pictures packed", flush=True)
    elif args.step == "prove":
        from workshop.icecult.learning.proof import prove

        prove(args.first, args.second, args.folders, args.tips, args.limit, args.processes)
    elif args.step == "smoke":
        smoke(args.folder, args)
    else:
        if args.step == "lease" and args.lessons:
            smoke(args.lessons[0], args)
        train_and_tell(packs_of(args.lessons, args.work, args.limit), args.other, args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
