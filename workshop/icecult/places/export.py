"""Trained networks to ONNX files and to weights that a training goes on from."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn

from calibration.networks import Network
from engine.core.errors import IcekeeperError
from workshop.icecult.places.look import COLUMNS, FACTS, ROWS, TOP_PX
from workshop.icecult.places.nets import PlacesNet, TopsNet, log_shares
from workshop.train.blend import halved

Tensor = Any
OPSET = 17
MOST_OFF = 0.3  # of a score, between torch and what is shipped: weights are folded, and rounded to halves twice
PLACES_SAY, TOPS_SAY = ("rows", "said", "rise"), ("scores",)


class ServedPlaces(nn.Module):  # type: ignore[misc]
    """One table: crops (n, ROWS, COLUMNS, 3) in bytes and facts (n, FACTS) to log-probabilities and scores."""

    def __init__(self, net: PlacesNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, crops: Tensor, facts: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        shares = crops.permute(0, 3, 1, 2).float() / 255
        rows, said, rise = self.net(shares[None], facts[None])
        return log_shares(rows[0] / self.temperature), said[0], rise


class ServedTops(nn.Module):  # type: ignore[misc]
    """Crops (n, TOP_PX, TOP_PX, 3) in bytes to scores."""

    def __init__(self, net: TopsNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, crops: Tensor) -> Tensor:
        return self.net(crops.permute(0, 3, 1, 2).float() / 255) / self.temperature


def rounded(net: nn.Module) -> nn.Module:
    """The network with the weights that half floats keep."""
    for value in net.state_dict().values():
        if value.is_floating_point():
            value.copy_(value.half().float())
    return net


def write(served: nn.Module, inputs: dict[str, Tensor], outputs: Sequence[str], file: Path) -> float:
    """One ONNX file that takes any number of crops; how far its answers are off."""
    served = served.eval()
    axes = {name: {0: "n"} for name in (*inputs, *outputs) if name != "rise"}
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
    for count in (len(inputs["crops"]), 3):
        given = {name: value[:count] for name, value in inputs.items()}
        with torch.no_grad():
            wanted = served(*given.values())
        got = network.answer(outputs, **{name: value.numpy() for name, value in given.items()})
        both = zip(got, wanted if isinstance(wanted, tuple) else (wanted,), strict=True)
        worst = max(worst, *(float(np.abs(a - b.numpy()).max()) for a, b in both))
    if worst > MOST_OFF:
        raise IcekeeperError(f"{file}: says otherwise than what was trained, by up to {worst:.3f}")
    return worst


def export(places: PlacesNet, tops: TopsNet, temperatures: tuple[float, float], out: Path) -> dict[str, float]:
    """`places.onnx` and `tops.onnx`; how far each is off what was trained."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    crops = torch.randint(0, 256, (28, ROWS, COLUMNS, 3), dtype=torch.uint8)
    tops_seen = torch.randint(0, 256, (4, TOP_PX, TOP_PX, 3), dtype=torch.uint8)
    parts: dict[str, tuple[nn.Module, dict[str, Tensor], Sequence[str]]] = {
        "places": (
            ServedPlaces(places.cpu().float(), temperatures[0]),
            {"crops": crops, "facts": torch.randn(28, FACTS) / 2},
            PLACES_SAY,
        ),
        "tops": (ServedTops(tops.cpu().float(), temperatures[1]), {"crops": tops_seen}, TOPS_SAY),
    }
    return {name: write(*part, out / f"{name}.onnx") for name, part in parts.items()}


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
