"""The tracker: all histories of the match that explain what was seen so far, each with its cost. A belief, no guess.

A history's cost says what the readings must have got wrong and which rules must have been broken for it to be true.
Every resting view extends all histories by what may have happened since the last one; those that come out much dearer
than the best are dropped. A view that turns out to have shown something half done is passed over: the search then sets
out from an earlier point of a history, its parent. (In the literature: multiple hypothesis tracking.)

What may have happened, and what that costs, the game's `Explainer` knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from vision.belief.breach import Breaches
from vision.belief.entries import UNRIVALLED
from vision.belief.histories import (
    History,
    PastTurn,
    ancestors,
    back_price,
    broken_since,
    lawful_in,
    misread,
    taken_over,
    trimmed,
)
from vision.belief.points import ClosedTurn, Node, T
from vision.belief.prices import Prices
from vision.belief.view import Misread, View

V = TypeVar("V", bound=View)


class Explainer(Protocol[T, V]):
    """What a game's belief must answer: what leads from one table to another, and what it makes of a view."""

    def closed(self, turn: T, breaches: Breaches) -> ClosedTurn[T]:
        """The turn as one that is over."""

    def closed_now(self, history: History[T]) -> tuple[ClosedTurn[T], T, float]:
        """The turn in progress as over at this moment, the next one, and what it costs to believe that."""

    def explore(
        self, seeds: Sequence[Node[T]], views: Sequence[V], wide: bool, hints: Sequence[Node[T]]
    ) -> list[Node[T]]:
        """Every point that explains the view nearly as cheaply as the cheapest; each seed judges it by its own view.

        Only a `wide` search lets a whole turn be over that was not seen at all; `hints` explained an earlier picture.
        """

    def adopted(self, history: History[T], view: V) -> Iterable[Node[T]]:
        """The table taken as it is seen, as a breach that the rules cannot name before the turn is over."""

    def misreads(self, view: V, turn: T) -> tuple[Misread, ...]:
        """Where a table contradicts a view."""

    def places(self, one: T, other: T) -> Collection[str]:
        """Where the tables of two turns look different."""

    def standing(self, view: V) -> V:
        """The view, judged by what earlier rests have shown."""

    def remember(self, view: V, best: T, doubtful: Collection[str]) -> None:
        """A rest is over: what it has shown for certain; what was seen at `doubtful` places may have been played."""

    def situation(self, turn: T) -> object:
        """What matters of a turn for the future: two ways to the same situation are one."""

    def left_by(self, closed: ClosedTurn[T]) -> object:
        """What may still be told otherwise of the turn before."""

    def told(self, closed: ClosedTurn[T]) -> object:
        """What is told of a turn that is over; what nobody can see does not count."""

    def kind(self, closed: ClosedTurn[T]) -> object:
        """What kind of breach a turn was, or none."""

    def back_price(self, passed: T, turn: T) -> float:
        """What it costs that a view showed one thing, and within the same turn this came instead."""


class Tracker(Generic[T, V]):
    """Holds the histories that may be true, likeliest first; feed it resting views with `see`."""

    def __init__(self, explainer: Explainer[T, V], begun: T, number: int, at_s: float, prices: Prices) -> None:
        self.explainer, self.prices = explainer, prices
        past = None if number == 1 else PastTurn(explainer.closed(begun, ()), number - 1, at_s, at_s, None, False)
        self.histories: tuple[History[T], ...] = (History(begun, past=past, from_s=at_s, last_s=at_s),)
        self._before: tuple[History[T], ...] = self.histories
        """The histories before the present rest: each further picture of it is judged from there."""
        self._rest = -1
        self._settled = 0
        """Turns up to this number stay as they were written down."""
        self.sight: V | None = None
        self._hints: dict[bool, list[Node[T]]] = {}
        """What explained the last picture of the present rest, by whether the search was wide."""
        self._suspicion: tuple[int, Breaches] = (number, ())
        self.suspected_rest = -1
        """The rest since which the likeliest history has told the turn in progress with just these breaches."""

    @property
    def best(self) -> History[T]:
        """The likeliest history."""
        return self.histories[0]

    def see(self, sight: V, rest: int, at_s: float) -> None:
        """A resting view; more pictures of the same rest replace what was concluded from the first ones."""
        if rest != self._rest:
            if self.sight is not None:
                self._remember(self.sight)
            self._before, self._rest = self.histories, rest
            self._hints = {}
        self.sight = self.explainer.standing(sight)
        self.histories = self._advanced(self._before, self.sight, rest, at_s)
        suspicion = (self.best.number, self.best.breaches)
        if suspicion != self._suspicion:
            self._suspicion, self.suspected_rest = suspicion, rest

    def _remember(self, sight: V) -> None:
        """A rest is over: what it has shown, but where a rule was broken or something may have been played there."""
        best = self.best
        doubtful = {place for breach in best.breaches for place in breach.places}
        for history in self.histories:  # where those nearly as likely as the best differ
            if history.cost - best.cost < self.prices.sure:
                doubtful.update(self.explainer.places(history.turn, best.turn))
        self.explainer.remember(sight, best.turn, doubtful)

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
        mine = self._told(self.best, number)
        self.histories = tuple(history for history in self.histories if self._told(history, number) == mine)
        open_or_mine = (history for history in self._before if self._told(history, number) in (mine, None))
        before = tuple(open_or_mine) or self.histories
        if len(before) != len(self._before):
            self._before, self._hints = before, {}

    def misfit(self) -> tuple[str, ...]:
        """The places where the likeliest history contradicts the last view."""
        if self.sight is None:
            return ()
        misreads = self.explainer.misreads(self.sight, self.best.turn)
        return tuple(miss.place for miss in misreads if miss.cost > self.prices.differs)

    def margin(self, number: int) -> float:
        """How much dearer the best history is that tells turn `number` differently."""
        mine = self._told(self.best, number)
        others = (x.cost - self.best.cost for x in self.rivals() if self._told(x, number) != mine)
        return min(others, default=UNRIVALLED)

    def clearing(self, number: int) -> list[History[T]]:
        """The histories on which the player of turn `number` has broken no rule."""
        return [x for x in self.rivals() if lawful_in(x, number)]

    def cleared(self, number: int) -> bool:
        """Whether the player of turn `number` has broken no rule on a history that may well be true.

        One that holds because of a misreading may if it is likelier than one in a hundred, unless what was misread was
        certain before and has stood so for long; one that holds because another has played may if it is hardly dearer.
        """
        prices, best = self.prices, self.best
        behind = ((misread(x, best), x.cost - best.cost) for x in self.clearing(number))
        return any(
            cost < (prices.blame if 0.0 < wrong <= prices.misread_most else prices.sure) for wrong, cost in behind
        )

    def margin_kind(self, number: int) -> float:
        """How much dearer the best history is on which turn `number` ended in another kind of breach, or in none."""
        mine = self._kind(self.best, number)
        others = (x.cost - self.best.cost for x in self.rivals() if self._kind(x, number) != mine)
        return min(others, default=UNRIVALLED)

    def margin_lawful(self, number: int) -> float:
        """How much dearer the best history is on which nobody has broken a rule since turn `number` began."""
        lawful = (x for x in self.histories if not x.breaches and all(lawful_in(x, n) for n in range(number, x.number)))
        return min((x.cost - self.best.cost for x in lawful), default=UNRIVALLED)

    def rivals(self) -> Sequence[History[T]]:
        """The histories to compare: without those that merely take the table as it is, where the best explains it."""
        return (
            self.histories
            if taken_over(self.best)
            else [history for history in self.histories if not taken_over(history)]
        )

    def _told(self, history: History[T], number: int) -> object:
        """What a history tells about a turn: not over, or how it ended."""
        past = history.record(number)
        return None if past is None else self.explainer.told(past.closed)

    def _kind(self, history: History[T], number: int) -> object:
        """What kind of breach a turn was."""
        past = history.record(number)
        return None if past is None else self.explainer.kind(past.closed)

    def _closed_now(self, history: History[T], at_s: float) -> History[T]:
        """The history in which the turn in progress is over at this moment."""
        closed, turn, price = self.explainer.closed_now(history)
        past = PastTurn(closed, history.number, history.from_s, at_s, history.past)
        return replace(
            history,
            turn=turn,
            cost=history.cost + price,
            breaches=(),
            past=past,
            parent=history,
            from_s=at_s,
            last_s=at_s,
        )

    def _advanced(self, histories: Sequence[History[T]], sight: V, rest: int, at_s: float) -> tuple[History[T], ...]:
        """All histories after this view; where that is odd, also from points before the last views."""
        found = self._explained(histories, sight, rest, at_s)
        best = min(found, key=lambda x: x.cost, default=None)
        if best is None or best.cost - histories[0].cost > self.prices.odd or broken_since(best, histories[0].number):
            near = [history for history in histories if history.cost - histories[0].cost <= self.prices.near]
            earlier = ancestors(near, self._settled, self.prices)
            found += self._explained([*near, *earlier], sight, rest, at_s, wide=True)
            for history in histories[: self.prices.taken_from]:
                nodes = self.explainer.adopted(history, sight)
                found += [self._extended(history, node, sight, rest, at_s) for node in nodes]
        return self._ranked(found) if found else tuple(histories)

    def _explained(
        self, histories: Sequence[History[T]], sight: V, rest: int, at_s: float, wide: bool = False
    ) -> list[History[T]]:
        """The histories after this view, by every explanation of it that costs little enough."""
        seeds = [Node(history.turn, history.breaches, (), history.cost, k) for k, history in enumerate(histories)]
        forgiven = [sight.paid_before(history.paid) for history in histories]
        views = {places: sight.forgiving(places) if places else sight for places in set(forgiven)}
        nodes = self.explainer.explore(seeds, [views[places] for places in forgiven], wide, self._hints.get(wide, ()))
        self._hints[wide] = nodes
        return [self._extended(histories[node.seed], node, sight, rest, at_s) for node in nodes]

    def _extended(self, history: History[T], node: Node[T], sight: V, rest: int, at_s: float) -> History[T]:
        """The history after one more view."""
        past, from_s = history.past, history.from_s
        for closed in node.closed:
            number = 1 if past is None else past.number + 1
            past = PastTurn(closed, number, from_s, history.last_s, past)
            from_s = history.last_s
        paid = dict(history.paid)
        for miss in self.explainer.misreads(sight, node.turn):
            paid[miss.place, miss.value] = max(miss.cost, paid.get((miss.place, miss.value), 0.0))
        changed = node.turn.state != history.state or bool(node.closed or history.back)
        return History(
            node.turn,
            node.cost + self._back_price(history, node),
            node.breaches,
            past,
            trimmed(history, self.prices.parents_most),
            frozenset(paid.items()),
            from_s,
            at_s if changed else history.last_s,
            rest if changed else history.changed_rest,
            sight.held_s,
        )

    def _back_price(self, history: History[T], node: Node[T]) -> float:
        """What it costs to have passed over views, by what this explanation says instead."""
        number = history.number + len(node.closed)
        return back_price(history, node.turn, number, self.explainer.back_price, self.prices)

    def _situation(self, history: History[T]) -> object:
        """What matters for the future: two ways to the same situation are one."""
        before = None if history.past is None else self.explainer.left_by(history.past.closed)
        return self.explainer.situation(history.turn), history.number, history.breaches, before

    def _ranked(self, histories: Sequence[History[T]]) -> tuple[History[T], ...]:
        """The cheapest history of every situation, best first."""
        ordered = sorted(histories, key=lambda history: history.cost)
        kept: dict[object, History[T]] = {}
        for history in ordered:
            if history.cost - ordered[0].cost > self.prices.drop or len(kept) >= self.prices.histories_most:
                break
            kept.setdefault(self._situation(history), history)
        return tuple(kept.values())
