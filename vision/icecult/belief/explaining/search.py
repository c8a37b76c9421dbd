"""Which turns, or parts of turns, lead from what is believed to what is seen now: the cheapest explanations first.

A best-first search over the engine's own actions. Every action has a price (how unlikely a player is to choose just
this one), a breach of the rules a higher one, and a place that was read differently costs what its readings are worth.
An estimate of what is still missing guides the search, so that only what leads towards the view is tried.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.icecult.board import SLOTS
from engine.icecult.cube import print_of
from engine.icecult.moves import Action, Step, Turn
from engine.icecult.turn import TurnInProgress
from vision.belief.entries import NEVER
from vision.belief.points import Node
from vision.icecult.belief.breach import TOO_FEW_TILTS, is_of_pawn
from vision.icecult.belief.explaining.breaches import breaches
from vision.icecult.belief.explaining.estimate import Estimate
from vision.icecult.belief.explaining.points import Closed, Point, arcs_left, may_close
from vision.icecult.belief.explaining.pruning import leads_away
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.evidence import CultView


def explore(
    seeds: Sequence[Point],
    sights: Sequence[CultView],
    wide: bool = False,
    hints: Sequence[Point] = (),
    prices: Prices = STANDARD,
) -> list[Point]:
    """Every point that explains the view nearly as cheaply as the cheapest, costs including the misfit.

    `sights` is the view as each of the seeds' histories has to judge it, `hints` what explained an earlier picture.

    A turn may end where it was last seen, or after more of its moves; only a `wide` search lets a whole turn that was
    not seen at all be over.
    """
    estimates = {id(sight): Estimate(sight, seeds, wide, prices) for sight in sights}
    return _Search(sights, [estimates[id(sight)] for sight in sights], prices).run(seeds, hints)


def situation(node: Point) -> object:
    """What matters for the future: two ways to the same situation are one."""
    turn = node.turn
    tilts = turn.tilts if len(turn.tilts) == 1 else len(turn.tilts)
    last = node.closed[-1].turn.spent if node.closed else None
    return turn.state, turn.spent, tilts, len(node.closed), last, node.breaches, turn.before, turn.cube_set


class _Search:
    """One search: the view and what has been found so far."""

    def __init__(self, sights: Sequence[CultView], estimates: Sequence[Estimate], prices: Prices) -> None:
        self._sights, self._estimates, self._prices = sights, estimates, prices
        self._best, self._misread, self._count = NEVER, False, 0

    def run(self, seeds: Sequence[Point], hints: Sequence[Point]) -> list[Point]:
        """Look at points in the order of what they may cost in the end; breaches of a point come after its children."""
        heap: list[tuple[float, int, Point, bool]] = []
        count, known = 0, dict[object, float]()
        found: dict[object, Point] = {}
        for hint in hints:
            plain = replace(hint, cost=hint.cost - hint.misfit, misfit=0.0)
            self._match(plain, self._key(plain), found)
        for seed in seeds:
            heapq.heappush(heap, (self._expected(seed), count, seed, False))
            count += 1
        while heap and self._count < self._prices.points_most * (self._prices.points_further if self._misread else 1):
            estimate, _, node, breach = heapq.heappop(heap)
            if estimate > self._limit:
                break
            if not breach:
                key = self._key(node)
                if known.get(key, NEVER) <= node.cost:
                    continue
                known[key] = node.cost
                self._match(node, key, found)
                count += 1
                heapq.heappush(heap, (self._with_breach(node), count, node, True))
            for child in breaches(node, self._sights[node.seed], self._prices) if breach else self._children(node):
                expected = self._expected(child)
                if expected <= self._limit:
                    count += 1
                    heapq.heappush(heap, (expected, count, child, False))
        near = self._best + self._prices.margin
        return [node for node in found.values() if node.cost <= (near if node.misfit > 0.0 else self._limit)]

    def _key(self, node: Point) -> object:
        """What makes nodes alike: one situation, and the same misreadings paid for before."""
        return id(self._sights[node.seed]), situation(node)

    @property
    def _limit(self) -> float:
        """How dear an explanation may be; one that takes the view as it is may be dearer than a misreading."""
        return self._best + self._prices.margin + (self._prices.as_seen if self._misread else 0.0)

    def _expected(self, node: Point) -> float:
        self._count += 1
        return self._estimates[node.seed].of(node)

    def _with_breach(self, node: Point) -> float:
        """The least a node can cost after one more breach, which may set right much of what is missing."""
        again = any(is_of_pawn(breach) for breach in node.breaches)
        least = self._prices.another_pawn if again else self._prices.cheapest_breach
        return least + self._prices.breach_last + self._estimates[node.seed].broken(node)

    def _match(self, node: Point, key: object, found: dict[object, Point]) -> None:
        """Note the node with the cost of its misfit; unknown faces are learned from the view."""
        if node.closed and not node.turn.actions and not node.breaches:
            return  # nobody can see that a turn is over before the next one begins
        learned = self._learn(node)
        misfit = self._sights[node.seed].cost(learned.turn.state, learned.turn.cube_set)
        misfit -= self._estimates[node.seed].waived(learned)
        if misfit <= self._prices.misfit_most:
            total = learned.cost + misfit
            if total < self._best:
                self._best, self._misread = total, misfit > 0.0
            found[key] = replace(learned, cost=total, misfit=misfit)

    def _children(self, node: Point) -> Iterator[Point]:
        """Every point one lawful action further, and the next player's turn."""
        turn = node.turn
        if not turn.over:
            if len(turn.tilts) < 2:
                for tilt in turn.legal_actions():
                    child = _after(node, turn.after(tilt), self._prices.tilt)
                    yield self._learn(child) if len(turn.tilts) == 1 else child
            else:
                sight = self._sights[node.seed]
                for action in distinct(turn):
                    if node.closed and leads_away(turn, action, sight):
                        continue
                    yield _after(node, turn.after(action), self._price(turn, action))
        yield from self._ends(node)

    def _price(self, turn: TurnInProgress, action: Action) -> float:
        """What an action after the tilts costs; a spin that nobody could see is possible but not likely."""
        if isinstance(action, Step):
            return self._prices.step
        top = turn.tops[SLOTS.index(action.slot)] if isinstance(action, Turn) else None
        return self._prices.spin_unseen if top is not None and top.symbol == "circle" else self._prices.spin

    def _ends(self, node: Point) -> Iterator[Point]:
        """The turn is over and the next player begins."""
        turn = node.turn
        if not self._estimates[node.seed].may_end(node):
            return
        broken = node.breaches
        price = self._estimates[node.seed].end_price(node)
        if len(turn.tilts) < 2:
            broken, price = (*broken, TOO_FEW_TILTS), price + self._prices.tilt_count
        elif not may_close(turn, broken):
            price += self._prices.owed_left
        closed = Closed(turn, broken)
        begun = closed.next_turn()
        if not begun.over:
            yield Node(begun, (), (*node.closed, closed), node.cost + price, node.seed, False)

    def _learn(self, node: Point) -> Point:
        """The node with faces learned that were unknown and are seen on top now."""
        turn = node.turn
        if None not in turn.cube_set.tops(turn.state.cubes):
            return node
        cubes, price = list(turn.cube_set.cubes), 0.0
        for k, (cube, pose) in enumerate(zip(turn.cube_set.cubes, turn.state.cubes, strict=True)):
            top = self._sights[node.seed].top(k)
            if cube.top(pose) is None and top is not None:
                twice = any(text is not None and text.startswith(top.symbol) for text in cube.prints)
                price += self._prices.print_twice * twice
                cubes[k] = cube.with_print(pose[0], print_of(pose, top))
        learned = replace(turn.cube_set, cubes=(cubes[0], cubes[1], cubes[2], cubes[3]))
        tops = learned.tops(turn.state.cubes) if len(turn.tilts) == 2 else turn.tops
        return replace(node, turn=replace(turn, cube_set=learned, tops=tops), cost=node.cost + price)


def _after(node: Point, turn: TurnInProgress, price: float) -> Point:
    return Node(turn, node.breaches, node.closed, node.cost + price, node.seed, False)


def distinct(turn: TurnInProgress) -> list[Action]:
    """The lawful actions, one of several symbols that do the same: arcs and circles are all alike.

    Equal arrows are too, unless an arc may turn one of them away: then it matters which was used.
    """
    out: dict[object, Action] = {}
    arcs = arcs_left(turn)
    for action in turn.legal_actions():
        if isinstance(action, Turn):
            out.setdefault((action.slot, action.sense), action)
        elif isinstance(action, Step):
            used = action.arrow if arcs and action.circle is None else action.circle is None
            out.setdefault((action.colour, action.path, action.space, action.height, used), action)
    return list(out.values())
