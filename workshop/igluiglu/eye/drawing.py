"""Boards seen flat as a wrong profile would have them, cut and spoiled on the device."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from calibration.igluiglu.flat import WHOLE, Window
from calibration.igluiglu.grid import SIDE
from workshop.igluiglu.eye.packs import Pack, load
from workshop.igluiglu.eye.shards import ready
from workshop.train.spoiling import blocky, shrunk
from workshop.train.worlds import another_light, blurred, compressed, sensor_noise, shadows

Tensor = Any
MIDDLE = SIDE / 2
TERMS = 6  # of a bend of the second degree
SHRUNK = (1.0, 1.0, 0.7, 0.55, 0.42)
BLOCKY, STRANGE, LAMPS = 0.3, 0.65, 0.3  # shares of the tables
HELD = 16  # one table in so many is held back
CHUNK = 64  # tables brought to the device at once
LOOK_S = 8.0  # from one look for new packs to the next


class Store:
    """Packs on a device: flat boards or views, and what is true of them; more may come while it is learned from."""

    def __init__(
        self, packs: Sequence[Pack], device: str, pixels: str = "flat", room: Path | None = None, most: int = 0
    ) -> None:
        self.device, self._kind, self._room, self._looked = device, pixels, room, time.monotonic()
        count = sum(len(pack) for pack in packs)
        sides = getattr(packs[0], pixels).shape[1:]
        self.pixels = torch.empty((max(count, most), *sides), dtype=torch.uint8, device=device)
        self.tables: dict[str, Tensor] = {}
        self._each: list[Tensor] = []
        self._known: set[str] = set()
        self._count = 0
        for pack in packs:
            self.add(pack)

    def __len__(self) -> int:
        return self._count

    def add(self, pack: Pack) -> None:
        """One more pack, as far as there is room."""
        fits = min(len(pack), len(self.pixels) - self._count)
        self._known.add(pack.name)
        if fits <= 0:
            return
        held = getattr(pack, self._kind)
        for first in range(0, fits, CHUNK):
            part = pack.tables["at"][first : min(first + CHUNK, fits)]
            at = self._count + first
            self.pixels[at : at + len(part)] = torch.from_numpy(held[part]).to(self.device)
        for key, value in pack.tables.items():
            if key not in ("name", "at"):
                fresh = torch.from_numpy(value[:fits]).to(self.device)
                self.tables[key] = torch.cat([self.tables[key], fresh]) if key in self.tables else fresh
        world = 1.0 if pack.name.startswith("shard-") else float(len(pack)) ** -0.5 * 8
        each = torch.full((fits,), world)
        self._count += fits
        each[torch.arange(self._count - fits, self._count) % HELD == HELD - 1] = 0.0
        self._each.append(each)
        self.even = torch.cat(self._each).to(self.device)
        self.held = torch.arange(self._count)[HELD - 1 :: HELD].to(self.device)

    def grow(self) -> None:
        """Take in what has been packed since."""
        if self._room is None or time.monotonic() - self._looked < LOOK_S:
            return
        self._looked = time.monotonic()
        for out in ready(self._room):
            if out.name not in self._known:
                self.add(load(out))

    def some(self, count: int) -> Tensor:
        """Tables to be learned from, by chance; of a world with few pictures more often than its share."""
        self.grow()
        return torch.multinomial(self.even, count, replacement=True)


class Bend(NamedTuple):
    """How far each point of a picture shows what is elsewhere: polynomials about the middle, in half boards."""

    terms: Tensor  # (T, TERMS, 2) spaces

    def off(self, uv: Tensor) -> Tensor:
        """(T, n, 2) at points (T, n, 2) of the turned board."""
        x, y = ((uv - MIDDLE) / MIDDLE).unbind(-1)
        return torch.stack([torch.ones_like(x), x, y, x * x, x * y, y * y], -1) @ self.terms

    def shows(self, uv: Tensor) -> Tensor:
        """What is shown at points."""
        return uv + self.off(uv)

    def shown_at(self, uv: Tensor) -> Tensor:
        """Where points are shown."""
        at = uv
        for _ in range(6):
            at = uv - self.off(at)
        return at


def bends(count: int, scales: Sequence[float], device: str) -> Bend:
    """Bends by chance; `scales` of the terms of degree 0, 1 and 2, in spaces."""
    each = torch.tensor([scales[0], *[scales[1]] * 2, *[scales[2]] * 3], device=device).view(1, TERMS, 1)
    return Bend(torch.randn((count, TERMS, 2), device=device).clamp(-2.2, 2.2) * each)


class Drawn(NamedTuple):
    """Boards as they are shown to a network."""

    flat: Tensor  # (T, 3, rows, columns) shares of one
    bend: Bend
    mirrored: Tensor  # (T,)

    def shown_at(self, uv: Tensor) -> Tensor:
        """Where true points (T, n, 2) of the turned boards are shown."""
        return mirror(self.bend.shown_at(uv), self.mirrored)


def mirror(uv: Tensor, mirrored: Tensor) -> Tensor:
    """Points (T, n, 2) with east for west where a table is mirrored."""
    x, y = uv.unbind(-1)
    return torch.stack([torch.where(mirrored[:, None], SIDE - x, x), y], -1)


def points(window: Window, device: str) -> Tensor:
    """(rows * columns, 2): the points of the turned board that a window's pixels show."""
    height, width = window.hw
    v = window.top - (torch.arange(height, device=device) + 0.5) / window.px
    u = window.left + (torch.arange(width, device=device) + 0.5) / window.px
    return torch.stack([u[None].expand(height, -1), v[:, None].expand(-1, width)], -1).flatten(0, 1)


def drawn(store: Store, chosen: Tensor, window: Window, bend: Bend, mirrored: Tensor, beyond: str = "zeros") -> Drawn:
    """The chosen boards through a bend; `beyond` says what is shown of what no lesson has."""
    uv = points(window, store.device)[None].expand(len(chosen), -1, -1)
    shown = bend.shows(mirror(uv, mirrored))
    low, side = WHOLE.left, WHOLE.right - WHOLE.left
    grid = (shown - low) / side * 2 - 1
    grid = torch.stack([grid[..., 0], -grid[..., 1]], -1).unflatten(1, window.hw)
    whole = store.pixels[chosen].permute(0, 3, 1, 2).float() / 255
    return Drawn(functional.grid_sample(whole, grid, padding_mode=beyond, align_corners=False), bend, mirrored)


def spoiled(x: Tensor, easy: float = 0.2) -> Tensor:
    """Pictures (T, 3, h, w) in another light, through another camera; some as they are."""
    tables, device = len(x), x.device
    strange = shadows(under_lamp(another_light(x, tables)), tables).clamp(0, 1.2)
    strange = compressed(sensor_noise(blurred(strange, tables), tables), tables)
    on = (torch.rand((tables, 1, 1, 1), device=device) < STRANGE).float()
    x = strange * on + x * (1 - on)
    left = int(easy * tables)
    out = x.clone()
    for part, share in zip((left + torch.randperm(tables - left)).tensor_split(len(SHRUNK)), SHRUNK, strict=True):
        if len(part) and share < 1:
            out[part] = shrunk(x[part], share)
    chosen = torch.randperm(tables)[: round(BLOCKY * tables)]
    if len(chosen):
        out[chosen] = blocky(out[chosen].contiguous()).to(out.dtype)
    return out.clamp(0, 1)


def under_lamp(x: Tensor) -> Tensor:
    """Some boards brighter near a lamp and dark away from it, some with a lamp mirrored in them."""
    tables, _, height, width = x.shape
    device = x.device
    rows = torch.arange(height, device=device).view(1, -1, 1) / width
    columns = torch.arange(width, device=device).view(1, 1, -1) / width

    def away(reach: Tensor) -> Tensor:
        at = torch.rand((2, tables, 1, 1), device=device) * 1.6 - 0.3
        return ((columns - at[0]) ** 2 + (rows - at[1]) ** 2) / reach**2

    share = torch.rand((4, tables, 1, 1), device=device)
    fall = 1 / (1 + away(0.35 + torch.rand((tables, 1, 1), device=device)))
    fall = fall / fall.mean((1, 2), keepdim=True)
    glow = torch.exp(-away(0.03 + 0.22 * share[1])) * share[2] * 1.3
    glow = torch.where(share[3] < LAMPS, glow, 0.0)
    x = torch.where((share[0] < LAMPS)[:, None], x * fall[:, None], x)
    return x + glow[:, None]


def covered(x: Tensor, share: float) -> tuple[Tensor, Tensor]:
    """Arms and other things laid over some boards (T, 3, h, w), and what they hide (T, 1, h, w)."""
    tables, _, height, width = x.shape
    device = x.device
    rows = torch.arange(height, device=device).view(1, -1, 1) / width
    columns = torch.arange(width, device=device).view(1, 1, -1) / width
    end = torch.rand((2, tables, 1, 1), device=device)
    toward = torch.rand((tables, 1, 1), device=device) * 6.2832
    radius = 0.02 + 0.09 * torch.rand((tables, 1, 1), device=device)
    length = torch.where(torch.rand((tables, 1, 1), device=device) < 0.6, 3.0, 0.2)
    dx, dy = columns - end[0], rows - end[1]
    along = torch.minimum((dx * toward.cos() + dy * toward.sin()).clamp(min=0), length)
    away = ((dx - along * toward.cos()) ** 2 + (dy - along * toward.sin()) ** 2).sqrt()
    on = (torch.rand((tables, 1, 1), device=device) < share).float()
    mask = (torch.sigmoid((radius - away) * 150) * on)[:, None]
    skin = torch.rand((tables, 1, 1, 1), device=device) * 0.65 + 0.2
    tone = torch.cat([skin * (0.4 + 0.3 * torch.rand_like(skin)), skin * (0.55 + 0.3 * torch.rand_like(skin)), skin], 1)
    shade = (1 - 0.5 * (away / radius) ** 2).clamp(0.3, 1)[:, None]
    cloth = torch.rand((tables, 3, 1, 1), device=device)
    colour = torch.where(torch.rand((tables, 1, 1, 1), device=device) < 0.5, tone, cloth) * shade
    other = torch.where(torch.rand((tables, 1, 1, 1), device=device) < 0.2, x.roll(1, 0), colour)
    return x * (1 - mask) + other * mask, mask
