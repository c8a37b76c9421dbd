"""What is believed of a match: which turns explain what was seen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tests.toy.calibration.board import SQUARES
from tests.toy.engine.game import MOST, Heap, TakeStones, Taking
from tests.toy.vision.reader import Squares
from vision.belief.breach import Breach, Breaches
from vision.belief.concluding import Concluding
from vision.belief.conclusions import Begun
from vision.belief.fusing import Fusing
from vision.belief.histories import History
from vision.belief.points import Closed, ClosedTurn, Node
from vision.belief.prices import STANDARD, Prices
from vision.belief.readings import Readings
from vision.belief.tracker import Tracker
from vision.belief.view import Misread, View

TOO_MANY: Final = Breach("too-many")
BROKEN: Final = 2.0
"""What it costs to believe that somebody took more stones than the rules allow, in nats."""
NEARLY: Final = 12.0
"""Explanations dearer than the cheapest by more than this are left out."""


class ToyView(View):
    """One resting view of the nine squares."""

    def __init__(self, squares: Mapping[str, Readings], held_s: float, prices: Prices = STANDARD) -> None:
        super().__init__(held_s)
        self.squares, self.prices = squares, prices

    @classmethod
    def of(cls, pictures: Sequence[Squares], held_s: float, prices: Prices = STANDARD) -> ToyView:
        fusing = Fusing(held_s, prices)
        seen = {square: [_reading(picture.stones.get(square)) for picture in pictures] for square in SQUARES}
        return cls({square: Readings(fusing.scores(each)) for square, each in seen.items()}, held_s, prices)

    def to_json(self) -> dict[str, Any]:
        return {"held_s": self.held_s, "squares": {s: list(r.scores.items()) for s, r in self.squares.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], prices: Prices) -> ToyView:
        return cls({s: Readings(dict(map(tuple, r))) for s, r in data["squares"].items()}, data["held_s"], prices)

    def readings(self, place: str) -> Readings:
        return self.squares[place]

    def most_for(self, place: str, value: Any) -> float:
        return self.prices.misread_most

    def unseen(self) -> tuple[str, ...]:
        return tuple(square for square, seen in self.squares.items() if not seen.scores)

    def best_values(self) -> tuple[Any, ...]:
        return tuple(seen.best for seen in self.squares.values())

    def misreads(self, heap: Heap) -> tuple[Misread, ...]:
        lying = ((square, k < heap.stones) for k, square in enumerate(SQUARES))
        costs = ((square, self.cost_at(square, self.squares[square], stone)) for square, stone in lying)
        return tuple(Misread(s, self.squares[s].best, cost) for s, cost in costs if cost > self.prices.least)


def _reading(likely: float | None) -> tuple[bool, float] | None:
    return None if likely is None else (likely >= 0.5, max(likely, 1 - likely))


class StonesExplainer:
    """See `vision.belief.tracker.Explainer`."""

    def __init__(self) -> None:
        self._certain: dict[str, Any] = {}
        """The squares that earlier rests showed plainly: only what was certain before can be seen to have changed."""

    def closed(self, turn: Taking, breaches: Breaches) -> Closed[Taking]:
        return Closed(turn, breaches)

    def closed_now(self, history: History[Taking]) -> tuple[Closed[Taking], Taking, float]:
        turn = history.turn
        return Closed(turn, history.breaches), Taking(turn.handed_on(), turn.players), 0.0 if turn.taken else BROKEN

    def explore(
        self, seeds: Sequence[Node[Taking]], views: Sequence[ToyView], wide: bool, hints: Sequence[Node[Taking]]
    ) -> list[Node[Taking]]:
        nodes = [node for seed, view in zip(seeds, views, strict=True) for node in self._after(seed, view)]
        least = min((node.cost for node in nodes), default=0.0)
        return [node for node in nodes if node.cost <= least + NEARLY]

    def _after(self, seed: Node[Taking], view: ToyView) -> Iterator[Node[Taking]]:
        """The table as it was, or one handful later: of the player to move, or of the next one."""
        yield self._node(seed, view)
        begun = seed
        if seed.turn.taken:
            closed = Closed(seed.turn, seed.breaches)
            begun = replace(seed, turn=Taking(closed.after(), seed.turn.players), breaches=(), closed=(closed,))
        for count in range(1, begun.turn.state.stones + 1):
            broken = (TOO_MANY,) if count > MOST else ()
            price = seed.cost + (BROKEN if broken else 0.0)
            yield self._node(replace(begun, turn=begun.turn.after(count), breaches=broken, cost=price), view)

    def _node(self, node: Node[Taking], view: ToyView) -> Node[Taking]:
        misfit = sum(miss.cost for miss in view.misreads(node.turn.state))
        return replace(node, cost=node.cost + misfit, misfit=misfit)

    def adopted(self, history: History[Taking], view: ToyView) -> Iterable[Node[Taking]]:
        return ()  # whatever number of stones is left, a handful explains it

    def misreads(self, view: ToyView, turn: Taking) -> tuple[Misread, ...]:
        return view.misreads(turn.state)

    def places(self, one: Taking, other: Taking) -> Collection[str]:
        return places_of(one.state, other.state)

    def standing(self, view: ToyView) -> ToyView:
        view.known = dict(self._certain)
        return view

    def remember(self, view: ToyView, best: Taking, doubtful: Collection[str]) -> None:
        plain = {square: seen.best for square, seen in view.squares.items() if view.clearly(seen, seen.best)}
        self._certain |= {square: stone for square, stone in plain.items() if square not in doubtful}

    def situation(self, turn: Taking) -> object:
        return turn

    def left_by(self, closed: ClosedTurn[Taking]) -> object:
        return self.told(closed)

    def told(self, closed: ClosedTurn[Taking]) -> object:
        return closed.lawful, closed.turn.taken

    def kind(self, closed: ClosedTurn[Taking]) -> object:
        return closed.breaches

    def back_price(self, passed: Taking, turn: Taking) -> float:
        return 0.0


def places_of(one: Heap, other: Heap) -> tuple[str, ...]:
    """The squares that look different."""
    low, high = sorted((one.stones, other.stones))
    return SQUARES[low:high]


class StonesBelief(Concluding[Taking, ToyView]):
    """What follows from the belief: see `vision.belief.concluding`."""

    def restart(self, rules: TakeStones, begun: Begun) -> None:
        turn = rules.begin(begun.state)
        self.tracker = Tracker(StonesExplainer(), turn, begun.number, begun.at_s, self._prices)

    def view(self, pictures: Sequence[Squares], held_s: float = 0.0) -> ToyView:
        return ToyView.of(pictures, held_s, self._prices)

    def stored(self, view: dict[str, Any]) -> ToyView:
        return ToyView.from_json(view, self._prices)

    def taken(self, turn: Taking, view: ToyView) -> Heap:
        seen = enumerate(view.best_values())
        lying = [k < turn.state.stones if stone is None else stone for k, stone in seen]
        return replace(turn.state, stones=sum(lying))
