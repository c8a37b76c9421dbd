"""Layers that several networks are made of."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

Tensor = Any
SIDES = tuple[int, int]


class Conv(nn.Sequential):  # type: ignore[misc]
    """A convolution with its normalisation; `far` is its dilation, by rows and by columns."""

    def __init__(self, wide: int, out: int, kernel: SIDES, stride: SIDES = (1, 1), far: SIDES = (1, 1)):
        pad = (kernel[0] // 2 * far[0], kernel[1] // 2 * far[1])
        super().__init__(
            nn.Conv2d(wide, out, kernel, stride, pad, far, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
        )


class Again(nn.Module):  # type: ignore[misc]
    """What was there, and what a convolution adds to it."""

    def __init__(self, wide: int, kernel: SIDES, far: SIDES = (1, 1)) -> None:
        super().__init__()
        self.more = Conv(wide, wide, kernel, far=far)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.more(x)


class Among(nn.Module):  # type: ignore[misc]
    """Self-attention among the places of a table (T, P, wide)."""

    def __init__(self, wide: int, heads: int, drop: float = 0.1) -> None:
        super().__init__()
        self.wide, self.heads = wide, heads
        self.first, self.second = nn.LayerNorm(wide), nn.LayerNorm(wide)
        self.asked, self.told = nn.Linear(wide, 3 * wide), nn.Linear(wide, wide)
        self.think = nn.Sequential(nn.Linear(wide, 2 * wide), nn.ReLU(), nn.Dropout(drop), nn.Linear(2 * wide, wide))

    def forward(self, x: Tensor, heard: Tensor | None = None) -> Tensor:
        """`heard` (T, P, P) says which places each may ask."""
        asks, keys, values = (self._heads(part) for part in self.asked(self.first(x)).split(self.wide, 2))
        score = asks @ keys.transpose(2, 3) * (self.wide // self.heads) ** -0.5
        if heard is not None:
            score = score.masked_fill(~heard[:, None], -1e4)
        told = (score.softmax(3) @ values).transpose(1, 2).flatten(2)
        x = x + self.told(told)
        return x + self.think(self.second(x))

    def _heads(self, x: Tensor) -> Tensor:
        return x.unflatten(2, (self.heads, self.wide // self.heads)).transpose(1, 2)


def block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Convolution, normalisation, ReLU."""
    return Conv(inputs, outputs, (3, 3), (stride, stride))


class OverviewNet(nn.Module):  # type: ignore[misc]
    """(N, 3, h, w) -> (N, channels, h / 2, w / 2) logits: a small U-Net that sees a whole picture."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 16, 2), block(16, 16))
        self.down1 = nn.Sequential(block(16, 32, 2), block(32, 32))
        self.down2 = nn.Sequential(block(32, 48, 2), block(48, 48))
        self.down3 = nn.Sequential(block(48, 80, 2), block(80, 80), block(80, 80))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.join2 = block(80 + 48, 48)
        self.join1 = block(48 + 32, 32)
        self.join0 = nn.Sequential(block(32 + 16, 24), block(24, 24))
        self.head = nn.Conv2d(24, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        s0 = self.stem(x)
        s1 = self.down1(s0)
        s2 = self.down2(s1)
        y = self.join2(torch.cat([self.up(self.down3(s2)), s2], 1))
        y = self.join1(torch.cat([self.up(y), s1], 1))
        y = self.join0(torch.cat([self.up(y), s0], 1))
        return self.head(y)
