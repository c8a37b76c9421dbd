"""Other worlds at training time: light, colour, noise and compression far beyond the pictures' own."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

Tensor = Any
RED_FOR_GREEN = (0, 3, 2, 1, 4)  # what becomes of none, red, yellow, green, blue


def field(count: int, out: tuple[int, int], cells: int, channels: int, device: Any) -> Tensor:
    """Smooth random fields of mean 0 (count, channels, rows, columns)."""
    coarse = torch.randn((count, channels, cells, cells), device=device)
    return functional.interpolate(coarse, size=out, mode="bicubic", align_corners=False)


def shared(tables: int, each: int, width: int, scale: float, share: float, device: Any) -> Tensor:
    """Random numbers, the same for all crops of a table, zero for most tables if `share` is small."""
    on = (torch.rand((tables, 1), device=device) < share).float()
    values = on * scale * torch.randn((tables, width), device=device).clamp(-2.2, 2.2)
    return values.repeat_interleave(each, 0)[:, :, None, None]


def another_light(x: Tensor, tables: int) -> Tensor:
    """Exposure, white balance, tone curve, contrast, saturation and a slight turn of all hues, by table."""
    each, device = len(x) // tables, x.device
    x = x.clamp(1e-4, 1).pow(torch.exp(shared(tables, each, 1, 0.28, 0.5, device)))
    gain = shared(tables, each, 3, 0.13, 0.6, device) + shared(tables, each, 1, 0.25, 0.6, device)
    x = x * torch.exp(gain) + shared(tables, each, 3, 0.02, 0.4, device)
    middle = x.mean((1, 2, 3), keepdim=True)
    x = middle + (x - middle) * torch.exp(shared(tables, each, 1, 0.25, 0.5, device))
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * torch.exp(shared(tables, each, 1, 0.3, 0.5, device))
    mixing = torch.eye(3, device=device) + shared(tables, each, 9, 0.05, 0.5, device).reshape(-1, 3, 3)
    return torch.einsum("nij,njhw->nihw", mixing, x)


def shadows(x: Tensor, tables: int) -> Tensor:
    """Uneven light and glare within a crop."""
    each, device = len(x) // tables, x.device
    n, _, h, w = x.shape
    x = x * torch.exp(field(n, (h, w), 3, 1, device) * shared(tables, each, 1, 0.18, 0.4, device).abs())
    glare = (field(n, (h, w), 4, 1, device) - 1.4).clamp(0, 1)
    on = (torch.rand((n, 1, 1, 1), device=device) < 0.12).float()
    return x + on * glare * torch.rand((n, 1, 1, 1), device=device)


def sensor_noise(x: Tensor, tables: int) -> Tensor:
    """Fine noise, noise smooth over a pixel or two, and coloured noise over several."""
    each, device = len(x) // tables, x.device
    n, _, h, w = x.shape
    fine = torch.randn_like(x) * shared(tables, each, 1, 0.03, 0.35, device)
    half = torch.randn((n, 1, h // 2, w // 2), device=device)
    soft = functional.interpolate(half, size=(h, w), mode="bilinear") * shared(tables, each, 1, 0.04, 0.3, device)
    few = torch.randn((n, 3, h // 4, w // 4), device=device)
    coloured = functional.interpolate(few, size=(h, w), mode="bilinear") * shared(tables, each, 1, 0.04, 0.3, device)
    return x + fine + soft + coloured


def compressed(x: Tensor, tables: int) -> Tensor:
    """Colour kept at a quarter of the pixels, and sharpening halos."""
    each, device = len(x) // tables, x.device
    grey = x.mean(1, keepdim=True)
    coarse = functional.interpolate(functional.avg_pool2d(x - grey, 4), size=x.shape[2:], mode="bilinear")
    on = (torch.rand(tables, device=device) < 0.25).float().repeat_interleave(each)[:, None, None, None]
    x = torch.where(on > 0, grey + coarse, x)
    soft = functional.avg_pool2d(x, 3, 1, 1)
    return x + (x - soft) * shared(tables, each, 1, 0.8, 0.35, device).abs()


def blurred(x: Tensor, tables: int) -> Tensor:
    """Out of focus or smeared along either side, much more than a good camera."""
    each, device = len(x) // tables, x.device
    kind = torch.rand(tables, device=device).repeat_interleave(each)[:, None, None, None]
    options = (
        functional.avg_pool2d(x, 3, 1, 1, count_include_pad=False),
        functional.avg_pool2d(x, 5, 1, 2, count_include_pad=False),
        functional.avg_pool2d(x, (1, 5), 1, (0, 2), count_include_pad=False),
        functional.avg_pool2d(x, (5, 1), 1, (2, 0), count_include_pad=False),
    )
    for k, other in enumerate(options):
        x = torch.where((kind > 0.06 * k) & (kind <= 0.06 * (k + 1)), other, x)
    return x


def covered(x: Tensor, share: float) -> Tensor:
    """A strip of one colour over a corner of some crops, as clutter and fingers lie."""
    n, _, h, w = x.shape
    device = x.device
    yy, xx = torch.meshgrid(
        torch.linspace(-1, 1, h, device=device), torch.linspace(-1, 1, w, device=device), indexing="ij"
    )
    angle = torch.rand((n, 1, 1), device=device) * 6.2832
    away = xx * angle.cos() + yy * angle.sin() - (0.75 + 0.5 * torch.rand((n, 1, 1), device=device))
    on = (away > 0)[:, None] & (torch.rand((n, 1, 1, 1), device=device) < share)
    return torch.where(on, torch.rand((n, 3, 1, 1), device=device), x)


def exchanged(crops: Tensor, levels: Tensor, tables: int, share: float) -> tuple[Tensor, Tensor]:
    """Red for green and green for red in some tables, pictures (n, 3, h, w; BGR) and levels (n, k) alike."""
    on = (torch.rand(tables, device=crops.device) < share).repeat_interleave(len(crops) // tables)
    becomes = torch.tensor(RED_FOR_GREEN, device=levels.device)
    crops = torch.where(on[:, None, None, None], crops[:, [0, 2, 1]], crops)
    return crops, torch.where(on[:, None], becomes[levels], levels)


def another_world(crops: Tensor, tables: int) -> Tensor:
    """Half the tables of a batch as another room and camera would show them; the others as they are."""
    each, device = len(crops) // tables, crops.device
    x = shadows(another_light(crops, tables), tables).clamp(0, 1.2)
    x = compressed(sensor_noise(blurred(x, tables), tables), tables)
    on = (torch.rand(tables, device=device) < 0.6).repeat_interleave(each)[:, None, None, None]
    return covered(torch.where(on, x, crops), 0.06).clamp(0, 1)
