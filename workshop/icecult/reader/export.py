"""Trained weights to ONNX files, checked against each other."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from calibration.networks import Network
from vision.icecult.read.rectify import (
    COLUMNS,
    CUBE_PX,
    LEVELS,
    RIM_COLUMNS,
    RIM_ROWS,
    ROWS,
    SLOTS_PER_LEVEL,
    SPACE_FACTS,
    SPACES,
    TABLE_PX,
)

WEIGHTS = Path(__file__).resolve().parent / "weights"
"""Where trained networks go, ignored by git; `python -m workshop.icecult.reader.ship` makes of them what is shipped."""
INPUTS: dict[str, dict[str, tuple[int, ...]]] = {
    "cubes": {"crops": (4, 3, CUBE_PX, CUBE_PX)},
    "stacks": {
        "crops": (SPACES, 3, ROWS, COLUMNS),
        "facts": (SPACES, SPACE_FACTS),
        "slot_rows": (SPACES, LEVELS * SLOTS_PER_LEVEL),
        "together": (SPACES, SPACES),
    },
    "rims": {"crops": (2, 3, RIM_ROWS, RIM_COLUMNS), "facts": (2, SPACE_FACTS)},
    "bands": {"crops": (2, 3, RIM_ROWS, RIM_COLUMNS), "facts": (2, SPACE_FACTS)},
    "pawns": {"table": (1, 3, TABLE_PX, TABLE_PX)},
    "covers": {"table": (1, 3, TABLE_PX, TABLE_PX)},
}
OUTPUTS = {
    "cubes": ["scores"],
    "stacks": ["levels", "other", "rows"],
    "rims": ["levels", "other"],
    "bands": ["bands"],
    "pawns": ["heat", "hand"],
    "covers": ["cover"],
}


class Served(torch.nn.Module):  # type: ignore[misc]
    """A network without the outputs that only training needs."""

    def __init__(self, net: Any, count: int) -> None:
        super().__init__()
        self.net, self.count = net, count

    def forward(self, *inputs: Any) -> Any:
        out = self.net(*inputs)
        return out[: self.count] if isinstance(out, tuple) else (out,)


def write(net: Any, inputs: dict[str, Any], outputs: Sequence[str], file: Path) -> None:
    """One ONNX file of a network that takes any number of pictures at once."""
    many = {name: {0: "n"} for name in (*inputs, *outputs)} | {"together": {0: "n", 1: "n"}}
    axes = {name: at for name, at in many.items() if name in inputs or name in outputs}
    names = {"input_names": list(inputs), "output_names": list(outputs), "dynamic_axes": axes}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(net, tuple(inputs.values()), str(file), opset_version=13, dynamo=False, **names)


def export(name: str, net: Any, out: Path) -> float:
    """Write `out/NAME.onnx`; gives the greatest difference between its answer and torch's."""
    torch.manual_seed(0)
    net = Served(net.eval().cpu().float(), len(OUTPUTS[name])).eval()
    inputs = {key: torch.rand(shape) for key, shape in INPUTS[name].items()}
    file = out / f"{name}.onnx"
    write(net, inputs, OUTPUTS[name], file)
    with torch.no_grad():
        wanted = net(*inputs.values())
    got = Network(file).answer(OUTPUTS[name], **{key: value.numpy() for key, value in inputs.items()})
    return max(float(np.abs(a - b.numpy()).max()) for a, b in zip(got, wanted, strict=True))
