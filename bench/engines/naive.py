"""The obvious search, for comparison: try every action after every other, copying the whole state at each step."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.icecult.board import COLOURS, PAIRS, PATHS, PAWNS, SLOTS, TILTS
from engine.icecult.cube import ROLLED, TURNED, CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.turn import TurnInProgress


@dataclass
class _Table:
    """A mutable table; `copy` is what makes the search slow."""

    cubes: dict[str, str]
    paths: dict[str, list[str]]
    start: str
    goal: dict[str, str]
    spent: set[str] = field(default_factory=set)
    won: str = ""

    def copy(self) -> _Table:
        paths = {name: list(path) for name, path in self.paths.items()}
        return _Table(dict(self.cubes), paths, self.start, dict(self.goal), set(self.spent), self.won)

    def key(self) -> tuple[object, ...]:
        goal = tuple("".join(sorted(pawns)) for pawns in self.goal.values())
        return tuple(self.cubes.values()), tuple(map(tuple, self.paths.values())), self.start, goal, self.won


def naive_ends(begun: TurnInProgress) -> set[tuple[object, ...]]:
    """Every distinct end of a legal turn."""
    state = begun.before
    table = _Table(
        dict(zip(SLOTS, state.cubes, strict=True)),
        {name: list(path) for name, path in zip(PATHS, state.paths, strict=True)},
        state.start,
        dict(zip(PATHS, state.goal, strict=True)),
    )
    search = _Naive(begun.cube_set, begun.house, begun.players, state.to_move)
    for first in TILTS:
        for second in TILTS:
            if first[0] != second[0] or first == second:
                search.walk(_tilted(_tilted(table, first), second))
    return search.ends


def _tilted(table: _Table, tilt: str) -> _Table:
    after = table.copy()
    for slot in PAIRS[tilt[0]]:
        after.cubes[slot] = ROLLED[after.cubes[slot]][tilt[1]]
    return after


class _Naive:
    def __init__(self, cube_set: CubeSet, house: HouseRules, players: str, mover: str) -> None:
        self.cube_set, self.house, self.players, self.mover = cube_set, house, players, mover
        self.ends: set[tuple[object, ...]] = set()

    def walk(self, table: _Table) -> None:
        """Everything that can follow."""
        if table.won:
            self.ends.add(table.key())
            return
        tops = {slot: self.cube_set.cube(slot).top(pose) for slot, pose in table.cubes.items()}
        owed = False
        for slot, top in tops.items():
            if slot in table.spent or top is None:
                continue
            if top.symbol == "arc":
                self._turns(table, slot)
                continue
            arrows = [slot] if top.colour else [other for other, t in tops.items() if t and t.colour]
            for arrow in arrows:
                shown = tops[arrow]
                if shown and shown.colour and shown.facing and self._steps(table, shown.colour, shown.facing, slot):
                    owed = owed or bool(top.colour) or self.house.circles == "must"
        if not owed:
            if self.house.end == "turn" and table.spent:
                table.won = self._winners(table)
            self.ends.add(table.key())

    def _turns(self, table: _Table, arc: str) -> None:
        for slot in SLOTS:
            for sense in "+-":
                after = table.copy()
                after.spent.add(arc)
                after.cubes[slot] = TURNED[after.cubes[slot]][sense]
                self.walk(after)

    def _steps(self, table: _Table, colour: str, path: str, spends: str) -> bool:
        found = False
        for space, stack in enumerate([table.start, *table.paths[path]]):
            heights = [h for h, pawn in enumerate(stack) if pawn == colour]
            for height in heights[:1] if space == 0 else heights:
                found = True
                self._step(table.copy(), path, space, height, spends)
        return found

    def _step(self, table: _Table, path: str, space: int, height: int, spends: str) -> None:
        spaces = table.paths[path]
        if space == 0:
            moved, table.start = table.start[height], table.start[:height] + table.start[height + 1 :]
        else:
            moved, spaces[space - 1] = spaces[space - 1][height:], spaces[space - 1][:height]
        if space == len(spaces):
            table.goal[path] += moved
        else:
            spaces[space] += moved
        table.spent.add(spends)
        if self.house.end == "move":
            table.won = self._winners(table)
        self.walk(table)

    def _winners(self, table: _Table) -> str:
        home = "".join(table.goal.values())
        stacks = [stack for path in table.paths.values() for stack in path]
        towers = self.players if self.house.tower == "anyone" else self.mover
        won = [p for p in self.players if home.count(p) == PAWNS]
        won += [p for p in towers if any(stack.count(p) == PAWNS for stack in stacks)]
        return self.mover if self.mover in won else "".join(c for c in COLOURS if c in won)
