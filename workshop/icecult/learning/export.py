"""Both networks as ONNX files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import nn

from workshop.icecult.places.look import COLUMNS, FACTS, ROWS, TOP_PX
from workshop.icecult.places.nets import PlacesNet, TopsNet, log_shares
from workshop.train.keeping import write

Tensor = Any
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
    return {name: write(*part, out / f"{name}.onnx", ("rise",), (3,)) for name, part in parts.items()}
