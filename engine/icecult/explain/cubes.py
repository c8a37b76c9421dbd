"""What may have been done to the cubes: the tilts and turns that explain how they stand, and what was wrong with them.

A *story* says what lay on top when the pawns were moved, how far each cube has been turned since, and which faults it
takes to believe it; a regular one has none. The faces that are up alone tell how often each cube was rolled, so a
double tilt, a single one and none never look alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Final

from engine.icecult.board import PAIRS, SLOTS, TILTS
from engine.icecult.cube import POSES, ROLLED, TURNED, CubeSet, Top
from engine.icecult.ends.ends import DOUBLE_TILTS
from engine.icecult.explain.costs import STANDARD as COSTS
from engine.icecult.faults import Rule, Violation
from engine.icecult.partial import PartialState

Poses = tuple[str, ...]
TURNS_FOR: Final = (0, 1, 2, 1)
"""How many quarter turns it takes to stand 0, 1, 2, 3 quarters clockwise of before."""

_MOST_IRREGULAR: Final = 20  # how many equally near ways to tilt wrongly are followed up
_SHORT: Final = 0.98  # too few tilts are likelier than a cube turned for no reason


@dataclass(frozen=True, slots=True)
class Story:
    """One way to read the cubes."""

    tilts: tuple[str, ...]
    poses: Poses
    """How the cubes stood after the tilts."""
    tops: tuple[Top | None, ...]
    """What was on top when the pawns moved; None where that face is not known."""
    spins: tuple[frozenset[int], ...]
    """By how many quarters clockwise each cube may have been turned since."""
    free_turns: int = 0
    """Turns that were made without an arc."""
    violations: tuple[Violation, ...] = ()
    cost: float = 0.0

    @property
    def regular(self) -> bool:
        """Two tilts by the rules."""
        return not self.violations

    @property
    def unknown(self) -> tuple[str, ...]:
        """The cubes of which it is not known what was on top."""
        return tuple(slot for slot, top in zip(SLOTS, self.tops, strict=True) if top is None)

    @property
    def turns(self) -> int:
        """How many quarter turns there may have been."""
        return sum(top is not None and top.symbol == "arc" for top in self.tops) + self.free_turns


@cache
def spin(before: str, after: str) -> int | None:
    """The quarters clockwise that lead from one pose to another on the spot; None if it was rolled."""
    pose = before
    for quarters in range(4):
        if pose == after:
            return quarters
        pose = TURNED[pose]["+"]
    return None


@cache
def rolls(before: str, after: str) -> int:
    """The least number of rolls and turns from one pose to another."""
    reached, count = {before}, 0
    while after not in reached:
        reached |= {next_pose for p in reached for next_pose in (*ROLLED[p].values(), *TURNED[p].values())}
        count += 1
    return count


def tilted(cubes: Poses, tilts: Iterable[str]) -> Poses:
    """The poses after these tilts."""
    poses = list(cubes)
    for tilt in tilts:
        for slot in PAIRS[tilt[0]]:
            i = SLOTS.index(slot)
            poses[i] = ROLLED[poses[i]][tilt[1]]
    return tuple(poses)


@lru_cache(maxsize=512)
def bases(cubes: Poses, tilt_counts: tuple[int, ...]) -> Mapping[Poses, tuple[str, ...]]:
    """Every way the cubes can stand after so many tilts, each with the first tilts that do it."""
    found: dict[Poses, tuple[str, ...]] = {}
    for count in tilt_counts:
        ways: Iterable[tuple[str, ...]] = DOUBLE_TILTS if count == 2 else product(TILTS, repeat=count)
        for tilts in ways:
            found.setdefault(tilted(cubes, tilts), tilts)
    return found


class CubeReader:
    """Reads the cubes of one before and one after."""

    def __init__(self, before: Poses, after: PartialState, cube_set: CubeSet) -> None:
        self.before, self.after, self.set = before, after, cube_set
        self.possible = tuple(after.possible_poses(slot, cube_set) for slot in SLOTS)
        self.ups = tuple({pose[0] for pose in possible} for possible in self.possible)
        self.strangers = {slot: home for slot in SLOTS if (home := after.stranger(slot))} or self._foreign()

    def _foreign(self) -> dict[str, tuple[str, str]]:
        """Two cubes, one of which shows what is on none of its own faces: they stand in each other's places."""
        tops = {slot: top for slot, top in zip(SLOTS, self.after.cubes, strict=True) if isinstance(top, Top)}
        for slot, other in permutations(tops, 2):
            known = None not in self.set.cube(slot).prints
            if known and not self._showing(slot, tops[slot]):
                here, there = self._showing(other, tops[slot]), self._showing(slot, tops[other])
                if here and there:
                    return {slot: (other, here), other: (slot, there)}
        return {}

    def _showing(self, home: str, top: Top) -> str:
        """A pose in which the cube of a place shows this; "" if there is none."""
        cube = self.set.cube(home)
        return next((pose for pose in POSES if cube.top(pose) == top), "")

    def regular(self) -> list[Story]:
        """Two tilts by the rules, and no more turns than arcs on top."""
        if self.strangers:
            return []
        stories = (self._story(poses, tilts) for poses, tilts in bases(self.before, (2,)).items())
        return [story for story in stories if story and story.regular]

    def irregular(self) -> Iterator[Story]:
        """Everything else, cheapest first within each kind."""
        if self.strangers:
            yield from sorted(self._exchanged(), key=lambda story: story.cost)
            return
        fitting = [s for base, tilts in bases(self.before, (2, 1, 0)).items() if (s := self._story(base, tilts))]
        found = [story for story in fitting if not story.regular]
        found += [more for story in fitting if story.regular and (more := _turned_once_more(story))]
        if all(story.free_turns for story in fitting):  # the cubes stand as no tilts and arcs could leave them
            found += [*self._three_tilts(), *self._alone()]
        yield from sorted(found, key=lambda story: story.cost)

    def fewer(self) -> list[Story]:
        """Readings with one tilt or none."""
        if self.strangers:
            return []
        return [s for base, tilts in bases(self.before, (1, 0)).items() if (s := self._story(base, tilts))]

    def _story(self, base: Poses, tilts: tuple[str, ...]) -> Story | None:
        """The story of these tilts if every face that is up fits."""
        if any(pose[0] not in ups for pose, ups in zip(base, self.ups, strict=True)):
            return None
        spins = self._spins(base)
        tops = self._tops(base)
        for i, (slot, pose) in enumerate(zip(SLOTS, base, strict=True)):
            if self.set.cube(slot).top(pose) is None and tops[i] is not None:
                spins[i] &= {0}  # a face seen for the first time is taken to lie as it came up
        return self._with_turns(base, tilts, spins, tops) if all(spins) else None

    def _spins(self, base: Poses) -> list[frozenset[int]]:
        return [
            frozenset(s for pose in possible if (s := spin(at, pose)) is not None)
            for at, possible in zip(base, self.possible, strict=True)
        ]

    def _tops(self, base: Poses) -> tuple[Top | None, ...]:
        """What was on top, with what the camera saw where a face is not known yet."""
        tops: list[Top | None] = []
        for slot, pose, sight in zip(SLOTS, base, self.after.cubes, strict=True):
            top = self.set.cube(slot).top(pose)
            if top is None and isinstance(sight, Top) and (sight.colour is None or sight.facing):
                top = sight
            tops.append(top)
        return tuple(tops)

    def _with_turns(
        self,
        base: Poses,
        tilts: tuple[str, ...],
        spins: list[frozenset[int]],
        tops: tuple[Top | None, ...],
        violations: tuple[Violation, ...] = (),
        cost: float = 0.0,
    ) -> Story:
        """The story with its faults: too few tilts, too many turns."""
        if len(tilts) < 2 and not violations:
            rule = Rule.TILT_UNDONE if not tilts else Rule.TILT_COUNT
            violations, cost = (Violation(rule),), cost + _SHORT
        arcs = sum(top is None or top.symbol == "arc" for top in tops)  # an unknown face may be an arc
        needs = [min(TURNS_FOR[s] for s in allowed) for allowed in spins]
        free = max(0, sum(needs) - arcs)
        if free:
            turned = tuple(slot for slot, need in zip(SLOTS, needs, strict=True) if need)
            violations, cost = (*violations, _turned(turned, sum(needs), arcs)), cost + COSTS.turned_without_arc
        return Story(tilts, base, tops, tuple(spins), free, violations, cost)

    def _alone(self) -> list[Story]:
        """Explanations in which single cubes, or no true pair, were rolled besides the tilts that come nearest."""
        found: list[Story] = []
        for base, tilts in bases(self.before, (2, 1, 0)).items():
            odd = [i for i, allowed in enumerate(self._spins(base)) if not allowed]
            if odd:
                found += self._with_odd(base, tilts, odd)
        return sorted(found, key=lambda story: story.cost)[:_MOST_IRREGULAR]

    def _with_odd(self, base: Poses, tilts: tuple[str, ...], odd: list[int]) -> Iterator[Story]:
        """Cubes rolled wrongly before the pawns moved, or after."""
        variant = "many" if len(odd) > 1 else ""
        violation = Violation(Rule.TILT_ALONE, {"slots": tuple(SLOTS[i] for i in odd)}, variant)
        stands, spins, rolled = self._rolled(base, odd)
        further = COSTS.one_cube_further if len(odd) == 1 else COSTS.more_cubes_further
        cost = COSTS.rolled_wrongly + COSTS.each_odd_cube * len(odd) + further * (rolled - len(odd))
        cost -= COSTS.one_tilt_before * (len(tilts) == 1)
        yield self._with_turns(base, tilts, spins, self._tops(stands), (violation,), cost)
        if len(tilts) == 2:
            after = [frozenset(range(4)) if i in odd else allowed for i, allowed in enumerate(spins)]
            yield self._with_turns(
                base, tilts, after, self.set.tops(base), (violation,), cost + COSTS.rolled_after_moves
            )

    def _rolled(self, base: Poses, odd: list[int]) -> tuple[Poses, list[frozenset[int]], int]:
        """How the odd cubes stood once rolled, how each was turned since, and how many rolls it takes.

        One roll each, and turns by arcs; where the arcs do not suffice, straight to where they stand.
        """
        stands, spins = list(base), self._spins(base)
        for i in odd:
            ways = [(TURNS_FOR[s], s, r) for r in ROLLED[base[i]].values() for s in self._spin_to(r, i)]
            if not ways:
                break
            _, turned, stands[i] = min(ways)
            spins[i] = frozenset({turned})
        else:
            arcs = sum(top is not None and top.symbol == "arc" for top in self._tops(tuple(stands)))
            if sum(min(TURNS_FOR[s] for s in allowed) for allowed in spins) <= arcs:
                return tuple(stands), spins, len(odd)
        for i in odd:
            stands[i] = min(self.possible[i], key=lambda pose, at=base[i]: (rolls(at, pose), pose))  # type: ignore[misc]
            spins[i] = frozenset({0})
        return tuple(stands), spins, sum(rolls(base[i], stands[i]) for i in odd)

    def _spin_to(self, pose: str, i: int) -> list[int]:
        """The turns that lead from this pose to one in which the cube may stand."""
        return [s for to in self.possible[i] if (s := spin(pose, to)) is not None]

    def _three_tilts(self) -> Iterator[Story]:
        """A third tilt of a pair; it also leaves cubes as no two tilts could."""
        for base, tilts in bases(self.before, (3,)).items():
            spins = self._spins(base)
            if all(spins):
                rolled = [s for s, a, b in zip(SLOTS, self.before, base, strict=True) if a != b]
                alone = Violation(Rule.TILT_ALONE, {"slots": tuple(rolled)}, "many" if len(rolled) > 1 else "")
                three = Violation(Rule.TILT_COUNT, {}, "three")
                yield self._with_turns(base, tilts, spins, self._tops(base), (three, alone), COSTS.third_tilt)

    def _exchanged(self) -> Iterator[Story]:
        """Cubes in each other's places: taken there before the tilts, or after."""
        slots = tuple(slot for slot in SLOTS if slot in self.strangers)
        violation = Violation(Rule.CUBES_EXCHANGED, {"slots": slots})
        for base, tilts in bases(self.before, (2, 1, 0)).items():
            short = () if len(tilts) == 2 else (Violation(Rule.TILT_COUNT if tilts else Rule.TILT_UNDONE),)
            spins = self._spins(base)
            odd = [i for i, allowed in enumerate(spins) if not allowed and SLOTS[i] not in self.strangers]
            cost = COSTS.exchanged + COSTS.tilts_missing * len(short) + COSTS.odd_besides * len(odd)
            wrong = (Violation(Rule.TILT_ALONE, {"slots": tuple(SLOTS[i] for i in odd)}, "many" * (len(odd) > 1)),)
            violations = (*short, *(wrong if odd else ()), violation)
            spins = [allowed or frozenset({0}) for allowed in spins]
            off = sum(spin(base[SLOTS.index(home)], pose) is None for home, pose in self.strangers.values())
            yield self._with_turns(
                base, tilts, spins, self.set.tops(base), violations, cost + COSTS.stranger_rolled * off
            )
            yield self._exchanged_first(tilts, spins, violations, cost)

    def _exchanged_first(
        self, tilts: tuple[str, ...], spins: list[frozenset[int]], violations: tuple[Violation, ...], cost: float
    ) -> Story:
        """The exchanged cubes were tilted in their new places, and what they show there was used."""
        base = list(tilted(self.before, tilts))
        tops = list(self.set.tops(tuple(base)))
        for slot, (home, pose) in self.strangers.items():
            i = SLOTS.index(slot)
            rolled = list(self.before)
            rolled[i] = self.before[SLOTS.index(home)]
            base[i] = tilted(tuple(rolled), tilts)[i]
            cost += COSTS.stranger_rolled * (spin(base[i], pose) is None)
            tops[i] = self.set.cube(home).top(pose)
        return self._with_turns(tuple(base), tilts, spins, tuple(tops), violations, cost + COSTS.exchanged_first)


def _turned_once_more(story: Story) -> Story | None:
    """The story with one turn more than arcs allow: a pawn's step may show a direction that needs it."""
    if not story.turns:
        return None
    violation = Violation(Rule.CUBE_TURNED, {"arcs": story.turns}, "more")
    return replace(story, free_turns=1, violations=(violation,), cost=COSTS.turned_once_more)


def _turned(slots: tuple[str, ...], turns: int, arcs: int) -> Violation:
    if arcs:
        return Violation(Rule.CUBE_TURNED, {"slots": slots, "turns": turns, "arcs": arcs}, "arcs")
    return Violation(Rule.CUBE_TURNED, {"slots": slots}, "many" if len(slots) > 1 else "")
