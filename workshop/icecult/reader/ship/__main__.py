"""What is shipped, made of what was trained: the same networks in whole numbers.

python -m workshop.icecult.reader.ship --frames DIR [DIR ...] [--nets NAME ...] [--weights DIR] [--out DIR]

How large the numbers of each layer grow is learned from pictures spoiled as in training.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from vision.icecult.read.networks import MODELS
from workshop.icecult.reader.data import Example, load_folders
from workshop.icecult.reader.export import INPUTS, WEIGHTS
from workshop.icecult.reader.reader import TASKS
from workshop.train.whole import in_whole_numbers, off_by

PICTURES, EACH = 64, 4  # that are looked at, and of how many at once
FIRST = "/net/body/body.0/"
FINE = {
    "bands": (FIRST, "/bands.4/"),
    "rims": (FIRST, "/level/", "/levels/"),
    "stacks": ("/levels.4/",),
    "pawns": ("/out/", "/fine/", "/up"),
    "covers": ("/out/", "/fine/", "/up"),
}
"""Layers that stay as they are: what they see is small and faint, or they cost nothing and are worth a lot."""
OFF_AT_MOST = 0.1  # of the answers' spread, in the mean


def kind_of(name: str) -> str:
    """What a network learned to do: `cubes` for `cubes_second`."""
    return name.partition("_")[0]


def batches_of(kind: str, examples: Sequence[Example]) -> list[dict[str, Any]]:
    """What a network of this kind is shown of some pictures in training."""
    torch.manual_seed(0)
    task, names = TASKS["pawns" if kind == "covers" else kind], list(INPUTS[kind])
    crops = task.crops(task.kind, iter(examples), "cpu")
    parts = (task.batch(crops, at, 1.0) for at in torch.randperm(len(crops))[: PICTURES * EACH].split(EACH))
    return [{name: part[key].numpy() for name, key in zip(names, task.inputs, strict=True)} for part in parts]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=Path, nargs="+", required=True, help="folders of pictures with truth")
    parser.add_argument("--nets", nargs="*", default=[], help="these alone; all trained ones if none is named")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="folder of the trained networks")
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args()
    files = {file.stem: file for file in sorted(args.weights.glob("*.onnx"))}
    if missing := [name for name in args.nets if name not in files]:
        parser.error(f"{args.weights} has no {', '.join(missing)}")
    stems = sorted(file.stem for folder in args.frames for file in folder.glob("*.json"))
    if not stems:
        parser.error(f"no pictures with truth in {', '.join(map(str, args.frames))}")
    chosen = set(stems[:: max(1, len(stems) // PICTURES)])
    examples = list(load_folders(args.frames, wanted=chosen.__contains__))
    args.out.mkdir(parents=True, exist_ok=True)
    logging.disable(logging.WARNING)  # the counting tool asks for what was done to the network already
    shown: dict[str, list[dict[str, Any]]] = {}
    for name in args.nets or files:
        whole, kind = args.out / f"{name}.onnx", kind_of(name)
        batches = shown[kind] = shown.get(kind) or batches_of(kind, examples)
        new = whole.with_suffix(".new")
        in_whole_numbers(files[name], batches, new, FINE.get(kind, ()))
        off = off_by(files[name], new, batches)
        print(f"{name}: {new.stat().st_size / 1e6:.2f} MB, off by {off:.1%} of the answers' spread", flush=True)
        if off > OFF_AT_MOST:
            print(f"{name}: more than {OFF_AT_MOST:.0%}; not to be used like this: {new}", file=sys.stderr)
            return 1
        new.replace(whole)
    return 0


if __name__ == "__main__":
    sys.exit(main())
