"""The pictures of one rest taken together, place by place."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final

from engine.icecult.board import COLOURS, PATHS, SLOTS
from vision.belief.fusing import Fusing, Likely, Reading
from vision.belief.readings import Readings
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.readings import StackReadings
from vision.icecult.observation import SPACES_PER_PATH, CubeReading, Observation

HEAPS: Final = frozenset({"start", *(f"goal{path}" for path in PATHS)})
"""The places where pawns stand loosely, some behind others."""


class Fused:
    """Fuses the readings of several pictures, place by place."""

    def __init__(self, pictures: Sequence[Observation], held_s: float, prices: Prices) -> None:
        self._pictures, self._prices, self._fusing = pictures, prices, Fusing(held_s, prices)
        self._scores = self._fusing.scores

    def cubes(self) -> list[Readings]:
        """The cubes in slot order."""
        return [Readings(self._at(slot, [self._cube(o, slot) for o in self._pictures])) for slot in SLOTS]

    def paths(self) -> list[list[Readings]]:
        """The spaces of each path, from the middle outwards."""
        spaces = range(spaces_of(self._pictures))
        return [
            [
                StackReadings(self._at(f"{path}{k + 1}", [self._space(o, path, k) for o in self._pictures]))
                for k in spaces
            ]
            for path in PATHS
        ]

    def start(self) -> Readings:
        """The pawns at the start."""
        return Readings(self._scores([self._heap(o, o.start, "start") for o in self._pictures], loose=True))

    def goals(self) -> list[Readings]:
        """The pawns behind the tip of each path."""
        return [
            Readings(self._scores([self._heap(o, o.goal[path], f"goal{path}") for o in self._pictures], loose=True))
            for path in PATHS
        ]

    def extra(self) -> str:
        """The colours of which nearly every picture shows more than five pawns."""
        least = self._prices.in_nearly_all * len(self._pictures)
        return "".join(c for c in COLOURS if sum(c in o.extra for o in self._pictures) > least)

    def _at(self, place: str, alone: Sequence[Reading | None]) -> dict[Any, float]:
        """The evidence at a space or a cube: by how likely each value is, or by readings `alone` where nobody says."""
        told = [(_likely(o, place), _unseen(o, place)) for o in self._pictures if place in o.readings]
        return self._fusing.likely(told) if told else self._scores(alone)

    def _cube(self, o: Observation, slot: str) -> Reading | None:
        read = o.cubes[slot]
        if read is None or slot in o.hidden:
            return None
        return (read.symbol, read.facing), read.confidence

    def _space(self, o: Observation, path: str, k: int) -> Reading | None:
        stack, place = o.paths[path][k], f"{path}{k + 1}"
        if stack is None or stack == "?":
            return None
        if place in o.hidden and not stack.startswith("?"):
            return None
        return stack, o.confidences.get(place, self._prices.confidence_missing)

    def _heap(self, o: Observation, pawns: str | None, place: str) -> Reading | None:
        if pawns is None or place in o.hidden:
            return None
        letters = "".join(sorted(pawns, key=COLOURS.index))
        sure = o.confidences.get(place, self._prices.confidence_heap)
        return letters, min(sure, self._prices.confidence_heap_most)


def _likely(o: Observation, place: str) -> Likely:
    """How likely each value is, cubes as symbol and direction."""
    return {_value(place, value): math.exp(logged) for value, logged in o.readings[place]}


def _value(place: str, text: str) -> Any:
    return _top(text) if place in SLOTS else text


@cache
def _top(text: str) -> tuple[str, str | None]:
    top = CubeReading.parse(text)
    return top.symbol, top.facing


def _unseen(o: Observation, place: str) -> float:
    """How likely a place cannot be seen; by whether it is called hidden, where nothing else is told."""
    return o.unseen.get(place, float(place in o.hidden))


def plain(picture: Observation, usual: Collection[str] = (), prices: Prices = STANDARD) -> bool:
    """Whether one picture is enough for now: every cube and space was read surely, or is hidden as usual."""
    hidden = picture.hidden - HEAPS
    tops = [0.0 if (read := picture.cubes[slot]) is None else read.confidence for slot in SLOTS if slot not in hidden]
    places = [f"{path}{n + 1}" for path in PATHS for n in range(spaces_of([picture]))]
    spaces = [picture.confidences.get(place, 0.0) for place in places if place not in hidden]
    return hidden <= set(usual) and min([*tops, *spaces], default=0.0) >= prices.one_is_enough


def spaces_of(pictures: Sequence[Observation]) -> int:
    """How many spaces a path has in these pictures."""
    return len(pictures[0].paths["N"]) if pictures else SPACES_PER_PATH
