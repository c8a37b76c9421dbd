"""What keeps a board from being found, and can be put right: darkness, a lamp, a hand."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from calibration.errors import CoveredError, NotFoundError
from calibration.turning import Picture

DARK, GLARING, LAMP = 30, 180, 0.03  # grey levels; share of a dark picture that glares where a lamp shines into it
HAND_SHARE = 0.008  # of the picture: where the overview sees more of it, a hand or an arm is there


class Overlooked(Protocol):
    """What one look at the whole picture found."""

    @property
    def hand_share(self) -> float:
        """Share of the picture that a hand or an arm covers."""


def dark(bgr: Picture) -> str:
    """What to say of a picture in which little can be seen; nothing where it is bright enough."""
    bright = bgr.max(axis=2)
    if float(np.median(bright)) >= DARK:
        return ""
    lamp = float((bright > GLARING).mean()) > LAMP
    return "; a lamp shines into the camera, turn one of them away" if lamp else "; the picture is very dark"


def in_the_way(maps: Overlooked) -> str:
    """What to say of a picture with a hand or an arm in it; nothing where there is none."""
    return "; a hand or an arm is in the picture, take it away" if maps.hand_share >= HAND_SHARE else ""


def unfound(maps: Overlooked) -> type[NotFoundError]:
    """As what a board that is not found is refused."""
    return CoveredError if in_the_way(maps) else NotFoundError
