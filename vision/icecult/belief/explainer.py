"""What the tracker asks of ICE CULT: see `vision.belief.tracker.Explainer`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.breach import ADOPTED, Breaches
from vision.belief.histories import History
from vision.belief.points import ClosedTurn, Node
from vision.belief.view import Misread
from vision.icecult.belief.as_seen import adopted_state, grounds, places_of, top_faces
from vision.icecult.belief.breach import PAWN_RULES, TOO_FEW_TILTS
from vision.icecult.belief.explaining.points import ODD_TILT, Closed, Point
from vision.icecult.belief.explaining.search import explore
from vision.icecult.belief.prices import Prices
from vision.icecult.belief.views.evidence import CultView
from vision.icecult.belief.views.heaps import HeapMemory

PAWN_KINDS: Final = PAWN_RULES | {"relocated", "pawn-count"}


class CultExplainer:
    """Explains the views of one match, and remembers what its rests have shown."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._firm: dict[str, Any] = {}
        """Places that earlier rests have shown for certain, with what they showed."""
        self.heaps = HeapMemory(prices)

    def closed(self, turn: TurnInProgress, breaches: Breaches) -> Closed:
        """The turn as one that is over."""
        return Closed(turn, breaches)

    def closed_now(self, history: History[TurnInProgress]) -> tuple[Closed, TurnInProgress, float]:
        """The turn in progress as over at this moment."""
        turn, tilts = history.turn, len(history.turn.tilts)
        closed = Closed(turn, history.breaches if tilts == 2 else (*history.breaches, TOO_FEW_TILTS))
        price = self._prices.tilt_count if tilts < 2 else self._prices.owed_left if closed.missed else 0.0
        return closed, closed.next_turn(), price

    def explore(
        self,
        seeds: Sequence[Point],
        views: Sequence[CultView],
        wide: bool,
        hints: Sequence[Point],
    ) -> list[Point]:
        """Every point that explains the view nearly as cheaply as the cheapest."""
        return explore(seeds, views, wide, hints, self._prices)

    def adopted(self, history: History[TurnInProgress], view: CultView) -> Iterator[Point]:
        """The table taken as it is seen, in the turn in progress or in the next one."""
        for turn, closed, price in grounds(history, self._prices):
            state = adopted_state(turn, view)
            if state is None:
                continue
            tops = turn.cube_set.tops(state.cubes)
            taken = replace(turn, state=state, tops=tops, tilts=(ODD_TILT, ODD_TILT))
            misfit = view.forgiving(view.paid_before(history.paid)).cost(state, turn.cube_set)
            cost = self._cost_of_adopting(history, turn, taken, view, history.cost + price) + misfit
            broken = (ADOPTED,) if closed else (*history.breaches, ADOPTED)
            yield Node(taken, broken, closed, cost)

    def _cost_of_adopting(
        self,
        history: History[TurnInProgress],
        turn: TurnInProgress,
        taken: TurnInProgress,
        view: CultView,
        cost: float,
    ) -> float:
        """The cost of a history that takes the table as it is seen, in its own turn or in the next one."""
        cost += self._prices.taken_as_seen
        cost += self._prices.taken_place * len(view.misreads(history.state, turn.cube_set))
        rolled, same_turn = top_faces(taken.state) != top_faces(history.state), turn is history.turn
        odd = rolled == same_turn and len(turn.tilts or history.turn.tilts) == 2
        return cost + (self._prices.taken_after_tilts if odd else 0.0)

    def misreads(self, view: CultView, turn: TurnInProgress) -> tuple[Misread, ...]:
        """Where a table contradicts a view."""
        return view.misreads(turn.state, turn.cube_set)

    def places(self, one: TurnInProgress, other: TurnInProgress) -> tuple[str, ...]:
        """Where the tables of two turns look different."""
        return places_of(one.state, other.state, other.cube_set)

    def standing(self, view: CultView) -> CultView:
        """The view, judged by what earlier rests have shown."""
        return view.standing_on(self._firm, self.heaps.known())

    def remember(self, view: CultView, best: TurnInProgress, doubtful: Collection[str]) -> None:
        """A rest is over: what it has shown for certain, and how the heaps were read."""
        self.heaps.note(view, best.state, doubtful)
        self._firm = view.confirmed(best.state, best.cube_set, self._firm)
        if not self.heaps.steady("start"):
            self._firm.pop("start", None)

    def situation(self, turn: TurnInProgress) -> object:
        """What matters of a turn for the future."""
        tilts = turn.tilts if len(turn.tilts) == 1 else len(turn.tilts)
        return turn.state, turn.spent, tilts, turn.before.cubes, turn.cube_set

    def left_by(self, closed: ClosedTurn[TurnInProgress]) -> object:
        """What may still be told otherwise of the turn before."""
        return self.told(closed), closed.turn.spent

    def told(self, closed: ClosedTurn[TurnInProgress]) -> object:
        """How a turn ended. Hidden poses do not count."""
        state: State = closed.turn.state
        return closed.lawful, len(closed.turn.tilts), state.paths, state.goal

    def kind(self, closed: ClosedTurn[TurnInProgress]) -> object:
        """What kind of breach a turn was; pawns put wrongly are one kind, whichever way they went."""
        rules = {breach.rule for breach in closed.breaches}
        return closed.missed, len(closed.turn.tilts), rules - PAWN_KINDS, bool(rules & PAWN_KINDS)

    def back_price(self, passed: TurnInProgress, turn: TurnInProgress) -> float:
        """What it costs that tilts are taken back that both were made and looked at."""
        undone = len(passed.tilts) == 2 and top_faces(passed.state) != top_faces(turn.state)
        return self._prices.back_tilts if undone else 0.0
