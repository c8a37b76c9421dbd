"""Sampling of windows from stored pictures, and what spoils them: light, colour, blur, noise, things in the way."""

from __future__ import annotations

import math

import torch
from torch.nn import functional


def sample(store: torch.Tensor, owner: torch.Tensor, xy: torch.Tensor) -> torch.Tensor:
    """Bilinear lookup: store (N, H, W, C) uint8, owner (B,), xy (B, h, w, 2) pixels -> (B, C, h, w) float."""
    _, height, width, channels = store.shape
    flat = store.view(-1, channels)
    x, y = xy[..., 0].clamp(0, width - 1.001), xy[..., 1].clamp(0, height - 1.001)
    x0, y0 = x.floor(), y.floor()
    fx, fy = (x - x0).unsqueeze(-1), (y - y0).unsqueeze(-1)
    index = owner.view(-1, 1, 1) * (height * width) + y0.long() * width + x0.long()
    top = flat[index].float() * (1 - fx) + flat[index + 1].float() * fx
    bottom = flat[index + width].float() * (1 - fx) + flat[index + width + 1].float() * fx
    return (top * (1 - fy) + bottom * fy).permute(0, 3, 1, 2).contiguous()


def chance(count: int, p: float, device: torch.device) -> torch.Tensor:
    """1 with probability p, else 0; shape (count, 1, 1, 1)."""
    return (torch.rand(count, 1, 1, 1, device=device) < p).float()


def recolour(x: torch.Tensor, strangers: float = 0.35) -> torch.Tensor:
    """Another light, white balance, saturation, print colours and tone curve (values 0..255)."""
    n, device = len(x), x.device
    mixing = torch.eye(3, device=device) + torch.randn(n, 3, 3, device=device) * 0.09
    strange = torch.rand(n, 1, 1, device=device) < strangers  # another print: colours change places
    order = torch.argsort(torch.rand(n, 3, device=device), dim=1)
    mixing = torch.where(strange, torch.eye(3, device=device)[order] + mixing - torch.eye(3, device=device), mixing)
    gain = torch.exp(torch.randn(n, 3, 1, 1, device=device) * 0.12 + torch.randn(n, 1, 1, 1, device=device) * 0.25)
    y = torch.einsum("nij,njhw->nihw", mixing, x / 255) * gain
    grey = y.mean(1, keepdim=True)
    y = grey + (y - grey) * torch.exp(torch.randn(n, 1, 1, 1, device=device) * 0.35).clamp(0, 2)
    y = y.clamp(0.001, 1) ** torch.exp(torch.randn(n, 1, 1, 1, device=device) * 0.28)
    middle = y.mean((1, 2, 3), keepdim=True)
    y = middle + (y - middle) * torch.exp(torch.randn(n, 1, 1, 1, device=device) * 0.25)
    return uneven(y).clamp(0, 1) * 255


def uneven(y: torch.Tensor) -> torch.Tensor:
    """Light that falls off across the picture, for a third of them."""
    coarse = torch.randn(len(y), 1, 3, 3, device=y.device) * 0.3 * chance(len(y), 0.33, y.device)
    return y * torch.exp(functional.interpolate(coarse, size=y.shape[2:], mode="bicubic", align_corners=False))


def soften(x: torch.Tensor, p: float, most: float) -> torch.Tensor:
    """Blur some pictures: round, or along a line as by shaking."""
    pick = torch.randperm(len(x), device=x.device)[: max(1, round(p * len(x)))]  # always as many: shapes stay the same
    some, device = x[pick], x.device
    n, c, h, w = some.shape
    axis = torch.arange(-4, 5, device=device).float()
    yy, xx = torch.meshgrid(axis, axis, indexing="ij")
    angle = torch.rand(n, 1, 1, device=device) * math.pi
    along = xx * angle.cos() + yy * angle.sin()
    side = yy * angle.cos() - xx * angle.sin()
    thin = 0.35 + torch.rand(n, 1, 1, device=device) * 0.5
    long = torch.maximum(thin, torch.rand(n, 1, 1, device=device) * most)
    kernel = torch.exp(-0.5 * ((along / long) ** 2 + (side / thin) ** 2))
    kernel = (kernel / kernel.sum((1, 2), keepdim=True)).repeat_interleave(c, 0).unsqueeze(1)
    padded = functional.pad(some, (4, 4, 4, 4), mode="replicate").reshape(1, -1, h + 8, w + 8)
    out = x.clone()
    out[pick] = functional.conv2d(padded, kernel, groups=n * c).view(some.shape)
    return out


def grain(x: torch.Tensor, most: float) -> torch.Tensor:
    """Sensor noise, fine and (as compression leaves it) coarse."""
    n, c, h, w = x.shape
    level = torch.rand(n, 1, 1, 1, device=x.device) ** 2 * most
    fine = torch.randn(n, c, h, w, device=x.device)
    coarse = functional.interpolate(torch.randn(n, c, h // 2, w // 2, device=x.device), size=(h, w), mode="bilinear")
    share = torch.rand(n, 1, 1, 1, device=x.device)
    spots = torch.randn(n, c, h // 4, w // 4, device=x.device)
    blotchy = functional.interpolate(spots, size=(h, w), mode="bilinear") * chance(n, 0.25, x.device)
    x = x + blotchy * torch.rand(n, 1, 1, 1, device=x.device) * most * 0.6
    return x + level * (fine * share + coarse * (1 - share) * 1.5)


def cover(x: torch.Tensor, p: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Put a turned rectangle or ellipse of one colour, or a piece of another picture, in the way; also its mask."""
    n, _, h, w = x.shape
    device = x.device
    yy, xx = torch.meshgrid(torch.arange(h, device=device), torch.arange(w, device=device), indexing="ij")
    cx, cy = torch.rand(n, 1, 1, device=device) * w, torch.rand(n, 1, 1, device=device) * h
    angle = torch.rand(n, 1, 1, device=device) * math.pi
    u = (xx - cx) * angle.cos() + (yy - cy) * angle.sin()
    v = (yy - cy) * angle.cos() - (xx - cx) * angle.sin()
    a = (0.06 + torch.rand(n, 1, 1, device=device) * 0.3) * w
    b = (0.06 + torch.rand(n, 1, 1, device=device) * 0.3) * h
    box = (u.abs() < a) & (v.abs() < b)
    oval = (u / a) ** 2 + (v / b) ** 2 < 1
    inside = torch.where(torch.rand(n, 1, 1, device=device) < 0.5, box, oval).unsqueeze(1).float()
    inside = inside * chance(n, p, device)
    paint = torch.rand(n, 3, 1, 1, device=device) * 255 * torch.ones_like(x)
    other = x[torch.randperm(n, device=device)]
    filler = torch.where(torch.rand(n, 1, 1, 1, device=device) < 0.6, paint, other)
    return x * (1 - inside) + filler * inside, inside
