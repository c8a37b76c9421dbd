"""Crops of places and tops cut on the GPU out of pictures that lie there as bytes, as a wrong profile has them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from vision.icecult.read.cubes import turned
from vision.rectify import Sampler
from workshop.icecult.places.look import (
    COLUMNS,
    FACTS,
    FOOT_COLUMN,
    FOOT_ROW,
    LEAST_RISE_MM,
    MIRRORED_FACTS,
    MOST_RISE_MM,
    ROWS,
    TOP_PX,
    USUAL_RISE_MM,
    eye_of,
    facts_of,
    flat_points,
    knots,
    patches_of,
    plane_points,
    project,
    sight_of,
)
from workshop.icecult.places.packs import Pack, picture_of

Tensor = Any
CHUNK = 1 << 24  # pixels brought to the GPU at once
CLASSES = 37
LOOKED_AT, GUESSED = 0.45, 0.75  # of the tables have a set that was looked at; to here one that was guessed at
FOOT_MM = 1.5  # the middle of a pawn's foot above what it stands on


class Off(NamedTuple):
    """How far a profile and what it was told of may be off: standard deviations."""

    shift_px: float = 1.5  # of the whole picture, as pixels of a camera with a focal length of 1000 px
    turn: float = 0.003  # radians about the line of sight
    foot_mm: float = 1.6  # of a place, each way
    foot_most_mm: float = 3.5
    ray_mm: float = 4.0  # along the line of sight
    size: float = 0.06  # of a row and of a column, in logs
    slant: float = 0.03  # radians of a crop
    top_mm: float = 0.9
    top_size: float = 0.04
    top_turn: float = 0.03
    rise: float = 0.03  # in logs, of a set that was looked at
    guess: float = 0.25  # of one that was not


EXACT = Off(*[0.0] * len(Off._fields))
TENSORS = ("start", "hw", "camera")


class OnDevice:
    """Packs on a device: all pixels in one tensor, each array as one tensor."""

    def __init__(self, packs: Sequence[Pack], device: str) -> None:
        self.device = device
        self.name = packs[0].name
        self.names = [f"{pack.name}/{name}" for pack in packs for name in pack.tables["name"]]
        self.pixels = torch.empty((sum(len(pack.pixels) for pack in packs), 3), dtype=torch.uint8, device=device)
        at, seen = 0, 0
        views: dict[str, list[Tensor]] = {}
        tables: dict[str, list[Tensor]] = {}
        for pack in packs:
            for first in range(0, len(pack.pixels), CHUNK):
                part = torch.from_numpy(np.array(pack.pixels[first : first + CHUNK]))
                self.pixels[at + first : at + first + len(part)] = part.to(device)
            for key, value in pack.views.items():
                if key in TENSORS:
                    views.setdefault(key, []).append(torch.from_numpy(value + at if key == "start" else value))
            for key, value in pack.tables.items():
                if key != "name":
                    moved = value + seen if key.endswith("_view") else value
                    tables.setdefault(key, []).append(torch.from_numpy(np.ascontiguousarray(moved)))
            at, seen = at + len(pack.pixels), seen + len(pack.views["start"])
        self.views = {key: torch.cat(parts).to(device) for key, parts in views.items()}
        self.tables = {key: torch.cat(parts).to(device) for key, parts in tables.items()}
        self.views["camera"] = self.views["camera"].float()
        self.each = torch.tensor([len(pack) for pack in packs])

    def __len__(self) -> int:
        return len(self.names)


@cache
def held(name: str, device: str) -> Tensor:
    """Numbers that every step needs, brought to the device once."""
    return torch.from_numpy(HELD[name]).to(device)


class Batch(NamedTuple):
    """T tables with all their places and tops, and what is true of them."""

    crops: Tensor  # (T, P, 3, ROWS, COLUMNS) shares of one
    facts: Tensor  # (T, P, FACTS)
    tops: Tensor  # (T * 4, 3, TOP_PX, TOP_PX)
    top_class: Tensor  # (T * 4,)
    tables: dict[str, Tensor]  # the arrays of these tables


def sampled(store: OnDevice, views: Tensor, xy: Tensor) -> Tensor:
    """(n, 3, r, c): what views (n,) show at pixels xy (n, r, c, 2); black outside."""
    hw = store.views["hw"][views]
    rows, columns = (hw[:, k].view(-1, 1, 1) for k in (0, 1))
    start = store.views["start"][views].view(-1, 1, 1)
    x, y = xy.unbind(-1)
    left, top = x.floor(), y.floor()
    out: Tensor = 0.0
    for down, right in ((0, 0), (0, 1), (1, 0), (1, 1)):
        u, v = left + right, top + down
        inside = (u >= 0) & (v >= 0) & (u < columns) & (v < rows)
        weight = (1 - (x - u).abs()) * (1 - (y - v).abs()) * inside
        at = torch.where(inside, start + v.long() * columns + u.long(), 0)
        out = out + store.pixels[at.flatten()].view(*at.shape, 3) * weight[..., None]
    return out.permute(0, 3, 1, 2) / 255


def spread(xy: Tensor, size: tuple[int, int]) -> Tensor:
    """(n, r, c, 2): pixels between the knots (n, kr, kc, 2)."""
    grown = functional.interpolate(xy.permute(0, 3, 1, 2), size=size, mode="bilinear", align_corners=True)
    return grown.permute(0, 2, 3, 1)


def shaken(camera: Tensor, off: Off) -> Tensor:
    """Cameras (T, k, CAMERA) turned a little, each table's alike: what a profile has wrong."""
    count, device = len(camera), camera.device
    shift = torch.randn((count, 2), device=device) * off.shift_px / 1000
    roll = torch.randn((count,), device=device) * off.turn
    one = torch.ones_like(roll)
    wx, wy = shift.unbind(1)
    small = torch.stack([one, -roll, wy, roll, one, -wx, -wy, wx, one], 1).view(-1, 1, 3, 3)
    turn = (small @ camera[..., :9].unflatten(-1, (3, 3))).flatten(-2)
    move = (small @ camera[..., 9:12].unsqueeze(-1)).squeeze(-1)
    return torch.cat([turn, move, camera[..., 12:]], -1)


def some(like: Tensor, width: int, scale: float, most: float = 3.0) -> Tensor:
    """Normal random numbers (n, width) on the device of `like`, none more than `most` deviations."""
    return torch.randn((len(like), width), device=like.device).clamp(-most, most) * scale


def batch(store: OnDevice, chosen: Tensor, off: Off = EXACT, mirror: bool = False) -> Batch:
    """The chosen tables as a profile that is `off` would have them cut out."""
    tables = {key: value[chosen] for key, value in store.tables.items()}
    crops, facts, tables["rows"] = places(store, tables, off)
    if mirror:
        crops, facts = mirrored(crops, facts)
    tops, classes = cut_tops(store, tables, off, mirror)
    return Batch(crops, facts, tops, classes, tables)


def mirrored(crops: Tensor, facts: Tensor) -> tuple[Tensor, Tensor]:
    """Half of the tables (T, P, ...) as a mirror shows them."""
    some = torch.rand(len(crops), device=crops.device) < 0.5
    crops = torch.where(some.view(-1, 1, 1, 1, 1), crops.flip(4), crops)
    return crops, torch.where(some.view(-1, 1, 1), facts * held("signs", str(crops.device)), facts)


def places(store: OnDevice, tables: dict[str, Tensor], off: Off) -> tuple[Tensor, Tensor, Tensor]:
    """All places of the tables: crops (T, P, 3, ROWS, COLUMNS), facts (T, P, FACTS), rows of pawns' feet (T, P, k)."""
    views = tables["place_view"]
    camera = shaken(store.views["camera"][views], off).flatten(0, 1)
    views, device = views.flatten(), store.device
    count, each = tables["foot"].shape[:2]
    feet, ways = tables["foot"].flatten(0, 1), tables["way"].flatten(0, 1)
    eye = eye_of(torch, camera)
    ray = functional.normalize(eye - feet, dim=1)
    most = off.foot_most_mm / max(off.foot_mm, 1e-6)
    moved = torch.cat([some(feet, 2, off.foot_mm, most), torch.zeros_like(feet[:, :1])], 1)
    feet = feet + moved + ray * some(feet, 1, off.ray_mm)
    tables["assumed"] = assumed(tables["rise"], off)
    sight = sight_of(torch, eye, feet, tables["assumed"].repeat_interleave(each))
    facts = facts_of(torch, eye, feet, sight, ways, tables["focal"].repeat_interleave(each))
    rows, columns = held("rows", device), held("columns", device)
    rows = FOOT_ROW + (rows - FOOT_ROW) * some(feet, 1, off.size).exp()
    columns = FOOT_COLUMN + (columns - FOOT_COLUMN) * some(feet, 1, off.size).exp()
    slant = some(feet, 1, off.slant)
    turned_up = sight.up + sight.right * slant
    points = plane_points(feet, sight._replace(up=turned_up), rows, columns)
    xy = project(torch, camera, points.flatten(1, 2)).unflatten(1, points.shape[1:3])
    crops = sampled(store, views, spread(xy, (ROWS, COLUMNS)))
    at = tables["at"].flatten(0, 1)
    levels = torch.arange(tables["stack"].shape[2], device=device)
    rise = tables["rise"].repeat_interleave(each)[:, None]
    above = torch.cat([torch.zeros((len(at), len(levels), 2), device=device), (levels * rise + FOOT_MM)[..., None]], 2)
    step = turned_up * sight.row_mm[:, None] * (rows[:, -1:] - rows[:, :1]) / (ROWS - 1)
    lowest = rows_at(at[:, None] + above, eye, feet, sight.up, step)
    crops, facts, lowest = (part.unflatten(0, (count, each)) for part in (crops, facts, lowest))
    return crops, facts, lowest


def assumed(rise: Tensor, off: Off) -> Tensor:
    """(T,): by how many mm the pawns of each set are taken to rise that really rise by `rise` (T,)."""
    if not off.guess:
        return rise
    known = torch.rand_like(rise)
    wide = torch.where(known < LOOKED_AT, off.rise, off.guess)
    out = rise * (torch.randn_like(rise) * wide).exp()
    return torch.where(known < GUESSED, out, USUAL_RISE_MM).clamp(LEAST_RISE_MM, MOST_RISE_MM)


def rows_at(points: Tensor, eye: Tensor, feet: Tensor, upwards: Tensor, step: Tensor) -> Tensor:
    """(n, k): the rows of crops in which points (n, k, 3) are seen from eyes (n, 3); `step` (n, 3) is a row upwards."""
    ahead = functional.normalize(feet - eye, dim=1)
    ray = points - eye[:, None]
    far = ((feet - eye) * ahead).sum(1, keepdim=True) / (ray * ahead[:, None]).sum(2).clamp(min=1.0)
    on_plane = eye[:, None] + ray * far[..., None] - feet[:, None]
    return FOOT_ROW - (on_plane * upwards[:, None]).sum(2) / step.norm(dim=1, keepdim=True)


def cut_tops(store: OnDevice, tables: dict[str, Tensor], off: Off, mirror: bool) -> tuple[Tensor, Tensor]:
    """All tops of the tables as crops (n, 3, TOP_PX, TOP_PX) with their classes; turned and mirrored where asked."""
    camera = shaken(store.views["camera"][tables["top_view"]], off).flatten(0, 1)
    views, patches = tables["top_view"].flatten(), tables["top"].flatten(0, 1)
    middle, right, up = patches.unbind(1)
    size, turn = some(middle, 2, off.top_size).exp(), some(middle, 1, off.top_turn)
    middle = middle + torch.cat([some(middle, 2, off.top_mm), some(middle, 1, off.top_mm / 2)], 1)
    patches = torch.stack([middle, (right + turn * up) * size[:, :1], (up - turn * right) * size[:, 1:]], 1)
    at = held("top", store.device).expand(len(views), -1)
    points = flat_points(patches, at, at)
    xy = project(torch, camera, points.flatten(1, 2)).unflatten(1, points.shape[1:3])
    crops, classes = sampled(store, views, spread(xy, (TOP_PX, TOP_PX))), tables["top_class"].flatten().long()
    return any_side_up(crops, classes) if mirror else (crops, classes)


def any_side_up(crops: Tensor, classes: Tensor) -> tuple[Tensor, Tensor]:
    """Each crop mirrored or not, then turned clockwise by any quarters, and its class with it."""
    known = held("becomes", str(crops.device))
    quarter = torch.randint(0, 4, (len(crops),), device=crops.device)
    flipped = torch.randint(0, 2, (len(crops),), device=crops.device)
    either = torch.where(flipped.view(-1, 1, 1, 1) > 0, crops.flip(3), crops)
    out = either
    for k in (1, 2, 3):
        out = torch.where((quarter == k).view(-1, 1, 1, 1), torch.rot90(either, -k, (2, 3)), out)
    return out, known[flipped, quarter, classes]


def off_by(pack: Pack, device: str) -> float:
    """How far the crops of a pack's first table are off those that are cut out to read, in shares of 255."""
    crops = batch(OnDevice([pack], device), torch.zeros(1, dtype=torch.long, device=device)).crops[0]
    ours = crops.permute(0, 2, 3, 1).cpu().numpy() * 255
    views, feet = pack.tables["place_view"][0], pack.tables["foot"][0].astype(float)
    cameras = pack.views["camera"][views].astype(float)
    patches = patches_of(feet, sight_of(np, eye_of(np, cameras), feet, float(pack.tables["rise"][0])))
    differ = []
    for cut, view, camera, patch in zip(ours, views, cameras, patches, strict=True):
        seen = partial(_seen_by, camera)
        theirs = Sampler.of(seen, patch[None], ROWS, COLUMNS).take(picture_of(pack, int(view)))[0]
        differ.append(float(np.abs(cut - theirs).mean()))
    return max(differ)


def _seen_by(camera: Any, points: Any) -> Any:
    """Pixels of points (n, 3) through one camera."""
    return project(np, camera[None], points[None])[0]


def _signs() -> Any:
    """(FACTS,): which facts change their sign in a mirror."""
    signs = np.ones(FACTS, np.float32)
    signs[list(MIRRORED_FACTS)] = -1
    return signs


BECOMES = np.array([[turned(np.arange(CLASSES), quarter, mirror) for quarter in range(4)] for mirror in (False, True)])
"""(2, 4, CLASSES): what a class becomes, mirrored or not, after so many quarter turns."""
HELD = {
    "rows": knots(ROWS)[None].astype(np.float32),
    "columns": knots(COLUMNS)[None].astype(np.float32),
    "top": knots(TOP_PX)[None].astype(np.float32),
    "becomes": BECOMES,
    "signs": _signs(),
}
