"""The least that is still missing from a point of the search to what is seen: it guides the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from operator import add
from typing import Final

from engine.icecult import board
from engine.icecult.board import PATHS, SLOTS
from engine.icecult.cube import ROLLED, Cube, CubeSet, Top
from engine.icecult.state import Stacks, State
from engine.icecult.turn import TurnInProgress
from vision.belief.entries import NEVER
from vision.icecult.belief.explaining.points import TILT_ACTIONS, Point, arcs_left, may_close
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.evidence import CultView

PAIRS: Final = tuple(combinations(range(len(SLOTS)), 2))
HEADINGS: Final = ("", *"nesw", *(one + two for one in "nesw" for two in "nesw"))
"""How one cube may roll in up to two tilts."""

ONE_TILT: Final = tuple(
    tuple(tilt.heading * (slot in board.PAIRS[tilt.pair]) for slot in SLOTS) for tilt in TILT_ACTIONS
)
TWO_TILTS: Final = tuple({tuple(map(add, one, two)) for one, two in product(ONE_TILT, repeat=2)})
WAYS: Final = ((("",) * len(SLOTS),), ONE_TILT, TWO_TILTS)
"""How each of the four cubes rolls in none, one or two tilts."""


def rolled(pose: str, headings: str) -> str:
    """The pose after these rolls."""
    for heading in headings:
        pose = ROLLED[pose][heading]
    return pose


class Estimate:
    """Estimates for one view; what depends on parts of a state only is worked out once."""

    def __init__(self, sight: CultView, seeds: Sequence[Point], wide: bool, prices: Prices = STANDARD) -> None:
        self._sight, self._seeds, self._wide, self._prices = sight, seeds, wide, prices
        seen = (sight.top(k) for k in range(len(SLOTS)))
        self._symbols = sorted("" if top is None else top.symbol for top in seen)
        self._paths: dict[tuple[int, Stacks, str], float] = {}
        self._most: dict[tuple[int, str, int], int] = {}
        self._tops: dict[tuple[int, int, str], tuple[float, float, Cube]] = {}
        self._faces: dict[tuple[int, str], tuple[str, Cube]] = {}
        self._exchanged: dict[tuple[int, tuple[str, ...]], tuple[float, CubeSet]] = {}
        self._rolls: dict[tuple[int, int, str], tuple[dict[str, float], Cube]] = {}
        self._tilted: dict[tuple[int, tuple[str, ...], int], tuple[float, CubeSet]] = {}

    def waived(self, node: Point) -> float:
        """The misfit that a breach accounts for, though no state can show it."""
        waived = 0.0
        for breach in dict.fromkeys(node.breaches):
            if breach.rule == "pawn-count":
                waived += self._place_cost(node.turn.state, breach.places[0])
            elif breach.rule == "cubes-exchanged":
                waived += self._better_exchanged(node.turn, *(SLOTS.index(slot) for slot in breach.places))
        return waived

    def _better_exchanged(self, turn: TurnInProgress, a: int, b: int) -> float:
        """How much better two cubes fit in each other's place; nothing where they have been put back since."""
        tops = [turn.cube_set.cubes[k].top(turn.state.cubes[k]) for k in (a, b)]
        own, exchanged = (self._sight.cube_cost(a, x) + self._sight.cube_cost(b, y) for x, y in (tops, tops[::-1]))
        return max(0.0, own - exchanged)

    def _place_cost(self, state: State, place: str) -> float:
        if place == "start":
            return self._sight.start_cost(state.start)
        k = PATHS.index(place[0])
        return self._sight.space_cost(k, int(place[1:]), state.paths[k][int(place[1:]) - 1])

    def broken(self, node: Point) -> float:
        """The least this node can cost after one more breach, its price not counted: of cubes, or of two paths."""
        turn, state = node.turn, node.turn.state
        lanes = sorted(self._path(k, state.paths[k], state.goal[k]) for k in range(4))
        pawns, others = sum(lanes), sum(lanes[:2])
        unmoved = sum(sorted(self._misfit(turn, k) for k in range(4))[:2])
        if len(turn.tilts) < 2 and not turn.over:
            return node.cost + min(pawns, others + self._by_tilts(node, others, unmoved))
        costs = [self._top_cost(turn, k) for k in range(4)]
        wrong = sum(cost > self._prices.wrong_top for cost in costs)
        leave = self._by_next(node, wrong, others, unmoved) + self._prices.end_with_new_breach
        return node.cost + min(pawns, others + sum(costs), leave)

    def of(self, node: Point) -> float:
        """The least this node can cost in the end."""
        turn, state = node.turn, node.turn.state
        costs = [self._top_cost(turn, k) for k in range(4)]
        wrong = sum(cost > self._prices.wrong_top for cost in costs)
        lanes = [self._path(k, state.paths[k], state.goal[k]) for k in range(4)]
        missing, unmoved = sum(lanes), sum(self._misfit(turn, k) for k in range(4))
        if missing > self._prices.relocated:
            missing = min(missing, self._prices.relocated + sum(sorted(lanes)[:2]))
        if len(turn.tilts) < 2 and not turn.over:
            return node.cost + missing + self._by_tilts(node, missing, unmoved)
        stay = self._by_arcs(turn, costs) if wrong else sum(costs)
        if stay > self._prices.cubes_exchanged and self._may_be_exchanged(turn, state.cubes):
            stay = min(stay, self._by_exchange(turn, state.cubes))
        stay += min(self._by_symbols(turn, lanes), missing + self._prices.relocated)
        if any(breach.places for breach in node.breaches):
            stay = max(0.0, stay - self.waived(node))
        leave = self._by_next(node, wrong, missing, unmoved)
        if leave < stay and not may_close(turn, node.breaches):
            leave += self._prices.owed_left
        return node.cost + min(stay, leave)

    def _by_tilts(self, node: Point, missing: float, unmoved: float) -> float:
        """The price of the tilts still to come and of what they leave different, on top of what is `missing`.

        Before both are made no pawn moves: what is `unmoved` must have been misread.
        """
        turn = node.turn
        left = 2 - len(turn.tilts)
        costs = [self._prices.tilt * n + self._after_tilts(turn, turn.state.cubes, n) for n in range(left + 1)]
        costs = [cost + unmoved - missing for cost in costs[:-1]] + costs[-1:]
        if self.may_end(node):
            costs.append(self._prices.tilt * (left + 1) + self._prices.end_unseen)
        return min(costs)

    def _after_tilts(self, turn: TurnInProgress, poses: tuple[str, ...], tilts: int) -> float:
        """The least misfit of the cubes after so many more tilts, arcs not counted."""
        key = id(turn.cube_set), poses, tilts
        if key not in self._tilted:
            a, b, c, d = (self._rolled(turn, k, pose) for k, pose in enumerate(poses))
            cost = min(a[w] + b[x] + c[y] + d[z] for w, x, y, z in WAYS[tilts])
            if cost > self._prices.cubes_exchanged:
                cost = min(cost, self._exchanged_after(turn, poses, tilts))
            self._tilted[key] = (cost, turn.cube_set)  # the set is kept alive, so that no other gets its id
        return self._tilted[key][0]

    def _rolled(self, turn: TurnInProgress, k: int, pose: str) -> Mapping[str, float]:
        """How badly one cube fits after up to two rolls, by their headings."""
        cube = turn.cube_set.cubes[k]
        key = k, id(cube), pose
        if key not in self._rolls:
            costs = {way: self._pose_cost(turn, k, rolled(pose, way))[1] for way in HEADINGS}
            self._rolls[key] = (costs, cube)
        return self._rolls[key][0]

    def _exchanged_after(self, turn: TurnInProgress, poses: tuple[str, ...], tilts: int) -> float:
        """The least misfit after so many more tilts if two cubes stand in each other's place as well."""
        ends = {tuple(map(rolled, poses, way)) for way in WAYS[tilts]}
        return min((self._by_exchange(turn, end) for end in ends if self._may_be_exchanged(turn, end)), default=NEVER)

    def _may_be_exchanged(self, turn: TurnInProgress, poses: tuple[str, ...]) -> bool:
        """Whether the same symbols are seen, though perhaps elsewhere."""
        return sorted(self._symbol(turn, k, pose) for k, pose in enumerate(poses)) == self._symbols

    def _symbol(self, turn: TurnInProgress, k: int, pose: str) -> str:
        cube = turn.cube_set.cubes[k]
        key = id(cube), pose[0]
        if key not in self._faces:
            top = cube.top(pose)
            self._faces[key] = ("" if top is None else top.symbol, cube)
        return self._faces[key][0]

    def _by_exchange(self, turn: TurnInProgress, poses: tuple[str, ...]) -> float:
        """The least misfit if two cubes stand in each other's place, with the price of that; arcs not counted."""
        key = id(turn.cube_set), poses
        if key not in self._exchanged:
            own = [self._pose_cost(turn, k, pose)[1] for k, pose in enumerate(poses)]
            swapped = (
                self._pose_cost(turn, a, poses[a], b)[1] + self._pose_cost(turn, b, poses[b], a)[1] - own[a] - own[b]
                for a, b in PAIRS
            )
            self._exchanged[key] = (self._prices.cubes_exchanged + sum(own) + min(swapped), turn.cube_set)
        return self._exchanged[key][0]

    def _top_cost(self, turn: TurnInProgress, k: int) -> float:
        """How badly one cube's top fits."""
        return self._pose_cost(turn, k, turn.state.cubes[k])[0]

    def _pose_cost(self, turn: TurnInProgress, k: int, pose: str, at: int | None = None) -> tuple[float, float]:
        """How badly a pose fits, in its own place or `at` another; and how badly if it may be turned on the spot."""
        cube, place = turn.cube_set.cubes[k], k if at is None else at
        key = place, id(cube), pose
        if key not in self._tops:
            top, seen = cube.top(pose), self._sight.cubes[place]
            most = self._prices.misread_most  # no more, since one breach can set much right
            cost = min(self._sight.cube_cost(place, top), most)
            turned = min(cost, self._prices.spin) if _quarters(top, seen.best) else cost
            self._tops[key] = (cost, turned, cube)  # the cube is kept alive, so that no other gets its id
        return self._tops[key][:2]

    def _path(self, k: int, path: Stacks, goal: str) -> float:
        """The least it takes to bring one path to what is seen of it: steps, or misreadings."""
        key = k, path, goal
        if key not in self._paths:
            cost = self._sight.path_cost(k, path) + self._sight.goal_cost(k, goal)
            if cost > self._prices.step and not self._overshot(k, path, goal):
                cost = min(cost, self._prices.step * self._steps(k, path, goal))
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
        arcs = arcs_left(turn)
        price = 0.0
        for k, cost in enumerate(costs):
            if cost > self._prices.wrong_top and arcs:
                quarters = _quarters(turn.tops[k], self._sight.cubes[k].best)
                if quarters and quarters <= arcs:
                    arcs -= quarters
                    price += min(cost, self._prices.spin * quarters)
                    continue
            price += cost
        return price

    def _by_symbols(self, turn: TurnInProgress, lanes: Sequence[float]) -> float:
        """The price of the steps still missing, dearer where no arrow points that way."""
        facing = {top.facing for top in turn.tops if top is not None and top.colour}
        lost = [k for k, cost in enumerate(lanes) if cost >= self._prices.step and PATHS[k] not in facing]
        price = sum(lanes)
        if not lost:
            return price
        extra = self._prices.spin if arcs_left(turn) else NEVER
        misread = sum(self._misfit(turn, k) - lanes[k] for k in lost)
        return price + min(extra, misread, self._prices.pawn_unearned - self._prices.step)

    def _misfit(self, turn: TurnInProgress, k: int) -> float:
        return self._sight.path_cost(k, turn.state.paths[k]) + self._sight.goal_cost(k, turn.state.goal[k])

    def _by_next(self, node: Point, wrong: int, missing: float, unmoved: float) -> float:
        """The price of the next player's tilts, and steps or else misreadings, if this turn can be over."""
        if not self.may_end(node):
            return NEVER
        moved, misread = self._prices.tilt * 2 + missing, self._prices.tilt * ((wrong + 1) // 2) + unmoved
        return min(moved, misread) + self.end_price(node)

    def end_price(self, node: Point) -> float:
        """The price of the turn being over here, where nothing is owed."""
        before = () if node.closed else self._seeds[node.seed].breaches
        price = (0.0 if node.fresh else self._prices.end_unseen) + (self._prices.second_end if node.closed else 0.0)
        return price + (self._prices.end_with_new_breach if len(node.breaches) > len(before) else 0.0)

    def may_end(self, node: Point) -> bool:
        """Whether the search lets the turn be over here."""
        turn = node.turn
        if turn.over or not (turn.actions or node.breaches) or len(node.closed) >= self._prices.ends_most:
            return False
        return node.fresh or self._wide or (not node.closed and len(self._seeds[node.seed].turn.tilts) == 2)


def _quarters(top: Top | None, seen: tuple[str, str | None] | None) -> int:
    """Quarter turns between a top and what is seen; 0 where turning cannot help."""
    if top is None or seen is None or top.symbol != seen[0] or top.facing is None or seen[1] is None:
        return 0
    around: tuple[str, ...] = tuple("NESW") if len(top.facing) == 1 else ("NE", "SE", "SW", "NW")
    apart = (around.index(top.facing) - around.index(seen[1])) % 4
    return min(apart, 4 - apart)
