"""Which turns, or parts of turns, lead from a known table to what is seen now.

A depth-first search over the engine's own actions, guided by the view: a pawn is only moved where more pawns are seen
farther out, cubes must come to show what is seen. Breaches of the rules are searched only when asked for, at a price.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.icecult.board import COLOURS, PATHS, SLOTS, TILTS
from engine.icecult.cube import ROLLED, TURNED, CubeSet, Top, print_of
from engine.icecult.moves import Action, Step, Tilt, Turn, perform
from engine.icecult.options import next_player
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.sight import Sight

TILT_ACTIONS: Final = tuple(Tilt(*word) for word in TILTS)
ODD_TILT: Final = Tilt("?", "?")
"""Stands for a roll that no pair can make, so that it counts as one of the two."""

NODES: Final = 12000
PRICES: Final = {
    "missed": 6.5,
    "early-move": 8.0,
    "tilt-undone": 8.0,
    "tilt-count": 9.5,
    "tilt-alone": 9.0,
    "cube-turned": 9.5,
    "pawn-unearned": 8.5,
    "after-the-end": 9.0,
}
CUBE_FOULS: Final = frozenset({"tilt-undone", "tilt-count", "tilt-alone", "cube-turned"})
AGAIN: Final = 4.0
"""A further breach of the same kind in the same turn is no longer a surprise."""
HIDDEN_TURN: Final = 3.0
TURN_PRICE: Final = 0.3
STEP_PRICE: Final = 0.05
GAP_END: Final = 0.5
ODD_PRINT: Final = 1.5


@dataclass(frozen=True, slots=True)
class Closed:
    """A turn that is over on one line of belief."""

    turn: TurnInProgress
    fouls: tuple[str, ...]

    def after(self) -> State:
        """The table as the next player finds it."""
        return handed_on(self.turn)

    @property
    def missed(self) -> bool:
        """Whether it ended though something was owed, or before its tilts were made."""
        return not self.turn.may_end()


@dataclass(frozen=True, slots=True)
class Node:
    """A point of the search: the turn in progress, its breaches, the turns closed on the way."""

    turn: TurnInProgress
    fouls: tuple[str, ...] = ()
    closed: tuple[Closed, ...] = ()
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to search: breaches with cubes and pawns, ends of turns, also after unseen actions."""

    cube_fouls: int = 0
    pawn_fouls: int = 0
    ends: int = 1
    end_later: bool = False
    slack: int = 0
    tolerance: float = 10.0


def handed_on(turn: TurnInProgress) -> State:
    """The table with the next player to move."""
    return replace(turn.state, to_move=next_player(turn.players, turn.before.to_move))


def reach(root: Node, sight: Sight, limits: Limits) -> list[Node]:
    """Every point that fits the view, its cost including the misfit; one for each different situation."""
    best: dict[object, float] = {}
    found: dict[object, Node] = {}
    stack = [root]
    search = _Search(sight, limits, root)
    while stack and len(best) < NODES:
        node = stack.pop()
        key = situation(node)
        if best.get(key, 1e9) <= node.cost:
            continue
        best[key] = node.cost
        reached = search.matched(node)
        if reached is not None:
            found[key] = reached
        stack.extend(search.children(node))
    return list(found.values())


def breaches(root: Node, sight: Sight) -> list[Node]:
    """Every point that fits the view after a single action against the rules and nothing else."""
    search = _Search(sight, Limits(1, 1), root)
    matches = (search.matched(child) for child in search.breaches(root))
    return [node for node in matches if node is not None]


def situation(node: Node) -> object:
    """What matters for the future: two ways to the same situation are one."""
    turn = node.turn
    state = turn.state
    tilts = turn.tilts if len(turn.tilts) == 1 else len(turn.tilts)
    return state, turn.spent, tilts, len(node.closed), node.fouls, turn.before.cubes, turn.cube_set


class _Search:
    """One search: the view, the limits and what follows from them."""

    def __init__(self, sight: Sight, limits: Limits, root: Node) -> None:
        self._sight, self._limits, self._root = sight, limits, root
        self._most: dict[tuple[int, str, int], int] = {}

    def matched(self, node: Node) -> Node | None:
        """The node with the cost of its misfit, if it fits; unknown faces are learned from the view."""
        learned = self._learn(node)
        misfit = self._sight.cost(learned.turn.state, learned.turn.cube_set)
        return replace(learned, cost=learned.cost + misfit) if misfit <= self._limits.tolerance else None

    def children(self, node: Node) -> Iterator[Node]:
        """Every point one action further that may still lead to the view."""
        if not node.turn.over:
            yield from self._tilts(node) if len(node.turn.tilts) < 2 else self._uses(node)
        yield from self._ends(node)
        yield from self.breaches(node)

    def _tilts(self, node: Node) -> Iterator[Node]:
        for tilt in node.turn.legal_actions():
            after = node.turn.play(tilt)
            assert isinstance(after, TurnInProgress)
            child = replace(node, turn=after)
            if len(after.tilts) == 2:
                child = self._learn(child)
            if len(after.tilts) < 2 or self._cube_fouls_left(node) or self._cubes_may_fit(child):
                yield child

    def _uses(self, node: Node) -> Iterator[Node]:
        """Steps that lead outwards to where pawns are seen, and turns by the first unused arc."""
        turn = node.turn
        ready = self._cubes_may_fit(node)
        for action in _distinct(turn.legal_actions()):
            if isinstance(action, Step):
                if ready and self._wanted(turn.state, action):
                    yield self._played(node, action, STEP_PRICE)
            elif isinstance(action, Turn):
                child = self._played(node, action, self._turn_price(turn, action))
                if self._cubes_may_fit(child):
                    yield child

    def _played(self, node: Node, action: Action, price: float) -> Node:
        after = node.turn.play(action)
        assert isinstance(after, TurnInProgress)
        return replace(node, turn=after, cost=node.cost + price)

    def _turn_price(self, turn: TurnInProgress, action: Turn) -> float:
        """A turn that nobody could see is possible but not likely."""
        k = SLOTS.index(action.slot)
        top = turn.tops[k]
        hidden = top is not None and top.symbol == "circle"
        return HIDDEN_TURN if hidden else TURN_PRICE

    def _ends(self, node: Node) -> Iterator[Node]:
        """The turn is over and the next player begins."""
        turn, limits = node.turn, self._limits
        if len(node.closed) >= limits.ends or turn.over or not (node is self._root or limits.end_later):
            return
        if not turn.actions and not node.fouls:
            return
        fouls, price = node.fouls, 0.0
        if node is not self._root and len(self._root.turn.tilts) < 2 and self._sight.pawns_cost(turn.state) > 3.0:
            return  # a whole turn and more than tilts of the next one cannot be told apart from anything
        if len(turn.tilts) < 2:
            if self._cube_fouls_left(node) < 1:
                return
            fouls, price = (*fouls, "tilt-count"), PRICES["tilt-count"]
        elif not turn.may_end():
            price = PRICES["missed"]
        price += 0.0 if node is self._root else GAP_END
        closed = Closed(turn, fouls)
        begun = TurnInProgress.begin(closed.after(), turn.cube_set, turn.house, turn.players)
        if not begun.over:
            yield Node(begun, (), (*node.closed, closed), node.cost + price)

    def _may_end_later(self, node: Node) -> bool:
        return self._limits.end_later and len(node.closed) < self._limits.ends

    def _cube_fouls_left(self, node: Node) -> int:
        return self._limits.cube_fouls - sum(f in CUBE_FOULS for f in _new_fouls(node, self._root))

    def _pawn_fouls_left(self, node: Node) -> int:
        return self._limits.pawn_fouls - sum(f not in CUBE_FOULS for f in _new_fouls(node, self._root))

    def _cubes_may_fit(self, node: Node) -> bool:
        """Whether the arcs that are left can still turn the cubes to what is seen."""
        if self._may_end_later(node):
            return True
        turn = node.turn
        needed = 0
        wrong = 0
        for k, top in enumerate(turn.tops):
            if top is None:
                continue
            quarters = self._quarters(k, top)
            if quarters is None:
                wrong += 1
            else:
                needed += quarters
        arcs = sum(1 for s, t in zip(SLOTS, turn.tops, strict=True) if t and t.symbol == "arc" and s not in turn.spent)
        if wrong:
            return wrong <= self._limits.slack and needed <= arcs
        return needed <= arcs + self._limits.slack

    def _quarters(self, k: int, top: Top) -> int | None:
        """How many quarter turns bring this top to what is seen; None where it is another symbol."""
        seen = self._sight.cubes[k]
        if not seen.scores or seen.cost((top.symbol, top.facing)) < 3.0:
            return 0
        symbol, facing = seen.best
        if symbol != top.symbol:
            return None
        return _between(top.facing, facing)

    def _wanted(self, state: State, step: Step) -> bool:
        """Whether the pawns that would move may be seen that far out."""
        k = PATHS.index(step.path)
        if step.space == 0:
            group, beyond = step.colour, 1
        else:
            stack = state.paths[k][step.space - 1]
            group, beyond = stack[step.height_on(stack) :], step.space + 1
        out = "".join(state.paths[k][beyond - 1 :]) + state.goal[k] + group
        return all(out.count(c) <= self._at_most(k, c, beyond) for c in set(group))

    def _at_most(self, path: int, colour: str, space: int) -> int:
        key = path, colour, space
        if key not in self._most:
            self._most[key] = self._sight.most(path, colour, space, self._limits.slack)
        return self._most[key]

    def _learn(self, node: Node) -> Node:
        """The node with faces learned that were unknown and are seen on top now."""
        turn = node.turn
        cubes, price = list(turn.cube_set.cubes), 0.0
        for k, (cube, pose) in enumerate(zip(turn.cube_set.cubes, turn.state.cubes, strict=True)):
            top = self._sight.top(k)
            if cube.top(pose) is None and top is not None:
                price += ODD_PRINT * any(text is not None and text.startswith(top.symbol) for text in cube.prints)
                cubes[k] = cube.with_print(pose[0], print_of(pose, top))
        if tuple(cubes) == turn.cube_set.cubes:
            return node
        learned = replace(turn.cube_set, cubes=(cubes[0], cubes[1], cubes[2], cubes[3]))
        tops = learned.tops(turn.state.cubes) if len(turn.tilts) == 2 else turn.tops
        return replace(node, turn=replace(turn, cube_set=learned, tops=tops), cost=node.cost + price)

    def breaches(self, node: Node) -> Iterator[Node]:
        """Points reached by one action against the rules; cubes are handled before pawns."""
        untouched = not any(isinstance(action, Step | Turn) for action in node.turn.actions) or node is self._root
        if untouched and self._cube_fouls_left(node) > 0:
            yield from self._wrong_tilts(node)
            yield from self._wrong_cubes(node)
        if self._pawn_fouls_left(node) > 0 and (len(node.turn.tilts) < 2 or self._cubes_may_fit(node)):
            yield from self._wrong_steps(node)

    def _wrong_tilts(self, node: Node) -> Iterator[Node]:
        turn = node.turn
        for tilt in TILT_ACTIONS:
            rule = turn.broken_by(tilt)
            if rule in ("tilt-undone", "tilt-count"):
                more = (*turn.tilts, tilt) if len(turn.tilts) < 2 else turn.tilts
                child = self._broken(node, rule, perform(turn.state, tilt), tilt, more)
                if self._cube_fouls_left(child) or self._cubes_may_fit(child):
                    yield child

    def _wrong_cubes(self, node: Node) -> Iterator[Node]:
        """One cube rolled alone, two that are no pair or on another axis, one turned on the spot."""
        turn = node.turn
        for state in odd_rolls(turn.state):
            if self._state_cubes_fit(turn.cube_set, state):
                if len(turn.tilts) < 2:
                    yield self._broken(node, "tilt-alone", state, None, (*turn.tilts, ODD_TILT))
                yield self._broken(node, "tilt-alone", state, None, turn.tilts)
        for slot in range(4):
            for sense in "+-":
                state = _with_cube(turn.state, slot, TURNED[turn.state.cubes[slot]][sense])
                if self._state_cubes_fit(turn.cube_set, state):
                    yield self._broken(node, "cube-turned", state, None, turn.tilts)

    def _state_cubes_fit(self, cube_set: CubeSet, state: State) -> bool:
        return self._sight.cubes_cost(cube_set.tops(state.cubes)) <= self._limits.tolerance

    def _wrong_steps(self, node: Node) -> Iterator[Node]:
        """A pawn one space out that nothing on top allows."""
        turn = node.turn
        rule = "early-move" if len(turn.tilts) < 2 else "pawn-unearned"
        rule = "after-the-end" if turn.over else rule
        for step in every_step(turn.state, turn.cube_set.tops(turn.state.cubes)):
            if self._wanted(turn.state, step) and turn.broken_by(step):
                yield self._broken(node, rule, perform(turn.state, step), step, turn.tilts)

    def _broken(self, node: Node, rule: str, state: State, action: Action | None, tilts: tuple[Tilt, ...]) -> Node:
        turn = node.turn
        tops = turn.cube_set.tops(state.cubes) if len(tilts) == 2 else turn.tops
        actions = turn.actions if action is None else (*turn.actions, action)
        price = AGAIN if rule in node.fouls else PRICES[rule]
        after = replace(turn, state=state, actions=actions, tilts=tilts, tops=tops)
        return replace(node, turn=after, fouls=(*node.fouls, rule), cost=node.cost + price)


def _new_fouls(node: Node, root: Node) -> list[str]:
    """The breaches on the way from the root."""
    every = [foul for closed in node.closed for foul in closed.fouls] + list(node.fouls)
    return every[len(root.fouls) :]


def _distinct(actions: tuple[Action, ...]) -> list[Action]:
    """One of several symbols that do the same: arcs and circles are all alike, equal arrows too."""
    out: dict[object, Action] = {}
    for action in actions:
        if isinstance(action, Turn):
            out.setdefault((action.slot, action.sense), action)
        elif isinstance(action, Step):
            kind = action.circle is None
            out.setdefault((action.colour, action.path, action.space, action.height, kind), action)
    return list(out.values())


def _between(a: str | None, b: str | None) -> int:
    """Quarter turns between two headings or two corners."""
    around = "NESW" if a is not None and len(a) == 1 else ("NE", "SE", "SW", "NW")
    if a is None or b is None or a not in around or b not in around:
        return 0
    apart = (around.index(a) - around.index(b)) % 4
    return min(apart, 4 - apart)


def _with_cube(state: State, slot: int, pose: str) -> State:
    cubes = (*state.cubes[:slot], pose, *state.cubes[slot + 1 :])
    return State.trusted(cubes, state.paths, state.start, state.goal, state.to_move)


def odd_rolls(state: State) -> Iterator[State]:
    """Every roll that is no tilt: one cube alone, a diagonal pair, a pair on the other axis."""
    from itertools import combinations

    lawful = {perform(state, tilt).cubes for tilt in TILT_ACTIONS}
    for heading in "nesw":
        rolled = [ROLLED[pose][heading] for pose in state.cubes]
        for chosen in (*combinations(range(4), 1), *combinations(range(4), 2)):
            cubes = tuple(rolled[k] if k in chosen else pose for k, pose in enumerate(state.cubes))
            if cubes not in lawful:
                yield State.trusted(cubes, state.paths, state.start, state.goal, state.to_move)


def every_step(state: State, tops: tuple[Top | None, ...]) -> Iterator[Step]:
    """Every pawn one space outwards, named by the likeliest arrow."""
    for path, stacks in zip(PATHS, state.paths, strict=True):
        for colour in COLOURS:
            slot = _nearest_arrow(tops, colour, path)
            if colour in state.start:
                yield Step(colour, path, 0, None, slot)
            for space, stack in enumerate(stacks, start=1):
                for height, pawn in enumerate(stack):
                    if pawn == colour:
                        yield Step(colour, path, space, height, slot)


def _nearest_arrow(tops: tuple[Top | None, ...], colour: str, path: str) -> str:
    """The cube whose arrow comes nearest to allowing the step."""

    def rank(k: int) -> int:
        top = tops[k]
        return 0 if top is None else 2 * (top.colour == colour) + (top.facing == path)

    return SLOTS[max(range(4), key=rank)]
