"""The networks of spaces and crossings; whole pictures are looked at by `OverviewNet`, numbers by `numbers.py`."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from calibration.igluiglu.flat import FITTED
from calibration.igluiglu.grid import CROSSINGS, SIDE
from vision.igluiglu.kinds import HEADS, KINDS
from vision.igluiglu.read.facts import FACTS, LEAN
from workshop.train.layers import Again, Among, Conv

Tensor = Any
WIDE, ASKING, LAYERS = 128, 4, 3  # of the attention among spaces
TRUNK = (24, 48, 96)  # multiples of 8: what is between costs a processor as much as the next
NARROW = 32  # of what a space remembers of each spot
SPOTS = 7  # to a side of a space with what is around it, in steps of `STEP`
STEP = 5  # spots from one space to the next
AT_FIRST = 5  # layers that change what they are given from the beginning
FIRST = 7, 3  # spot of the first space's surroundings: down, across
USUAL_TOKEN = math.log(0.45)  # of a space
SAID = sum(HEADS.values())
CROSSED = 3  # spots from one crossing to the next
NEAR = 24.0  # pixels to a unit of what is said of a crossing


class SpacesNet(nn.Module):  # type: ignore[misc]
    """Boards seen flat (T, 3, 416, 384), facts (T, 64, FACTS) and lean (T, LEAN).

    Gives scores (T, 64, SAID), where the middles of cards are (T, 3, 104, 96), and how large cards are (T,) in logs.
    """

    def __init__(self) -> None:
        super().__init__()
        a, b, c = TRUNK
        self.stem = nn.Sequential(Conv(3, a, (3, 3), (2, 2)), Conv(a, b, (3, 3), (2, 2)), Again(b, (3, 3)))
        self.down = Conv(b, c, (3, 3), (2, 2))
        self.leaning = nn.Linear(LEAN, c)
        far = (1, 2, 1, 3, 1, 2, 1, 1)
        self.body = nn.Sequential(*(Again(c, (3, 3), (each, each)) for each in far))
        self.narrow = nn.Sequential(nn.Conv2d(c, NARROW, 1, bias=False), nn.BatchNorm2d(NARROW), nn.ReLU())
        self.token = nn.Conv2d(NARROW, WIDE, SPOTS, STEP)
        self.facts = nn.Sequential(nn.Linear(FACTS, 64), nn.ReLU(), nn.Linear(64, WIDE))
        self.where = nn.Parameter(torch.zeros(1, SIDE * SIDE, WIDE))
        self.among = nn.ModuleList([Among(WIDE, ASKING) for _ in range(LAYERS)])
        self.last = nn.LayerNorm(WIDE)
        self.said, self.size = nn.Linear(WIDE, SAID), nn.Linear(WIDE, 1)
        self.register_buffer("prior", torch.zeros(SAID))  # by how much answers were made louder while learning
        self.up = nn.Conv2d(c, b, 1)
        self.cards = nn.Sequential(Conv(b, 32, (3, 3)), nn.Conv2d(32, len(KINDS), 1))
        with torch.no_grad():
            self.cards[-1].bias.fill_(-5.0)
            for later in self.body[AT_FIRST:]:  # a network that was trained without them goes on nearly as it was
                later.more[1].weight.fill_(0.1)

    def forward(self, flat: Tensor, facts: Tensor, lean: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        fine = self.stem(flat - 0.5)
        x = self.body(self.down(fine) + self.leaning(lean)[..., None, None])
        down, across = FIRST
        around = self.narrow(x)[:, :, down : down + STEP * SIDE + 2, across : across + STEP * SIDE + 2]
        token = self.token(around).flatten(2).transpose(1, 2) + self.facts(facts) + self.where
        for layer in self.among:
            token = layer(token)
        token = self.last(token)
        grown = functional.interpolate(self.up(x), scale_factor=2.0, mode="nearest")
        return self.said(token), self.cards(fine + grown), self.size(token).mean((1, 2)) + USUAL_TOKEN


class CrossingsNet(nn.Module):  # type: ignore[misc]
    """Boards seen flat through a rough guess (T, 3, 248, 248).

    Gives, of each crossing (T, 81, 3), how far it is from where the guess has it, in spaces to the right and up, and
    the log of how far that may be off; and a score (T,) that this is the board and the guess is near.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            Conv(3, 16, (3, 3), (2, 2)),
            Conv(16, 32, (3, 3), (2, 2)),
            Again(32, (3, 3)),
            Conv(32, 64, (3, 3), (2, 2)),
            *(Again(64, (3, 3), each) for each in ((1, 1), (2, 2), (3, 3), (1, 1))),
        )
        self.token = nn.Conv2d(64, WIDE, 3)
        self.where = nn.Parameter(torch.zeros(1, CROSSINGS**2, WIDE))
        self.among = nn.ModuleList([Among(WIDE, ASKING) for _ in range(2)])
        self.last = nn.LayerNorm(WIDE)
        self.off, self.right = nn.Linear(WIDE, 3), nn.Linear(WIDE, 1)

    def forward(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        x = self.token(self.trunk(flat - 0.5))
        first = spots_before() - 1
        x = x[:, :, first::CROSSED, first::CROSSED][:, :, :CROSSINGS, :CROSSINGS]
        token = x.flatten(2).transpose(1, 2) + self.where
        for layer in self.among:
            token = layer(token)
        token = self.last(token)
        return self.off(token), self.right(token).mean((1, 2))


def spots_before() -> int:
    """Spots of 8 pixels before the first crossing."""
    return round((-FITTED.left * FITTED.px - 0.5 - 3.5) / 8)


def multiplications(net: nn.Module, *inputs: Tensor) -> int:
    """Of one run of the network over these inputs, in its convolutions and linear layers."""
    total = 0

    def count(layer: Any, _: Any, out: Tensor) -> None:
        nonlocal total
        total += out.numel() * (layer.weight.numel() // layer.weight.shape[0])

    hooks = [m.register_forward_hook(count) for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    with torch.no_grad():
        net.eval()(*inputs)
    for hook in hooks:
        hook.remove()
    return total
