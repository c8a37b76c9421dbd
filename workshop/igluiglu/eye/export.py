"""The trained networks as ONNX files that take pictures as bytes and answer as sure as they may be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from calibration.igluiglu.find import INPUT_WH
from calibration.igluiglu.flat import FITTED, READ
from calibration.igluiglu.grid import SIDE
from vision.igluiglu.read.facts import FACTS, LEAN
from workshop.igluiglu.eye.finding import GREY, SPREAD
from workshop.igluiglu.eye.nets import CrossingsNet, SpacesNet
from workshop.igluiglu.eye.reading import said_by_head
from workshop.train.keeping import write

Tensor = Any
STRANGER = 1.3
"""How much less sure than on tables of the lessons' own world: nobody's set is like those."""
Temperatures = Mapping[str, float]
SPACES_SAY, CROSSINGS_SAY = ("said", "cards", "size"), ("off", "right")


def shares(flat: Tensor) -> Tensor:
    """Pictures (n, rows, columns, 3) in bytes as networks take them."""
    return flat.permute(0, 3, 1, 2).float() / 255


def tempered(said: Tensor, prior: Tensor, temperatures: Temperatures) -> Tensor:
    """Log-probabilities of each head, and a score of what is readable, from scores (T, 64, SAID)."""
    parts = []
    for head, score in said_by_head(said - prior).items():
        score = score / (STRANGER * temperatures.get(head, 1.0))
        parts.append(score if head == "readable" else functional.log_softmax(score, -1))
    return torch.cat(parts, -1)


class ServedSpaces(nn.Module):  # type: ignore[misc]
    """One board seen flat, facts and lean to log-probabilities (64, SAID), maps of cards, and how large cards are."""

    def __init__(self, net: SpacesNet, temperatures: Temperatures, in_bytes: bool = True) -> None:
        super().__init__()
        self.net, self.temperatures = net, dict(temperatures)
        self.shares = shares if in_bytes else nn.Identity()

    def forward(self, flat: Tensor, facts: Tensor, lean: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        said, heat, size = self.net(self.shares(flat), facts[None], lean[None])
        return tempered(said, self.net.prior, self.temperatures)[0], torch.sigmoid(heat[0]), size.exp()


class ServedCrossings(nn.Module):  # type: ignore[misc]
    """A board seen flat through a guess, in bytes."""

    def __init__(self, net: CrossingsNet, in_bytes: bool = True) -> None:
        super().__init__()
        self.net = net
        self.shares = shares if in_bytes else nn.Identity()

    def forward(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        said, right = self.net(self.shares(flat))
        return said, right


def noise(*sides: int) -> Tensor:
    """A picture of noise in bytes."""
    return torch.randint(0, 256, (*sides, 3), dtype=torch.uint8)


def export_spaces(net: SpacesNet, temperatures: Temperatures, out: Path) -> dict[str, float]:
    """`spaces.onnx`; how far it is off what was trained."""
    torch.manual_seed(0)
    out.mkdir(parents=True, exist_ok=True)
    given = {"flat": noise(1, *(side // 2 for side in READ.hw)), "facts": torch.randn(SIDE**2, FACTS) / 3}
    given["lean"] = torch.randn(LEAN) / 3
    served = ServedSpaces(net.cpu().float(), temperatures)
    return {"spaces": write(served, given, SPACES_SAY, out / "spaces.onnx", (*given, *SPACES_SAY))}


def export_crossings(net: CrossingsNet, out: Path) -> dict[str, float]:
    """`crossings.onnx`."""
    torch.manual_seed(0)
    out.mkdir(parents=True, exist_ok=True)
    given = {"flat": noise(1, *FITTED.hw)}
    served = ServedCrossings(net.cpu().float())
    return {"crossings": write(served, given, CROSSINGS_SAY, out / "crossings.onnx", ("flat", *CROSSINGS_SAY))}


def export_overview(net: nn.Module, out: Path) -> dict[str, float]:
    """`overview.onnx`."""
    torch.manual_seed(0)
    out.mkdir(parents=True, exist_ok=True)
    picture = (noise(1, INPUT_WH[1], INPUT_WH[0]).permute(0, 3, 1, 2).float() - GREY) / SPREAD
    file = out / "overview.onnx"
    return {"overview": write(net.cpu().float(), {"picture": picture}, ("answer",), file, ("picture", "answer"))}
