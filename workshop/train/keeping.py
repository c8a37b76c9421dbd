"""Trained networks to ONNX files, and to weights that a training goes on from."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn

from calibration.networks import Network
from engine.core.errors import IcekeeperError
from workshop.train.blend import halved

Tensor = Any
OPSET = 17
MOST_OFF = 0.3  # of a score, between torch and what is shipped: weights are folded, and rounded to halves twice


def rounded(net: nn.Module) -> nn.Module:
    """The network with the weights that half floats keep."""
    for value in net.state_dict().values():
        if value.is_floating_point():
            value.copy_(value.half().float())
    return net


def write(
    served: nn.Module,
    inputs: dict[str, Tensor],
    outputs: Sequence[str],
    file: Path,
    single: Collection[str] = (),
    counts: Sequence[int] = (),
) -> float:
    """One ONNX file; how far its answers are off.

    It takes any number of whatever is not `single`, and is tried with `counts`.
    """
    served = served.eval()
    axes = {name: {0: "n"} for name in (*inputs, *outputs) if name not in single}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            *(served, tuple(inputs.values()), str(file)),
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
    onnx.save(halved(onnx.load(str(file))), str(file))
    network, worst = Network(file), 0.0
    for count in (None, *counts):
        given = {name: value[:count] for name, value in inputs.items()}
        with torch.no_grad():
            wanted = served(*given.values())
        got = network.answer(outputs, **{name: value.numpy() for name, value in given.items()})
        both = zip(got, wanted if isinstance(wanted, tuple) else (wanted,), strict=True)
        worst = max(worst, *(float(np.abs(a - b.numpy()).max()) for a, b in both))
    if worst > MOST_OFF:
        raise IcekeeperError(f"{file}: says otherwise than what was trained, by up to {worst:.3f}")
    return worst


def keep(nets: dict[str, nn.Module], file: Path) -> None:
    """The weights of some networks as half floats."""
    held = {f"{name}.{key}": value for name, net in nets.items() for key, value in net.state_dict().items()}
    small = {key: value.half() if value.is_floating_point() else value for key, value in held.items()}
    np.savez_compressed(file, **{key: value.cpu().numpy() for key, value in small.items()})


def go_on(nets: dict[str, nn.Module], file: Path) -> list[str]:
    """Load the weights that fit; the names of those that do not, which begin anew."""
    with np.load(file) as held:
        known = {key: held[key] for key in held.files}
    left = []
    for name, net in nets.items():
        for key, value in net.state_dict().items():
            found = known.get(f"{name}.{key}")
            if found is None or found.shape != tuple(value.shape):
                left.append(f"{name}.{key}")
            else:
                value.copy_(torch.from_numpy(found))
    return left
