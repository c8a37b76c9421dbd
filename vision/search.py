"""Which turns, or parts of turns, lead from what is believed to what is seen now: the cheapest explanations first.

A best-first search over the engine's own actions. Every action has a price (how unlikely a player is to choose just
this one), a breach of the rules a higher one, and a place that was read differently costs what its readings are worth.
An estimate of what is still missing guides the search, so that only what leads towards the view is tried.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from engine.icecult.board import COLOURS, PATHS, SLOTS, TILTS, in_order
from engine.icecult.cube import ROLLED, TURNED, Cube, CubeSet, Top, print_of
from engine.icecult.moves import Action, Step, Tilt, Turn, perform, tilted
from engine.icecult.options import next_player
from engine.icecult.state import Stacks, State
from engine.icecult.turn import TurnInProgress
from vision.sight import Sight

TILT_ACTIONS: Final = tuple(Tilt(*word) for word in TILTS)
ODD_TILT: Final = Tilt("?", "?")
"""Stands for a roll that no pair can make, so that it counts as one of the two."""

TILT: Final = 2.0
STEP: Final = 1.6
TURN: Final = 2.3
HIDDEN_TURN: Final = 2.8
GAP_END: Final = 3.0
SECOND_END: Final = 3.0
MISSED: Final = 6.0
ODD_PRINT: Final = 1.5
PRICES: Final = {
    "early-move": 9.0,
    "tilt-undone": 8.0,
    "tilt-count": 7.5,
    "tilt-alone": 8.2,
    "cube-turned": 8.0,
    "pawn-unearned": 8.0,
    "after-the-end": 9.0,
    "relocated": 10.5,
    "pawn-count": 10.5,
    "cubes-exchanged": 9.5,
}
THIRD_TILT: Final = 3.5
"""How much odder a third tilt is than a turn that ended after one."""
UNSEEN_UNDONE: Final = 1.5
SPENT_ARROW: Final = 1.5
"""A pawn that an arrow on top would move was rather moved by the next player."""
EARLIEST: Final = 3.0
"""A breach by a player of whom no tilt has been seen is odder still."""
LOOSE: Final = frozenset({"relocated", "pawn-count", "cubes-exchanged", "adopted"})
"""Breaches after which nobody can say what else was owed."""
PAWN_RULES: Final = frozenset({"early-move", "pawn-unearned", "after-the-end"})
AGAIN: Final = 5.0
"""A further pawn moved against the rules in the same turn is no longer a surprise."""
BREACHES: Final = 3
LEAST_BREACH: Final = 8.0
MOST_MENDED: Final = 9.5
LAST_RESORT: Final = 2.0
"""Breaches are looked for only where lawful play comes out this much dearer than usual."""

ESTIMATES: Final = 5000
ENDS: Final = 2
TOLERANCE: Final = 20.0


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
        return not may_close(self.turn, self.fouls)

    @property
    def lawful(self) -> bool:
        """Whether nothing was broken or missed."""
        return not self.fouls and not self.missed


@dataclass(frozen=True, slots=True)
class Node:
    """A point of the search: the turn in progress, its breaches, the turns closed on the way, and where it began."""

    turn: TurnInProgress
    fouls: tuple[str, ...] = ()
    closed: tuple[Closed, ...] = ()
    cost: float = 0.0
    seed: int = 0
    fresh: bool = True
    """Nothing has happened since the last view."""


def handed_on(turn: TurnInProgress) -> State:
    """The table with the next player to move."""
    s = turn.state
    return State.trusted(s.cubes, s.paths, s.start, s.goal, next_player(turn.players, turn.before.to_move))


def explore(seeds: Sequence[Node], sight: Sight, margin: float, wide: bool = False) -> list[Node]:
    """Every point that explains the view nearly as cheaply as the cheapest, costs including the misfit.

    A turn may end where it was last seen, or after more of its moves; only a `wide` search lets a whole turn that was
    not seen at all be over.
    """
    return _Search(sight, margin, wide).run(seeds)


def situation(node: Node) -> object:
    """What matters for the future: two ways to the same situation are one."""
    turn = node.turn
    tilts = turn.tilts if len(turn.tilts) == 1 else len(turn.tilts)
    last = node.closed[-1].turn.spent if node.closed else None
    return turn.state, turn.spent, tilts, len(node.closed), last, node.fouls, turn.before, turn.cube_set


class _Search:
    """One search: the view and what has been found so far."""

    def __init__(self, sight: Sight, margin: float, wide: bool) -> None:
        self._sight, self._margin, self._wide = sight, margin, wide
        self._best = 1e9
        self._estimates = 0
        self._paths: dict[tuple[int, Stacks, str], float] = {}
        self._most: dict[tuple[int, str, int], int] = {}
        self._tops: dict[tuple[int, int, str], tuple[float, float, Cube]] = {}
        self._tilted: dict[tuple[int, tuple[str, ...], int], tuple[float, CubeSet]] = {}
        self._seeds: Sequence[Node] = ()

    def run(self, seeds: Sequence[Node]) -> list[Node]:
        self._seeds = seeds
        heap: list[tuple[float, int, Node, bool]] = []
        count, known = 0, dict[object, float]()
        found: dict[object, Node] = {}
        for seed in seeds:
            heapq.heappush(heap, (self._estimate(seed), count, seed, False))
            count += 1
        while heap and self._estimates < ESTIMATES:
            estimate, _, node, breach = heapq.heappop(heap)
            if estimate > self._best + self._margin:
                break
            if not breach:
                key = situation(node)
                if known.get(key, 1e9) <= node.cost:
                    continue
                known[key] = node.cost
                self._match(node, key, found)
                count += 1
                heapq.heappush(heap, (_with_breach(node, estimate), count, node, True))
            for child in self._breaches(node) if breach else self._children(node):
                expected = self._estimate(child)
                if expected <= self._best + self._margin:
                    count += 1
                    heapq.heappush(heap, (expected, count, child, False))
        return [node for node in found.values() if node.cost <= self._best + self._margin]

    def _match(self, node: Node, key: object, found: dict[object, Node]) -> None:
        """Note the node with the cost of its misfit; unknown faces are learned from the view."""
        if node.closed and not node.turn.actions and not node.fouls:
            return  # nobody can see that a turn is over before the next one begins
        learned = self._learn(node)
        misfit = self._sight.cost(learned.turn.state, learned.turn.cube_set) - self._waived(learned)
        if misfit <= TOLERANCE:
            total = learned.cost + misfit
            self._best = min(self._best, total)
            found[key] = replace(learned, cost=total)

    def _waived(self, node: Node) -> float:
        """The misfit that a breach accounts for, though no state can show it."""
        waived = 0.0
        for foul in node.fouls:
            rule, _, places = foul.partition("@")
            if rule == "pawn-count":
                waived += self._place_cost(node.turn.state, places)
            elif rule == "cubes-exchanged":
                waived += sum(self._top_cost(node.turn, SLOTS.index(slot)) for slot in places.split("+"))
        return waived

    def _place_cost(self, state: State, place: str) -> float:
        if place == "start":
            return self._sight.start_cost(state.start)
        k = PATHS.index(place[0])
        return self._sight.space_cost(k, int(place[1:]), state.paths[k][int(place[1:]) - 1])

    def _estimate(self, node: Node) -> float:
        """The least this node can cost in the end."""
        self._estimates += 1
        turn, state = node.turn, node.turn.state
        costs = [self._top_cost(turn, k) for k in range(4)]
        wrong = sum(cost > 2.0 for cost in costs)
        lanes = [self._path(k, state.paths[k], state.goal[k]) for k in range(4)]
        missing = sum(lanes)
        if missing > PRICES["relocated"]:
            missing = min(missing, PRICES["relocated"] + sum(sorted(lanes)[:2]))
        if len(turn.tilts) < 2 and not turn.over:
            return node.cost + missing + self._by_tilts(node, missing)
        stay = sum(costs) if not wrong else min(self._by_arcs(turn, costs), PRICES["cubes-exchanged"])
        stay += min(self._by_symbols(turn, lanes), missing + PRICES["relocated"])
        if any("@" in foul for foul in node.fouls):
            stay = max(0.0, stay - self._waived(node))
        leave = self._by_next(node, wrong, missing)
        if leave < stay and not may_close(turn, node.fouls):
            leave += MISSED
        return node.cost + min(stay, leave)

    def _by_tilts(self, node: Node, missing: float) -> float:
        """The price of the tilts that still have to come, and of what they leave different."""
        turn = node.turn
        left = 2 - len(turn.tilts)
        needed = (left,) if missing >= STEP else range(left + 1)
        prices = [TILT * n + self._after_tilts(turn, turn.state.cubes, n) for n in needed]
        if self._may_end(node):
            prices.append(TILT * (left + 1) + GAP_END)
        return min(prices)

    def _after_tilts(self, turn: TurnInProgress, poses: tuple[str, ...], tilts: int) -> float:
        """The least misfit of the cubes after so many more tilts, arcs not counted."""
        key = id(turn.cube_set), poses, tilts
        if key not in self._tilted:
            if tilts == 0:
                cost = sum(self._pose_cost(turn, k, pose)[1] for k, pose in enumerate(poses))
            else:
                cost = min(self._after_tilts(turn, tilted(poses, tilt), tilts - 1) for tilt in TILT_ACTIONS)
            self._tilted[key] = (cost, turn.cube_set)  # the set is kept so that its id stays its own
        return self._tilted[key][0]

    def _top_cost(self, turn: TurnInProgress, k: int) -> float:
        """How badly one cube's top fits."""
        return self._pose_cost(turn, k, turn.state.cubes[k])[0]

    def _pose_cost(self, turn: TurnInProgress, k: int, pose: str) -> tuple[float, float]:
        """How badly a pose fits; and how badly if it may be turned on the spot."""
        cube = turn.cube_set.cubes[k]
        key = k, id(cube), pose
        if key not in self._tops:
            top, seen = cube.top(pose), self._sight.cubes[k]
            cost = self._sight.cube_cost(k, top)
            turned = min(cost, TURN) if _quarters(top, seen.best) else cost
            self._tops[key] = (cost, turned, cube)  # the cube is kept so that its id stays its own
        return self._tops[key][:2]

    def _path(self, k: int, path: Stacks, goal: str) -> float:
        """The least it takes to bring one path to what is seen of it: steps, or misreadings."""
        key = k, path, goal
        if key not in self._paths:
            cost = self._sight.path_cost(k, path) + self._sight.goal[k].cost(goal)
            if cost > STEP and not self._overshot(k, path, goal):
                cost = min(cost, STEP * self._steps(k, path, goal))
            self._paths[key] = cost
        return self._paths[key]

    def _steps(self, k: int, path: Stacks, goal: str) -> int:
        """At least so many steps lead to what is seen: one over every border, one for each pawn that entered."""
        seen = [readings.best for readings in (*self._sight.paths[k], self._sight.goal[k])]
        if any(text is None or text.startswith("?") for text in seen):
            return 1
        steps, here, there = 0, len(goal), len(seen[-1])
        for space in range(len(path), 0, -1):
            steps += there > here
            here, there = here + len(path[space - 1]), there + len(seen[space - 1])
        return max(1, steps + max(0, there - here))

    def _overshot(self, k: int, path: Stacks, goal: str) -> bool:
        """Whether pawns stand farther out than they are seen; no step brings them back."""
        out = goal
        for space in range(len(path), 0, -1):
            out += path[space - 1]
            if any(out.count(c) > self._at_most(k, c, space) for c in set(out)):
                return True
        return False

    def _at_most(self, path: int, colour: str, space: int) -> int:
        key = path, colour, space
        if key not in self._most:
            self._most[key] = self._sight.most(path, colour, space)
        return self._most[key]

    def _by_arcs(self, turn: TurnInProgress, costs: Sequence[float]) -> float:
        """The price of turning cubes to what is seen; what arcs cannot do stays a misfit."""
        arcs = _arcs(turn)
        price = 0.0
        for k, cost in enumerate(costs):
            if cost > 2.0 and arcs:
                quarters = _quarters(turn.tops[k], self._sight.cubes[k].best)
                if quarters and quarters <= arcs:
                    arcs -= quarters
                    price += min(cost, TURN * quarters)
                    continue
            price += cost
        return price

    def _by_symbols(self, turn: TurnInProgress, lanes: Sequence[float]) -> float:
        """The price of the steps still missing, dearer where no arrow points that way."""
        facing = {top.facing for top in turn.tops if top is not None and top.colour}
        lost = [k for k, cost in enumerate(lanes) if cost >= STEP and PATHS[k] not in facing]
        price = sum(lanes)
        if not lost:
            return price
        extra = TURN if _arcs(turn) else 1e9
        return price + min(extra, sum(self._misfit(turn, k) - lanes[k] for k in lost), PRICES["pawn-unearned"] - STEP)

    def _misfit(self, turn: TurnInProgress, k: int) -> float:
        return self._sight.path_cost(k, turn.state.paths[k]) + self._sight.goal[k].cost(turn.state.goal[k])

    def _by_next(self, node: Node, wrong: int, missing: float) -> float:
        """The price of the next player's tilts and steps, if this turn can be over."""
        if not self._may_end(node):
            return 1e9
        tilts = 2 if missing >= STEP else (wrong + 1) // 2
        return TILT * tilts + missing + (0.0 if node.fresh else GAP_END) + (SECOND_END if node.closed else 0.0)

    def _children(self, node: Node) -> Iterator[Node]:
        """Every point one lawful action further, and the next player's turn."""
        turn = node.turn
        if not turn.over:
            if len(turn.tilts) < 2:
                for tilt in turn.legal_actions():
                    child = _after(node, turn.after(tilt), TILT)
                    yield self._learn(child) if len(turn.tilts) == 1 else child
            else:
                for action in _distinct(turn.legal_actions()):
                    yield _after(node, turn.after(action), self._price(turn, action))
        yield from self._ends(node)

    def _price(self, turn: TurnInProgress, action: Action) -> float:
        """A turn that nobody could see is possible but not likely."""
        if isinstance(action, Step):
            return STEP
        top = turn.tops[SLOTS.index(action.slot)] if isinstance(action, Turn) else None
        return HIDDEN_TURN if top is not None and top.symbol == "circle" else TURN

    def _ends(self, node: Node) -> Iterator[Node]:
        """The turn is over and the next player begins."""
        turn = node.turn
        if not self._may_end(node):
            return
        fouls = node.fouls
        price = (0.0 if node.fresh else GAP_END) + (SECOND_END if node.closed else 0.0)
        if len(turn.tilts) < 2:
            fouls, price = (*fouls, "tilt-count"), price + PRICES["tilt-count"]
        elif not may_close(turn, fouls):
            price += MISSED
        closed = Closed(turn, fouls)
        begun = TurnInProgress.begin(closed.after(), turn.cube_set, turn.house, turn.players)
        if not begun.over:
            yield Node(begun, (), (*node.closed, closed), node.cost + price, node.seed, False)

    def _may_end(self, node: Node) -> bool:
        """Whether the search lets the turn be over here."""
        turn = node.turn
        if turn.over or not (turn.actions or node.fouls) or len(node.closed) >= ENDS:
            return False
        return node.fresh or self._wide or (not node.closed and len(self._seeds[node.seed].turn.tilts) == 2)

    def _learn(self, node: Node) -> Node:
        """The node with faces learned that were unknown and are seen on top now."""
        turn = node.turn
        if None not in turn.cube_set.tops(turn.state.cubes):
            return node
        cubes, price = list(turn.cube_set.cubes), 0.0
        for k, (cube, pose) in enumerate(zip(turn.cube_set.cubes, turn.state.cubes, strict=True)):
            top = self._sight.top(k)
            if cube.top(pose) is None and top is not None:
                price += ODD_PRINT * any(text is not None and text.startswith(top.symbol) for text in cube.prints)
                cubes[k] = cube.with_print(pose[0], print_of(pose, top))
        learned = replace(turn.cube_set, cubes=(cubes[0], cubes[1], cubes[2], cubes[3]))
        tops = learned.tops(turn.state.cubes) if len(turn.tilts) == 2 else turn.tops
        return replace(node, turn=replace(turn, cube_set=learned, tops=tops), cost=node.cost + price)

    def _breaches(self, node: Node) -> Iterator[Node]:
        """Points one action against the rules further."""
        turn = node.turn
        if len(node.fouls) >= BREACHES:
            return
        if not turn.tilts and not turn.over:  # there and back before anyone looked
            there, back = TILT_ACTIONS[:2]
            rebate = EARLIEST * bool(node.closed) - UNSEEN_UNDONE
            yield _broken(node, "tilt-undone", turn.state, there, (there, back), rebate)
        for tilt in TILT_ACTIONS:
            rule = turn.broken_by(tilt)
            if rule in ("tilt-undone", "tilt-count"):
                more = (*turn.tilts, tilt) if len(turn.tilts) < 2 else turn.tilts
                again = -THIRD_TILT if rule == "tilt-count" else 0.0
                yield _broken(node, rule, perform(turn.state, tilt), tilt, more, again)
        for state in odd_rolls(turn.state):
            if len(turn.tilts) < 2:
                yield _broken(node, "tilt-alone", state, None, (*turn.tilts, ODD_TILT))
            yield _broken(node, "tilt-alone", state, None, turn.tilts, -TILT)
        for state in spins(turn.state):
            yield _broken(node, "cube-turned", state, None, turn.tilts)
        yield from self._moved_about(node)
        yield from self._exchanged(node)
        rule = "after-the-end" if turn.over else "early-move" if len(turn.tilts) < 2 else "pawn-unearned"
        for step in every_step(turn.state, turn.cube_set.tops(turn.state.cubes)):
            if broken := turn.broken_by(step):
                spent = -SPENT_ARROW if broken in ("arrow-spent", "circle-spent") else 0.0
                yield _broken(node, rule, perform(turn.state, step), step, turn.tilts, spent)

    def _moved_about(self, node: Node) -> Iterator[Node]:
        """Stacks put together differently, pawns put elsewhere, a pawn too many or too few."""
        turn, state = node.turn, node.turn.state
        odd = self._odd_places(state)
        for n, (place, now, seen) in enumerate(odd):
            if sorted(now) == sorted(seen):
                yield _broken(node, "relocated", with_stacks(state, {place: seen}), None, turn.tilts)
            elif abs(len(now) - len(seen)) == 1 and not place.startswith("goal"):
                yield _broken(node, f"pawn-count@{place}", state, None, turn.tilts)
            for other, there, seen_there in odd[:n]:
                if sorted(now + there) == sorted(seen + seen_there):
                    moved = with_stacks(state, {place: seen, other: seen_there})
                    yield _broken(node, "relocated", moved, None, turn.tilts)

    def _odd_places(self, state: State) -> list[tuple[str, str, str]]:
        """Places that clearly look different: (place, pawns as believed, pawns as seen)."""
        sight, out = self._sight, []
        for k, path in enumerate(PATHS):
            for n, stack in enumerate(state.paths[k], start=1):
                best = sight.paths[k][n - 1].best
                if best is not None and not best.startswith("?") and sight.space_cost(k, n, stack) > 3.0:
                    out.append((f"{path}{n}", stack, best))
            if sight.goal[k].cost(state.goal[k]) > 2.0:
                out.append((f"goal{path}", state.goal[k], sight.goal[k].best))
        if sight.start_cost(state.start) > 1.0:
            out.append(("start", state.start, sight.start.best))
        return out

    def _exchanged(self, node: Node) -> Iterator[Node]:
        """Two cubes that stand in each other's place."""
        turn = node.turn
        tops = turn.cube_set.tops(turn.state.cubes)
        for a, b in combinations(range(4), 2):
            seen = self._sight.top(a), self._sight.top(b)
            if seen == (tops[b], tops[a]) and tops[a] != tops[b]:
                yield _broken(node, f"cubes-exchanged@{SLOTS[a]}+{SLOTS[b]}", turn.state, None, turn.tilts)


def may_close(turn: TurnInProgress, fouls: Sequence[str]) -> bool:
    """Whether nothing is known to be owed."""
    return any(foul.partition("@")[0] in LOOSE for foul in fouls) or turn.may_end()


def with_stacks(state: State, stacks: Mapping[str, str]) -> State:
    """The state with other pawns at some places."""
    paths, goal, start = [list(path) for path in state.paths], list(state.goal), state.start
    for place, pawns in stacks.items():
        if place == "start":
            start = in_order(pawns)
        elif place.startswith("goal"):
            goal[PATHS.index(place[4:])] = in_order(pawns)
        else:
            paths[PATHS.index(place[0])][int(place[1:]) - 1] = pawns
    return State.trusted(state.cubes, tuple(tuple(p) for p in paths), start, tuple(goal), state.to_move)


def _with_breach(node: Node, estimate: float) -> float:
    """The least a node can cost after one more breach, which may set right much of what is missing."""
    least = AGAIN if PAWN_RULES & set(node.fouls) else LEAST_BREACH
    return least + LAST_RESORT + max(node.cost, estimate - MOST_MENDED)


def _after(node: Node, turn: TurnInProgress, price: float) -> Node:
    return Node(turn, node.fouls, node.closed, node.cost + price, node.seed, False)


def _broken(
    node: Node, rule: str, state: State, action: Action | None, tilts: tuple[Tilt, ...], rebate: float = 0.0
) -> Node:
    """The node after a breach; what it leaves on the table counts from now on."""
    turn = node.turn
    tops = turn.cube_set.tops(state.cubes) if len(tilts) == 2 else turn.tops
    actions = turn.actions if action is None else (*turn.actions, action)
    price = AGAIN if rule in node.fouls and rule in PAWN_RULES else PRICES[rule.partition("@")[0]]
    price += (EARLIEST if not turn.tilts and node.closed else 0.0) - rebate
    after = replace(turn, state=state, actions=actions, tilts=tilts, tops=tops)
    return Node(after, (*node.fouls, rule), node.closed, node.cost + price, node.seed, False)


def _arcs(turn: TurnInProgress) -> int:
    """How many arcs are unused."""
    return sum(1 for s, t in zip(SLOTS, turn.tops, strict=True) if t and t.symbol == "arc" and s not in turn.spent)


def _distinct(actions: tuple[Action, ...]) -> list[Action]:
    """One of several symbols that do the same: arcs and circles are all alike, equal arrows too."""
    out: dict[object, Action] = {}
    for action in actions:
        if isinstance(action, Turn):
            out.setdefault((action.slot, action.sense), action)
        elif isinstance(action, Step):
            out.setdefault((action.colour, action.path, action.space, action.height, action.circle is None), action)
    return list(out.values())


def _quarters(top: Top | None, seen: tuple[str, str | None] | None) -> int:
    """Quarter turns between a top and what is seen; 0 where turning cannot help."""
    if top is None or seen is None or top.symbol != seen[0] or top.facing is None or seen[1] is None:
        return 0
    around: tuple[str, ...] = tuple("NESW") if len(top.facing) == 1 else ("NE", "SE", "SW", "NW")
    apart = (around.index(top.facing) - around.index(seen[1])) % 4
    return min(apart, 4 - apart)


def _with_cubes(state: State, cubes: tuple[str, ...]) -> State:
    return State.trusted(cubes, state.paths, state.start, state.goal, state.to_move)


def spins(state: State) -> Iterator[State]:
    """Every cube turned a quarter on the spot."""
    for k, pose in enumerate(state.cubes):
        for sense in "+-":
            yield _with_cubes(state, (*state.cubes[:k], TURNED[pose][sense], *state.cubes[k + 1 :]))


def odd_rolls(state: State) -> Iterator[State]:
    """Every roll that is no tilt: one cube alone, a diagonal pair, a pair on the other axis."""
    lawful = {perform(state, tilt).cubes for tilt in TILT_ACTIONS}
    for heading in "nesw":
        rolled = [ROLLED[pose][heading] for pose in state.cubes]
        for chosen in (*combinations(range(4), 1), *combinations(range(4), 2)):
            cubes = tuple(rolled[k] if k in chosen else pose for k, pose in enumerate(state.cubes))
            if cubes not in lawful:
                yield _with_cubes(state, cubes)


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
