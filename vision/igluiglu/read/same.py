"""What looks as it looked is the same: readings of a space are pooled from picture to picture until it changes.

Two pictures of a table that rests differ by noise, and by light that changes everywhere; a thing that is put on a
space or taken off it changes its pixels twenty times as much. So what lies there is told by all pictures since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.igluiglu.flat import READ
from calibration.igluiglu.grid import SIDE
from vision.igluiglu.observation import Card, Observation, Space

Array = npt.NDArray[Any]
PX: Final = 20
"""Pixels to a space in which pictures are compared."""
TIMES: Final = 4.0
"""The same differs by less than so many times what most spaces differ by."""
LEAST, MOST_LEVELS = 6.0, 24.0
"""Of 255: so much may always differ, and no more is ever the same."""
POOLED: Final = 8
"""So many pictures count at most for what was seen before."""
NEAR: Final = 0.15
"""Of a space: cards nearer than this are one, seen twice."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One space as it was seen last."""

    pixels: Array  # (PX * PX, 3)
    space: Space
    times: int = 1


class Memory:
    """How the spaces of one table looked when they could be read, and what was read."""

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}

    def pooled(self, seen: Observation, small: Array, names: tuple[str, ...]) -> Observation:
        """What a picture shows (`small`: the board seen flat, as it was read), pooled with earlier ones."""
        blocks = dict(zip(names, blocks_of(small), strict=True))
        alike = self._alike(blocks)
        spaces = {}
        for name, space in seen.spaces.items():
            old = self._kept.get(name)
            if old is not None and name in alike:
                space = again(old.space, old.times, space)
                times = min(old.times + 1, POOLED)
                self._kept[name] = Kept((old.pixels + alike[name]) / 2, space, times)
            elif space.seen:
                self._kept[name] = Kept(blocks[name], space)
            spaces[name] = space
        return replace(seen, spaces=spaces)

    def _alike(self, blocks: Mapping[str, Array]) -> dict[str, Array]:
        """The spaces that look as they did, in the light of then."""
        if not self._kept:
            return {}
        before = np.stack([kept.pixels for kept in self._kept.values()])
        now = np.stack([blocks[name] for name in self._kept])
        now = now * (np.median(before + 1, axis=(0, 1)) / np.median(now + 1, axis=(0, 1)))
        differs = np.percentile(np.abs(now - before).mean(2), 97, axis=1)
        most = np.clip(TIMES * np.median(differs), LEAST, MOST_LEVELS)
        return {name: now[k] for k, name in enumerate(self._kept) if differs[k] < most}


def blocks_of(small: Array) -> Array:
    """(64, PX * PX, 3): each space of a board seen flat, softened."""
    height, width = (round(side * PX / READ.px) for side in READ.hw)
    soft = cv2.blur(cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA), (3, 3)).astype(np.float32)
    top, left = round((READ.top - SIDE) * PX), round(-READ.left * PX)
    inside = soft[top : top + SIDE * PX, left : left + SIDE * PX]
    return np.asarray(inside.reshape(SIDE, PX, SIDE, PX, 3).transpose(0, 2, 1, 3, 4).reshape(SIDE**2, PX * PX, 3))


def again(old: Space, times: int, new: Space) -> Space:
    """A space seen once more as it was seen so many times."""
    share = 1 / (times + 1)
    logs = {head: _mean(old.logs[head], new.logs[head], share) for head in old.logs}
    readable = old.readable * (1 - share) + new.readable * share
    fish, foxes = (int(np.argmax(logs[kind])) for kind in ("fish", "fox"))
    wanted = Counter({"fish": fish, "fox": foxes})
    fitting = [each.cards for each in (old, new) if _counted(each.cards) == +wanted]
    cards = (fitting or [old.cards])[0]
    return Space(readable, logs, tuple(_card_again(card, new.cards, share) for card in cards))


def _counted(cards: tuple[Card, ...]) -> Counter[str]:
    return Counter(card.kind for card in cards if card.kind != "bear")


def _mean(old: Array, new: Array, share: float) -> Array:
    mean = np.asarray(old) * (1 - share) + np.asarray(new) * share
    return np.asarray(mean - np.logaddexp.reduce(mean))


def _card_again(card: Card, seen: tuple[Card, ...], share: float) -> Card:
    """A card with what is seen of its number now."""
    for other in seen:
        if other.kind == card.kind and np.hypot(other.at[0] - card.at[0], other.at[1] - card.at[1]) < NEAR:
            if card.values is None or other.values is None:
                return replace(card, values=card.values or other.values)
            pairs = zip(card.values, other.values, strict=True)
            return replace(card, values=tuple(a * (1 - share) + b * share for a, b in pairs))
    return card
