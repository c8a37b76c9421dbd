"""What stands and lies on random tables: stacks, lying pawns, arms and bottles, cards and coins."""

from __future__ import annotations

from typing import Any

import torch

from workshop.icecult.drawn.dice import Dice, any_colour, rgb

Tensor = Any
SPACES, BESIDE, LYING = 20, 12, 4
MOST_STACKS = SPACES + BESIDE + LYING
MOST_THINGS, MOST_DECALS = 6, 8
HIGHEST = 12
DIRECTIONS = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))  # of the paths N E S W


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
