"""Reads pictures of one table: every space together, then the number of each card by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.igluiglu.flat import READ, cut, maps
from calibration.igluiglu.grid import CORNER_NAMES, SIDE, Grid, cells_in_order, column_row, turned
from calibration.networks import network
from vision.igluiglu.kinds import HEADS, KINDS
from vision.igluiglu.observation import Card, Observation, Space
from vision.igluiglu.read.cards import Spot, pictures, spots
from vision.igluiglu.read.facts import facts_of
from vision.igluiglu.read.lawful import lawful

Array = npt.NDArray[Any]
MODELS = Path(__file__).parent.parent / "models"
READ_HW = READ.hw[0] // 2, READ.hw[1] // 2
REACH = 0.2  # spaces beyond its own that a card's middle may be seen
UNREADABLE = 0.35  # that a number can be read, below which none is said

Lying = tuple[str, Spot | None]
"""A kind of card, and where one was made out."""


class Observer:
    """Reads what lies on one board as a grid has it."""

    def __init__(self, grid: Grid, models: Path = MODELS) -> None:
        self._spaces, self._cards = network(models / "spaces.onnx"), network(models / "cards.onnx")
        self._grid, self._quarter = grid, grid.quarter
        self._names = cells_in_order(self._quarter)
        self._facts, self._lean = facts_of(grid, self._quarter)
        self._maps = maps(grid, self._quarter, READ)

    def read(self, bgr: Array) -> Observation:
        """One picture."""
        fine = cut(bgr, *self._maps)
        small = cv2.resize(fine, READ_HW[::-1], interpolation=cv2.INTER_AREA)
        asked = {"flat": small[None], "facts": self._facts, "lean": self._lean}
        said, heat, size = self._spaces.answer(["said", "cards", "size"], **asked)
        heads = dict(zip(HEADS, np.split(said, np.cumsum(list(HEADS.values()))[:-1], 1), strict=True))
        readable = 1 / (1 + np.exp(-heads.pop("readable")[:, 0]))
        each = [{head: scores[k] for head, scores in heads.items()} for k in range(len(self._names))]
        logs = [lawful(said, name in CORNER_NAMES) for said, name in zip(each, self._names, strict=True)]
        lying = self.lying(spots(heat, float(size.ravel()[0])), logs)
        cards = self.named(fine, lying, float(size.ravel()[0]))
        found = {
            name: Space(float(readable[k]), logs[k], tuple(cards.get(name, ()))) for k, name in enumerate(self._names)
        }
        corners = tuple((float(x), float(y)) for x, y in self._grid.corners)
        return Observation({name: found[name] for name in sorted(found)}, corners=corners)

    def lying(
        self, found: Sequence[Spot], logs: Sequence[Mapping[str, Array]]
    ) -> dict[str, list[tuple[str, Spot | None]]]:
        """Space -> the cards that are said to lie there, each with its spot where one is free."""
        free = {kind: [spot for spot in found if spot.kind == kind] for kind in KINDS}
        wanted: list[tuple[float, str, str, Spot]] = []
        counts: dict[tuple[str, str], int] = {}
        for name, each in zip(self._names, logs, strict=True):
            west, south = self._corner(name)
            for kind in KINDS:
                counts[name, kind] = int(np.argmax(each[kind]))
                for spot in free[kind] if counts[name, kind] else ():
                    u, v = spot.at
                    beyond = max(west - u, u - west - 1, south - v, v - south - 1, 0.0)
                    if beyond < REACH:
                        wanted.append((beyond - 0.2 * spot.likely, name, kind, spot))
        out: dict[str, list[Lying]] = {}
        used: set[tuple[float, float]] = set()
        left = dict(counts)
        for _, name, kind, spot in sorted(wanted, key=lambda each: each[0]):
            if left[name, kind] and spot.at not in used:
                used.add(spot.at)
                left[name, kind] -= 1
                out.setdefault(name, []).append((kind, spot))
        for (name, kind), count in left.items():
            out.setdefault(name, []).extend([(kind, None)] * count)
        return out

    def _corner(self, name: str) -> tuple[float, float]:
        """The south-west corner of a space of the turned board."""
        column, row = column_row(name)
        u, v = turned(np.array([[column + 0.5, row + 0.5]]), self._quarter)[0].tolist()
        return u - 0.5, v - 0.5

    def named(self, fine: Array, lying: Mapping[str, Sequence[Lying]], size: float) -> dict[str, list[Card]]:
        """Space -> its cards with their values."""
        numbered = [(name, kind, spot) for name, each in lying.items() for kind, spot in each if spot is not None]
        values: dict[int, tuple[float, ...] | None] = {}
        if numbered:
            crops = pictures(fine, np.array([spot.at for _, _, spot in numbered]), size)
            logs, legible = self._cards.answer(["values", "legible"], cards=crops)
            for (_, kind, spot), log, score in zip(numbered, logs, legible, strict=True):
                clear = 1 / (1 + np.exp(-float(score))) >= UNREADABLE and kind != "bear"
                values[id(spot)] = tuple(np.exp(log).astype(float).tolist()) if clear else None
        out: dict[str, list[Card]] = {}
        for name, every in lying.items():
            for kind, made_out in every:
                at = (SIDE / 2, SIDE / 2) if made_out is None else made_out.at
                u, v = turned(np.array([at]), -self._quarter)[0].tolist()
                likely = None if made_out is None else values[id(made_out)]
                out.setdefault(name, []).append(Card(kind, (u, v), likely))
        return out
