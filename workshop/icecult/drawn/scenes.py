"""Random tables by the thousand: every number of `table.cu` thrown, far beyond what any maker or room would have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torch

Tensor = Any
SOURCE = Path(__file__).with_name("table.cu")
SPACES, BESIDE, LYING = 20, 12, 4
MOST_STACKS = SPACES + BESIDE + LYING
MOST_THINGS, MOST_DECALS = 6, 8
HIGHEST = 12
DIRECTIONS = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))  # of the paths N E S W
HUES = {"red": (-16, 13), "yellow": (38, 62), "green": (85, 168), "blue": (194, 250)}  # degrees


@cache
def layout() -> dict[str, int]:
    """Where each number of a table is, as `table.cu` says it."""
    text = SOURCE.read_text(encoding="utf-8")
    names = re.search(r"enum \{(.*?)\};", text, re.S)
    if names is None:
        raise ValueError(f"{SOURCE}: no numbers of a table")
    out: dict[str, int] = {}
    following = 0
    for part in names[1].replace("\n", " ").split(","):
        name, _, how = (each.strip() for each in part.partition("="))
        if how:
            first, _, more = how.partition("+")
            following = out[first.strip()] + int(more)
        out[name] = following
        following += 1
    return out


@dataclass(frozen=True, slots=True)
class Scenes:
    """T random tables as the arrays that `table.cu` draws."""

    tables: Tensor  # (T, TABLE_NUMBERS)
    stacks: Tensor  # (T, MOST_STACKS, 24): the spaces' first, then those beside, then pawns that lie
    things: Tensor
    decals: Tensor
    high: Tensor  # (T, MOST_STACKS) how many pawns
    colours: Tensor  # (T, MOST_STACKS, HIGHEST) 0..3 from the bottom up
    corners: Tensor  # (T,) whether paths leave through the block's corners
    tops: Tensor  # (T, 4) classes of the cubes NW NE SE SW
    px_mm: Tensor  # (T,) pixels of the camera to a mm of the table

    def number(self, name: str, width: int = 1) -> Tensor:
        """One of the numbers of each table."""
        at = layout()[name]
        return self.tables[:, at] if width == 1 else self.tables[:, at : at + width]


class Dice:
    """Random numbers for T tables on a device."""

    def __init__(self, tables: int, device: str) -> None:
        self.tables, self.device = tables, device

    def between(self, low: float, high: float, *more: int) -> Tensor:
        return torch.rand((self.tables, *more), device=self.device) * (high - low) + low

    def log_between(self, low: float, high: float, *more: int) -> Tensor:
        return self.between(0, 1, *more) * torch.log(torch.tensor(high / low)) + torch.log(torch.tensor(low))

    def chance(self, share: float, *more: int) -> Tensor:
        return torch.rand((self.tables, *more), device=self.device) < share

    def one_of(self, values: list[float], shares: list[float]) -> Tensor:
        at = torch.multinomial(torch.tensor(shares), self.tables, replacement=True)
        return torch.tensor(values)[at].to(self.device)

    def normal(self, scale: float, *more: int) -> Tensor:
        return torch.randn((self.tables, *more), device=self.device).clamp(-2.5, 2.5) * scale


def rgb(hue: Tensor, saturation: Tensor, value: Tensor) -> Tensor:
    """(..., 3) linear light of colours: hue in degrees, saturation and value as people see them."""
    k = (torch.stack([hue / 60 + each for each in (5, 3, 1)], -1)) % 6
    shown = value[..., None] * (1 - saturation[..., None] * torch.minimum(k, 4 - k).clamp(0, 1))
    return shown.clamp(0, 1) ** 2.2


def any_colour(dice: Dice, *more: int, grey: float = 0.35) -> Tensor:
    """Colours of anything: often hardly coloured, dark or light."""
    pale = dice.chance(grey, *more).float()
    saturation = dice.between(0, 1, *more) * (1 - 0.85 * pale)
    return rgb(dice.between(0, 360, *more), saturation, dice.between(0.12, 1, *more))


def pawn_colours(dice: Dice) -> Tensor:
    """(T, 4, 3): red, yellow, green, blue of one maker."""
    out = []
    for name, (low, high) in HUES.items():
        least = 0.62 if name in ("red", "yellow") else 0.3
        value = dice.between(least, 1.0) if name == "yellow" else dice.between(0.3, 0.95)
        out.append(rgb(dice.between(low, high), dice.between(max(least, 0.45), 1.0), value))
    return torch.stack(out, 1)


def ink_colours(dice: Dice) -> Tensor:
    """(T, 6, 3): of the four arrows, the circle, the arc."""
    arrows = pawn_colours(dice)
    usual = torch.stack(
        [
            rgb(dice.between(270, 325), dice.between(0.4, 0.95), dice.between(0.3, 0.7)),
            rgb(dice.between(0, 360), dice.between(0, 0.25), dice.between(0.02, 0.3)),
        ],
        1,
    )
    other = any_colour(dice, 2, grey=0.6)
    return torch.cat([arrows, torch.where(dice.chance(0.3, 2)[..., None], other, usual)], 1)


def scenes(count: int, textures: int, device: str) -> Scenes:
    """`count` random tables."""
    dice, at = Dice(count, device), layout()
    t = torch.zeros((count, at["TABLE_NUMBERS"]), device=device)

    def put(name: str, value: Tensor) -> Tensor:
        width = 1 if value.dim() == 1 else value.shape[1]
        t[:, at[name] : at[name] + width] = value.view(count, width)
        return value

    corners = dice.chance(0.5)
    board(dice, put, corners, textures)
    pawns(dice, put)
    px_mm, eye = camera(dice, put)
    light(dice, put)
    tops = cubes(dice, put, corners)
    put("STACKS", torch.full((count,), float(MOST_STACKS), device=device))
    stacks, high, colours = standing(dice, t, at)
    return Scenes(t, stacks, things(dice, put, eye), decals(dice, put, t, at), high, colours, corners, tops, px_mm)


def board(dice: Dice, put: Any, corners: Tensor, textures: int) -> None:
    """The paths with their spaces, the holder, the table under them."""
    edge = put("EDGE", dice.between(33, 47))
    base = put("BASE_HALF", edge * dice.between(1.04, 1.35))
    put("BASE_HIGH", dice.between(3, 26))
    put("GAP", dice.between(0.1, 1.2))
    put("BEVEL", dice.between(0.05, 1.1))
    turn = torch.where(corners, -torch.pi / 4, 0.0)
    put("BLOCK_COS", turn.cos())
    put("BLOCK_SIN", turn.sin())
    put("ARM_START", base * torch.where(corners, 2**0.5, 1.0))
    put("THICK", dice.between(0.5, 3.2))
    width = put("HALF_WIDTH", dice.between(15, 23))
    length = put("SPACE", dice.between(34, 46))
    put("TIP", dice.between(12, 45))
    put("ARMS", dice.normal(1.0, 12) * torch.tensor([0.012, 0.8, 0.8] * 4, device=dice.device))
    put("MARK_KIND", dice.one_of([0, 1, 2, 3, 4], [0.15, 0.3, 0.15, 0.2, 0.2]))
    put("MARK_HALF", torch.minimum(width, length / 2) * dice.between(0.55, 0.95))
    put("MARK_LINE", dice.between(0.3, 1.6))
    put("MARK_ROUND", dice.chance(0.4).float())
    put("MARK_RGB", any_colour(dice))
    put("MARK_OVER", dice.between(0.25, 1))
    ice = rgb(dice.between(170, 235), dice.between(0.05, 0.7), dice.between(0.5, 1))
    fire = rgb(dice.between(0, 50), dice.between(0.3, 1), dice.between(0.5, 1))
    usual = dice.chance(0.65)[:, None]
    put("INNER_RGB", torch.where(usual, ice, any_colour(dice)))
    put("OUTER_RGB", torch.where(usual, fire, any_colour(dice)))
    put("ART", dice.between(0, 1))
    put("ART_TEX", torch.randint(0, textures, (dice.tables,), device=dice.device).float())
    put("ART_SCALE", dice.log_between(25, 400).exp())
    put("RIM_RGB", any_colour(dice))
    put("RIM_WIDE", dice.between(-1.5, 2.5).clamp(min=0))
    put("TABLE_TEX", torch.randint(0, textures, (dice.tables,), device=dice.device).float())
    put("TABLE_SCALE", dice.log_between(30, 900).exp())
    put("TABLE_TURN", dice.between(0, 6.3))
    one, two = any_colour(dice), any_colour(dice)
    put("TABLE_A", one)
    put("TABLE_B", torch.lerp(one, two, dice.between(0, 1)[:, None]))
    put("TABLE_GLOSS", dice.between(0, 1.4) ** 2)
    put("HOLDER_RGB", any_colour(dice, grey=0.7))


def pawns(dice: Dice, put: Any) -> None:
    """The shape, stuff and colours of the pawns."""
    sides = put("SIDES", dice.one_of([0, 4, 5, 6, 8, 3], [0.42, 0.34, 0.04, 0.1, 0.07, 0.03]))
    foot = put("FOOT", dice.between(9.0, 15.0) * torch.where(sides == 3, 0.75, 1.0))
    high = put("FOOT_HIGH", dice.between(0.9, 5.5))
    put("FOOT_ROUND", foot * dice.between(0.03, 0.42))
    put("FOOT_SLOPE", torch.where(dice.chance(0.3), foot * dice.between(0.02, 0.3), foot * 0.02))
    low = put("BODY_LOW", foot * dice.between(0.45, 0.97))
    put("BODY_TOP", torch.minimum(dice.between(0.6, 5.5), low * 0.8))
    tall = put("TALL", torch.maximum(dice.between(22, 46), high + 14))
    put("BEND", dice.between(-1.6, 2.2) * dice.chance(0.6))
    put("HEAD", dice.between(2.0, 6.5) * dice.chance(0.5))
    put("COLLAR", dice.between(0.6, 1.8) * dice.chance(0.25))
    put("COLLAR_AT", dice.between(0.3, 0.9))
    put("RISE", torch.minimum(torch.maximum(dice.between(4.5, 15.5), high + 0.4), tall * 0.6))
    put("GLOSS", dice.between(0, 1.6))
    put("ROUGH", dice.between(0.15, 0.75))
    put("WRAP", dice.between(-0.2, 0.5).clamp(min=0))
    put("PAWN_RGB", pawn_colours(dice).flatten(1))


def camera(dice: Dice, put: Any) -> tuple[Tensor, Tensor]:
    """Where the camera stands, and how finely it sees."""
    far, up, round_about = dice.log_between(330, 1150).exp(), dice.between(20, 82).deg2rad(), dice.between(0, 6.3)
    flat = torch.stack([round_about.cos(), round_about.sin()], 1) * (up.cos() * far)[:, None]
    eye = put("EYE", torch.cat([flat, (up.sin() * far)[:, None]], 1))
    return dice.log_between(0.45, 2.1).exp(), eye


def light(dice: Dice, put: Any) -> None:
    """Lamps, windows and the room that shines back."""
    count = put("LIGHTS", dice.one_of([0, 1, 2, 3], [0.12, 0.45, 0.28, 0.15]))
    tint = 1 + dice.between(-0.35, 0.35, 3, 1) * torch.tensor([1.0, 0.1, -1.0], device=dice.device)
    round_about, up, far = dice.between(0, 6.3, 3), dice.between(15, 88, 3).deg2rad(), dice.between(400, 2200, 3)
    place = [up.cos() * round_about.cos() * far, up.cos() * round_about.sin() * far, up.sin() * far]
    size = far * dice.log_between(0.02, 0.6, 3).exp()
    power = dice.log_between(0.15, 1.6, 3).exp()[..., None] * tint
    lamps = torch.cat([torch.stack([*place, size], 2), power, torch.zeros_like(power[..., :1])], 2)
    put("LIGHT", lamps.flatten(1))
    put("AMBIENT", dice.between(0.12, 0.7) + 0.4 * (count == 0))
    cast = 1 + dice.between(-0.2, 0.2)[:, None] * torch.tensor([1.0, 0.1, -1.0], device=dice.device)
    put("SKY_TOP", cast * dice.between(0.3, 1.3)[:, None])
    put("SKY_SIDE", any_colour(dice, grey=0.8) * 0.8 + 0.1)
    across = dice.normal(1.0, 3)
    across[:, 2] = across[:, 2].abs() + 0.1
    edge = dice.between(0.85, 0.995)[:, None]
    shine = (dice.log_between(0.3, 5).exp() * dice.chance(0.6))[:, None] * cast
    put("WINDOW", torch.cat([torch.nn.functional.normalize(across, dim=1), edge, shine], 1))


def cubes(dice: Dice, put: Any, corners: Tensor) -> Tensor:
    """What is printed on the cubes and how; the classes of the tops NW NE SE SW."""
    long = put("ARROW_LONG", dice.between(0.5, 0.88))
    shaft = put("ARROW_SHAFT", dice.between(0.025, 0.13))
    put("ARROW_HEAD", torch.maximum(dice.between(0.12, 0.34), shaft + 0.06))
    put("ARROW_HEAD_LONG", long * dice.between(0.22, 0.55))
    put("ARROW_NOTCH", dice.between(-0.3, 0.5) * dice.chance(0.5))
    put("CIRCLE_R", dice.between(0.16, 0.4))
    put("RING", dice.between(0.03, 0.12) * dice.chance(0.35))
    put("ARC_R", dice.between(0.3, 0.72))
    put("ARC_WIDE", dice.between(0.02, 0.085))
    put("OUTLINE", dice.between(0.008, 0.04) * dice.chance(0.35))
    put("OUTLINE_RGB", any_colour(dice, grey=0.9))
    put("INK_RGB", ink_colours(dice).flatten(1))
    put("INK_OVER", dice.between(0.45, 1.25).clamp(max=1))
    put("GLASS_RGB", 1 - dice.between(0, 0.12)[:, None] * dice.between(0, 1, 3))
    put("FROST", dice.between(-0.6, 0.5).clamp(min=0))
    symbol = torch.randint(0, 6, (dice.tables, 4, 6), device=dice.device)
    quarter = torch.randint(0, 4, (dice.tables, 4, 6), device=dice.device)
    eighth = (2 * quarter - corners[:, None, None].long() * (symbol < 4)) % 8
    faces = torch.stack([symbol, eighth * (torch.pi / 4)], 3)
    put("FACES", faces.flatten(1))
    top, turn = symbol[:, :, 5], eighth[:, :, 5]
    classes = torch.where(top < 4, top * 8 + turn, torch.where(top == 4, 32, 33 + turn // 2))
    return classes[:, [0, 1, 3, 2]]


def standing(dice: Dice, t: Tensor, at: dict[str, int]) -> tuple[Tensor, Tensor, Tensor]:
    """All pawns: on the spaces, beside the paths, lying; how many at each place, in which colours."""
    count, device = dice.tables, dice.device
    high = torch.where(
        dice.chance(0.5, MOST_STACKS), few(dice), torch.randint(1, 11, (count, MOST_STACKS), device=device)
    )
    there = torch.rand((count, MOST_STACKS), device=device)
    share = dice.between(0.05, 0.75, 1)
    share = torch.cat([share.expand(-1, SPACES), dice.between(0.1, 0.9, 1).expand(-1, BESIDE + LYING)], 1)
    high = high * (there < share)
    high[:, SPACES + BESIDE :].clamp_(max=1)
    colours = in_runs(dice)
    thick, foot = t[:, at["THICK"], None], t[:, at["FOOT"], None]
    along = t[:, at["ARM_START"], None] + (torch.arange(5, device=device) + 0.5) * t[:, at["SPACE"], None]
    out = torch.tensor(DIRECTIONS, device=device)
    arms = t[:, at["ARMS"] : at["ARMS"] + 12].unflatten(1, (4, 3))
    side = torch.stack([out[:, 1], -out[:, 0]], 1)
    on = (along[:, None] + arms[..., 2:])[..., None] * out[:, None] + arms[..., 1:2, None] * side[:, None]
    on = turned(on.flatten(1, 2), arms[..., 0].repeat_interleave(5, 1)) + dice.normal(2.0, SPACES, 2)
    round_about, far = dice.between(0, 6.3, BESIDE + LYING), dice.between(85, 340, BESIDE + LYING)
    beside = torch.stack([round_about.cos() * far, round_about.sin() * far], 2)
    on_path = beside.abs().amin(2) < t[:, at["HALF_WIDTH"], None] + foot
    xy = torch.cat([on, beside], 1)
    apart = (xy[:, :, None] - xy[:, None]).norm(dim=3) < 2.4 * foot[..., None]
    earlier = torch.ones((MOST_STACKS, MOST_STACKS), device=device).tril(-1).bool()
    crowded = (apart & earlier & (high > 0)[:, None, :]).any(2)
    crowded[:, SPACES:] |= on_path
    crowded[:, :SPACES] = False
    high = high * ~crowded
    z = torch.cat(
        [thick.expand(-1, SPACES), torch.zeros((count, BESIDE), device=device), (foot * 0.85).expand(-1, LYING)], 1
    )
    axis = torch.zeros((count, MOST_STACKS, 3), device=device)
    axis[..., 2] = 1
    axis[..., :2] = dice.normal(0.008, MOST_STACKS, 2)
    over = dice.between(0, 6.3, LYING)
    axis[:, -LYING:] = torch.stack([over.cos(), over.sin(), torch.full_like(over, -0.2)], 2)
    yaw = torch.where(dice.chance(0.5, 1), dice.normal(0.15, MOST_STACKS), dice.between(0, 6.3, MOST_STACKS)) + 7
    lean = dice.normal(0.3, MOST_STACKS, 2) * dice.between(0, 1, 1, 1)
    size = torch.ones((count, MOST_STACKS, 1), device=device)
    wobble = dice.between(0, 1.2, 1, 1).expand(-1, MOST_STACKS, 1)
    parts = [
        xy,
        z[..., None],
        high[..., None],
        torch.nn.functional.normalize(axis, dim=2),
        yaw[..., None],
        colours,
        lean,
        size,
        wobble,
    ]
    return torch.cat(parts, 2).float().contiguous(), high, colours


def few(dice: Dice) -> Tensor:
    """Heights as they mostly are."""
    shares = torch.tensor([0.52, 0.22, 0.12, 0.08, 0.06])
    drawn = torch.multinomial(shares, dice.tables * MOST_STACKS, replacement=True) + 1
    return drawn.view(dice.tables, MOST_STACKS).to(dice.device)


def in_runs(dice: Dice) -> Tensor:
    """(T, MOST_STACKS, HIGHEST): colours, on some tables often the same as the one below."""
    out = torch.randint(0, 4, (dice.tables, MOST_STACKS, HIGHEST), device=dice.device)
    again = dice.chance(1.0, MOST_STACKS, HIGHEST) & (
        dice.between(0, 1, MOST_STACKS, HIGHEST) < dice.between(0, 0.6, 1, 1)
    )
    for k in range(1, HIGHEST):
        out[..., k] = torch.where(again[..., k], out[..., k - 1], out[..., k])
    return out


def turned(xy: Tensor, angle: Tensor) -> Tensor:
    """Points (T, n, 2) turned counter-clockwise about the middle of the board."""
    c, s = angle.cos(), angle.sin()
    return torch.stack([xy[..., 0] * c - xy[..., 1] * s, xy[..., 0] * s + xy[..., 1] * c], 2)


def things(dice: Dice, put: Any, eye: Tensor) -> Tensor:
    """Arms, fingers, pens, bottles: bars with round ends, some of the colour of skin."""
    count = put("THINGS", dice.one_of([0, 1, 2, 3, 4, 6], [0.4, 0.2, 0.15, 0.1, 0.1, 0.05]))
    near = dice.normal(150.0, MOST_THINGS, 2)
    radius = dice.log_between(2.5, 40, MOST_THINGS).exp()
    low = dice.between(0, 60, MOST_THINGS) * dice.chance(0.5, MOST_THINGS)
    start = torch.cat([near, (radius + low)[..., None]], 2)
    lies = dice.chance(0.5, MOST_THINGS)[..., None]
    reach = torch.where(lies, dice.normal(90.0, MOST_THINGS, 3), dice.normal(40.0, MOST_THINGS, 3))
    reach[..., 2] = torch.where(lies[..., 0], reach[..., 2].abs() * 0.4, reach[..., 2].abs() * 2.5)
    skin = rgb(dice.between(8, 32, 1), dice.between(0.25, 0.7, 1), dice.between(0.25, 0.95, 1))
    colour = torch.where(dice.chance(0.45, MOST_THINGS)[..., None], skin, any_colour(dice, MOST_THINGS))
    gloss = dice.between(0, 1, MOST_THINGS, 1)
    end = start + reach
    there = torch.arange(MOST_THINGS, device=dice.device) < count[:, None]
    far = (start - eye[:, None]).norm(dim=2) > 180
    radius = radius * (there & far) + 1e-3
    return torch.cat([start, end, radius[..., None], colour, gloss, torch.zeros_like(gloss)], 2).float().contiguous()


def decals(dice: Dice, put: Any, t: Tensor, at: dict[str, int]) -> Tensor:
    """Flat things of any colour, pawns' colours too: cards, coins, prints, spots on a path."""
    put("DECALS", dice.one_of([0, 2, 4, 8], [0.4, 0.25, 0.2, 0.15]))
    place = dice.normal(170.0, MOST_DECALS, 2)
    half = dice.log_between(4, 60, MOST_DECALS, 1).exp()
    turn = dice.between(0, 6.3, MOST_DECALS, 1)
    pawn = t[:, at["PAWN_RGB"] : at["PAWN_RGB"] + 12].unflatten(1, (4, 3))
    which = torch.randint(0, 4, (dice.tables, MOST_DECALS), device=dice.device)
    theirs = pawn.gather(1, which[..., None].expand(-1, -1, 3))
    colour = torch.where(dice.chance(0.5, MOST_DECALS)[..., None], theirs, any_colour(dice, MOST_DECALS))
    round_one = dice.chance(0.5, MOST_DECALS, 1).float()
    ring = dice.between(0.05, 0.4, MOST_DECALS, 1) * dice.chance(0.4, MOST_DECALS, 1)
    over_paths = dice.chance(0.3, MOST_DECALS, 1).float()
    narrow = half * torch.where(round_one > 0, 1.0, dice.between(0.3, 1, MOST_DECALS, 1))
    return (
        torch.cat([place, over_paths, half, narrow, turn.cos(), turn.sin(), colour, round_one, ring], 2)
        .float()
        .contiguous()
    )
