"""What a player may do against the rules, as far as a view speaks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from engine.icecult.board import COLOURS, PATHS, SLOTS, in_order
from engine.icecult.cube import ROLLED, TURNED, Top
from engine.icecult.moves import Action, Step, Tilt, perform, tilted
from engine.icecult.state import State
from vision.belief.breach import Breach
from vision.belief.points import Node
from vision.icecult.belief.breach import RELOCATED, is_of_pawn
from vision.icecult.belief.explaining.points import ODD_TILT, TILT_ACTIONS, Point
from vision.icecult.belief.explaining.pruning import spoils
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.evidence import CultView


def breaches(node: Point, sight: CultView, prices: Prices = STANDARD) -> Iterator[Point]:
    """Points one action against the rules further; nothing is touched that looks as it should."""
    if len(node.breaches) < prices.breaches_most:
        yield from _Breaking(node, sight, prices).all()


class _Breaking:
    """The breaches that may follow at one point of the search."""

    def __init__(self, node: Point, sight: CultView, prices: Prices) -> None:
        self._node, self._turn, self._sight, self._prices = node, node.turn, sight, prices
        self._tops = node.turn.cube_set.tops(node.turn.state.cubes)

    def all(self) -> Iterator[Point]:
        """Every breach of cubes, then of pawns."""
        turn, tilting = self._turn, len(self._turn.tilts) < 2
        odd = any(self._sight.cube_cost(k, top) > self._prices.least for k, top in enumerate(self._tops))
        if tilting or odd:
            yield from self._cubes_moved(_Aim(self._node, self._sight))
        if tilting and odd and not turn.over:
            return  # a tilt is still to come, and nobody can say that pawns were moved before it
        yield from self._moved_about()
        yield from self._exchanged()
        yield from self._stepped("after-the-end" if turn.over else "early-move" if tilting else "pawn-unearned")

    def _stepped(self, rule: str) -> Iterator[Point]:
        """A pawn moved one space that it had not earned."""
        turn, state = self._turn, self._turn.state
        for step in every_step(state, self._tops, self._odd_paths()):
            if (broken := turn.broken_by(step)) and not (self._node.closed and spoils(state, step, self._sight)):
                more = self._prices.spent_arrow if broken in ("arrow-spent", "circle-spent") else 0.0
                yield self._after(Breach(rule), perform(state, step), step, turn.tilts, more)

    def _cubes_moved(self, aim: _Aim) -> Iterator[Point]:
        """Cubes tilted once too often or back, rolled otherwise, or turned without an arc."""
        turn, made = self._turn, len(self._turn.tilts)
        if not made and not turn.over:
            yield self._there_and_back()
        for tilt in TILT_ACTIONS:
            rule = turn.broken_by(tilt)
            if rule in ("tilt-undone", "tilt-count") and aim.allows(tilted(turn.state.cubes, tilt), min(made + 1, 2)):
                tilts = (*turn.tilts, tilt) if made < 2 else turn.tilts
                more = self._prices.third_tilt if rule == "tilt-count" else 0.0
                yield self._after(Breach(rule), perform(turn.state, tilt), tilt, tilts, more)
        for state in odd_rolls(turn.state):
            if made < 2 and aim.allows(state.cubes, made + 1):
                yield self._after(Breach("tilt-alone"), state, None, (*turn.tilts, ODD_TILT))
            if aim.allows(state.cubes, made):  # a roll besides the two tilts
                yield self._after(Breach("tilt-alone"), state, None, turn.tilts, self._prices.tilt)
        for state in spins(turn.state):
            if aim.allows(state.cubes, made):
                yield self._after(Breach("cube-turned"), state, None, turn.tilts)

    def _there_and_back(self) -> Point:
        """A pair tilted and tilted back before anyone looked; which pair it was cannot be seen."""
        there, back = TILT_ACTIONS[:2]
        usual = self._prices.before_any_tilt * bool(self._node.closed)  # nothing odd here: no tilt could be seen
        more = self._prices.undone_unseen - usual
        return self._after(Breach("tilt-undone"), self._turn.state, there, (there, back), more)

    def _odd_paths(self) -> list[int]:
        """The paths that look different from what is believed."""
        state, sight = self._turn.state, self._sight
        lanes = enumerate(zip(state.paths, state.goal, strict=True))
        least = self._prices.least
        return [k for k, (path, goal) in lanes if sight.path_cost(k, path) + sight.goal_cost(k, goal) > least]

    def _moved_about(self) -> Iterator[Point]:
        """Stacks put together differently, pawns put elsewhere, a pawn too many or too few."""
        turn, state = self._turn, self._turn.state
        odd = self._odd_places()
        for n, (place, now, seen) in enumerate(odd):
            count = Breach("pawn-count", (place,))
            if sorted(now) == sorted(seen):
                yield self._after(RELOCATED, with_stacks(state, {place: seen}), None, turn.tilts)
            elif abs(len(now) - len(seen)) == 1 and not place.startswith("goal") and count not in self._node.breaches:
                yield self._after(count, state, None, turn.tilts)
            for other, there, seen_there in odd[:n]:
                if sorted(now + there) == sorted(seen + seen_there):
                    moved = with_stacks(state, {place: seen, other: seen_there})
                    more = self._carried(place, other, len(now), len(seen))
                    yield self._after(RELOCATED, moved, None, turn.tilts, more)
            for other, left in self._unseen_sources(now, seen):
                moved = with_stacks(state, {place: seen, other: left})
                yield self._after(RELOCATED, moved, None, turn.tilts, -self._prices.from_out_of_sight)

    def _carried(self, place: str, other: str, now: int, seen: int) -> float:
        """How much odder than usual it is that pawns went between two places, of which one had `now`, has `seen`."""
        more = self._prices.stacks_swapped if now == seen else 0.0
        if "start" in (place, other):
            more += self._put_in(abs(now - seen), other if place == "start" else place)
        return more

    def _put_in(self, pawns: int, place: str) -> float:
        """How much odder it is to put several pawns in at once, or one farther than its first space."""
        spaces = 1 if place.startswith("goal") else int(place[1:])
        return self._prices.another_pawn * max(0, pawns - 1) + self._prices.farther_in * (spaces - 1)

    def _unseen_sources(self, now: str, seen: str) -> Iterator[tuple[str, str]]:
        """Spaces out of sight whose topmost pawn may be the one too many here; with what is left there."""
        if len(seen) != len(now) + 1:
            return
        for place in self._sight.unseen():
            stack = "" if place in SLOTS else self._turn.state.stack(place[0], int(place[1:]))
            if stack and sorted(seen) == sorted(now + stack[-1]):
                yield place, stack[:-1]

    def _odd_places(self) -> list[tuple[str, str, str]]:
        """Places that clearly look different: (place, pawns as believed, pawns as seen)."""
        state, sight, prices = self._turn.state, self._sight, self._prices
        out: list[tuple[str, str, str]] = []
        for k, path in enumerate(PATHS):
            for n, stack in enumerate(state.paths[k], start=1):
                best = sight.paths[k][n - 1].best
                whole = best is not None and not best.startswith("?")
                if whole and sight.space_cost(k, n, stack) > prices.odd_space:
                    out.append((f"{path}{n}", stack, best))
            if sight.goal_cost(k, state.goal[k]) > prices.odd_goal:
                out.append((f"goal{path}", state.goal[k], sight.goal[k].best))
        if sight.start_cost(state.start) > prices.odd_start:
            out.append(("start", state.start, sight.start.best))
        return out

    def _exchanged(self) -> Iterator[Point]:
        """Two cubes that stand in each other's place."""
        turn, tops = self._turn, self._tops
        for a, b in combinations(range(4), 2):
            seen = self._sight.top(a), self._sight.top(b)
            breach = Breach("cubes-exchanged", (SLOTS[a], SLOTS[b]))
            if seen == (tops[b], tops[a]) and tops[a] != tops[b] and breach not in self._node.breaches:
                yield self._after(breach, turn.state, None, turn.tilts)

    def _after(
        self, breach: Breach, state: State, action: Action | None, tilts: tuple[Tilt, ...], more: float = 0.0
    ) -> Point:
        """The point after a breach, which costs so much `more` than its rule; what it leaves on the table counts."""
        node, turn = self._node, self._turn
        tops = turn.cube_set.tops(state.cubes) if len(tilts) == 2 else turn.tops
        actions = turn.actions if action is None else (*turn.actions, action)
        again = is_of_pawn(breach) and breach in node.breaches
        price = self._prices.another_pawn if again else self._prices.of_rule[breach.rule]
        price += (self._prices.before_any_tilt if not turn.tilts and node.closed else 0.0) + more
        after = replace(turn, state=state, actions=actions, tilts=tilts, tops=tops)
        return Node(after, (*node.breaches, breach), node.closed, node.cost + price, node.seed, False)


class _Aim:
    """Which poses a breach may leave the cubes in: a cube that was moved must show what is seen then."""

    def __init__(self, node: Point, sight: CultView) -> None:
        self._cubes, self._before = node.turn.cube_set.cubes, node.turn.state.cubes
        self._seen = [sight.top(k) for k in range(4)]
        self._wrong = [not self._shows(k, pose) for k, pose in enumerate(self._before)]

    def _shows(self, k: int, pose: str) -> bool:
        """Whether a cube may show the symbol that is seen."""
        top, seen = self._cubes[k].top(pose), self._seen[k]
        return top is None or seen is None or top.symbol == seen.symbol

    def allows(self, poses: tuple[str, ...], tilts: int) -> bool:
        """Whether cubes that were moved show what is seen, or tilts that are still to come can do the rest."""
        wrong = still = 0
        for k, pose in enumerate(poses):
            if pose == self._before[k]:
                still += self._wrong[k]
            else:
                wrong += not self._shows(k, pose)
        return wrong + still <= 2 * (2 - tilts) if tilts < 2 else not wrong


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


def every_step(state: State, tops: tuple[Top | None, ...], paths: Sequence[int]) -> Iterator[Step]:
    """Every pawn one space outwards on these paths, named by the likeliest arrow."""
    for path, stacks in ((PATHS[k], state.paths[k]) for k in paths):
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
