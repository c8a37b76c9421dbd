"""Crops as a slightly wrong calibration would cut them, in changing light: made on the fly where the networks train."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from vision.rectify import COLUMNS, CUBE_PX, FINE, LEVELS, ROWS, SPACES, TABLE_MM, TABLE_PX
from vision.train.data import Example

Tensor = Any
HEAT = TABLE_PX // 4


class Pictures:
    """All examples on the training device; `batch` cuts and spoils."""

    def __init__(self, examples: Sequence[Example], device: str) -> None:
        self.device = device
        self.dice = np.random.default_rng(0)
        self.names = [e.name for e in examples]
        self.pixels = [torch.from_numpy(e.bgr).to(device).permute(2, 0, 1) for e in examples]
        self.camera = torch.from_numpy(np.stack([e.camera for e in examples])).to(device)
        self.data = {
            k: torch.from_numpy(np.stack([e.arrays[k] for e in examples])).to(device) for k in examples[0].arrays
        }

    def batch(self, index: Sequence[int], rng: torch.Generator, spoil: float) -> dict[str, Tensor]:
        """Crops and labels of some pictures; `spoil` 0 cuts exactly, 1 as in training."""
        at = torch.as_tensor(index, device=self.device)
        d = {k: v[at] for k, v in self.data.items()}
        n = len(index)
        move = PixelError(n, self.camera[at], rng, self.device, spoil)
        space, shift_mm, view = spaces(d, rng, self.device, spoil)
        cube = cubes(d, rng, self.device, spoil)
        table = d["table_patch"]
        grids = [
            move(points(space, ROWS, COLUMNS), jitter=0.5),
            move(points(cube, CUBE_PX, CUBE_PX), jitter=0.8),
            move(points(table, TABLE_PX, TABLE_PX), jitter=0.0),
        ]
        crops: list[list[Tensor]] = [[], [], []]
        dice = self.dice.random((n, 5 if spoil else 0))
        for k, i in enumerate(index):
            picture = spoil_picture(self.pixels[i], self.device, dice[k].tolist())
            for out, grid in zip(crops, grids, strict=True):
                out.append(functional.grid_sample(picture, grid[k].flatten(0, 1)[None], align_corners=False)[0])
        light = Light(n, rng, self.device, spoil)
        size = [(SPACES, ROWS, COLUMNS), (4, CUBE_PX, CUBE_PX), (1, TABLE_PX, TABLE_PX)]
        cut = [
            light(torch.stack(c).reshape(n, 3, m, h, w).transpose(1, 2)).flatten(0, 1)
            for c, (m, h, w) in zip(crops, size, strict=True)
        ]
        shift = shift_mm + move.shift_mm(space)
        d |= {"space": cut[0], "cube": cut[1], "table": cut[2]}
        return (
            d | stack_labels(d, shift, view) | {"heat": heat(d), "facts": view["facts"], "slot_rows": view["slot_rows"]}
        )


def uniform(shape: tuple[int, ...], rng: torch.Generator, device: str, lo: float = -1.0, hi: float = 1.0) -> Tensor:
    return torch.rand(shape, generator=rng, device=device) * (hi - lo) + lo


def points(patch: Tensor, rows: int, columns: int) -> Tensor:
    """(n, m, rows, columns, 3) world points of the patches' pixels."""
    u = (torch.arange(columns, device=patch.device) + 0.5) / columns * 2 - 1
    v = 1 - (torch.arange(rows, device=patch.device) + 0.5) / rows * 2
    centre, right, up = (patch[:, :, k, None, None] for k in range(3))
    return centre + right * u[None, None, None, :, None] + up * v[None, None, :, None, None]


def project(camera: Tensor, world: Tensor) -> Tensor:
    """Pixels of world points (n, ..., 3) by packed cameras (n, 22)."""
    shape = world.shape
    n = shape[0]
    p = world.reshape(n, -1, 3) @ camera[:, :9].reshape(n, 3, 3).transpose(1, 2) + camera[:, None, 9:12]
    x, y = p[..., 0] / p[..., 2].clamp(min=1), p[..., 1] / p[..., 2].clamp(min=1)
    k1, k2, p1, p2, k3 = (camera[:, None, 16 + k] for k in range(5))
    r2 = x * x + y * y
    bend = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    xd = x * bend + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    yd = y * bend + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    uv = torch.stack(
        [xd * camera[:, None, 12] + camera[:, None, 14], yd * camera[:, None, 13] + camera[:, None, 15]], -1
    )
    return uv.reshape(*shape[:-1], 2)


class PixelError:
    """Sampling grids under a random smooth error of the calibration of a pixel or two."""

    def __init__(self, n: int, camera: Tensor, rng: torch.Generator, device: str, spoil: float) -> None:
        self.camera, self.rng, self.device, self.spoil = camera, rng, device, spoil
        self.wh = torch.stack([camera[:, 21], camera[:, 15] * 2 + 1], -1)
        size = spoil * uniform((n, 1, 1), rng, device, 0.2, 1.0) * self.wh[:, :1, None] / 1280
        self.linear = size * 2.2 * torch.randn((n, 2, 2), generator=rng, device=device) / (self.wh[:, None, :] / 2)
        self.offset = size[:, 0] * 1.3 * torch.randn((n, 2), generator=rng, device=device)

    def error(self, uv: Tensor) -> Tensor:
        n, middle = len(uv), (1,) * (uv.dim() - 2)
        flat = (uv - self.wh.reshape(n, *middle, 2) / 2).reshape(n, -1, 2)
        return (flat @ self.linear.transpose(1, 2) + self.offset[:, None]).reshape(uv.shape)

    def __call__(self, world: Tensor, jitter: float) -> Tensor:
        """Normalised positions (n, m, rows, columns, 2) for grid_sample; each patch also moves by `jitter` pixels."""
        uv = project(self.camera, world)
        own = torch.randn((*uv.shape[:2], 1, 1, 2), generator=self.rng, device=self.device) * jitter * self.spoil
        wh = self.wh.reshape(len(uv), 1, 1, 1, 2)
        return (2 * (uv + self.error(uv) + own * wh[..., :1] / 1280) + 1) / wh - 1

    def shift_mm(self, patch: Tensor) -> Tensor:
        """How far up its plane each patch's content moves by the error (n, m)."""
        up = patch[:, :, 2]
        unit = up / up.norm(dim=-1, keepdim=True)
        here, there = project(self.camera, patch[:, :, 0]), project(self.camera, patch[:, :, 0] + 10 * unit)
        px = (there - here) / 10
        return -(self.error(here) * px).sum(-1) / (px * px).sum(-1)


def spaces(
    d: dict[str, Tensor], rng: torch.Generator, device: str, spoil: float
) -> tuple[Tensor, Tensor, dict[str, Tensor]]:
    """Patches of the spaces moved about a little, how far up the stacks appear for it, and the matching view facts."""
    n = len(d["eye"])
    pick = (torch.rand(n, generator=rng, device=device) < 0.5).long() if spoil else torch.ones(n, device=device).long()
    row = torch.arange(n, device=device)
    view = {"facts": d["space_facts"][row, pick], "slot_rows": d["slot_rows"][row, pick]}
    patch = d["space_patch"][row, pick].clone()
    blend = uniform((n, 1, 1), rng, device, 0, 1) if spoil else 0.5
    move = d["askew"] * blend
    move[..., :2] += spoil * 2.0 * torch.randn((n, SPACES, 2), generator=rng, device=device).clamp(-2, 2)
    foot = d["ideal"] + move
    patch[:, :, 0] += move
    stretch = 1 + spoil * 0.03 * torch.randn((n, 1, 1), generator=rng, device=device).clamp(-2, 2)
    patch[:, :, 0] = foot + (patch[:, :, 0] - foot) * stretch
    patch[:, :, 2] = patch[:, :, 2] * stretch
    patch[:, :, 1] = patch[:, :, 1] * (1 + spoil * 0.05 * torch.randn((n, SPACES, 1), generator=rng, device=device))
    unit = patch[:, :, 2] / patch[:, :, 2].norm(dim=-1, keepdim=True)
    shift = ((d["foot"] - foot[..., :2]) * unit[..., :2]).sum(-1)
    half = patch[:, :, 2].norm(dim=-1)
    view["mm_per_row"] = 2 * half / (ROWS // FINE)
    view["top"] = half + ((patch[:, :, 0] - foot) * unit).sum(-1)
    view["foot"] = foot
    return patch, shift, view


def cubes(d: dict[str, Tensor], rng: torch.Generator, device: str, spoil: float) -> Tensor:
    """Patches of the cube tops: size and turn a little off."""
    patch = d["cube_patch"].clone()
    n = len(patch)
    size = 1 + spoil * 0.02 * torch.randn((n, 4, 1, 1), generator=rng, device=device)
    turn = spoil * 0.02 * torch.randn((n, 4, 1), generator=rng, device=device)
    right, up = patch[:, :, 1].clone(), patch[:, :, 2].clone()
    patch[:, :, 1], patch[:, :, 2] = right + turn * up, up - turn * right
    patch[:, :, 1:] = patch[:, :, 1:] * size
    patch[..., 0, 2] += spoil * 0.8 * torch.randn((n, 1), generator=rng, device=device)
    return patch


def spoil_picture(pixels: Tensor, device: str, dice: Sequence[float]) -> Tensor:
    """(1, 3, h, w) float picture, at times smaller, blurred or noisy; no dice: as it is."""
    picture = pixels[None].float() / 255
    if not dice:
        return picture
    small, blur, noise, amount, kind = dice
    if small < 0.3:
        size = [round(side * (0.45 + 0.5 * amount)) for side in pixels.shape[1:]]
        picture = functional.interpolate(picture, size, mode="area")
    if blur < 0.25:
        kernel = torch.tensor([1.0, 2.0, 1.0] if amount < 0.6 else [1.0, 4.0, 6.0, 4.0, 1.0], device=device)
        k = (kernel / kernel.sum()).reshape(1, 1, -1, 1).expand(3, 1, -1, 1)
        if kind < 0.7:  # else motion along one axis only
            picture = functional.conv2d(picture, k, padding=(k.shape[2] // 2, 0), groups=3)
        picture = functional.conv2d(picture, k.transpose(2, 3), padding=(0, k.shape[2] // 2), groups=3)
    if noise < 0.4:
        picture = picture + torch.randn(picture.shape, device=device) * 0.05 * kind
    return picture.clamp(0, 1)


class Light:
    """One random change of light and white balance for each table, the same in all its crops."""

    def __init__(self, n: int, rng: torch.Generator, device: str, spoil: float) -> None:
        def some(width: int, scale: float, share: float) -> Tensor:
            on = (torch.rand((n, 1), generator=rng, device=device) < share).float()
            return spoil * on * scale * torch.randn((n, width), generator=rng, device=device).clamp(-2.5, 2.5)

        shape = (n, 1, -1, 1, 1)
        self.gain = torch.exp(some(3, 0.09, 0.6) + some(1, 0.15, 0.6)).reshape(shape)
        self.gamma = torch.exp(some(1, 0.15, 0.5)).reshape(shape)
        self.saturation = torch.exp(some(1, 0.15, 0.5)).reshape(shape)
        self.lift = some(3, 0.015, 0.4).reshape(shape)

    def __call__(self, crops: Tensor) -> Tensor:
        x = crops.float().clamp(0, 1).pow(self.gamma) * self.gain + self.lift
        grey = x.mean(2, keepdim=True)
        return (grey + (x - grey) * self.saturation).clamp(0, 1)


def stack_labels(d: dict[str, Tensor], shift_mm: Tensor, view: dict[str, Tensor]) -> dict[str, Tensor]:
    """Offset of each stack in inner rows (NaN where the space is empty) and what each inner row shows."""
    ray = d["eye"][:, None] - view["foot"]
    distance = ray.norm(dim=-1)
    sin = ray[..., 2] / distance
    cos = (1 - sin * sin).clamp(min=1e-4).sqrt()
    row = torch.arange(ROWS // FINE, device=shift_mm.device) + 0.5
    rise = view["top"][..., None] - row * view["mm_per_row"][..., None] - shift_mm[..., None]
    height = rise / (cos[..., None] + rise * sin[..., None] / distance[..., None])
    level = torch.floor(height / d["pitch"][:, :, None]).nan_to_num(-1).clamp(-1, 40).long()
    count = (d["levels"] > 0).sum(-1, keepdim=True)
    colour = d["levels"].gather(-1, level.clamp(0, LEVELS - 1))
    inside = (level >= 0) & (level < count)
    cone = (level >= count) & (level < count + 2) & (count > 0)
    rows = torch.where(inside, colour, torch.where(cone, 5, 0))
    return {"offset": -shift_mm / view["mm_per_row"], "rows": rows}


def heat(d: dict[str, Tensor]) -> Tensor:
    """(n, 8, HEAT, HEAT) wanted heat of the table's pawns; negative where it does not matter."""
    pawns, patch = d["pawns"], d["table_patch"][:, 0]
    n, cell = len(pawns), TABLE_MM / HEAT
    right, up = (patch[:, k, :2] / (TABLE_MM / 2) for k in (1, 2))
    xy = pawns[..., :2]
    u = (xy * right[:, None]).sum(-1) / cell + HEAT / 2 - 0.5
    v = HEAT / 2 - 0.5 - (xy * up[:, None]).sum(-1) / cell
    grid = torch.arange(HEAT, device=pawns.device)
    near = torch.exp(-((grid - u[..., None]) ** 2) / 2 / 0.6**2)[:, :, None, :]
    near = near * torch.exp(-((grid - v[..., None]) ** 2) / 2 / 0.6**2)[:, :, :, None]
    peak = near.flatten(2).max(-1).values.clamp(min=1e-6)[..., None, None]
    near = near / peak
    channel = pawns[..., 2] + 4 * pawns[..., 3]
    out = torch.zeros((n, 8, HEAT, HEAT), device=pawns.device)
    for c in range(8):
        mine = ((channel == c) & (pawns[..., 4] > 0))[..., None, None]
        out[:, c] = (near * mine).amax(1)
    faint = ((near > 0.1) & (pawns[..., 4] == 0)[..., None, None]).any(1)
    return torch.where(faint[:, None] & (out < 0.1), -1.0, out)
