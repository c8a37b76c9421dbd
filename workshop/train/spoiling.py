"""Pictures spoiled on the device as other cameras would: fewer pixels, blocks of compression."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.nn import functional

Tensor = Any
LUMINANCE = ((0.114, 0.587, 0.299), (0.5, -0.331, -0.169), (-0.081, -0.419, 0.5))  # of blue, green, red


def shrunk(x: Tensor, share: float) -> Tensor:
    """As a camera with fewer pixels would have it."""
    if share >= 1:
        return x
    small = functional.interpolate(x, scale_factor=share, mode="bilinear", antialias=True, align_corners=False)
    return functional.interpolate(small, size=x.shape[2:], mode="bilinear", align_corners=False)


def cosines(device: Any) -> Tensor:
    """(8, 8): the waves that JPEG takes a block apart into."""
    k = torch.arange(8, device=device, dtype=torch.float32)
    waves = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) / 2
    waves[0] /= math.sqrt(2)
    return waves


def blocky(x: Tensor) -> Tensor:
    """Compressed in blocks of 8 x 8: fine waves are told in coarse steps, colours coarser still."""
    n, _, h, w = x.shape
    waves, mix = cosines(x.device), torch.tensor(LUMINANCE, device=x.device)
    parts = torch.einsum("ij,njhw->nihw", mix, x).reshape(n, 3, h // 8, 8, w // 8, 8)
    told = torch.einsum("ap,bq,ncipjq->nciajb", waves, waves, parts)
    k = torch.arange(8, device=x.device)
    step = 0.03 + 0.012 * (k[:, None] + k[None])
    step = step[None, None, None, :, None, :] * torch.tensor([1.0, 2.0, 2.0], device=x.device).view(1, 3, 1, 1, 1, 1)
    step = step * torch.exp(0.7 * torch.randn((n, 1, 1, 1, 1, 1), device=x.device).clamp(-2, 1.6))
    told = (told / step).round() * step
    back = torch.einsum("ap,bq,nciajb->ncipjq", waves, waves, told).reshape(n, 3, h, w)
    return torch.einsum("ij,njhw->nihw", torch.linalg.inv(mix), back)
