"""Learning to find the board: in a whole picture, and its crossings from a rough guess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from calibration.fitting.overview import STRIDE
from calibration.igluiglu.find import BOARD, CORNER, INPUT_WH, SPREAD_LEAST, SPREAD_MOST
from calibration.igluiglu.flat import FITTED
from calibration.igluiglu.grid import CROSSINGS, SIDE
from workshop.igluiglu.eye.drawing import MIDDLE, TERMS, Bend, Store, bends, covered, drawn, spoiled
from workshop.igluiglu.eye.nets import CrossingsNet
from workshop.igluiglu.eye.packs import VIEW_WH
from workshop.igluiglu.eye.reading import heat_loss
from workshop.train.loop import half_where_it_pays

Tensor = Any
GREY, SPREAD = 114.0, 64.0  # of 255: what is beyond a picture, and the unit in which pictures are seen
SIGMA = 1.3  # of a corner's peak, in pixels of the map
ROUGH = (0.2, 0.17, 0.08)  # spaces by which a guess is off, by degree
FINE_SHARE, FINE = 0.5, 0.25  # of the guesses that are much better, and how much
WRONG = 0.3  # of the guesses that are another place or another grid
NEAR = 0.8  # spaces: a guess that is farther off anywhere is wrong
LEAST, FAR = SPREAD_LEAST, SPREAD_MOST  # spaces by which a crossing may be off at least, and at most


class Views(NamedTuple):
    """Whole pictures as they are shown."""

    pictures: Tensor  # (T, 3, rows, columns) of 255
    corners: Tensor  # (T, 4, 2) pixels


def views(store: Store, chosen: Tensor) -> Views:
    """The chosen pictures from nearer and farther, turned a little, mirrored or not."""
    device, count = store.device, len(chosen)
    width, height = INPUT_WH
    plain = torch.rand(count, device=device) < 0.25
    angle = torch.where(plain, 0.0, torch.randn(count, device=device).clamp(-2.5, 2.5) * 0.2)
    zoom = torch.where(plain, 1.0, torch.exp(torch.randn(count, device=device).clamp(-2, 2) * 0.2 + 0.05))
    shift = torch.randn((count, 2), device=device) * 0.07 * torch.tensor([width, height], device=device)
    shift = torch.where(plain[:, None], 0.0, shift)
    flip = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    shape = torch.where(plain, 1.0, torch.exp(torch.randn(count, device=device) * 0.06))
    cos, sin = angle.cos() * zoom, angle.sin() * zoom
    matrix = torch.stack([cos * flip * shape, -sin, sin * flip * shape, cos], 1).view(-1, 2, 2)
    middle = (store.tables["view_wh"][chosen].float() / VIEW_WH[0] * width - 1) / 2
    rows, columns = torch.meshgrid(
        torch.arange(height, device=device), torch.arange(width, device=device), indexing="ij"
    )
    xy = torch.stack([columns, rows], -1).float().view(1, -1, 2)
    source = (xy - middle[:, None] - shift[:, None]) @ matrix.transpose(1, 2) + middle[:, None]
    wh = torch.tensor([width, height], device=device)
    grid = ((source + 0.5) / wh * 2 - 1).unflatten(1, (height, width))
    stored = store.pixels[chosen].permute(0, 3, 1, 2).float() - GREY
    out = functional.grid_sample(stored, grid, align_corners=False) + GREY
    corners = (store.tables["view_corners"][chosen] + 0.5) * width / VIEW_WH[0] - 0.5
    back = torch.linalg.inv(matrix)
    corners = (corners - middle[:, None]) @ back.transpose(1, 2) + middle[:, None] + shift[:, None]
    return Views(out, corners)


def wanted_maps(corners: Tensor, hw: tuple[int, int]) -> tuple[Tensor, Tensor, Tensor]:
    """Of corners (T, 4, 2): their heat map and peaks (T, 1, h, w), and the board between them."""
    at = (corners + 0.5) / STRIDE - 0.5
    rows = torch.arange(hw[0], device=corners.device).view(1, 1, -1, 1)
    columns = torch.arange(hw[1], device=corners.device).view(1, 1, 1, -1)
    x, y = (part[..., None, None] for part in at.unbind(-1))
    heat = torch.exp(-((columns - x.round()) ** 2 + (rows - y.round()) ** 2) / (2 * SIGMA**2)).amax(1, keepdim=True)
    then = at.roll(-1, 1)
    dx, dy = (part[..., None, None] for part in (then - at).unbind(-1))
    side = dx * (rows - y) - dy * (columns - x)
    inside = (side > 0).all(1, keepdim=True) | (side < 0).all(1, keepdim=True)
    return heat, heat > 0.999, inside.float()


def loss_of_view(net: nn.Module, store: Store, count: int) -> dict[str, Tensor]:
    """How far the maps of whole pictures are from where boards are."""
    with torch.no_grad():
        seen = views(store, store.some(count))
        pictures = covered(seen.pictures / 255, 0.15)[0]
        pictures = (spoiled(pictures) * 255 - GREY) / SPREAD
    with half_where_it_pays(store.device):
        scores = net(pictures.contiguous(memory_format=torch.channels_last)).float()
    heat, peak, inside = wanted_maps(seen.corners, scores.shape[2:])
    corner = scores[:, CORNER : CORNER + 1]
    nowhere = torch.zeros_like(peak)
    board = functional.binary_cross_entropy_with_logits(scores[:, BOARD : BOARD + 1], inside)
    return {"corners": heat_loss(corner, heat, peak, nowhere), "board": 4.0 * board}


def guesses(count: int, device: str) -> tuple[Bend, Tensor]:
    """Guesses as they are made, and whether each is meant to be near."""
    bend = bends(count, ROUGH, device).terms
    fine = torch.rand((count, 1, 1), device=device) < FINE_SHARE
    bend = torch.where(fine, bend * FINE, bend)
    wrong = torch.rand(count, device=device) < WRONG
    kind = torch.rand((count, 1, 1), device=device)
    return Bend(
        bend
        + torch.where((kind < 0.5) | ~wrong.view(-1, 1, 1), 0.0, elsewhere(count, device))
        + torch.where((kind < 0.5) & wrong.view(-1, 1, 1), neighbours(count, device), 0.0)
    ), ~wrong


def neighbours(count: int, device: str) -> Tensor:
    """A grid one or two spaces beside: the terms of the bend."""
    out = torch.zeros((count, TERMS, 2), device=device)
    step = torch.randint(-1, 2, (count, 2), device=device).float()
    out[:, 0] = torch.where((step == 0).all(1, keepdim=True), 1.0, step)
    return out


def elsewhere(count: int, device: str) -> Tensor:
    """Another size, turned, or far off: the terms of the bend."""
    out = torch.zeros((count, TERMS, 2), device=device)
    size = torch.exp(torch.randn(count, device=device) * 0.25) - 1
    angle = (torch.rand(count, device=device) - 0.5) * 2.2
    out[:, 1, 0] = MIDDLE * ((1 + size) * angle.cos() - 1)
    out[:, 1, 1] = MIDDLE * (1 + size) * angle.sin()
    out[:, 2, 0] = -MIDDLE * (1 + size) * angle.sin()
    out[:, 2, 1] = MIDDLE * ((1 + size) * angle.cos() - 1)
    out[:, 0] = torch.randn((count, 2), device=device) * 0.7
    return out


def crossings(device: str) -> Tensor:
    """(81, 2): the crossings as the network says them: row by row from the north."""
    step = torch.arange(CROSSINGS, device=device).float()
    return torch.stack([step.expand(CROSSINGS, -1), (SIDE - step)[:, None].expand(-1, CROSSINGS)], -1).flatten(0, 1)


def turned_about(flat: Tensor, off: Tensor) -> tuple[Tensor, Tensor]:
    """Every board turned by any quarters: at first nobody knows how it is seen."""
    out, moved = flat.clone(), off.clone()
    quarter = torch.randint(0, 4, (len(flat),))
    field = off.unflatten(1, (CROSSINGS, CROSSINGS))
    for k in (1, 2, 3):
        on = (quarter == k).nonzero()[:, 0]
        out[on] = torch.rot90(flat[on], k, (2, 3))
        spun = torch.rot90(field[on], k, (1, 2))
        for _ in range(k):
            spun = torch.stack([-spun[..., 1], spun[..., 0]], -1)
        moved[on] = spun.flatten(1, 2)
    return out, moved


def fitted(store: Store, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The chosen boards through guesses: pictures, how far crossings are off (T, 81, 2), and whether all are near."""
    device, count = store.device, len(chosen)
    bend, meant = guesses(count, device)
    mirrored = torch.rand(count, device=device) < 0.5
    window = replace(FITTED, px=2 * FITTED.px)
    cut = drawn(store, chosen, window, bend, mirrored, "border")
    at = crossings(device)[None].expand(count, -1, -1)
    true = torch.where(
        mirrored[:, None, None],
        at * torch.tensor([-1.0, 1.0], device=device) + torch.tensor([float(SIDE), 0.0], device=device),
        at,
    )
    off = (cut.shown_at(true) - at).nan_to_num(9.0).clamp(-9, 9)  # a guess far off has no such points
    near = meant & (off.norm(dim=2).amax(1) < NEAR)
    flat = functional.avg_pool2d(spoiled(covered(cut.flat, 0.25)[0]), 2)
    return (*turned_about(flat, off), near)


def loss_of_crossings(net: CrossingsNet, store: Store, count: int) -> dict[str, Tensor]:
    """How far what is said of crossings is from where they are."""
    with torch.no_grad():
        flat, off, near = fitted(store, store.some(count))
    with half_where_it_pays(store.device):
        said, right = net(flat.contiguous(memory_format=torch.channels_last))
    said = said.float()
    far = ((said[..., :2] - off) ** 2).sum(2).add(1e-8).sqrt()
    spread = LEAST + FAR * torch.sigmoid(said[..., 2])  # whatever is said moves it: a limit that cuts off is never left
    lesson = near.float()[:, None].expand_as(far)
    each = far / spread + 2 * spread.log() + 2.0 * far
    return {
        "off": (each * lesson).sum() / lesson.sum().clamp(min=1),
        "right": functional.binary_cross_entropy_with_logits(right.float(), near.float()),
    }
