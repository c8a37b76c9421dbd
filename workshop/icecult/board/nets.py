"""The two networks: a small U-Net that sees the whole picture, and one that measures a single point."""

from __future__ import annotations

import torch
from torch import nn

from calibration.icecult.fitting.keypoints import KINDS
from calibration.icecult.fitting.overview import CHANNELS


def block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    layer = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class OverviewNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 192, 320) -> (N, channels, 96, 160) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 16, 2), block(16, 16))
        self.down1 = nn.Sequential(block(16, 32, 2), block(32, 32))
        self.down2 = nn.Sequential(block(32, 48, 2), block(48, 48))
        self.down3 = nn.Sequential(block(48, 80, 2), block(80, 80), block(80, 80))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.join2 = block(80 + 48, 48)
        self.join1 = block(48 + 32, 32)
        self.join0 = nn.Sequential(block(32 + 16, 24), block(24, 24))
        self.head = nn.Conv2d(24, len(CHANNELS), 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        s0 = self.stem(x)
        s1 = self.down1(s0)
        s2 = self.down2(s1)
        y = self.join2(torch.cat([self.up(self.down3(s2)), s2], 1))
        y = self.join1(torch.cat([self.up(y), s1], 1))
        y = self.join0(torch.cat([self.up(y), s0], 1))
        out: torch.Tensor = self.head(y)
        return out


class PatchNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 64, 64) -> (N, kinds * 5): offset in 8 mm (2), log a, log b and c of the precision [[a, 0], [c, b]]."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 24, 2),
            block(24, 32),
            block(32, 48, 2),
            block(48, 48),
            block(48, 64, 2),
            block(64, 64),
            block(64, 24),
            nn.Flatten(),
            nn.Linear(24 * 64, 128),
            nn.ReLU(inplace=True),
            nn.Linear(128, len(KINDS) * 5),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.body(x)
        return out
