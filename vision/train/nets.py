"""The reader's three networks: cube tops, stacks on the spaces, pawns lying about the table."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from vision.rectify import COLUMNS, CUBE_PX, FINE, LEVELS, ROWS, SPACE_FACTS, SPACES

Tensor = Any
INNER = ROWS // FINE
CUBE_CLASSES = 37  # four colours of arrow in eight directions, the circle, four corners of the arc
CONTEXT = 64


def conv(
    cin: int, cout: int, kernel: int | tuple[int, int] = 3, stride: int | tuple[int, int] = 1, spread: int = 1
) -> nn.Sequential:
    """Convolution, normalisation, ReLU; 'same' padding; taps `spread` apart along the columns."""
    k = (kernel, kernel) if isinstance(kernel, int) else kernel
    pad = (k[0] // 2 * spread, k[1] // 2)
    layer = nn.Conv2d(cin, cout, k, stride, pad, dilation=(spread, 1), bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(cout), nn.ReLU())


class Residual(nn.Module):  # type: ignore[misc]
    """Two convolutions added to their input."""

    def __init__(self, width: int, kernel: int | tuple[int, int] = 3, spread: int = 1) -> None:
        super().__init__()
        last = conv(width, width, kernel, spread=spread)[:2]
        self.body = nn.Sequential(conv(width, width, kernel, spread=spread), last)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.body(x))


class CubeNet(nn.Module):  # type: ignore[misc]
    """Cube tops (N, 3, 64, 64) to class scores and the share in view (N, 38)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 3, 2), conv(24, 24), conv(24, 56, 3, 2), Residual(56), conv(56, 112, 3, 2), Residual(112)
        )
        flat = 112 * (CUBE_PX // 8) ** 2
        self.head = nn.Sequential(
            nn.Dropout(0.2), nn.Linear(flat, 128), nn.ReLU(), nn.Dropout(0.2), nn.Linear(128, CUBE_CLASSES + 1)
        )

    def forward(self, crops: Tensor) -> Tensor:
        return self.head(self.body(crops).flatten(1))


class StackNet(nn.Module):  # type: ignore[misc]
    """All spaces of a table at once: crops (20 n, 3, 128, 40), view facts (20 n, 7), half levels' rows (20 n, 24).

    Each crop also sees the mean of its table's crops: what red looks like in this light is learned from the others.
    The stack's offset on its space is estimated first; the levels are then read where it really stands.
    Gives level scores (20 n, 5, 12), others (20 n, 3: offset in rows, share in view, plainly in view), row scores.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 3, 2), conv(16, 32, 3, (1, 2)), conv(32, 32), conv(32, 64, 3, (1, 2)), Residual(64)
        )
        self.squeeze = nn.Sequential(nn.Conv2d(64, 80, (1, COLUMNS // 8), bias=False), nn.BatchNorm2d(80), nn.ReLU())
        self.place = nn.Parameter(torch.zeros(1, 80, INNER, 1))
        self.facts = nn.Sequential(nn.Linear(SPACE_FACTS, 64), nn.ReLU(), nn.Linear(64, 80))
        self.context = nn.Sequential(nn.Linear(80, CONTEXT), nn.ReLU(), nn.Linear(CONTEXT, 80))
        self.column = nn.Sequential(Residual(80, (5, 1)), Residual(80, (5, 1), 3))
        self.rows = nn.Conv2d(80, 6, 1)
        self.narrow = conv(80, 16, 1)
        self.mix = nn.Sequential(nn.Dropout(0.1), nn.Linear(16 * INNER + 80, 256), nn.ReLU(), nn.Dropout(0.1))
        self.other = nn.Linear(256, 3)
        self.whole = nn.Linear(256, 96)
        self.level = nn.Conv2d(80, 96, (2, 1), (2, 1))
        self.level_place = nn.Parameter(torch.zeros(1, 96, LEVELS, 1))
        self.levels = nn.Sequential(nn.ReLU(), Residual(96, (5, 1)), nn.Conv2d(96, 5, 1))
        self.register_buffer("index", torch.arange(INNER, dtype=torch.float32)[None, :, None])

    def forward(self, crops: Tensor, facts: Tensor, slot_rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.squeeze(self.body(crops))
        table = x.mean((2, 3)).reshape(-1, SPACES, 80).mean(1, keepdim=True)
        table = self.context(table).expand(-1, SPACES, -1).reshape(-1, 80)
        known = self.facts(facts) + table
        x = self.column(functional.relu(x + self.place + known[:, :, None, None]))
        mixed = self.mix(torch.cat([self.narrow(x).flatten(1), known], 1))
        other = self.other(mixed)
        near = functional.relu(1 - torch.abs(slot_rows[:, None, :] + other[:, None, :1] - self.index))
        read = torch.matmul(x.flatten(2), near)[..., None]
        read = self.level(read) + self.whole(mixed)[:, :, None, None] + self.level_place
        return self.levels(read)[..., 0], other, self.rows(x)[..., 0]


class PawnNet(nn.Module):  # type: ignore[misc]
    """The table from above (N, 3, 288, 288) to foot heat maps (N, 8, 72, 72) and a hand score (N, 1).

    Channels: a pawn of each colour on the table, then one of each colour riding on another.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2), conv(32, 32))
        self.middle = nn.Sequential(conv(32, 64, 3, 2), Residual(64))
        self.coarse = nn.Sequential(conv(64, 96, 3, 2), Residual(96))
        self.up = conv(96, 64, 1)
        self.up2 = conv(64, 32, 1)
        self.out = nn.Sequential(conv(32, 32), nn.Conv2d(32, 8, 1))
        self.hand = nn.Sequential(nn.Linear(96, 48), nn.ReLU(), nn.Linear(48, 1))
        nn.init.constant_(self.out[1].bias, -4.6)

    def forward(self, table: Tensor) -> tuple[Tensor, Tensor]:
        fine = self.fine(table)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        middle = middle + functional.interpolate(self.up(coarse), scale_factor=2.0, mode="nearest")
        fine = fine + functional.interpolate(self.up2(middle), scale_factor=2.0, mode="nearest")
        return self.out(fine), self.hand(coarse.mean((2, 3)))
