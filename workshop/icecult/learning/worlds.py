"""What is learned from: tables of pictures, and tables drawn anew."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from workshop.icecult.drawn.lessons import lessons
from workshop.icecult.places.cutting import Batch, Off, OnDevice, any_side_up, mirrored
from workshop.icecult.places.packs import Pack, load

Tensor = Any
WORTH = (1.0, 1.0, 1.3, 1.6, 2.0, 2.0, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5)  # of a stack of each height
LOOK_S = 20.0  # between two looks for new pictures
LEARNED = ("stack", "share", "lesson", "kind", "tall", "rise", "assumed", "top_share", "rows")  # arrays of a batch
HELD = 16  # one table in so many of a world is held back
KEPT = 64  # steps' worth of drawn tables that are shown again


class Worlds:
    """The pictures that are learned from: packs on the device, more of them while the training runs."""

    def __init__(self, packs: Sequence[Pack], device: str, watched: Sequence[Path] = ()) -> None:
        self.device, self.watched = device, watched
        self.stores: list[OnDevice] = []
        self._known: set[Path] = set()
        self._looked = 0.0
        for pack in packs:
            self.add(pack)
        self.look()

    def add(self, pack: Pack) -> None:
        """One more pack."""
        self.stores.append(OnDevice([pack], self.device))

    def look(self) -> None:
        """Take what was packed meanwhile into the folder that is watched."""
        if time.monotonic() - self._looked < LOOK_S:
            return
        for file in sorted({file for folder in self.watched for file in folder.glob("*.npz")} - self._known):
            self._known.add(file)
            self.add(load(file))
        self._looked = time.monotonic()

    @property
    def worth(self) -> Tensor:
        """(13,): how much a stack of each height counts, so that how frequent heights are cannot be learned."""
        return torch.tensor(WORTH, device=self.device)

    def some(self, count: int) -> tuple[OnDevice, Tensor]:
        """So many tables of one world; of a world with few pictures more often than its share of them."""
        self.look()
        shares = torch.tensor([float(len(store)) ** 0.7 for store in self.stores])
        store = self.stores[int(torch.multinomial(shares, 1))]
        learned = torch.arange(len(store), device=self.device)
        learned = learned[learned % HELD != HELD - 1] if len(store) >= HELD else learned
        return store, learned[torch.randint(len(learned), (count,), device=self.device)]


def held_back(store: OnDevice) -> Tensor:
    """The tables that are never drawn and measure what was learned of a world; one where there are few."""
    ours = torch.arange(len(store))
    return ours[HELD - 1 :: HELD] if len(store) >= HELD else ours[:1]


class Again:
    """Tables drawn anew, each shown a few times: drawing takes longer than learning."""

    def __init__(self, count: int, textures: Tensor, times: int) -> None:
        self.count, self.textures, self.times = count, textures, times
        self._kept: deque[Batch] = deque(maxlen=KEPT)
        self._asked = 0

    def some(self) -> Batch:
        """Tables of the last few hundred steps."""
        if self._asked % self.times == 0:
            made = lessons(self.count, self.textures, Off())
            self._kept.append(made._replace(crops=as_bytes(made.crops), tops=as_bytes(made.tops)))
        self._asked += 1
        kept = self._kept[int(torch.randint(len(self._kept), ()))]
        crops, facts = mirrored(kept.crops / 255, kept.facts)
        tops, classes = any_side_up(kept.tops / 255, kept.top_class)
        return Batch(crops, facts, tops, classes, kept.tables)


def as_bytes(shares: Tensor) -> Tensor:
    """Pictures as they are kept."""
    return (shares * 255).round().clamp(0, 255).to(torch.uint8)


def halves(count: int) -> list[int]:
    """Two worlds a step are mixed more evenly than one."""
    return [each for each in (count // 2, count - count // 2) if each]


def together(parts: Sequence[Batch]) -> Batch:
    """Several batches as one, their tables in any order."""
    if len(parts) == 1:
        return parts[0]
    count = sum(len(part.crops) for part in parts)
    order = torch.randperm(count, device=parts[0].crops.device)
    tables = {key: torch.cat([part.tables[key] for part in parts])[order] for key in LEARNED}
    tops, classes = (
        torch.cat([getattr(part, name).unflatten(0, (len(part.crops), -1)) for part in parts])[order]
        for name in ("tops", "top_class")
    )
    crops, facts = (torch.cat([getattr(part, name) for part in parts])[order] for name in ("crops", "facts"))
    return Batch(crops, facts, tops.flatten(0, 1), classes.flatten(), tables)
