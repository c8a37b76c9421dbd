"""The two networks: every place of a table together, and the tops."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from workshop.icecult.places.cutting import CLASSES
from workshop.icecult.places.look import COLUMNS, FACTS, ROWS, TOP_PX
from workshop.train.layers import Again, Among, Conv

Tensor = Any
COLOURS = 5  # none, red, yellow, green, blue
LOOKS = 4  # parts of a crop that its place remembers by themselves
SAID = 3  # in view, plainly in view, something stands there
WIDE, HEADS, LAYERS = 128, 4, 3  # of the attention among places
TRUNK = (16, 32, 48, 96)  # multiples of 16: what is between costs a processor as much as the next
MOSTLY_NONE = 3.0  # in logs: most rows show no pawn that begins there


class PlacesNet(nn.Module):  # type: ignore[misc]
    """Crops (T, P, 3, ROWS, COLUMNS) and facts (T, P, FACTS) of whole tables.

    Gives rows (T, P, ROWS, COLOURS), said (T, P, SAID), and by how much the set's pawns rise
    more than the crops assume (T,), in `RISE_STEP` of the logarithm.
    Every row is kept until the end: rims are one or two rows. `heard` (T, P, P) says which places each may ask.
    """

    def __init__(self, attention: bool = True) -> None:
        super().__init__()
        a, b, c, d = TRUNK
        self.trunk = nn.Sequential(
            Conv(3, a, (3, 3), (1, 2)),
            Conv(a, b, (3, 3), (1, 2)),
            Conv(b, c, (3, 3), (1, 2)),
            Again(c, (3, 3)),
        )
        self.column = nn.Sequential(nn.Conv2d(c, d, (1, COLUMNS // 8), bias=False), nn.BatchNorm2d(d), nn.ReLU())
        self.rows_before = nn.Sequential(Again(d, (3, 1)), Again(d, (3, 1), (3, 1)))
        self.where = nn.Parameter(torch.zeros(1, d, ROWS, 1))
        self.look = nn.Conv2d(d, LOOKS, 1)
        self.facts = nn.Sequential(nn.Linear(FACTS, 64), nn.ReLU(), nn.Linear(64, WIDE))
        self.token = nn.Linear((LOOKS + 1) * d, WIDE)
        self.among = nn.ModuleList([Among(WIDE, HEADS) for _ in range(LAYERS if attention else 0)])
        self.last = nn.LayerNorm(WIDE)
        self.back = nn.Linear(WIDE, 2 * d)
        self.rows_after = nn.Sequential(*(Again(d, (3, 1), (far, 1)) for far in (1, 3, 9)))
        self.drop = nn.Dropout2d(0.1)
        self.rows = nn.Conv2d(d, COLOURS, 1)
        self.said, self.rise = nn.Linear(WIDE, SAID), nn.Linear(WIDE, 2)
        nn.init.zeros_(self.back.weight)
        nn.init.zeros_(self.back.bias)
        with torch.no_grad():
            self.rows.bias[0] = MOSTLY_NONE

    def forward(self, crops: Tensor, facts: Tensor, heard: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
        x = crops.flatten(0, 1) - 0.5
        x = self.rows_before(self.column(self.trunk(x)) + self.where)
        looks = self.look(x).squeeze(3).softmax(2)
        seen = torch.cat([(looks @ x.squeeze(3).transpose(1, 2)).flatten(1), x.amax((2, 3))], 1)
        token = self.token(seen).unflatten(0, facts.shape[:2]) + self.facts(facts)
        for layer in self.among:
            token = layer(token, heard)
        token = self.last(token)
        more, plus = self.back(token).flatten(0, 1)[..., None, None].chunk(2, 1)
        rows = self.rows(self.drop(self.rows_after(x * (1 + more) + plus))).squeeze(3).transpose(1, 2)
        rise, says = self.rise(token).unbind(2)
        return rows.unflatten(0, facts.shape[:2]), self.said(token), (rise * says.softmax(1)).sum(1)


class TopsNet(nn.Module):  # type: ignore[misc]
    """Tops (n, 3, TOP_PX, TOP_PX) to scores (n, CLASSES + 1) of what is printed and of being plainly in view."""

    def __init__(self, wide: tuple[int, ...] = (24, 48, 96, 128)) -> None:
        super().__init__()
        layers: list[Any] = []
        for before, after in zip((3, *wide), wide, strict=False):
            layers += [Conv(before, after, (3, 3), (2, 2)), Conv(after, after, (3, 3))]
        self.body = nn.Sequential(*layers)
        side = TOP_PX >> len(wide)
        self.head = nn.Sequential(
            *(nn.Flatten(), nn.Linear(wide[-1] * side * side, 128), nn.ReLU(), nn.Dropout(0.3)),
            nn.Linear(128, CLASSES + 1),
        )

    def forward(self, tops: Tensor) -> Tensor:
        return self.head(self.body(tops - 0.5))


def multiplications(net: nn.Module, *inputs: Tensor) -> int:
    """Of one run of the network over these inputs, in its convolutions and linear layers."""
    total = 0

    def count(layer: Any, _: Any, out: Tensor) -> None:
        nonlocal total
        many = layer.weight.numel() // layer.weight.shape[0]
        total += out.numel() * many

    hooks = [m.register_forward_hook(count) for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    with torch.no_grad():
        net.eval()(*inputs)
    for hook in hooks:
        hook.remove()
    return total


def log_shares(rows: Tensor) -> Tensor:
    """Log-probabilities of what the rows show."""
    return functional.log_softmax(rows.float(), -1)
