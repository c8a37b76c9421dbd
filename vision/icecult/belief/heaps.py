"""How loose heaps have been read lately: a pawn that stands behind another is out of sight in view after view."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from itertools import product
from typing import Final

from engine.icecult.board import PATHS
from engine.icecult.state import State
from vision.icecult.belief.evidence import Sight
from vision.icecult.belief.readings import Difference, Readings, difference

REMEMBERED: Final = 8
STEADY: Final = 2
NONE: Final[Difference] = (0, 0, 0, 0)


class Habits:
    """Differences between what was read of each heap and what is believed, over the last rests."""

    def __init__(self) -> None:
        self._rests: dict[str, deque[Difference]] = {}
        self._extra: deque[str] = deque(maxlen=REMEMBERED)

    def note(self, sight: Sight, state: State, but: Collection[str] = ()) -> None:
        """One rest is over; heaps about which a breach has been found are left out."""
        self._extra.append(sight.extra)
        for place, seen, pawns in _heaps(sight, state):
            if seen.scores and place not in but:
                self._rests.setdefault(place, deque(maxlen=REMEMBERED)).append(difference(seen.best, pawns))

    def known(self) -> dict[str, frozenset[Difference]]:
        """For each heap the differences that are no surprise: those seen before, and parts of them."""
        return {place: frozenset(p for d in rests for p in _parts(d)) - {NONE} for place, rests in self._rests.items()}

    def news(self, extra: str) -> str:
        """The colours with too many pawns now but not before: a ghost that is seen again and again is no news."""
        return "".join(colour for colour in extra if self._was_right(colour))

    def _was_right(self, colour: str) -> bool:
        """Whether a colour was never too many in the rests before those just past, and there were such rests."""
        before = list(self._extra)
        while before and colour in before[-1]:
            before.pop()
        return bool(before) and not any(colour in extra for extra in before)

    def steady(self, place: str) -> bool:
        """Whether a heap has always been read right lately, more than once."""
        rests = self._rests.get(place, ())
        return len(rests) >= STEADY and set(rests) == {NONE}


def _heaps(sight: Sight, state: State) -> Iterator[tuple[str, Readings, str]]:
    yield "start", sight.start, state.start
    for path, seen, pawns in zip(PATHS, sight.goal, state.goal, strict=True):
        yield f"goal{path}", seen, pawns


def _parts(difference: Difference) -> Iterator[Difference]:
    """The difference and every smaller one of its kind."""
    yield from product(*(range(min(n, 0), max(n, 0) + 1) for n in difference))
