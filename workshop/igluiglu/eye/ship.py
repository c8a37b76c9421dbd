"""What is shipped, made of what was trained: the same networks, those that are asked often in whole numbers.

python -m workshop.igluiglu.eye.ship --weights DIR --pictures FOLDER [--boards DIR] [--readers DIR]

`--weights` is what a lease wrote: spaces.npz crossings.npz overview.npz numbers.npz temperatures.json. How large the
numbers of each layer grow is learned from pictures spoiled as in training.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import onnx
import torch
from torch import nn
from torch.nn import functional

from calibration.igluiglu.find import MODELS as BOARDS
from vision.igluiglu.read.observer import MODELS as READERS
from workshop.igluiglu.eye import finding, numbers, reading
from workshop.igluiglu.eye.drawing import Store
from workshop.igluiglu.eye.export import (
    CROSSINGS_SAY,
    SPACES_SAY,
    ServedCrossings,
    ServedSpaces,
    export_overview,
)
from workshop.igluiglu.eye.nets import CrossingsNet, SpacesNet
from workshop.igluiglu.eye.numbers import NumbersNet, ServedNumbers
from workshop.igluiglu.eye.packs import packed
from workshop.train.blend import halved
from workshop.train.keeping import go_on, write
from workshop.train.layers import OverviewNet
from workshop.train.thaw import thawed
from workshop.train.whole import in_whole_numbers, kept_in_bytes, off_by

Batch = dict[str, Any]
PICTURES = 24  # that are looked at
FINE = {
    "spaces": ("/stem/stem.0/", "/cards/cards.1/", "/up/", "/token/"),
    "numbers": ("/way/way.0/", "/number/number.0/"),
    "crossings": ("/trunk/trunk.0/", "/token/"),
}
"""Layers that stay as they are: what they see is small and faint, or they cost nothing and are worth a lot."""
ALL = ("spaces", "numbers", "crossings", "overview")
OFF_AT_MOST = 0.1  # of the answers' spread, in the mean


def seen(store: Store, nets: Sequence[str]) -> Iterator[tuple[str, list[Batch]]]:
    """What each of these networks is shown of some pictures in training, one by one."""
    torch.manual_seed(0)
    tables = torch.arange(len(store)).split(1)
    if "spaces" in nets:
        yield "spaces", [space(reading.shown(store, k)) for k in tables]
    if "numbers" in nets:
        held = numbers.prints(8, 3)
        yield "numbers", [{"cards": numbers.shown(held, 16).cards.numpy()} for _ in range(PICTURES)]
    if "crossings" in nets:
        yield "crossings", [{"flat": finding.fitted(store, k)[0].numpy()} for k in tables]


def space(shown: reading.Seen) -> Batch:
    """One table as it is looked at."""
    small = functional.avg_pool2d(shown.fine, 2)
    return {"flat": small.numpy(), "facts": shown.facts[0].numpy(), "lean": shown.lean[0].numpy()}


def networks(weights: Path, nets: Sequence[str]) -> dict[str, tuple[nn.Module, Sequence[str]]]:
    """The trained networks that are made whole, as they are served, with their outputs."""
    spaces, crossings, cards = SpacesNet().eval(), CrossingsNet().eval(), NumbersNet().eval()
    for net, name in ((spaces, "spaces"), (crossings, "crossings"), (cards, "numbers")):
        if name in nets and (left := go_on({name: net}, weights / f"{name}.npz")):
            raise ValueError(f"{weights / name}.npz lacks {', '.join(left)}")
    soft = json.loads((weights / "temperatures.json").read_text(encoding="utf-8"))
    return {
        "spaces": (ServedSpaces(spaces, soft, False), SPACES_SAY),
        "numbers": (ServedNumbers(cards, in_bytes=False), ("numbers",)),
        "crossings": (ServedCrossings(crossings, False), CROSSINGS_SAY),
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--boards", type=Path, default=BOARDS, help="where what finds the board goes")
    parser.add_argument("--readers", type=Path, default=READERS, help="where what reads it goes")
    parser.add_argument("--nets", nargs="*", default=ALL, choices=ALL)
    args = parser.parse_args(argv)
    logging.disable(logging.WARNING)  # the counting tool asks for what was done to the network already
    with TemporaryDirectory() as room:
        store = Store([packed(args.pictures, Path(room), 1, PICTURES)], "cpu")
        served = networks(args.weights, args.nets)
        for name, batches in seen(store, args.nets):
            out = (args.boards if name == "crossings" else args.readers) / f"{name}.onnx"
            out.parent.mkdir(parents=True, exist_ok=True)
            plain, new = Path(room) / f"{name}.onnx", out.with_suffix(".new")
            given = {key: torch.from_numpy(value) for key, value in batches[0].items()}
            net, says = served[name]
            single = () if name == "numbers" else (*given, *says)
            write(net, given, says, plain, single)
            in_whole_numbers(plain, batches, new, FINE[name], small=True)
            off = off_by(plain, new, batches)
            print(f"{name}: {new.stat().st_size / 1e6:.2f} MB, off by {off:.1%} of the answers' spread", flush=True)
            if off > OFF_AT_MOST:
                print(f"{name}: more than {OFF_AT_MOST:.0%}; not to be used like this: {new}", file=sys.stderr)
                return 1
            new.replace(out)
        if "overview" in args.nets:
            overview = OverviewNet(2).eval()
            go_on({"overview": overview}, args.weights / "overview.npz")
            export_overview(overview, args.boards)
            small = kept_in_bytes(thawed(onnx.load(str(args.boards / "overview.onnx"))))
            onnx.save(halved(small), str(args.boards / "overview.onnx"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
