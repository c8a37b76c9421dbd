"""The pictures of one rest taken together: what they say about each place, as evidence.

A misreading happens in the same way in several pictures of one rest, so pictures add up slowly; those that leave doubt
do not add up at all: what cannot be told from where the camera stands cannot be told in the next picture either.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from engine.icecult.board import COLOURS, PATHS, SLOTS
from vision.belief.readings import Readings, StackReadings, weight
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.observation import SPACES_PER_PATH, Observation

Reading = tuple[Any, float]
"""What was read at a place, with the confidence."""

HEAPS: Final = frozenset({"start", *(f"goal{path}" for path in PATHS)})
"""The places where pawns stand loosely, some behind others."""


class Fused:
    """Fuses the readings of several pictures, place by place."""

    def __init__(self, pictures: Sequence[Observation], held_s: float, prices: Prices) -> None:
        self._pictures, self._prices = pictures, prices
        self._most = prices.held_most if held_s >= prices.held_s else prices.pictures_most

    def cubes(self) -> list[Readings]:
        """The cubes in slot order."""
        return [Readings(self._scores([self._cube(o, slot) for o in self._pictures])) for slot in SLOTS]

    def paths(self) -> list[list[Readings]]:
        """The spaces of each path, from the middle outwards."""
        spaces = range(spaces_of(self._pictures))
        return [
            [StackReadings(self._scores([self._space(o, path, k) for o in self._pictures])) for k in spaces]
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

    def _scores(self, readings: Sequence[Reading | None], loose: bool = False) -> dict[Any, float]:
        """Each value that was read with its evidence; empty where no picture shows the place.

        Of pawns that stand loosely some are in sight in one picture and some in another: there doubts add up.
        """
        seen = [reading for reading in readings if reading is not None]
        if not seen:
            return {}
        prices = self._prices
        together = 1.0 + prices.picture_more * (len(seen) - 1)
        most, least = (min(together, bound) / len(seen) for bound in (self._most, prices.doubtful_most))
        scores: dict[Any, float] = {}
        for value, confidence in seen:
            sure = 1.0 if loose else (confidence - prices.doubtful) / (prices.undoubted - prices.doubtful)
            scale = least + (most - least) * min(max(sure, 0.0), 1.0)
            scores[value] = scores.get(value, 0.0) + weight(confidence, prices) * scale
        return {value: round(score, 3) for value, score in scores.items()}

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
