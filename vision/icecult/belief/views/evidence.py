"""Evidence from one resting view: several observations fused, and how badly a state would fit them.

Costs are in nats: how much less likely the readings are if the table stood so. What was not seen costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.icecult.board import PATHS, PAWNS, SLOTS
from engine.icecult.cube import CubeSet, Top
from engine.icecult.state import Stacks, State
from vision.belief.readings import Readings
from vision.belief.view import Misread, View
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.fusing import Fused
from vision.icecult.belief.views.readings import Difference, HeapReadings, StackReadings
from vision.icecult.observation import Observation

Json = Mapping[str, Any]
Misreadings = Mapping[str, frozenset[Difference]]
"""For each heap the misreadings of the last rests."""


class CultView(View):
    """One resting view of the table: the fused readings of every place; JSON both ways."""

    prices: Prices

    def __init__(
        self,
        cubes: Sequence[Readings],
        paths: Sequence[Sequence[Readings]],
        start: Readings,
        goal: Sequence[Readings],
        held_s: float = 0.0,
        extra: str = "",
        prices: Prices = STANDARD,
    ) -> None:
        self.cubes, self.paths = tuple(cubes), tuple(tuple(path) for path in paths)
        super().__init__(held_s)
        self.start, self.goal = start, tuple(goal)
        self.extra, self.prices = extra, prices
        """Colours of which more than five pawns are seen, picture after picture."""
        self._path_costs: tuple[dict[Stacks, float], ...] = ({}, {}, {}, {})

    @classmethod
    def of(cls, pictures: Sequence[Observation], held_s: float = 0.0, prices: Prices = STANDARD) -> CultView:
        """The pictures of one rest that has lasted `held_s` seconds, fused."""
        fused = Fused(pictures, held_s, prices)
        return cls(fused.cubes(), fused.paths(), fused.start(), fused.goals(), held_s, fused.extra(), prices)

    def to_json(self) -> dict[str, Any]:
        """Every place with its readings and their evidence."""
        return {
            "cubes": {slot: _scores(seen) for slot, seen in zip(SLOTS, self.cubes, strict=True)},
            "paths": {p: [_scores(seen) for seen in path] for p, path in zip(PATHS, self.paths, strict=True)},
            "start": _scores(self.start),
            "goal": {p: _scores(seen) for p, seen in zip(PATHS, self.goal, strict=True)},
            "held_s": round(self.held_s, 3),
            "extra": self.extra,
        }

    @classmethod
    def from_json(cls, data: Json, prices: Prices = STANDARD) -> CultView:
        """Inverse of `to_json`."""
        return cls(
            [Readings({tuple(v): s for v, s in data["cubes"][slot]}) for slot in SLOTS],
            [[StackReadings(dict(seen)) for seen in data["paths"][p]] for p in PATHS],
            Readings(dict(data["start"])),
            [Readings(dict(data["goal"][p])) for p in PATHS],
            float(data["held_s"]),
            str(data.get("extra", "")),
            prices,
        )

    def standing_on(self, firm: Mapping[str, Any], habits: Misreadings | None = None) -> CultView:
        """The same view, judged by what earlier rests have shown.

        `firm` are places that were certain in earlier rests: contradicting them is dear once this view has stood for a
        while. `habits` are the misreadings of heaps that are no surprise.
        """
        usual, habit = habits or {}, self.prices.habit
        start = HeapReadings(self.start.scores, usual.get("start", frozenset()), habit)
        goal = [
            HeapReadings(seen.scores, usual.get(f"goal{path}", frozenset()), habit)
            for path, seen in zip(PATHS, self.goal, strict=True)
        ]
        view = CultView(self.cubes, self.paths, start, goal, self.held_s, self.extra, self.prices)
        view.known, view.firm = firm, firm if self.held_s >= self.prices.held_s else {}
        return view

    def forgiving(self, forgiven: Iterable[tuple[str, float]]) -> CultView:
        """The same view for a history in which these places were misread, and paid for, in an earlier view."""
        view = super().forgiving(forgiven)
        view._path_costs = ({}, {}, {}, {})
        return view

    def readings(self, place: str) -> Readings:
        """What was read at a place such as "N3", "goalE", "NW" or "start"."""
        if place == "start":
            return self.start
        if place in SLOTS:
            return self.cubes[SLOTS.index(place)]
        if place.startswith("goal"):
            return self.goal[PATHS.index(place[4:])]
        return self.paths[PATHS.index(place[0])][int(place[1:]) - 1]

    def cost(self, state: State, cube_set: CubeSet) -> float:
        """How badly this state fits the whole view."""
        return self.cubes_cost(cube_set.tops(state.cubes)) + self.pawns_cost(state)

    def cube_cost(self, k: int, top: Top | None) -> float:
        """How badly this top fits; an unknown face fits anything."""
        if top is None:
            return 0.0
        value = top.symbol, top.facing
        return self.cost_at(SLOTS[k], self.cubes[k], value)

    def space_cost(self, k: int, space: int, stack: str) -> float:
        """How badly this stack fits on a space of a path, counted from 1."""
        return self.cost_at(f"{PATHS[k]}{space}", self.paths[k][space - 1], stack)

    def goal_cost(self, k: int, pawns: str) -> float:
        """How badly these pawns fit behind the tip of a path."""
        return self.cost_at(f"goal{PATHS[k]}", self.goal[k], pawns)

    def start_cost(self, pawns: str) -> float:
        """How badly these pawns at the start fit."""
        return self.cost_at("start", self.start, pawns)

    def most_for(self, place: str, value: Any) -> float:
        """What it costs at most that this place is misread."""
        if place == "start" and place in self.firm and len(self.start.best or "") > len(value):
            return self.prices.firm_most  # a pawn may get out of sight, but none comes from nowhere
        if place == "start" or place.startswith("goal"):
            return self.prices.heap_most
        if place in SLOTS and self.held_s >= self.prices.held_s:
            return self.prices.firm_most  # a cube is never misread surely and for long
        return self.prices.firm_most if self.firm.get(place) == value else self.prices.misread_most

    def cubes_cost(self, tops: Sequence[Top | None]) -> float:
        """How badly these tops fit; an unknown face fits anything."""
        return sum(self.cube_cost(k, top) for k, top in enumerate(tops))

    def pawns_cost(self, state: State) -> float:
        """How badly the pawns fit."""
        cost = self.start_cost(state.start)
        for k in range(4):
            cost += self.path_cost(k, state.paths[k]) + self.goal_cost(k, state.goal[k])
        return cost

    def path_cost(self, k: int, path: Stacks) -> float:
        """How badly one path fits."""
        known = self._path_costs[k].get(path)
        if known is None:
            known = sum(self.space_cost(k, n, stack) for n, stack in enumerate(path, start=1))
            self._path_costs[k][path] = known
        return known

    def misreads(self, state: State, cube_set: CubeSet) -> tuple[Misread, ...]:
        """Where this state contradicts the view, with what was read there."""
        tops = cube_set.tops(state.cubes)
        found: list[tuple[str, Readings, Any]] = [
            (slot, seen, (top.symbol, top.facing))
            for slot, seen, top in zip(SLOTS, self.cubes, tops, strict=True)
            if top is not None
        ]
        found += [
            (f"{path}{n}", seen, stack)
            for k, path in enumerate(PATHS)
            for n, (seen, stack) in enumerate(zip(self.paths[k], state.paths[k], strict=True), start=1)
        ]
        found += [("start", self.start, state.start)]
        found += [(f"goal{path}", self.goal[k], state.goal[k]) for k, path in enumerate(PATHS)]
        return tuple(
            Misread(place, seen.best, cost)
            for place, seen, value in found
            if (cost := self.cost_at(place, seen, value)) > self.prices.least
        )

    def confirmed(self, state: State, cube_set: CubeSet, before: Mapping[str, Any]) -> dict[str, Any]:
        """Places that have been clearly read as this state has them, now or before and unchanged since."""
        values = place_values(state, cube_set)
        seen = dict(zip(SLOTS, self.cubes, strict=True))
        seen |= {f"{path}{n}": s for k, path in enumerate(PATHS) for n, s in enumerate(self.paths[k], start=1)}
        firm = {p: v for p, v in values.items() if before.get(p) == v or self.clearly(seen[p], v)}
        return firm | ({"start": state.start} if self.clearly(self.start, state.start) else {})

    def tops_read(self, tops: Sequence[Top | None]) -> int:
        """How many cubes were read as these tops, and not merely by chance."""
        values = [None if top is None else (top.symbol, top.facing) for top in tops]
        pairs = [(seen, value) for seen, value in zip(self.cubes, values, strict=True) if value is not None]
        return sum(seen.best == value and seen.top_score >= self.prices.trusted for seen, value in pairs)

    def unseen(self) -> tuple[str, ...]:
        """Places of which this view says nothing."""
        out = [slot for slot, seen in zip(SLOTS, self.cubes, strict=True) if not seen.scores]
        for k, path in enumerate(PATHS):
            out += [f"{path}{n}" for n, seen in enumerate(self.paths[k], start=1) if not seen.scores]
        return tuple(out)

    def best_values(self) -> tuple[Any, ...]:
        """The likeliest reading of every place."""
        spaces = tuple(seen.best for path in self.paths for seen in path)
        return (*(seen.best for seen in self.cubes), *spaces, self.start.best, *(seen.best for seen in self.goal))

    def most(self, path: int, colour: str, space: int) -> int:
        """At most so many pawns of a colour can be on `space` (from 1; the goal is one more) or beyond on this path."""
        total = 0
        for seen in (*self.paths[path][space - 1 :], self.goal[path]):
            if not seen.scores or seen.top_score < self.prices.trusted:
                return PAWNS
            total += max(PAWNS if str(v).startswith("?") else str(v).count(colour) for v in self._plausible(seen))
            total += seen.out_of_sight(colour) if isinstance(seen, HeapReadings) else 0
        return min(total, PAWNS)

    def _plausible(self, seen: Readings) -> list[Any]:
        """The values that may well be true."""
        return [v for v in seen.scores if seen.cost(v, self.prices.misread_most) < self.prices.plausible]

    def top(self, slot: int) -> Top | None:
        """What is most likely on top of this cube; None where it was not seen."""
        best = self.cubes[slot].best
        return None if best is None else Top(*best)


def place_values(state: State, cube_set: CubeSet) -> dict[str, Any]:
    """Every cube and space with what it shows in this state."""
    tops = zip(SLOTS, cube_set.tops(state.cubes), strict=True)
    out: dict[str, Any] = {slot: (top.symbol, top.facing) for slot, top in tops if top is not None}
    return out | {f"{p}{n}": s for k, p in enumerate(PATHS) for n, s in enumerate(state.paths[k], start=1)}


def _scores(seen: Readings) -> list[list[Any]]:
    """Values with their evidence, rounded so that what is stored is what was judged by."""
    return [[list(v) if isinstance(v, tuple) else v, score] for v, score in seen.scores.items()]
