"""Blends two trainings of one network: `python -m workshop.train.blend OLD NEW --share 0.5 --out FILE`.

The mean of the weights before and after a network was trained on keeps what the old ones knew of the usual set and
most of what the new ones learned of others, and is read as fast as either.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from workshop.train.thaw import HALF, named_weights

SMALL = 256  # weights of one layer that are not worth it


def blended(old: Any, new: Any, share: float) -> Any:
    """A network like `new` whose weights lie the given share of the way to them from those of `old`.

    The old one may be what is shipped, its weights in whole numbers.
    """
    earlier = named_weights(old)
    out = onnx.ModelProto()
    out.CopyFrom(new)
    for held in out.graph.initializer:
        after, before = numpy_helper.to_array(held), earlier.get(held.name.removesuffix(HALF))
        if not np.issubdtype(after.dtype, np.floating):
            continue
        if before is None or before.shape != after.shape:
            raise ValueError(f"{held.name}: these are not two trainings of one network")
        mixed = (1 - share) * before.astype(np.float64) + share * after
        held.CopyFrom(numpy_helper.from_array(mixed.astype(after.dtype), held.name))
    return out


def halved(model: Any) -> Any:
    """The network with its large weights kept in half floats and made whole when it is loaded: half the file."""
    for held in model.graph.initializer:
        weights, name = numpy_helper.to_array(held), held.name
        if weights.dtype == np.float32 and weights.size > SMALL:
            held.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), f"{name}{HALF}"))
            model.graph.node.insert(0, helper.make_node("Cast", [held.name], [name], to=TensorProto.FLOAT))
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the new weights")
    parser.add_argument("--half", action="store_true", help="keep the weights in half floats")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    out = blended(onnx.load(str(args.old)), onnx.load(str(args.new)), args.share)
    onnx.save(halved(out) if args.half else out, str(args.out))


if __name__ == "__main__":
    main()
