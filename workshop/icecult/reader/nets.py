"""The reader's networks: cube tops, stacks, the rims or bands of one, pawns about the table, what covers it."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from vision.icecult.read.rectify import COLUMNS, CUBE_PX, FINE, LEVELS, RIM_COLUMNS, RIM_ROWS, ROWS, SPACE_FACTS

Tensor = Any
INNER = ROWS // FINE
CUBE_CLASSES = 37  # four colours of arrow in eight directions, the circle, four corners of the arc
CONTEXT = 64
WIDTH = 88  # channels of a space's column
RIM_WIDTH, RIM_AROUND, RIM_SLOTS = 96, 9, 3  # channels; columns read around a stack; samples of each level
PITCH_FACT = 2 * FINE * RIM_ROWS / ROWS  # rows of a finer crop for one of the fact that tells the pitch
LAYERS = 3  # pawns beside the paths: on the table, on another, higher


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
            conv(3, 32, 3, 2), conv(32, 32), conv(32, 56, 3, 2), Residual(56), conv(56, 112, 3, 2), Residual(112)
        )
        self.gather = conv(112, 96, 3, 2)
        flat = 96 * (CUBE_PX // 16) ** 2
        self.head = nn.Sequential(
            nn.Dropout(0.2), nn.Linear(flat, 128), nn.ReLU(), nn.Dropout(0.2), nn.Linear(128, CUBE_CLASSES + 1)
        )

    def forward(self, crops: Tensor) -> Tensor:
        return self.head(self.gather(self.body(crops)).flatten(1))


class StackNet(nn.Module):  # type: ignore[misc]
    """Spaces of a table: crops (n, 3, 128, 56), view facts (n, 7), half levels' rows (n, 24), and `together` (n, n).

    Each crop also sees a mean of its table's crops, in which `together` says how much each of them counts: what red
    looks like in this light is learned from the others.
    Where the stack's foot is comes first; the levels are then read where they really are. No layer sees all rows at
    once with weights of their own: such a layer learns single pictures by heart.
    Gives level scores (n, 5, 12), others (n, 3: offset in rows, share in view, plainly in view), row scores.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 3, 2), conv(24, 40, 3, (1, 2)), Residual(40), conv(40, 72, 3, (1, 2)), Residual(72)
        )
        self.squeeze = nn.Sequential(
            nn.Conv2d(72, WIDTH, (1, COLUMNS // 8), bias=False), nn.BatchNorm2d(WIDTH), nn.ReLU()
        )
        self.place = nn.Parameter(torch.zeros(1, WIDTH, INNER, 1))
        self.facts = nn.Sequential(nn.Linear(SPACE_FACTS, 64), nn.ReLU(), nn.Linear(64, WIDTH))
        self.context = nn.Sequential(nn.Linear(WIDTH, CONTEXT), nn.ReLU(), nn.Linear(CONTEXT, WIDTH))
        self.column = nn.Sequential(*(Residual(WIDTH, (5, 1), spread) for spread in (1, 3, 6)))
        self.rows = nn.Conv2d(WIDTH, 6, 1)
        self.foot = nn.Conv2d(WIDTH, 1, 1)
        self.narrow = conv(WIDTH, 48, 1)
        self.mix = nn.Sequential(nn.Linear(2 * 48 + WIDTH, 128), nn.ReLU(), nn.Dropout(0.2))
        self.seen = nn.Linear(128, 2)
        self.whole = nn.Linear(128, WIDTH)
        self.drop = nn.Dropout2d(0.1)
        self.level = nn.Conv2d(WIDTH, WIDTH, (2, 1), (2, 1))
        self.level_place = nn.Parameter(torch.zeros(1, WIDTH, LEVELS, 1))
        self.levels = nn.Sequential(
            nn.ReLU(), Residual(WIDTH, (5, 1)), Residual(WIDTH, (5, 1)), nn.Dropout2d(0.1), nn.Conv2d(WIDTH, 5, 1)
        )
        self.register_buffer("index", torch.arange(INNER, dtype=torch.float32)[None, :, None])

    def forward(
        self, crops: Tensor, facts: Tensor, slot_rows: Tensor, together: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        x = self.squeeze(self.body(crops))
        table = self.context(torch.matmul(together, x.mean((2, 3))))
        known = self.facts(facts) + table
        x = self.column(functional.relu(x + self.place + known[:, :, None, None]))
        narrow = self.narrow(x)
        mixed = self.mix(torch.cat([narrow.mean((2, 3)), narrow.amax((2, 3)), known], 1))
        there = torch.softmax(self.foot(x).flatten(1).float(), 1)
        offset = torch.matmul(there, self.index[0]) - slot_rows[:, :1]
        near = functional.relu(1 - torch.abs(slot_rows[:, None, :] + offset[:, None] - self.index))
        read = torch.matmul(self.drop(x).flatten(2), near.to(x.dtype))[..., None]
        read = self.level(read) + self.whole(mixed)[:, :, None, None] + self.level_place
        return self.levels(read)[..., 0], torch.cat([offset, self.seen(mixed)], 1), self.rows(x)[..., 0]


class RimNet(nn.Module):  # type: ignore[misc]
    """One stack, from its top down: finer crops (n, 3, 128, 80), view facts (n, 7).

    Finds where the foot of the topmost pawn ends towards the camera, in rows and columns, then reads what shows below
    it. Counting from the top, a rim that cannot be told leaves those above it alone.
    Gives scores (n, 5, 12) from the top, others (n, 3: row, column, stretch of the pitch), the column of rows from
    which it reads, row scores.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 3, (1, 2)), conv(24, 40, 3, (1, 2)), Residual(40), conv(40, 64, 3, (1, 2)), Residual(64)
        )
        self.across = nn.Conv2d(64, 1, 1)
        self.squeeze = nn.Sequential(
            nn.Conv2d(64, RIM_WIDTH, (1, RIM_AROUND), bias=False), nn.BatchNorm2d(RIM_WIDTH), nn.ReLU()
        )
        self.place = nn.Parameter(torch.zeros(1, RIM_WIDTH, RIM_ROWS, 1))
        self.facts = nn.Sequential(nn.Linear(SPACE_FACTS, 64), nn.ReLU(), nn.Linear(64, RIM_WIDTH))
        self.column = nn.Sequential(*(Residual(RIM_WIDTH, (5, 1), spread) for spread in (1, 3, 6)))
        self.rows = nn.Conv2d(RIM_WIDTH, 5, 1)
        self.rim = nn.Conv2d(RIM_WIDTH, 1, 1)
        self.mix = nn.Sequential(nn.Linear(3 * RIM_WIDTH, 96), nn.ReLU(), nn.Dropout(0.2))
        self.stretch = nn.Linear(96, 1)
        self.whole = nn.Linear(96, RIM_WIDTH)
        self.drop = nn.Dropout2d(0.1)
        self.level = nn.Conv2d(RIM_WIDTH, RIM_WIDTH, (RIM_SLOTS, 1), (RIM_SLOTS, 1))
        self.level_place = nn.Parameter(torch.zeros(1, RIM_WIDTH, LEVELS, 1))
        self.levels = nn.Sequential(
            nn.ReLU(),
            *(Residual(RIM_WIDTH, (5, 1)) for _ in range(2)),
            nn.Dropout2d(0.1),
            nn.Conv2d(RIM_WIDTH, 5, 1),
        )
        wide = RIM_COLUMNS // 8
        self.register_buffer("column_index", torch.arange(wide, dtype=torch.float32)[None, :, None])
        self.register_buffer("around", (torch.arange(RIM_AROUND, dtype=torch.float32) - RIM_AROUND // 2)[None, None])
        self.register_buffer("row_index", torch.arange(RIM_ROWS, dtype=torch.float32)[None, :, None])
        self.register_buffer("below", torch.arange(LEVELS * RIM_SLOTS, dtype=torch.float32)[None, None] / RIM_SLOTS)

    def _seen(self, crops: Tensor, facts: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.body(crops)
        across = torch.softmax(self.across(x).mean(2).flatten(1).float(), 1)
        column = torch.matmul(across, self.column_index[0])
        near = functional.relu(1 - torch.abs(column[:, None] + self.around - self.column_index))
        x = torch.matmul(x.flatten(1, 2), near.to(x.dtype)).reshape(-1, 64, RIM_ROWS, RIM_AROUND)
        known = self.facts(facts)
        return self.column(functional.relu(self.squeeze(x) + self.place + known[:, :, None, None])), known, column

    def forward(self, crops: Tensor, facts: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        x, known, column = self._seen(crops, facts)
        mixed = self.mix(torch.cat([x.mean((2, 3)), x.amax((2, 3)), known], 1))
        rim = torch.softmax(self.rim(x).flatten(1).float(), 1)
        row, stretch = torch.matmul(rim, self.row_index[0]), self.stretch(mixed)
        step = facts[:, 2:3] * PITCH_FACT * (1 + stretch)
        below = row[:, None] + (self.below - 1 / RIM_SLOTS) * step[:, None]
        near = functional.relu(1 - torch.abs(below - self.row_index))
        read = torch.matmul(self.drop(x).flatten(2), near.to(x.dtype))[..., None]
        read = self.level(read) + self.whole(mixed)[:, :, None, None] + self.level_place
        return self.levels(read)[..., 0], torch.cat([row, column, stretch], 1), x, self.rows(x)[..., 0]


class BandNet(RimNet):
    """One stack as bands of colour along it, wherever they lie: crops (n, 3, 128, 80), view facts (n, 7).

    Nothing says how far the stack rises: crop and facts are those of `BLIND` pawns. The rows are read in order, as a
    line of writing is: none, or where another pawn of a colour begins to show.
    Gives scores (n, 5, 128) of the rows, the column of the stack (n, 1), what each row shows (n, 5, 128).
    """

    def __init__(self) -> None:
        super().__init__()
        for name in ("rim", "mix", "stretch", "whole", "level", "level_place", "levels", "below"):
            delattr(self, name)
        self.bands = nn.Sequential(
            *(Residual(RIM_WIDTH, (5, 1), spread) for spread in (1, 3, 1)), self.drop, nn.Conv2d(RIM_WIDTH, 5, 1)
        )

    def forward(self, crops: Tensor, facts: Tensor) -> tuple[Tensor, ...]:
        x, _, column = self._seen(crops, facts)
        return self.bands(x)[..., 0], column, self.rows(x)[..., 0]


class PawnNet(nn.Module):  # type: ignore[misc]
    """The table from above (N, 3, 384, 384) to foot heat maps (N, 12, 96, 96) and a hand score (N, 1).

    Channels: a pawn of each colour on the table, then one of each colour riding on it, then one higher up.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2), conv(32, 32))
        self.middle = nn.Sequential(conv(32, 64, 3, 2), Residual(64))
        self.coarse = nn.Sequential(conv(64, 96, 3, 2), Residual(96), Residual(96))
        self.up = conv(96, 64, 1)
        self.up2 = conv(64, 32, 1)
        self.out = nn.Sequential(conv(32, 48), nn.Conv2d(48, 4 * LAYERS, 1))
        self.hand = nn.Sequential(nn.Linear(96, 48), nn.ReLU(), nn.Linear(48, 1))
        nn.init.constant_(self.out[1].bias, -4.6)

    def seen(self, table: Tensor) -> tuple[Tensor, Tensor]:
        """What shows where, in the light of what is around it, and the coarsest layer of it."""
        fine = self.fine(table)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        middle = middle + functional.interpolate(self.up(coarse), scale_factor=2.0, mode="nearest")
        return fine + functional.interpolate(self.up2(middle), scale_factor=2.0, mode="nearest"), coarse

    def forward(self, table: Tensor) -> Any:
        fine, coarse = self.seen(table)
        return self.out(fine), self.hand(coarse.mean((2, 3)))


class CoverNet(PawnNet):
    """The table from above (N, 3, 384, 384) to where hands and where other things hide it (N, 2, 96, 96)."""

    def __init__(self) -> None:
        super().__init__()
        del self.hand
        self.out = nn.Sequential(conv(32, 48), nn.Conv2d(48, 2, 1))

    def forward(self, table: Tensor) -> Any:
        return self.out(self.seen(table)[0])
