"""Crops on the training device, moved and spoiled in batches as a slightly wrong calibration and bad light would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from vision.icecult.read.rectify import (
    COLUMNS,
    CUBE_PX,
    FINE,
    LEVELS,
    RIM_COLUMNS,
    RIM_ROWS,
    ROWS,
    SPACES,
    TABLE_MM,
    TABLE_PX,
    WIDTH_MM,
)
from workshop.icecult.lab.produce import HAND, THING
from workshop.icecult.reader.data import RIDING, Example
from workshop.train.worlds import another_world, exchanged

Tensor = Any
HEAT = TABLE_PX // 4
EXCHANGED = 0.15  # of the tables to learn stacks from have red and green exchanged
# Cut with room around, so that moving the crop finds real pixels: rows, columns
SPACE_CUT, RIM_CUT, CUBE_CUT, TABLE_CUT = (160, 80), (160, 112), (88, 88), (416, 416)
SPACE_PX, CUBE_OUT, TABLE_OUT = (ROWS, COLUMNS), (CUBE_PX, CUBE_PX), (TABLE_PX, TABLE_PX)
CUTS = {
    "spaces": ("space_patch", SPACE_CUT, SPACE_PX),
    "cubes": ("cube_patch", CUBE_CUT, CUBE_OUT),
    "rims": ("space_patch", RIM_CUT, (RIM_ROWS, RIM_COLUMNS)),
    "table": ("table_patch", TABLE_CUT, TABLE_OUT),
}


class Crops:
    """All crops of one kind and their labels, on the training device."""

    def __init__(self, kind: str, examples: Iterable[Example], device: str) -> None:
        self.device, self.kind = device, kind
        self.names: list[str] = []
        self.groups: list[str] = []
        pixels, labels = [], []
        for example in examples:
            self.names.append(example.name)
            self.groups.append(example.difficulty)
            pixels.append(cut_out(example, *CUTS[kind], device))
            labels.append(example.arrays)
        if not pixels:
            raise SystemExit(f"{kind}: none of the pictures has what is learned from (covers: NAME.mask.png beside it)")
        self.pixels = torch.stack(pixels)  # (n, m, 3, rows, columns) uint8
        self.labels = {k: torch.from_numpy(np.stack([part[k] for part in labels])).to(device) for k in labels[0]}

    def __len__(self) -> int:
        return len(self.names)


class Covered(Crops):
    """Tables from above with what hides them; pictures without a mask are left out."""

    def __init__(self, kind: str, examples: Iterable[Example], device: str) -> None:
        masks = []

        def masked() -> Iterator[Example]:
            for example in examples:
                if example.mask is not None:
                    both = np.stack([example.mask == HAND, example.mask == THING, example.mask < 0], -1)
                    shown = replace(example, bgr=both.astype(np.uint8) * np.uint8(255))
                    masks.append(cut_out(shown, *CUTS[kind], device)[0])
                    yield example

        super().__init__(kind, masked(), device)
        self.masks = torch.stack(masks)  # (n, 3, rows, columns) uint8: hands, things, nothing


def cut_out(example: Example, key: str, cut: tuple[int, int], out: tuple[int, int], device: str) -> Tensor:
    """The patches of one picture (m, 3, rows, columns) with room around."""
    patch = torch.from_numpy(example.arrays[key]).to(device).clone()
    patch[:, 1] *= cut[1] / out[1]
    patch[:, 2] *= cut[0] / out[0]
    uv = project(torch.from_numpy(example.camera).to(device)[None], points(patch[None], *cut))[0]
    picture = torch.from_numpy(example.bgr).to(device).permute(2, 0, 1)[None].float()
    size = torch.tensor([picture.shape[3], picture.shape[2]], device=device)
    grid = ((2 * uv + 1) / size - 1).flatten(0, 1)[None]
    flat = functional.grid_sample(picture, grid, align_corners=False)[0]
    return flat.reshape(3, len(patch), *cut).transpose(0, 1).round().to(torch.uint8)


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


def normal(shape: tuple[int, ...], scale: float, device: str) -> Tensor:
    """Random numbers without outliers."""
    return torch.randn(shape, device=device).clamp(-2.2, 2.2) * scale


def moved(crops: Tensor, out: tuple[int, int], linear: Tensor, shift: Tensor) -> Tensor:
    """Crops (k, 3, h, w) seen through an affine error on -1..1: `linear` (k, 2, 2), `shift` (k, 2)."""
    scale = torch.tensor([out[1] / crops.shape[3], out[0] / crops.shape[2]], device=crops.device)
    theta = torch.cat([linear * scale[None, :, None], (shift * scale)[..., None]], 2)
    grid = functional.affine_grid(theta, [len(crops), 3, *out], align_corners=False)
    pictures = functional.grid_sample(crops.float() / 255, grid, align_corners=False)
    return pictures.contiguous(memory_format=torch.channels_last)


def distort(count: int, device: str, spoil: float, scale: float, shear: float) -> Tensor:
    """(count, 2, 2) near the identity."""
    eye = torch.eye(2, device=device)
    spread = torch.tensor([[scale, shear], [shear, scale]], device=device)
    return eye + spoil * spread * torch.randn((count, 2, 2), device=device).clamp(-2.2, 2.2)


def spoiled(crops: Tensor, tables: int, spoil: float) -> Tensor:
    """Bad light, blur, low resolution and noise: the same for all crops of a table."""
    if not spoil:
        return crops
    device, each = crops.device, len(crops) // tables

    def die() -> Tensor:
        return torch.rand(tables, device=device).repeat_interleave(each)[:, None, None, None]

    crops = light(crops, tables)
    kernel = torch.tensor([1.0, 2.0, 1.0], device=device) / 4
    across, along = kernel.reshape(1, 1, 1, 3).expand(3, 1, 1, 3), kernel.reshape(1, 1, 3, 1).expand(3, 1, 3, 1)
    wide = functional.conv2d(crops, across, padding=(0, 1), groups=3)
    wide = functional.conv2d(wide, across, padding=(0, 1), groups=3)
    tall = functional.conv2d(crops, along, padding=(1, 0), groups=3)
    tall = functional.conv2d(tall, along, padding=(1, 0), groups=3)
    both = functional.conv2d(wide, along, padding=(1, 0), groups=3)
    small = functional.interpolate(functional.avg_pool2d(crops, 2), scale_factor=2.0, mode="bilinear")
    kind = die()
    for low, other in ((0.76, both), (0.82, wide), (0.88, tall), (0.94, small)):
        crops = torch.where((kind > low) & (kind <= low + 0.06), other, crops)
    grain = torch.randn_like(crops) * 0.05 * die() * (die() < 0.4)
    crops = (crops + grain).clamp(0, 1)
    return another_world(crops, tables) if spoil >= 1 else crops


def light(crops: Tensor, tables: int) -> Tensor:
    """Another exposure, white balance, contrast and saturation for each table."""
    device, each = crops.device, len(crops) // tables

    def some(width: int, scale: float, share: float) -> Tensor:
        on = (torch.rand((tables, 1), device=device) < share).float()
        values = on * scale * torch.randn((tables, width), device=device).clamp(-2.5, 2.5)
        return values.repeat_interleave(each, 0)[:, :, None, None]

    x = crops.clamp(1e-4, 1).pow(torch.exp(some(1, 0.15, 0.5))) * torch.exp(some(3, 0.07, 0.6) + some(1, 0.12, 0.6))
    x = x + some(3, 0.012, 0.4)
    grey = x.mean(1, keepdim=True)
    return (grey + (x - grey) * torch.exp(some(1, 0.12, 0.5))).clamp(0, 1)


def cube_batch(data: Crops, at: Tensor, spoil: float) -> dict[str, Tensor]:
    """Cube tops of some tables, each off by a pixel or two."""
    n = len(at)
    linear = distort(4 * n, data.device, spoil, 0.025, 0.025)
    table = normal((n, 1, 2), 0.045, data.device) + normal((n, 4, 2), 0.02, data.device)
    crops = moved(data.pixels[at].flatten(0, 1), CUBE_OUT, linear, spoil * table.reshape(-1, 2))
    label = {k: data.labels[k][at].flatten() for k in ("cube_class", "cube_share")}
    return {"crops": spoiled(crops, n, spoil), **label}


def space_batch(data: Crops, at: Tensor, spoil: float) -> dict[str, Tensor]:
    """The spaces of some tables, each off by a few millimetres, with where the stacks appear for it."""
    n, d = len(at), {k: v[at] for k, v in data.labels.items()}
    half_mm = d["space_patch"][:, :, 2].norm(dim=-1)  # of the upright side
    linear = distort(n * SPACES, data.device, spoil, 0.025, 0.02)
    mm = normal((n, 1, 2), 1.2, data.device) + normal((n, SPACES, 2), 1.8, data.device)
    size = torch.stack([torch.full_like(half_mm, WIDTH_MM / 2), half_mm], -1)
    shift = spoil * mm / size  # on -1..1, x to the right, y downwards
    crops = moved(data.pixels[at].flatten(0, 1), SPACE_PX, linear, shift.reshape(-1, 2))
    if spoil >= 1:
        crops, levels = exchanged(crops, d["levels"].flatten(0, 1), n, EXCHANGED)
        d["levels"] = levels.reshape(d["levels"].shape)
    stretch = linear[:, 1, 1].reshape(n, SPACES)
    return {
        "crops": spoiled(crops, n, spoil),
        "facts": d["space_facts"].flatten(0, 1),
        "slot_rows": d["slot_rows"].flatten(0, 1),
        "together": torch.eye(n, device=data.device).repeat_interleave(SPACES, 0).repeat_interleave(SPACES, 1) / SPACES,
        **{k: d[k].flatten(0, 1) for k in ("levels", "share", "plain")},
        **stack_labels(d, half_mm, shift[..., 1], stretch),
    }


def stack_labels(d: dict[str, Tensor], half_mm: Tensor, down: Tensor, stretch: Tensor) -> dict[str, Tensor]:
    """Offset of each stack in inner rows (NaN where the space is empty) and what each inner row shows."""
    unit = d["space_patch"][:, :, 2] / half_mm[..., None]
    foot = d["space_foot"]
    stands = ((d["foot"] - foot[..., :2]) * unit[..., :2]).sum(-1)  # mm up the plane
    ray = d["eye"][:, None] - foot
    distance = ray.norm(dim=-1)
    sin = ray[..., 2] / distance
    cos = (1 - sin * sin).clamp(min=1e-4).sqrt()
    inner = ROWS // FINE
    top = half_mm + ((d["space_patch"][:, :, 0] - foot) * unit).sum(-1)
    middle, per_row = top - half_mm, 2 * half_mm / inner
    row = (torch.arange(inner, device=foot.device) + 0.5) / inner * 2 - 1
    seen = middle[..., None] - half_mm[..., None] * (row * stretch[..., None] + down[..., None])  # mm up the plane
    rise = seen - stands[..., None]
    height = rise / (cos[..., None] + rise * sin[..., None] / distance[..., None])
    level = torch.floor(height / d["pitch"][:, :, None]).nan_to_num(-1).clamp(-1, 40).long()
    count = (d["levels"] > 0).sum(-1, keepdim=True)
    colour = d["levels"].gather(-1, level.clamp(0, LEVELS - 1))
    inside = (level >= 0) & (level < count)
    cone = (level >= count) & (level < count + 2) & (count > 0)
    rows = torch.where(inside, colour, torch.where(cone, 5, 0))
    # the inner row of the foot, against that of a centred stack in an exact crop
    y = ((middle - stands) / half_mm - down) / stretch
    offset = (y - middle / half_mm) * half_mm / per_row
    return {"offset": offset.flatten(), "rows": rows.flatten(0, 1)}


def table_batch(data: Crops, at: Tensor, spoil: float) -> dict[str, Tensor]:
    """The tables from above, with the wanted heat of their pawns."""
    n = len(at)
    linear = distort(n, data.device, spoil, 0.01, 0.01)
    shift = spoil * normal((n, 2), 0.008, data.device)
    crops = moved(data.pixels[at][:, 0], TABLE_OUT, linear, shift)
    d = {k: data.labels[k][at] for k in ("pawns", "table_patch", "hand")}
    return {"crops": spoiled(crops, n, spoil), "heat": heat(d, linear, shift), "hand": d["hand"]}


def cover_batch(data: Covered, at: Tensor, spoil: float) -> dict[str, Tensor]:
    """The tables from above, turned any way, with the share of each cell that hands and things hide."""
    n = len(at)
    angle = spoil * normal((n,), 0.5, data.device)
    turn = torch.stack([torch.stack([angle.cos(), -angle.sin()], -1), torch.stack([angle.sin(), angle.cos()], -1)], 1)
    linear = turn @ distort(n, data.device, spoil, 0.06, 0.04)
    shift = spoil * normal((n, 2), 0.06, data.device)
    crops, masks = (moved(pixels, TABLE_OUT, linear, shift) for pixels in (data.pixels[at][:, 0], data.masks[at]))
    return {"crops": spoiled(crops, n, spoil), "cover": functional.avg_pool2d(masks[:, :2], TABLE_PX // HEAT)}


def heat(d: dict[str, Tensor], linear: Tensor, shift: Tensor) -> Tensor:
    """(n, 12, HEAT, HEAT) wanted heat of the table's pawns; negative where it does not matter."""
    pawns, patch = d["pawns"], d["table_patch"][:, 0]
    n = len(pawns)
    right, up = (patch[:, k, :2] / (TABLE_MM / 2) ** 2 for k in (1, 2))
    xy = pawns[..., :2]
    seen = torch.stack([(xy * right[:, None]).sum(-1), -(xy * up[:, None]).sum(-1)], -1) - shift[:, None]
    at = (torch.linalg.inv(linear)[:, None] @ seen[..., None])[..., 0]
    u, v = (at[..., 0] + 1) / 2 * HEAT - 0.5, (at[..., 1] + 1) / 2 * HEAT - 0.5
    grid = torch.arange(HEAT, device=pawns.device)
    near = torch.exp(-((grid - u[..., None]) ** 2) / 2 / 0.6**2)[:, :, None, :]
    near = near * torch.exp(-((grid - v[..., None]) ** 2) / 2 / 0.6**2)[:, :, :, None]
    near = near / near.flatten(2).max(-1).values.clamp(min=1e-6)[..., None, None]
    channel = pawns[..., 2] + 4 * pawns[..., 3]
    out = torch.zeros((n, 4 * (RIDING + 1), HEAT, HEAT), device=pawns.device)
    for c in range(out.shape[1]):
        mine = ((channel == c) & (pawns[..., 4] > 0))[..., None, None]
        out[:, c] = (near * mine).amax(1)
    faint = ((near > 0.1) & (pawns[..., 4] == 0)[..., None, None]).any(1)
    return torch.where(faint[:, None] & (out < 0.1), -1.0, out)
