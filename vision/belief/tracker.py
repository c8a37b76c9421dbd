"""The tracker: all histories of the match that explain what was seen so far, each with its cost. A belief, no guess.

A history's cost says what the readings must have got wrong and which rules must have been broken for it to be true.
Every resting view extends all histories by what may have happened since the last one; those that come out much dearer
than the best are dropped. A view that turns out to have shown something half done is passed over: the search then sets
out from an earlier point of a history, its parent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.icecult.board import PAWNS
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.breach import ADOPTED, TOO_FEW_TILTS, Breaches
from vision.belief.entries import UNRIVALLED
from vision.belief.histories import (
    History,
    PastTurn,
    ancestors,
    back_price,
    broken_since,
    kind,
    lawful_in,
    situation,
    taken_over,
    told,
    trimmed,
)
from vision.icecult.belief.as_seen import adopted_state, grounds, places_of, top_faces
from vision.icecult.belief.explaining.points import ODD_TILT, Closed, Node
from vision.icecult.belief.explaining.search import explore
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.counting import short_heap, short_space
from vision.icecult.belief.views.evidence import Sight
from vision.icecult.belief.views.heaps import HeapMemory


class Tracker:
    """Holds the histories that may be true, likeliest first; feed it resting views with `see`."""

    def __init__(
        self, rules: IceCult, state: State, number: int = 1, at_s: float = 0.0, prices: Prices = STANDARD
    ) -> None:
        self.prices = prices
        begun = rules.begin(state)
        past = None if number == 1 else PastTurn(Closed(begun, ()), number - 1, at_s, at_s, None, False)
        self.histories: tuple[History, ...] = (History(begun, past=past, from_s=at_s, last_s=at_s),)
        self._before: tuple[History, ...] = self.histories
        """The histories before the present rest: each further picture of it is judged from there."""
        self._rest = -1
        self._settled = 0
        """Turns up to this number stay as they were written down."""
        self.sight: Sight | None = None
        self._firm: dict[str, Any] = {}
        """Places that earlier rests have shown for certain, with what they showed."""
        self._heaps = HeapMemory(prices)
        self._hints: dict[bool, list[Node]] = {}
        """What explained the last picture of the present rest, by whether the search was wide."""
        self._suspicion: tuple[int, Breaches] = (number, ())
        self.suspected_rest = -1
        """The rest since which the likeliest history has told the turn in progress with just these breaches."""

    @property
    def best(self) -> History:
        """The likeliest history."""
        return self.histories[0]

    def see(self, sight: Sight, rest: int, at_s: float) -> None:
        """A resting view; more pictures of the same rest replace what was concluded from the first ones."""
        if rest != self._rest:
            if self.sight is not None:
                self._remember(self.sight)
            self._before, self._rest = self.histories, rest
            self._hints = {}
        self.sight = sight.standing_on(self._firm, self._heaps.known())
        self.histories = self._advanced(self._before, self.sight, rest, at_s)
        suspicion = (self.best.number, self.best.breaches)
        if suspicion != self._suspicion:
            self._suspicion, self.suspected_rest = suspicion, rest

    def _remember(self, sight: Sight) -> None:
        """A rest is over: what it has shown for certain, and how the heaps were read."""
        best = self.best
        broken = {place for breach in best.breaches for place in breach.places}
        self._heaps.note(sight, best.state, broken | self._open_heaps())
        self._firm = sight.confirmed(best.state, best.turn.cube_set, self._firm)
        if not self._heaps.steady("start"):
            self._firm.pop("start", None)

    def _open_heaps(self) -> set[str]:
        """Places where histories nearly as likely as the best differ: a pawn missing there may have been played."""
        near = [history.state for history in self.histories if history.cost - self.best.cost < self.prices.sure]
        return {place for state in near for place in places_of(state, self.best.state, self.best.turn.cube_set)}

    def done(self, at_s: float) -> None:
        """The player says that the turn is over."""
        self.histories = self._ranked([self._closed_now(history, at_s) for history in self.histories])
        self._before, self._hints = self.histories, {}

    def settle(self, number: int) -> None:
        """Drop the histories that tell turn `number` differently: what is long past stays as it was written down."""
        if number < 1 or self.best.record(number) is None:
            return
        if number > self._settled:
            self._settled, self._hints = number, {}
        mine = told(self.best, number)
        self.histories = tuple(history for history in self.histories if told(history, number) == mine)
        before = tuple(history for history in self._before if told(history, number) in (mine, None)) or self.histories
        if len(before) != len(self._before):
            self._before, self._hints = before, {}

    def misfit(self) -> tuple[str, ...]:
        """The places where the likeliest history contradicts the last view."""
        if self.sight is None:
            return ()
        misreads = self.sight.misreads(self.best.state, self.best.turn.cube_set)
        return tuple(miss.place for miss in misreads if miss.cost > self.prices.differs)

    def short(self) -> tuple[str, int]:
        """A colour of which fewer pawns are seen than should be there, and how many are seen in all; "" for none.

        Where the start is seldom read right, what is not seen there does not count.
        """
        sight, best = self.sight, self.best
        if sight is None:
            return "", PAWNS
        found = short_heap(sight, best.state) if self._heaps.steady("start") else ("", PAWNS)
        return found if found[0] else short_space(sight, best.state, best.turn.cube_set)

    def surplus(self) -> str:
        """The colours of which more than five pawns are seen now, and were not before."""
        return "" if self.sight is None else self._heaps.news(self.sight.extra)

    def margin(self, number: int) -> float:
        """How much dearer the best history is that tells turn `number` differently."""
        mine = told(self.best, number)
        return min((x.cost - self.best.cost for x in self.rivals() if told(x, number) != mine), default=UNRIVALLED)

    def margin_cleared(self, number: int) -> float:
        """How much dearer the best history is on which the player of turn `number` has broken no rule."""
        return min((x.cost - self.best.cost for x in self.rivals() if lawful_in(x, number)), default=UNRIVALLED)

    def margin_kind(self, number: int) -> float:
        """How much dearer the best history is on which turn `number` ended in another kind of breach, or in none."""
        mine = kind(self.best, number)
        return min((x.cost - self.best.cost for x in self.rivals() if kind(x, number) != mine), default=UNRIVALLED)

    def margin_lawful(self, number: int) -> float:
        """How much dearer the best history is on which nobody has broken a rule since turn `number` began."""
        lawful = (x for x in self.histories if not x.breaches and all(lawful_in(x, n) for n in range(number, x.number)))
        return min((x.cost - self.best.cost for x in lawful), default=UNRIVALLED)

    def rivals(self) -> Sequence[History]:
        """The histories to compare: without those that merely take the table as it is, where the best explains it."""
        return (
            self.histories
            if taken_over(self.best)
            else [history for history in self.histories if not taken_over(history)]
        )

    def _closed_now(self, history: History, at_s: float) -> History:
        """The history in which the turn in progress is over at this moment."""
        turn = history.turn
        closed = Closed(turn, history.breaches if len(turn.tilts) == 2 else (*history.breaches, TOO_FEW_TILTS))
        past = PastTurn(closed, history.number, history.from_s, at_s, history.past)
        price = self.prices.tilt_count if len(turn.tilts) < 2 else self.prices.owed_left if closed.missed else 0.0
        return replace(
            history,
            turn=closed.next_turn(),
            cost=history.cost + price,
            breaches=(),
            past=past,
            parent=history,
            from_s=at_s,
            last_s=at_s,
        )

    def _advanced(self, histories: Sequence[History], sight: Sight, rest: int, at_s: float) -> tuple[History, ...]:
        """All histories after this view; where that is odd, also from points before the last views."""
        found = self._explained(histories, sight, rest, at_s)
        best = min(found, key=lambda x: x.cost, default=None)
        if best is None or best.cost - histories[0].cost > self.prices.odd or broken_since(best, histories[0].number):
            near = [history for history in histories if history.cost - histories[0].cost <= self.prices.near]
            earlier = ancestors(near, self._settled, self.prices)
            found += self._explained([*near, *earlier], sight, rest, at_s, wide=True)
            found += self._adopted(histories, sight, rest, at_s)
        return self._ranked(found) if found else tuple(histories)

    def _explained(
        self, histories: Sequence[History], sight: Sight, rest: int, at_s: float, wide: bool = False
    ) -> list[History]:
        """The histories after this view, by every explanation of it that costs little enough."""
        seeds = [Node(history.turn, history.breaches, (), history.cost, k) for k, history in enumerate(histories)]
        forgiven = [sight.paid_before(history.paid) for history in histories]
        views = {places: sight.forgiving(places) if places else sight for places in set(forgiven)}
        nodes = explore(seeds, [views[places] for places in forgiven], wide, self._hints.get(wide, ()), self.prices)
        self._hints[wide] = nodes
        return [self._extended(histories[node.seed], node, sight, rest, at_s) for node in nodes]

    def _extended(self, history: History, node: Node, sight: Sight, rest: int, at_s: float) -> History:
        """The history after one more view."""
        past, from_s = history.past, history.from_s
        for closed in node.closed:
            number = 1 if past is None else past.number + 1
            past = PastTurn(closed, number, from_s, history.last_s, past)
            from_s = history.last_s
        paid = dict(history.paid)
        for miss in sight.misreads(node.turn.state, node.turn.cube_set):
            paid[miss.place, miss.value] = max(miss.cost, paid.get((miss.place, miss.value), 0.0))
        changed = node.turn.state != history.state or bool(node.closed or history.back)
        return History(
            node.turn,
            node.cost + back_price(history, node.turn, history.number + len(node.closed), self.prices),
            node.breaches,
            past,
            trimmed(history, self.prices.parents_most),
            frozenset(paid.items()),
            from_s,
            at_s if changed else history.last_s,
            rest if changed else history.changed_rest,
            sight.held_s,
        )

    def _adopted(self, histories: Sequence[History], sight: Sight, rest: int, at_s: float) -> list[History]:
        """The table taken as it is seen, as a breach that the rules cannot name before the turn is over."""
        out = []
        for history in histories[: self.prices.taken_from]:
            for turn, closed, price in grounds(history, self.prices):
                state = adopted_state(turn, sight)
                if state is None:
                    continue
                tops = turn.cube_set.tops(state.cubes)
                taken = replace(turn, state=state, tops=tops, tilts=(ODD_TILT, ODD_TILT))
                misfit = sight.forgiving(sight.paid_before(history.paid)).cost(state, turn.cube_set)
                cost = self._cost_of_adopting(history, turn, taken, sight, history.cost + price) + misfit
                broken = (ADOPTED,) if closed else (*history.breaches, ADOPTED)
                out.append(self._extended(history, Node(taken, broken, closed, cost), sight, rest, at_s))
        return out

    def _cost_of_adopting(
        self, history: History, turn: TurnInProgress, taken: TurnInProgress, sight: Sight, cost: float
    ) -> float:
        """The cost of a history that takes the table as it is seen, in its own turn or in the next one."""
        cost += self.prices.taken_as_seen
        cost += self.prices.taken_place * len(sight.misreads(history.state, turn.cube_set))
        rolled, same_turn = top_faces(taken.state) != top_faces(history.state), turn is history.turn
        odd = rolled == same_turn and len(turn.tilts or history.turn.tilts) == 2
        return cost + (self.prices.taken_after_tilts if odd else 0.0)

    def _ranked(self, histories: Sequence[History]) -> tuple[History, ...]:
        """The cheapest history of every situation, best first."""
        ordered = sorted(histories, key=lambda history: history.cost)
        kept: dict[object, History] = {}
        for history in ordered:
            if history.cost - ordered[0].cost > self.prices.drop or len(kept) >= self.prices.histories_most:
                break
            kept.setdefault(situation(history), history)
        return tuple(kept.values())
