"""Random tables by the thousand: every number of `table.cu` thrown, far beyond what any maker or room would have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from workshop.icecult.drawn.dice import Dice, any_colour, ink_colours, pawn_colours, rgb
from workshop.icecult.drawn.pieces import MOST_STACKS, decals, standing, things
from workshop.icecult.drawn.table import layout

Tensor = Any


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
