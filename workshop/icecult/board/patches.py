"""Training of the patch network: one point of the board in a window, its offset in mm and how sure that is."""

from __future__ import annotations

import torch

from calibration.fitting.windows import PATCH_MM_PER_PX, PATCH_PX
from calibration.icecult.fitting.keypoints import KINDS
from workshop.icecult.board.frames import FrameStore
from workshop.train.augment import cover, grain, recolour, sample, soften

OFFSET_UNIT_MM = 8.0
FREEDOM = 3.0  # of the t distribution: outliers (covered points) must not rule the loss
_WEIGHTS = {"tip": 6.0, "line": 1.0, "shoulder": 3.0, "inner": 2.0, "holder": 4.0, "cube": 5.0, "centre": 8.0}


def batch(store: FrameStore, count: int, negatives: float = 0.12) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Windows (B, 3, 64, 64), kinds (B,) and true offsets in mm (B, 2)."""
    device = store.full.device
    weights = torch.tensor([_WEIGHTS[k] for k in KINDS], device=device)[store.kinds]
    pick = torch.multinomial(weights, count, replacement=True)
    owner, kind = store.owner[pick], store.kinds[pick]
    offset = offsets(count, device)
    jacobian = store.jacobians[pick] @ jitter(count, device)
    centre = store.centres[pick] - (jacobian @ offset.unsqueeze(-1)).squeeze(-1)
    elsewhere = torch.rand(count, device=device) < negatives
    anywhere = torch.rand(count, 2, device=device) * torch.tensor([1280.0, 720.0], device=device)
    centre = torch.where(elsewhere.unsqueeze(-1), anywhere, centre)
    offset = torch.where(elsewhere.unsqueeze(-1), torch.rand_like(offset) * 32 - 16, offset)
    return spoil(windows(store, owner, centre, jacobian)), kind, offset


def offsets(count: int, device: torch.device) -> torch.Tensor:
    """How far the point lies from the window's centre: mostly little, sometimes far."""
    which = torch.rand(count, 1, device=device)
    far = torch.rand(count, 2, device=device) * 30 - 15
    near = torch.randn(count, 2, device=device)
    return torch.where(which < 0.45, near * 1.5, torch.where(which < 0.8, (near * 4.5).clamp(-16, 16), far))


def jitter(count: int, device: torch.device) -> torch.Tensor:
    """What a pose not yet refined does to a window: turn, scale and shear."""
    angle = torch.randn(count, device=device) * 0.06
    turn = torch.stack([angle.cos(), -angle.sin(), angle.sin(), angle.cos()], -1).view(-1, 2, 2)
    return turn @ (torch.eye(2, device=device) + torch.randn(count, 2, 2, device=device) * 0.045)


def windows(store: FrameStore, owner: torch.Tensor, centre: torch.Tensor, jacobian: torch.Tensor) -> torch.Tensor:
    """Windows cut from the pictures, some of them from the half-size copies (a picture of fewer pixels)."""
    device = centre.device
    axis = (torch.arange(PATCH_PX, device=device) - (PATCH_PX - 1) / 2) * PATCH_MM_PER_PX
    v, u = torch.meshgrid(-axis, axis, indexing="ij")
    grid = torch.einsum("nij,hwj->nhwi", jacobian, torch.stack([u, v], -1)) + centre.view(-1, 1, 1, 2)
    scale = torch.linalg.det(jacobian).abs().sqrt() * PATCH_MM_PER_PX
    halved = (torch.log2(scale) - 0.2).round() >= 1
    halved |= torch.rand(len(scale), device=device) < 0.2
    out = torch.empty(len(owner), 3, PATCH_PX, PATCH_PX, device=device)
    for choice, pictures, zoom in ((~halved, store.full, 1.0), (halved, store.half, 0.5)):
        out[choice] = sample(pictures, owner[choice], (grid[choice] + 0.5) * zoom - 0.5)
    return out


def spoil(x: torch.Tensor) -> torch.Tensor:
    """Spoiled and normalised as the product normalises them."""
    x = recolour(x)
    x, _ = cover(x, 0.25)
    x = grain(soften(x, 0.35, 3.0), 20.0).clamp(0, 255)
    x = x - x.mean((2, 3), keepdim=True)
    spread = (x**2).mean((1, 2, 3), keepdim=True).sqrt()
    return x / (spread + 4.0)


def parts(out: torch.Tensor, kind: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Offsets in mm (B, 2) and precision parameters (B, 3) of each window's own kind."""
    mine = out.view(len(out), len(KINDS), 5)[torch.arange(len(out), device=out.device), kind]
    return mine[:, :2] * OFFSET_UNIT_MM, mine[:, 2:]


def loss(out: torch.Tensor, kind: torch.Tensor, offset: torch.Tensor) -> torch.Tensor:
    """Negative log likelihood of a bivariate t distribution."""
    mean, shape = parts(out, kind)
    log_a, log_b = shape[:, 0].clamp(-4, 3.5), shape[:, 1].clamp(-4, 3.5)
    dx, dy = (offset - mean).unbind(1)
    first = log_a.exp() * dx
    second = log_b.exp() * dy + shape[:, 2] * dx
    square = first**2 + second**2
    return (-log_a - log_b + (FREEDOM + 2) / 2 * torch.log1p(square / FREEDOM)).mean()
