"""Reads pictures of one table: every space together, then the number of each card by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.igluiglu.flat import READ, cut, maps
from calibration.igluiglu.grid import CORNER_NAMES, SIDE, Grid, cells_in_order, turned
from calibration.networks import network
from vision.igluiglu.kinds import HEADS, VALUES
from vision.igluiglu.observation import Card, Observation, Space
from vision.igluiglu.read.cards import Spot, pictures, spots
from vision.igluiglu.read.counting import FOUR, counted
from vision.igluiglu.read.facts import facts_of
from vision.igluiglu.read.lawful import lawful
from vision.igluiglu.read.same import Memory

Array = npt.NDArray[Any]
MODELS = Path(__file__).parent.parent / "models"
READ_HW = READ.hw[0] // 2, READ.hw[1] // 2
HIGH = 0.06  # spaces from the ground to the face of a card, which is seen so much farther away
ZOOMS = (0.88, 1.0, 1.14)
"""A card is looked at for its number as if it were so much larger: how large cards are is not known exactly."""
LEGIBLE_PX, PLAINLY = 14.0, 0.9
"""A card whose narrower side is shorter has no number, unless that is likelier than this."""
BESIDE = 0.3  # spaces beyond the board that a card's middle may be seen


class Observer:
    """Reads what lies on one board as a grid has it."""

    def __init__(self, grid: Grid, models: Path = MODELS) -> None:
        self._spaces, self._numbers = network(models / "spaces.onnx"), network(models / "numbers.onnx")
        self._grid, self._quarter = grid, grid.quarter
        self._names = tuple(cells_in_order(self._quarter))
        self._facts, self._lean = facts_of(grid, self._quarter)
        self._maps = maps(grid, self._quarter, READ)

    def read(self, bgr: Array, memory: Memory | None = None) -> Observation:
        """One picture; with a memory, what looks the same as in earlier ones is read from all of them."""
        fine = cut(bgr, *self._maps)
        small = cv2.resize(fine, READ_HW[::-1], interpolation=cv2.INTER_AREA)
        asked = {"flat": small[None], "facts": self._facts, "lean": self._lean}
        said, heat, size = self._spaces.answer(["said", "cards", "size"], **asked)
        heads = dict(zip(HEADS, np.split(said, np.cumsum(list(HEADS.values()))[:-1], 1), strict=True))
        readable = 1 / (1 + np.exp(-heads.pop("readable")[:, 0]))
        side = float(size.ravel()[0])
        found = self.on_spaces(spots(heat, side))
        lying = [spot for each in found.values() for spot in each]
        numbers = self.numbered(fine, lying, side)
        spaces = {}
        for k, name in enumerate(self._names):
            there = found.get(name, [])
            own = numbers[[lying.index(spot) for spot in there]]
            logs = lawful({head: scores[k] for head, scores in heads.items()}, name in CORNER_NAMES)
            logs = counted(logs, [spot.likely for spot in there], own)
            spaces[name] = Space(float(readable[k]), logs, self.cards(there, own, logs, side))
        corners = tuple((float(x), float(y)) for x, y in self._grid.corners)
        seen = Observation({name: spaces[name] for name in sorted(spaces)}, corners=corners)
        return seen if memory is None else memory.pooled(seen, small, self._names)

    def on_spaces(self, found: Sequence[Spot]) -> dict[str, list[Spot]]:
        """Space -> the cards that are seen on it, the likeliest first."""
        out: dict[str, list[Spot]] = {}
        for spot in found:
            u, v = np.array(spot.at) - HIGH * self._lean[:2]
            if -BESIDE < u < SIDE + BESIDE and -BESIDE < v < SIDE + BESIDE:
                column, row = (int(np.clip(np.floor(at), 0, SIDE - 1)) for at in (u, v))
                out.setdefault(self._names[(SIDE - 1 - row) * SIDE + column], []).append(spot)
        return out

    def numbered(self, fine: Array, lying: Sequence[Spot], side: float) -> Array:
        """(n, 4): log-probabilities of the numbers of cards."""
        if not lying:
            return np.zeros((0, FOUR + 1), np.float32)
        at = np.array([spot.at for spot in lying])
        crops = np.concatenate([pictures(fine, at, side * zoom) for zoom in ZOOMS])
        said = self._numbers.answer(["numbers"], cards=crops)[0].reshape(len(ZOOMS), len(lying), -1)
        return np.asarray(np.logaddexp.reduce(said, 0) - np.log(len(ZOOMS)))

    def cards(self, there: Sequence[Spot], numbers: Array, logs: Mapping[str, Array], side: float) -> tuple[Card, ...]:
        """The cards of a space: as many as are said to lie there, the plainest of those that are seen."""
        fish, foxes, bears = (int(np.argmax(logs[kind])) for kind in ("fish", "fox", "bear"))
        left = list(range(len(there)))
        out = []
        for _ in range(bears):
            at = max(left, key=lambda k: numbers[k, FOUR], default=None)
            left = [k for k in left if k != at]
            out.append(self._card("bear", None if at is None else there[at], None, side))
        for kind, count in (("fish", fish), ("fox", foxes)):
            mine = sorted(left, key=lambda k: (there[k].kind != kind and fish > 0 and foxes > 0, -there[k].likely))
            for k in (mine + [None] * count)[:count]:
                left = [other for other in left if other != k]
                out.append(self._card(kind, None if k is None else there[k], None if k is None else numbers[k], side))
        return tuple(out)

    def _card(self, kind: str, spot: Spot | None, numbers: Array | None, side: float) -> Card:
        at = turned(np.array([(SIDE / 2, SIDE / 2) if spot is None else spot.at]), -self._quarter)
        u, v = at[0].tolist()
        if numbers is None:
            return Card(kind, (u, v), None)
        shares = np.exp(numbers[: len(VALUES)].astype(float))
        if self._grid.narrowest(at)[0] * side < LEGIBLE_PX and shares.max() < PLAINLY * shares.sum():
            return Card(kind, (u, v), None)
        return Card(kind, (u, v), tuple((shares / shares.sum()).tolist()))
