"""Random tables as batches for the networks of places and tops: crops, and what is true of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch.nn import functional

from vision.icecult.read.rectify import CUBE_MARGIN, SPACES
from workshop.icecult.drawn.drawing import drawn
from workshop.icecult.drawn.pieces import DIRECTIONS, HIGHEST, LYING, turned
from workshop.icecult.drawn.scenes import Scenes, scenes
from workshop.icecult.drawn.table import BARE, layout
from workshop.icecult.places.cutting import Batch, Off, any_side_up, assumed, rows_at, some
from workshop.icecult.places.lessons import BESIDE, CLEAR_MM, LEAST_SHARE, NOTHING, PLACES, REACH_MM, UNKNOWN
from workshop.icecult.places.look import (
    COLUMNS,
    FOOT_COLUMN,
    FOOT_ROW,
    ROWS,
    TOP_PX,
    WIDE_MM,
    SightLine,
    facts_of,
    sight_of,
)

Tensor = Any
LEVELS = 12
SAMPLES = 2  # rays a pixel
FAINT_PX = 22.0  # of the camera: a pawn that shows less cannot be counted
SPOTS = 4  # of the places of a table nothing stands at


class Looks(NamedTuple):
    """How every place of every table (T * PLACES) is looked at through a profile that is off."""

    eye: Tensor  # (n, 3)
    feet: Tensor  # (n, 3) where the profile has them, by what it shows of the whole picture
    sight: SightLine
    up: Tensor  # (n, 3) a row upwards
    right: Tensor  # (n, 3) a column to the right
    facts: Tensor  # (n, FACTS)
    fine: Tensor  # (n,) pixels of the camera to a mm


def lessons(count: int, textures: Tensor, off: Off, samples: int = SAMPLES) -> Batch:
    """`count` tables that nobody has seen before."""
    made = scenes(count, len(textures), str(textures.device))
    place = places_of(made)
    taken = assumed(made.number("RISE"), off)
    looks = looked_at(made, place, off, taken)
    light, seen = drawn(made, views_of(looks, place["own"]), textures, (ROWS, COLUMNS), samples)
    tops, top_seen = top_views(made, textures, off, samples)
    crops, top_crops = developed(light, tops, looks.fine, looks.sight.row_mm, made)
    fine, row_mm = (each.view(count, PLACES) for each in (looks.fine, looks.sight.row_mm))
    tables = truth(made, place, seen.unflatten(0, (count, PLACES)), fine, row_mm)
    tables["assumed"] = taken
    tables["rows"] = rows_of(made, place, looks)
    tables["top_share"] = share_of(top_seen.unflatten(0, (count, 4)), torch.full((count, 4), BARE, device=seen.device))
    top_crops, classes = any_side_up(top_crops, made.tops.flatten())
    crops, facts = (each.unflatten(0, (count, PLACES)) for each in (crops, looks.facts))
    return Batch(crops, facts, top_crops, classes, tables)


def looked_at(made: Scenes, place: dict[str, Tensor], off: Off, rise: Tensor) -> Looks:
    """Every place as a profile has it that is `off`: its foot, the size of a crop, the whole picture.

    `rise` (T,) is what the pawns of each set are taken to rise by.
    """
    eye = made.number("EYE", 3)
    shift = some(eye, 2, 1) * off.shift_px / made.px_mm[:, None]  # of the whole picture, in mm at the board
    aside = some_of(place["foot"], 2, off.foot_mm)
    feet = (place["foot"] + functional.pad(aside, (0, 1))).flatten(0, 1)
    each_eye = eye.repeat_interleave(PLACES, 0)
    feet = feet + functional.normalize(each_eye - feet, dim=1) * some(feet, 1, off.ray_mm)
    sight = sight_of(torch, each_eye, feet, rise.repeat_interleave(PLACES))
    focal = (made.px_mm * eye.norm(dim=1)).repeat_interleave(PLACES)
    facts = facts_of(torch, each_eye, feet, sight, place["way"].flatten(0, 1), focal)
    tall, wide = (some(feet, 1, off.size).exp() for _ in range(2))
    up = (sight.up + sight.right * some(feet, 1, off.slant)) * sight.row_mm[:, None] * tall
    right = sight.right * wide * (WIDE_MM / COLUMNS)
    across, upwards = shift.repeat_interleave(PLACES, 0).split(1, 1)
    return Looks(
        *(each_eye, feet + sight.right * across + sight.up * upwards),
        *(sight, up, right, facts, focal / sight.distance_mm),
    )


def views_of(looks: Looks, own: Tensor) -> Tensor:
    """(n, 16): the crops as `table.cu` draws them; `own` (T, PLACES) is what each is about."""
    first = looks.feet + looks.up * FOOT_ROW - looks.right * FOOT_COLUMN
    table = torch.arange(len(own), device=own.device).repeat_interleave(PLACES)
    about = torch.stack([table, own.flatten()], 1).float()
    return functional.pad(torch.cat([first, -looks.up, looks.right, about], 1), (0, 5)).contiguous()


def some_of(like: Tensor, width: int, scale: float) -> Tensor:
    """Normal random numbers (T, n, width)."""
    return torch.randn((*like.shape[:2], width), device=like.device).clamp(-2.2, 2.2) * scale


def places_of(made: Scenes) -> dict[str, Tensor]:
    """PLACES places of each table: the spaces where a profile has them, some stacks beside them, spots with nothing."""
    device, count = made.tables.device, len(made.tables)
    at = layout()
    out = torch.tensor(DIRECTIONS, device=device)
    number = torch.arange(5, device=device) + 0.5
    along = made.number("ARM_START")[:, None] + number * made.number("SPACE")[:, None]
    arms = made.tables[:, at["ARMS"] : at["ARMS"] + 12].unflatten(1, (4, 3)) / 2
    side = torch.stack([out[:, 1], -out[:, 0]], 1)
    spaces = (along[:, None] + arms[..., 2:])[..., None] * out[:, None] + arms[..., 1:2, None] * side[:, None]
    spaces = turned(spaces.flatten(1, 2), arms[..., 0].repeat_interleave(5, 1))
    thick = made.number("THICK")[:, None, None].expand(-1, SPACES, 1)
    spaces = torch.cat([spaces, thick], 2)
    others = PLACES - SPACES - SPOTS
    stands = made.high[:, SPACES:] > 0
    stands[:, -LYING:] = False
    order = (torch.rand(stands.shape, device=device) + stands).argsort(1, descending=True)[:, :others]
    chosen = order + SPACES
    there = stands.gather(1, order)
    beside = made.stacks[..., :2].gather(1, chosen[..., None].expand(-1, -1, 2))
    spots = (torch.rand((count, others + SPOTS, 2), device=device) * 2 - 1) * REACH_MM
    near = (spots[:, :, None] - made.stacks[:, None, :, :2]).norm(dim=3) + 1e4 * (made.high == 0)[:, None]
    within = spots.abs().amax(2) < made.number("BASE_HALF")[:, None] * 2
    clear = (near.amin(2) > CLEAR_MM) & ~within
    feet = torch.cat([torch.where(there[..., None], beside, spots[:, :others]), spots[:, others:]], 1)
    bare = torch.cat([~there, torch.ones_like(clear[:, others:])], 1)
    feet = torch.cat([feet, (torch.rand(bare.shape, device=device) * 3 * bare)[..., None]], 2)
    stack = torch.where(there, chosen, -1)
    stack = torch.cat(
        [
            torch.arange(SPACES, device=device).expand(count, -1),
            stack,
            torch.full((count, SPOTS), -1, device=device),
        ],
        1,
    )
    high = torch.where(stack >= 0, made.high.gather(1, stack.clamp(min=0)), 0)
    space_own = -1 - torch.arange(SPACES, device=device).expand(count, -1)
    own = torch.where(
        high > 0, stack, torch.cat([space_own, torch.full((count, PLACES - SPACES), -200, device=device)], 1)
    )
    kind = torch.cat(
        [
            torch.arange(SPACES, device=device).expand(count, -1),
            torch.where(there, BESIDE, NOTHING),
            torch.full((count, SPOTS), NOTHING, device=device),
        ],
        1,
    )
    way = torch.zeros((count, PLACES, 2), device=device)
    way[:, :SPACES] = out.repeat_interleave(5, 0)
    clear = torch.cat(
        [
            torch.ones((count, SPACES), dtype=torch.bool, device=device),
            there | clear[:, :others],
            clear[:, others:],
        ],
        1,
    )
    return {
        "foot": torch.cat([spaces, feet], 1),
        "own": own,
        "stack": stack,
        "high": high,
        "kind": kind,
        "way": way,
        "clear": clear,
    }


def top_views(made: Scenes, textures: Tensor, off: Off, samples: int) -> tuple[Tensor, Tensor]:
    """The tops of all cubes: linear light, and what each pixel shows."""
    count, device = len(made.tables), made.tables.device
    edge, gap = made.number("EDGE")[:, None], made.number("GAP")[:, None]
    c, s = made.number("BLOCK_COS")[:, None], made.number("BLOCK_SIN")[:, None]
    sx = torch.tensor([-1.0, 1, 1, -1], device=device) * (edge + gap) / 2  # NW NE SE SW
    sy = torch.tensor([1.0, 1, -1, -1], device=device) * (edge + gap) / 2
    high = (made.number("BASE_HIGH")[:, None] + edge).expand(-1, 4)
    middle = torch.stack([sx * c - sy * s, sx * s + sy * c, high], 2)
    reach = edge / 2 * CUBE_MARGIN
    none = torch.zeros_like(c)
    east = (torch.stack([c, s, none], 2) * reach[..., None]).expand(-1, 4, -1).flatten(0, 1)
    north = (torch.stack([-s, c, none], 2) * reach[..., None]).expand(-1, 4, -1).flatten(0, 1)
    middle = middle.flatten(0, 1)
    middle = middle + torch.cat([some(middle, 2, off.top_mm), some(middle, 1, off.top_mm / 2)], 1)
    size, turn = some(middle, 2, off.top_size).exp(), some(middle, 1, off.top_turn)
    right, up = (east + turn * north) * size[:, :1], (north - turn * east) * size[:, 1:]
    half = (TOP_PX - 1) / TOP_PX
    first = middle - right * half + up * half
    own = 1000 + torch.tensor([0.0, 1, 3, 2], device=device).repeat(count)
    table = torch.arange(count, device=device, dtype=torch.float32).repeat_interleave(4)
    rest = torch.zeros((len(first), 5), device=device)
    views = torch.cat([first, -up * (2 / TOP_PX), right * (2 / TOP_PX), table[:, None], own[:, None], rest], 1)
    return drawn(made, views.contiguous(), textures, (TOP_PX, TOP_PX), samples + 2)


def developed(places: Tensor, tops: Tensor, fine: Tensor, row_mm: Tensor, made: Scenes) -> tuple[Tensor, Tensor]:
    """Pictures (n, 3, rows, columns; blue, green, red) as a camera gives them, both kinds alike."""
    count, device = len(made.tables), places.device
    wanted = torch.rand((count, 1), device=device) * 0.5 + 0.35
    some_light = places.view(count, -1, 3)[:, ::97].mean(2)
    bright = some_light.quantile(0.75, dim=1, keepdim=True).clamp(min=0.02)
    gain = wanted**2.2 / bright * torch.exp(torch.randn((count, 1), device=device) * 0.25)
    grey = places.view(count, -1, 3)[:, ::97].mean(1)
    share = torch.rand((count, 1), device=device)
    balance = (grey.mean(1, keepdim=True) / grey.clamp(min=1e-3)).clamp(0.5, 2) ** share
    knee = torch.rand((count, 1), device=device) < 0.5
    optics = torch.exp(torch.randn((count, 1), device=device) * 0.45) * 0.55  # pixels of the camera

    def taken(light: Tensor, px_row: Tensor, px_column: Tensor) -> Tensor:
        each = len(light) // count
        x = light * (gain * balance).repeat_interleave(each, 0)[:, None, None]
        rolled = torch.where(
            knee.repeat_interleave(each, 0)[:, :, None, None], 1.25 * (1 - torch.exp(-x / 1.25 * 1.1)), x
        )
        x = (rolled.clamp(0, 1.0) + 1e-5) ** (1 / 2.2)
        x = x.flip(3).permute(0, 3, 1, 2)
        spread_px = (0.35**2 + optics**2).sqrt().repeat_interleave(each, 0)[:, 0]
        return softened(x, spread_px * px_row, spread_px * px_column)

    rows, columns = 1 / (fine * row_mm), COLUMNS / WIDE_MM / fine  # of a crop, to a pixel of the camera
    edge = made.number("EDGE").repeat_interleave(4) * CUBE_MARGIN
    top_px = TOP_PX / edge / made.px_mm.repeat_interleave(4)
    tilt = (made.number("EYE", 3)[:, 2] / made.number("EYE", 3).norm(dim=1)).repeat_interleave(4).sqrt()
    return taken(places, rows, columns), taken(tops, top_px / tilt, top_px / tilt)


REACH = 7  # taps to each side


def softened(x: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Pictures (n, 3, h, w) blurred by Gaussians, each by its own (n,) pixels along rows and columns."""
    n, channels, h, w = x.shape
    taps = torch.arange(-REACH, REACH + 1, device=x.device, dtype=torch.float32)

    def kernel(spread_px: Tensor) -> Tensor:
        k = torch.exp(-0.5 * (taps / spread_px.clamp(0.15, REACH / 2)[:, None]) ** 2)
        return (k / k.sum(1, keepdim=True)).repeat_interleave(channels, 0)

    flat = x.reshape(1, n * channels, h, w)
    flat = functional.conv2d(
        functional.pad(flat, (0, 0, REACH, REACH), mode="replicate"),
        kernel(rows)[:, None, :, None],
        groups=n * channels,
    )
    flat = functional.conv2d(
        functional.pad(flat, (REACH, REACH, 0, 0), mode="replicate"),
        kernel(columns)[:, None, None, :],
        groups=n * channels,
    )
    return flat.view(n, channels, h, w)


def truth(made: Scenes, place: dict[str, Tensor], seen: Tensor, fine: Tensor, row_mm: Tensor) -> dict[str, Tensor]:
    """What is true of every place, and whether it can be seen: as `places.lessons` has it of pictures."""
    high, stack = place["high"], place["stack"].clamp(min=0)
    colours = made.colours.gather(1, stack[..., None].expand(-1, -1, HIGHEST))
    number = torch.arange(LEVELS, device=high.device)
    below = (high[..., None] - 1 - number).clamp(min=0)  # from the top down
    code = torch.where(number < high[..., None], colours.gather(2, below) + 1, 0).to(torch.uint8)
    bare = torch.full_like(high, BARE)
    share = share_of(seen, torch.where(high > 0, -1, bare))
    levels = torch.stack([(seen[..., 0] == level + 1).sum((2, 3)) for level in range(LEVELS)], 2)
    area = row_mm * (WIDE_MM / COLUMNS) * fine**2  # pixels of the camera to one of a crop
    least = torch.where(number < high[..., None], levels * area[..., None], 1e9).amin(2)
    nothing = place["kind"] >= BESIDE
    share = torch.where(nothing & (high == 0), UNKNOWN, share)
    plain = torch.where(high > 0, (share >= LEAST_SHARE) & (least >= FAINT_PX), (share >= LEAST_SHARE) | nothing)
    rise, tall = made.number("RISE"), made.number("TALL")
    return {
        "stack": code,
        "share": share,
        "lesson": plain & place["clear"],
        "kind": place["kind"],
        "tall": torch.where(high > 0, tall[:, None] + (high - 1) * rise[:, None], 0.0),
        "rise": rise,
        "diagonal": made.corners,
    }


def share_of(seen: Tensor, wanted: Tensor) -> Tensor:
    """(T, n): how much is in view of what there is to see; `wanted` a mark of `seen`, or -1 for any level."""
    whole = torch.where(wanted[..., None, None] < 0, (seen[..., 1] > 0) & (seen[..., 1] < BARE), seen[..., 1] == BARE)
    shown = torch.where(wanted[..., None, None] < 0, (seen[..., 0] > 0) & (seen[..., 0] < BARE), seen[..., 0] == BARE)
    return shown.sum((2, 3)) / whole.sum((2, 3)).clamp(min=30)


def rows_of(made: Scenes, place: dict[str, Tensor], looks: Looks) -> Tensor:
    """(T, P, LEVELS): the row of a crop in which the middle of each pawn's foot is, the lowest first."""
    stack = place["stack"].clamp(min=0)
    own = made.stacks.gather(1, stack[..., None].expand(-1, -1, made.stacks.shape[2]))
    level = torch.arange(LEVELS, device=stack.device, dtype=torch.float32)
    z = own[..., 2:3] + level * made.number("RISE")[:, None, None] + made.number("FOOT_HIGH")[:, None, None] / 2
    x, y = (own[..., k : k + 1] + own[..., 20 + k : 21 + k] * level for k in (0, 1))
    points = torch.stack([x.expand_as(z), y.expand_as(z), z], 3).flatten(0, 1)  # (T * P, LEVELS, 3)
    return rows_at(points, looks.eye, looks.feet, looks.sight.up, looks.up).unflatten(0, stack.shape)
