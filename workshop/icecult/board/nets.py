"""The network that measures a single point; what sees the whole picture is any game's."""

from __future__ import annotations

from typing import Any

from torch import nn

from calibration.icecult.fitting.keypoints import KINDS
from workshop.train.layers import block


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

    def forward(self, x: Any) -> Any:
        return self.body(x)
