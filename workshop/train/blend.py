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

SMALL = 256  # weights of one layer that are not worth it


def blended(old: Any, new: Any, share: float) -> Any:
    """A network like `old` whose weights lie the given share of the way towards those of `new`."""
    others = {held.name: numpy_helper.to_array(held) for held in new.graph.initializer}
    out = onnx.ModelProto()
    out.CopyFrom(old)
    for held in out.graph.initializer:
        before, after = numpy_helper.to_array(held), others.get(held.name)
        if after is None or after.shape != before.shape:
            raise ValueError(f"{held.name}: these are not two trainings of one network")
        if np.issubdtype(before.dtype, np.floating):
            mixed = (1 - share) * before.astype(np.float64) + share * after
            held.CopyFrom(numpy_helper.from_array(mixed.astype(before.dtype), held.name))
    return out


def halved(model: Any) -> Any:
    """The network with its large weights kept in half floats and made whole when it is loaded: half the file."""
    for held in model.graph.initializer:
        weights, name = numpy_helper.to_array(held), held.name
        if weights.dtype == np.float32 and weights.size > SMALL:
            held.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), f"{name}.half"))
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
