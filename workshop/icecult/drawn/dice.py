"""Random numbers and random colours for many tables at once."""

from __future__ import annotations

from typing import Any

import torch

Tensor = Any
HUES = {"red": (-16, 13), "yellow": (38, 62), "green": (85, 168), "blue": (194, 250)}  # degrees


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
