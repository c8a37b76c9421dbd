"""Training of the overview network: where tips, centre, strips and hands are in the whole picture."""

from __future__ import annotations

import math

import torch
from torch.nn import functional

from calibration.fitting.overview import INPUT_WH, STRIDE
from workshop.icecult.board.frames import MASK_WH, FrameStore
from workshop.train.augment import cover, grain, recolour, sample, soften

SPREAD_PX = 1.5
HAND_WEIGHT = 3.0  # hands are rarer and of more shapes than strips
_HALF_WH = (640, 360)


def batch(store: FrameStore, count: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Inputs (B, 3, 192, 320), targets (B, 4, 96, 160) and the hand channel's weight (B,)."""
    device = store.half.device
    owner = torch.randint(len(store.half), (count,), device=device)
    frame = frames(count, device)
    picture, masks = look(store, owner, frame)
    known = store.hand_known[owner].float()
    if len(store.hand_donors):
        picture, masks = add_hands(store, picture, masks)
    targets = torch.cat([heat(store.tips[owner], frame), heat(store.origin[owner].unsqueeze(1), frame), masks], 1)
    return spoil(picture), targets, known


def frames(count: int, device: torch.device) -> torch.Tensor:
    """Affine maps (B, 2, 3) from input pixels to half-size picture pixels."""
    wide = torch.rand(count, device=device) < 0.1
    angle = torch.where(wide, torch.rand(count, device=device) * 2 * math.pi, torch.randn(count, device=device) * 0.17)
    zoom = 2.0 * torch.exp(torch.rand(count, device=device) * 0.95 - 0.45)
    flip = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    squash = torch.exp(torch.randn(count, device=device) * 0.05)
    c, s = angle.cos() * zoom, angle.sin() * zoom
    linear = torch.stack([c * flip * squash, -s, s * flip * squash, c], -1).view(-1, 2, 2)
    target = torch.tensor([(INPUT_WH[0] - 1) / 2, 89.5], device=device)
    spread = torch.where(torch.rand(count, 1, device=device) < 0.06, 300.0, 45.0)
    middle = torch.tensor([319.5, 179.5], device=device) + torch.randn(count, 2, device=device) * spread
    shift = middle - (linear @ target.view(2, 1)).squeeze(-1)
    return torch.cat([linear, shift.unsqueeze(-1)], 2)


def look(store: FrameStore, owner: torch.Tensor, frame: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures at input size and the two masks at output size."""
    picture = functional.avg_pool2d(sample(store.half, owner, grid(frame, 2)), 2)
    at = (grid(frame, 1 / STRIDE) + 0.5) / (_HALF_WH[0] / MASK_WH[0]) - 0.5
    inside = (at[..., 0] > -1) & (at[..., 0] < MASK_WH[0]) & (at[..., 1] > -1) & (at[..., 1] < MASK_WH[1])
    masks = sample(store.masks.permute(0, 2, 3, 1).contiguous(), owner, at) / 255
    return picture, masks * inside.unsqueeze(1)


def grid(frame: torch.Tensor, fineness: float) -> torch.Tensor:
    """Half-size picture pixels under each cell of a grid `fineness` times as fine as the input."""
    w, h = round(INPUT_WH[0] * fineness), round(INPUT_WH[1] * fineness)
    x = (torch.arange(w, device=frame.device) + 0.5) / fineness - 0.5
    y = (torch.arange(h, device=frame.device) + 0.5) / fineness - 0.5
    yy, xx = torch.meshgrid(y, x, indexing="ij")
    return torch.einsum("nij,hwj->nhwi", frame, torch.stack([xx, yy, torch.ones_like(xx)], -1))


def heat(points: torch.Tensor, frame: torch.Tensor) -> torch.Tensor:
    """Heat map (B, 1, 96, 160) of points (B, K, 2) given in full-size picture pixels."""
    half = (points + 0.5) / 2 - 0.5
    inverse = torch.linalg.inv(frame[:, :, :2])
    at = torch.einsum("nij,nkj->nki", inverse, half - frame[:, :, 2].unsqueeze(1))
    at = (at + 0.5) / STRIDE - 0.5
    w, h = INPUT_WH[0] // STRIDE, INPUT_WH[1] // STRIDE
    yy, xx = torch.meshgrid(torch.arange(h, device=at.device), torch.arange(w, device=at.device), indexing="ij")
    dx, dy = xx - at[..., 0, None, None], yy - at[..., 1, None, None]
    return torch.exp(-(dx**2 + dy**2) / (2 * SPREAD_PX**2)).amax(1, keepdim=True)


def add_hands(store: FrameStore, picture: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Lay hands of other pictures over some of these."""
    count, device = len(picture), picture.device
    donor = store.hand_donors[torch.randint(len(store.hand_donors), (count,), device=device)]
    other, hands = look(store, donor, frames(count, device))
    use = (torch.rand(count, 1, 1, 1, device=device) < 0.35).float()
    alpha = functional.interpolate(hands[:, 1:], size=picture.shape[2:], mode="bilinear") * use
    light = torch.exp(torch.randn(count, 3, 1, 1, device=device) * 0.15)
    picture = picture * (1 - alpha) + (other * light).clamp(0, 255) * alpha
    hand = torch.maximum(masks[:, 1:], hands[:, 1:] * use)
    return picture, torch.cat([masks[:, :1], hand], 1)


def spoil(x: torch.Tensor) -> torch.Tensor:
    """Spoiled, letterboxed and normalised as the product does it."""
    x, _ = cover(recolour(x, 0.15), 0.25)
    x = grain(soften(x, 0.4, 2.0), 28.0).clamp(0, 255)
    n, _, h, w = x.shape
    kind = torch.rand(n, 1, 1, 1, device=x.device)
    yy, xx = torch.arange(h, device=x.device).view(1, 1, -1, 1), torch.arange(w, device=x.device).view(1, 1, 1, -1)
    grey = ((kind < 0.6) & (yy >= 180)) | ((kind > 0.85) & (xx >= 256))
    return (torch.where(grey, torch.full_like(x, 114.0), x) - 114.0) / 64.0


def loss(out: torch.Tensor, target: torch.Tensor, hand_known: torch.Tensor) -> torch.Tensor:
    """Focal loss of the two heat maps, cross entropy and overlap of the two masks."""
    p = torch.sigmoid(out[:, :2]).clamp(1e-5, 1 - 1e-5)
    peak = (target[:, :2] > 0.98).float()
    near = (1 - target[:, :2]) ** 4
    focal = -(peak * (1 - p) ** 2 * p.log() + (1 - peak) * near * p**2 * (1 - p).log())
    heat_loss = focal.sum() / peak.sum().clamp(min=1)
    weight = torch.stack([torch.ones_like(hand_known), hand_known], 1)
    bce = functional.binary_cross_entropy_with_logits(out[:, 2:], target[:, 2:], reduction="none").mean((2, 3))
    q = torch.sigmoid(out[:, 2:])
    overlap = 1 - (2 * (q * target[:, 2:]).sum((2, 3)) + 20) / (q.sum((2, 3)) + target[:, 2:].sum((2, 3)) + 20)
    weight = weight * torch.tensor([1.0, HAND_WEIGHT], device=out.device)
    return heat_loss + 2 * ((bce * 4 + overlap * 0.5) * weight).sum() / hand_known.shape[0]
