"""What a player may do against the rules, as far as a view speaks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from engine.icecult.board import COLOURS, PATHS, SLOTS, in_order
from engine.icecult.cube import ROLLED, TURNED, Top
from engine.icecult.moves import Action, Step, Tilt, perform, tilted
from engine.icecult.state import State
from vision.icecult.belief.evidence import LEAST, Sight
from vision.icecult.belief.prices import (
    AGAIN,
    BREACHES,
    EARLIEST,
    FARTHER,
    NO_SIXTH,
    ODD_TILT,
    PAWN_RULES,
    PRICES,
    SPENT_ARROW,
    SWAPPED,
    THIRD_TILT,
    TILT,
    TILT_ACTIONS,
    UNSEEN_UNDONE,
    Node,
)
from vision.icecult.belief.pruning import spoils


def breaches(node: Node, sight: Sight) -> Iterator[Node]:
    """Points one action against the rules further; nothing is touched that looks as it should."""
    turn = node.turn
    if len(node.fouls) >= BREACHES:
        return
    tops = turn.cube_set.tops(turn.state.cubes)
    odd = any(sight.cube_cost(k, top) > LEAST for k, top in enumerate(tops))
    if len(turn.tilts) < 2 or odd:
        yield from _cubes_moved(node, _Aim(node, sight))
    if len(turn.tilts) < 2 and odd and not turn.over:
        return  # a tilt is still to come, and nobody can say that pawns were moved before it
    yield from _moved_about(node, sight)
    yield from _exchanged(node, sight)
    rule = "after-the-end" if turn.over else "early-move" if len(turn.tilts) < 2 else "pawn-unearned"
    for step in every_step(turn.state, tops, _odd_paths(turn.state, sight)):
        if (broken := turn.broken_by(step)) and not (node.closed and spoils(turn.state, step, sight)):
            spent = -SPENT_ARROW if broken in ("arrow-spent", "circle-spent") else 0.0
            yield _broken(node, rule, perform(turn.state, step), step, turn.tilts, spent)


class _Aim:
    """Which poses of the cubes a breach may leave: nothing is moved that would not show what is seen then."""

    def __init__(self, node: Node, sight: Sight) -> None:
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


def _cubes_moved(node: Node, aim: _Aim) -> Iterator[Node]:
    """Cubes tilted once too often or back, rolled otherwise, or turned without an arc."""
    turn, made = node.turn, len(node.turn.tilts)
    if not made and not turn.over:  # there and back before anyone looked
        there, back = TILT_ACTIONS[:2]
        rebate = EARLIEST * bool(node.closed) - UNSEEN_UNDONE
        yield _broken(node, "tilt-undone", turn.state, there, (there, back), rebate)
    for tilt in TILT_ACTIONS:
        rule = turn.broken_by(tilt)
        if rule in ("tilt-undone", "tilt-count") and aim.allows(tilted(turn.state.cubes, tilt), min(made + 1, 2)):
            more = (*turn.tilts, tilt) if made < 2 else turn.tilts
            again = -THIRD_TILT if rule == "tilt-count" else 0.0
            yield _broken(node, rule, perform(turn.state, tilt), tilt, more, again)
    for state in odd_rolls(turn.state):
        if made < 2 and aim.allows(state.cubes, made + 1):
            yield _broken(node, "tilt-alone", state, None, (*turn.tilts, ODD_TILT))
        if aim.allows(state.cubes, made):
            yield _broken(node, "tilt-alone", state, None, turn.tilts, -TILT)
    for state in spins(turn.state):
        if aim.allows(state.cubes, made):
            yield _broken(node, "cube-turned", state, None, turn.tilts)


def _odd_paths(state: State, sight: Sight) -> list[int]:
    """The paths that look different from what is believed."""
    lanes = enumerate(zip(state.paths, state.goal, strict=True))
    return [k for k, (path, goal) in lanes if sight.path_cost(k, path) + sight.goal_cost(k, goal) > LEAST]


def _moved_about(node: Node, sight: Sight) -> Iterator[Node]:
    """Stacks put together differently, pawns put elsewhere, a pawn too many or too few."""
    turn, state = node.turn, node.turn.state
    odd = _odd_places(state, sight)
    for n, (place, now, seen) in enumerate(odd):
        if sorted(now) == sorted(seen):
            yield _broken(node, "relocated", with_stacks(state, {place: seen}), None, turn.tilts)
        elif abs(len(now) - len(seen)) == 1 and not place.startswith("goal") and _uncounted(node, place):
            yield _broken(node, f"pawn-count@{place}", state, None, turn.tilts)
        for other, there, seen_there in odd[:n]:
            if sorted(now + there) == sorted(seen + seen_there):
                moved = with_stacks(state, {place: seen, other: seen_there})
                odder = SWAPPED if len(now) == len(seen) else 0.0
                if "start" in (place, other):
                    odder += _put_in(abs(len(now) - len(seen)), other if place == "start" else place)
                yield _broken(node, "relocated", moved, None, turn.tilts, -odder)
        for other, left in _unseen_sources(state, sight, now, seen):
            moved = with_stacks(state, {place: seen, other: left})
            yield _broken(node, "relocated", moved, None, turn.tilts, NO_SIXTH)


def _put_in(pawns: int, place: str) -> float:
    """How much odder it is to put several pawns in at once, or one farther than its first space."""
    spaces = 1 if place.startswith("goal") else int(place[1:])
    return AGAIN * max(0, pawns - 1) + FARTHER * (spaces - 1)


def _uncounted(node: Node, place: str) -> bool:
    """Whether no pawn has been found missing or too many there yet."""
    return f"pawn-count@{place}" not in node.fouls


def _unseen_sources(state: State, sight: Sight, now: str, seen: str) -> Iterator[tuple[str, str]]:
    """Spaces out of sight whose topmost pawn may be the one too many here; with what is left there."""
    if len(seen) != len(now) + 1:
        return
    for place in sight.unseen():
        stack = "" if place in SLOTS else state.stack(place[0], int(place[1:]))
        if stack and sorted(seen) == sorted(now + stack[-1]):
            yield place, stack[:-1]


def _odd_places(state: State, sight: Sight) -> list[tuple[str, str, str]]:
    """Places that clearly look different: (place, pawns as believed, pawns as seen)."""
    out: list[tuple[str, str, str]] = []
    for k, path in enumerate(PATHS):
        for n, stack in enumerate(state.paths[k], start=1):
            best = sight.paths[k][n - 1].best
            if best is not None and not best.startswith("?") and sight.space_cost(k, n, stack) > 3.0:
                out.append((f"{path}{n}", stack, best))
        if sight.goal_cost(k, state.goal[k]) > 2.0:
            out.append((f"goal{path}", state.goal[k], sight.goal[k].best))
    if sight.start_cost(state.start) > 1.0:
        out.append(("start", state.start, sight.start.best))
    return out


def _exchanged(node: Node, sight: Sight) -> Iterator[Node]:
    """Two cubes that stand in each other's place."""
    turn = node.turn
    tops = turn.cube_set.tops(turn.state.cubes)
    for a, b in combinations(range(4), 2):
        seen = sight.top(a), sight.top(b)
        rule = f"cubes-exchanged@{SLOTS[a]}+{SLOTS[b]}"
        if seen == (tops[b], tops[a]) and tops[a] != tops[b] and rule not in node.fouls:
            yield _broken(node, rule, turn.state, None, turn.tilts)


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
