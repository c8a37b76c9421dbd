"""The tracker of a match of ICE CULT, and what it has counted."""

from __future__ import annotations

from engine.icecult.board import PAWNS
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.tracker import Tracker
from vision.icecult.belief.explainer import CultExplainer
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.counting import short_heap, short_space
from vision.icecult.belief.views.evidence import CultView


class CultTracker(Tracker[TurnInProgress, CultView]):
    """Holds the histories of one match."""

    explainer: CultExplainer
    prices: Prices

    def __init__(
        self, rules: IceCult, state: State, number: int = 1, at_s: float = 0.0, prices: Prices = STANDARD
    ) -> None:
        super().__init__(CultExplainer(prices), rules.begin(state), number, at_s, prices)

    def short(self) -> tuple[str, int]:
        """A colour of which fewer pawns are seen than should be there, and how many are seen in all; "" for none.

        Where the start is seldom read right, what is not seen there does not count.
        """
        sight, best = self.sight, self.best
        if sight is None:
            return "", PAWNS
        found = short_heap(sight, best.state) if self.explainer.heaps.steady("start") else ("", PAWNS)
        return found if found[0] else short_space(sight, best.state, best.turn.cube_set)

    def surplus(self) -> str:
        """The colours of which more than five pawns are seen now, and were not before."""
        return "" if self.sight is None else self.explainer.heaps.news(self.sight.extra)
