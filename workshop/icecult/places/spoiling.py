"""Pictures spoiled on the GPU: the same light for all crops of a table, noise of its own for each, hands pasted on."""

from __future__ import annotations

import math
from typing import Any

import torch

from workshop.icecult.places.look import COLUMNS, FOOT_COLUMN, FOOT_ROW, ROWS
from workshop.train.spoiling import blocky, shrunk
from workshop.train.worlds import another_world, shared

Tensor = Any
SHRUNK = (1.0, 1.0, 0.75, 0.6, 0.45)  # how much is left of the sides of a picture that is enlarged again
BLOCKY = 0.3  # share of the tables that are compressed once more
HANDS = 0.35  # share of the tables that hands are pasted on
UNDER_HAND = 0.4  # share of the places of such a table that one may reach
SOME, MOST = 0.12, 0.5  # of a stack hidden: from here on it cannot be counted, from there it is not in view


def spoiled(crops: Tensor, place: Tensor) -> Tensor:
    """Crops (T, P, 3, h, w) in another light, through another camera; `place` (T, P, 2) where each is on the table."""
    tables, each = crops.shape[:2]
    x = lit(crops.flatten(0, 1), place.flatten(0, 1), tables)
    x = another_world(x, tables).unflatten(0, (tables, each))
    order = torch.randperm(tables, device=crops.device)
    parts = order.tensor_split(len(SHRUNK))
    out = torch.empty_like(x)
    for part, share in zip(parts, SHRUNK, strict=True):
        out[part] = shrunk(x[part].flatten(0, 1), share).unflatten(0, (len(part), each)) if len(part) else x[part]
    chosen = torch.randperm(tables, device=crops.device)[: math.ceil(BLOCKY * tables)]
    out[chosen] = blocky(out[chosen].flatten(0, 1)).unflatten(0, (len(chosen), each))
    return out.clamp(0, 1)


def lit(x: Tensor, place: Tensor, tables: int) -> Tensor:
    """Brighter and warmer towards one side of the table, as under a lamp or beside a window."""
    each = len(x) // tables
    along = shared(tables, each, 2, 0.25, 0.5, x.device)[:, :, 0, 0]
    warm = shared(tables, each, 6, 0.06, 0.4, x.device)[:, :, 0, 0].unflatten(1, (3, 2))
    change = (along * place).sum(1, keepdim=True) + (warm * place[:, None]).sum(2)
    return x * change.clamp(-1.2, 0.8).exp()[:, :, None, None]


def pasted(crops: Tensor, high: Tensor) -> tuple[Tensor, Tensor]:
    """Fingers, or what is on other tables in the shape of fingers, over some places; how much of each they hide.

    `high` (T, P) rows is how far what stands there reaches above its foot.
    """
    tables, each = crops.shape[:2]
    device = crops.device
    reach = torch.rand((tables, 1), device=device) < HANDS
    on = reach & (torch.rand((tables, each), device=device) < UNDER_HAND)
    mask, shade = fingers(tables, each, device)
    mask = mask * on[..., None, None]
    skin = torch.rand((tables, 1, 1, 1, 1), device=device) * 0.65 + 0.3
    tone = torch.rand((tables, 1, 2, 1, 1), device=device) * torch.tensor([0.25, 0.2], device=device).view(2, 1, 1)
    colour = torch.cat([skin * (0.45 + tone[:, :, :1]), skin * (0.6 + tone[:, :, 1:]), skin], 2)
    grain = 1 + 0.05 * torch.randn_like(crops[:, :, :1])
    hand = colour * shade[:, :, None] * grain
    other = crops.roll((1, 3), (0, 1))
    kind = (torch.rand((tables, 1, 1, 1, 1), device=device) < 0.6).float()
    over = kind * hand + (1 - kind) * other
    out = crops * (1 - mask[:, :, None]) + over * mask[:, :, None]
    return out, hidden_of(mask, high)


def fingers(tables: int, each: int, device: Any) -> tuple[Tensor, Tensor]:
    """Masks (T, P, h, w) of round-ended bars that reach in from one side, one direction a table, and their shading."""
    rows = torch.arange(ROWS, device=device).view(1, 1, -1, 1) + 0.0
    columns = torch.arange(COLUMNS, device=device).view(1, 1, 1, -1) + 0.0
    toward = torch.rand((tables, 1, 1, 1), device=device) * 2 * math.pi
    toward = toward + torch.randn((tables, each, 1, 1), device=device) * 0.25
    end_row = torch.rand((tables, each, 1, 1), device=device) * (ROWS + 20) - 10
    end_column = torch.rand((tables, each, 1, 1), device=device) * (COLUMNS + 20) - 10
    radius = 5 + 22 * torch.rand((tables, each, 1, 1), device=device) ** 1.5
    dy, dx = rows - end_row, columns - end_column
    along = (dx * toward.cos() + dy * toward.sin()).clamp(min=0)
    away = ((dx - along * toward.cos()) ** 2 + (dy - along * toward.sin()) ** 2).sqrt()
    return torch.sigmoid((radius - away) / 0.7), (1 - 0.55 * (away / radius) ** 2).clamp(0.3, 1)


def hidden_of(mask: Tensor, high: Tensor) -> Tensor:
    """(T, P): the share of what stands at each place that a mask (T, P, h, w) hides."""
    rows = torch.arange(ROWS, device=mask.device).view(1, 1, -1, 1)
    columns = torch.arange(COLUMNS, device=mask.device).view(1, 1, 1, -1)
    top = FOOT_ROW - high[..., None, None].clamp(min=12.0)
    box = (rows > top) & (rows < FOOT_ROW + 8) & ((columns - FOOT_COLUMN).abs() < 14)
    return (mask * box).sum((2, 3)) / box.sum((2, 3)).clamp(min=1)
