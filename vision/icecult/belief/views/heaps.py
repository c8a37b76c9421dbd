"""How the loose heaps (start and goals) were misread in the last rests: a pawn hidden once stays hidden."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from itertools import product
from typing import Final

from engine.icecult.board import PATHS
from engine.icecult.state import State
from vision.belief.readings import Readings
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.evidence import CultView
from vision.icecult.belief.views.readings import Difference, difference

NONE: Final[Difference] = (0, 0, 0, 0)


class HeapMemory:
    """By how many pawns of each colour every heap was misread, rest by rest."""

    def __init__(self, prices: Prices = STANDARD) -> None:
        self._prices = prices
        self._rests: dict[str, deque[Difference]] = {}
        self._extra: deque[str] = deque(maxlen=self._prices.rests_remembered)

    def note(self, sight: CultView, state: State, but: Collection[str] = ()) -> None:
        """Remember how the heaps were read in a rest that is over; the places in `but` are left out."""
        self._extra.append(sight.extra)
        for place, seen, pawns in _heaps(sight, state):
            if seen.scores and place not in but:
                rests = self._rests.setdefault(place, deque(maxlen=self._prices.rests_remembered))
                rests.append(difference(seen.best, pawns))

    def known(self) -> dict[str, frozenset[Difference]]:
        """For each heap the misreadings that are no surprise: those of earlier rests, and parts of them."""
        return {place: frozenset(p for d in rests for p in _parts(d)) - {NONE} for place, rests in self._rests.items()}

    def news(self, extra: str) -> str:
        """Those colours with a pawn too many that had the right number before: a ghost seen all along is no news."""
        return "".join(colour for colour in extra if self._was_right(colour))

    def _was_right(self, colour: str) -> bool:
        """Whether a colour had the right number in every rest before the present run of rests with one too many."""
        before = list(self._extra)
        while before and colour in before[-1]:
            before.pop()
        return bool(before) and not any(colour in extra for extra in before)

    def steady(self, place: str) -> bool:
        """Whether a heap was read right in all the rests remembered, and there were enough of them."""
        rests = self._rests.get(place, ())
        return len(rests) >= self._prices.rests_steady and set(rests) == {NONE}


def _heaps(sight: CultView, state: State) -> Iterator[tuple[str, Readings, str]]:
    yield "start", sight.start, state.start
    for path, seen, pawns in zip(PATHS, sight.goal, state.goal, strict=True):
        yield f"goal{path}", seen, pawns


def _parts(difference: Difference) -> Iterator[Difference]:
    """The difference and every smaller one of its kind."""
    yield from product(*(range(min(n, 0), max(n, 0) + 1) for n in difference))
