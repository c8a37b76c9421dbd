"""What may have been done with the pawns under one story of the cubes: the readings that need the fewest faults.

The symbols on top can be used in so many ways (how often each arrow moves, and where it points then), a use gives
steps on each path, and each path is followed alone (`lanes`). A reading is a use and a trail on each path; what
is left over are faults (`shifts`) and symbols that were owed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from engine.icecult import winning
from engine.icecult.board import COLOURS, PATHS, SLOTS
from engine.icecult.ends.plans import Route, routes
from engine.icecult.explain.costs import STANDARD as PRICED
from engine.icecult.explain.cubes import TURNS_FOR, Story
from engine.icecult.explain.lanes import START, Gap, Gaps, Pawns, TrackedLane, Trail
from engine.icecult.explain.shifts import COSTS, LEAST, Judgement, ShiftReader
from engine.icecult.faults import Rule, Violation
from engine.icecult.moves import Step
from engine.icecult.partial import PartialState
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress

_TILTS_DUE: Final = frozenset({Rule.TILT_COUNT, Rule.TILT_UNDONE})


class Symbols(NamedTuple):
    """What lay on top when the pawns moved."""

    arrows: tuple[tuple[int, str, int], ...]
    """(slot, colour, path it pointed to)"""
    circles: tuple[int, ...]
    arcs: tuple[int, ...]


class Use(NamedTuple):
    """A route for each arrow."""

    routes: tuple[Route, ...]
    turns: int

    def moves(self, symbols: Symbols) -> int:
        """How often each colour steps on each path: 12 bits a path, 3 bits a colour."""
        steps = [
            12 * ((path + spun) % 4) + 3 * COLOURS.index(colour)
            for (_, colour, path), route in zip(symbols.arrows, self.routes, strict=True)
            for spun in route.at
        ]
        return sum(1 << bit for bit in steps)


class Missed(NamedTuple):
    """Symbols that were owed: arrows (by their rank among the arrows) and how many circles."""

    cost: float
    arrows: tuple[int, ...]
    circles: int
    copied: tuple[int, ...]
    """Arrows whose own step a circle has made."""


class Reading(NamedTuple):
    """One way to read the whole turn."""

    cost: float
    story: Story
    use: Use
    trails: tuple[Trail, ...]
    missed: Missed
    shifts: Judgement

    @property
    def exact(self) -> bool:
        """Does every pawn stand where lawful steps leave it?"""
        return not self.shifts.violations

    @property
    def actions(self) -> int:
        """How many turns of cubes and steps it takes."""
        return self.use.turns + sum(len(trail.hops) for trail in self.trails)

    @property
    def substance(self) -> tuple[object, ...]:
        """What makes two readings different: the symbols that came up, and which pawns moved from where."""
        hops = tuple(tuple(sorted(hop[:2] for hop in trail.hops)) for trail in self.trails)
        return self.story.tops, hops


class PawnReader:
    """Reads the pawns of one before and one after, under as many stories of the cubes as needed."""

    def __init__(self, begun: TurnInProgress, after: PartialState, over: bool) -> None:
        self.after, self.house = after, begun.house
        self.pawns = Pawns(begun.before)
        self.lanes = [TrackedLane(p, self.pawns, after) for p in range(4)]
        self.shifts = ShiftReader(self.pawns, after)
        self.over = over
        self.mover = begun.before.to_move
        self.won = self.house.end == "move" and self._won(begun.players)

    def _won(self, players: str) -> bool:
        """Does the table show a win, so that nothing more was owed?"""
        if self.after.unseen_pawns():
            return False
        paths = tuple(tuple(stack or "" for stack in path) for path in self.after.paths)
        goal = tuple(pawns or "" for pawns in self.after.goal)
        stands = State.trusted(("UN",) * 4, paths, self.after.start or "", goal, self.mover)
        return bool(winning.winners(stands, self.house, players))

    def read(self, story: Story, limit: float, exact_only: bool = False) -> Iterator[Reading]:
        """Every reading that costs less than the cheapest so far (at first `limit`), and every exact one within it."""
        symbols = symbols_of(story)
        for use in self._uses(story, symbols):
            # What is owed depends on the trails only where something is unseen: else it is reckoned once for this use.
            missed = None if self.shifts.unseen else self._missed(story, symbols, use, None)
            # Branch and bound: what the cubes and the omissions cost already leaves so much room for faults of pawns.
            floor = story.cost + (missed.cost if missed else 0)
            if floor > limit:
                continue
            room = 0.0 if exact_only else limit - floor
            boards = self._exact_boards if exact_only else self._boards
            for trails, gaps in boards(use.moves(symbols), room):
                owed = missed or self._missed(story, symbols, use, trails)
                # No gap: every pawn stands where lawful steps leave it.
                exact = not any(gap.choices or gap.order for gap in gaps)
                if self.shifts.tired and not exact:
                    return
                shifts = Judgement(0.0, ()) if exact else self._judged(trails, gaps)
                cost = story.cost + owed.cost + shifts.cost
                if cost <= limit:
                    yield Reading(cost, story, use, trails, owed, shifts)
                    if not exact:
                        # From now on only what is cheaper still is of interest.
                        limit = cost
                        room = min(room, limit - floor)

    def idle(self, story: Story) -> Reading:
        """The reading in which no lawful step was made at all: always there, never good."""
        symbols = symbols_of(story)
        use = next(use for use in self._uses(story, symbols) if not any(route.at for route in use.routes))
        found = [lane.judged(0)[0] for lane in self.lanes]
        trails = tuple(trail for trail, _ in found)
        start = self._start_gaps(trails)
        shifts = self._judged(trails, (*(gaps for _, gaps in found), *([start] if start else [])))
        missed = self._missed(story, symbols, use, trails)
        return Reading(story.cost + missed.cost + shifts.cost, story, use, trails, missed, shifts)

    def _uses(self, story: Story, symbols: Symbols) -> Iterator[Use]:
        """The uses of the symbols that leave the cubes as they are seen."""
        # Cubes without an arrow take their share of the arcs first, as few turns as they can.
        slots = [slot for slot, _, _ in symbols.arrows]
        others = sum(min(TURNS_FOR[s] for s in story.spins[i]) for i in range(4) if i not in slots)
        allowed = tuple(story.spins[slot] for slot in slots)
        yield from uses(allowed, len(symbols.circles), story.turns - others)

    def _boards(self, moves: int, room: float) -> Iterator[tuple[tuple[Trail, ...], tuple[Gaps, ...]]]:
        """A trail for each path, where so few pawns are out of place that it takes at most `room`."""
        lanes = [lane.judged(moves >> 12 * p & 0xFFF) for p, lane in enumerate(self.lanes)]

        def further(
            p: int, trails: tuple[Trail, ...], gaps: tuple[Gaps, ...], away: int, here: int, order: int
        ) -> Iterator[tuple[tuple[Trail, ...], tuple[Gaps, ...]]]:
            if p == 4:
                start = self._start_gaps(trails)
                # All four paths are followed; what is left at the start must fit too.
                if start is not None and _least(away + start.away, here + start.here, order) <= room:
                    yield trails, (*gaps, start)
                return
            for trail, gap in lanes[p]:
                a, h, o = away + gap.away, here + gap.here, order + len(gap.order)
                # The fewest faults that so many gaps can mean: dearer boards are not gone into.
                if _least(a, h, o) <= room:
                    yield from further(p + 1, (*trails, trail), (*gaps, gap), a, h, o)

        yield from further(0, (), (), 0, 0, 0)

    def _exact_boards(self, moves: int, _: float) -> Iterator[tuple[tuple[Trail, ...], tuple[Gaps, ...]]]:
        """A trail for each path that leaves everything as it is seen."""
        lanes: list[list[Trail]] = []
        for p, lane in enumerate(self.lanes):
            if not (exact := lane.exact(moves >> 12 * p & 0xFFF)):
                return
            lanes.append(exact)
        for trails in product(*lanes):
            start = self._start_gaps(trails)
            if start is not None and not start.choices:
                yield trails, ()

    def _start_gaps(self, trails: tuple[Trail, ...]) -> Gaps | None:
        """How the start differs; None if more pawns came in than waited there."""
        # Pawns that no trail has brought in still wait.
        left = [self.pawns.waiting[c] - sum(trail.entered[c] for trail in trails) for c in range(4)]
        if min(left) < 0:
            return None
        if self.after.start is None:
            return Gaps((), (), 0, 0)
        away: tuple[int, ...] = ()
        here = ""
        for c, colour in enumerate(COLOURS):
            seen = self.after.start.count(colour)
            away += (-1 - c,) * max(0, left[c] - seen)
            here += colour * max(0, seen - left[c])
        if not away and not here:
            return Gaps((), (), 0, 0)
        return Gaps(((Gap(START, away, here),),), (), bool(away), bool(here))

    def _judged(self, trails: tuple[Trail, ...], gaps: tuple[Gaps, ...]) -> Judgement:
        choices = [choice for gap in gaps for choice in gap.choices]
        return self.shifts.best(trails, choices, [place for gap in gaps for place in gap.order])

    def _owing(self, story: Story) -> bool:
        """Does what lies unused count? Not while the turn goes on, nor where more or fewer tilts were due."""
        return self.over and all(violation.rule not in _TILTS_DUE for violation in story.violations)

    def _missed(self, story: Story, symbols: Symbols, use: Use, trails: tuple[Trail, ...] | None) -> Missed:
        """The symbols that this use leaves unused though they have a move, at their fewest (R16, R17)."""
        # Arrows that were used, with how often, and those that had a move at the end.
        steps = {i: len(route.at) for i, route in enumerate(use.routes) if route.at}
        every = range(len(symbols.arrows))
        able = {i for i in every if self._has_move(*self._points(symbols, use, i), trails)}
        if story.free_turns:  # an arrow that has a move only since it was turned against the rules is not owed
            able = {i for i in able if self._has_move(symbols.arrows[i][1], symbols.arrows[i][2], trails)}
        if self.won or not able:
            return Missed(0.0, (), 0, ())
        # A circle copies an arrow: each step of an arrow after its first needs one.
        unused = {i for i in every if i not in steps}
        left = len(symbols.circles) - sum(max(0, count - 1) for count in steps.values())
        circles = left if self.house.circles == "must" else 0
        weight = 1.0 if self._owing(story) else PRICED.unfinished
        best = None
        # A circle may have stood in for an arrow's own step, which is then still owed: the cheapest way counts.
        for count in range(min(circles, len(steps)) + 1):
            for copied in combinations(sorted(steps), count):
                arrows = tuple(sorted((unused | {*copied}) & able))
                cost = _cost_of_missed(len(arrows), circles - count)
                if best is None or cost * weight < best.cost:
                    best = Missed(cost * weight, arrows, circles - count, copied)
        assert best is not None
        return best

    def _points(self, symbols: Symbols, use: Use, arrow: int) -> tuple[str, int]:
        """Colour and path of an arrow as it lies at the end."""
        _, colour, path = symbols.arrows[arrow]
        return colour, (path + use.routes[arrow].spin) % 4

    def _has_move(self, colour: str, path: int, trails: tuple[Trail, ...] | None) -> bool:
        return any(True for _ in self._movable(colour, path, trails))

    def _movable(self, colour: str, path: int, trails: tuple[Trail, ...] | None) -> Iterator[tuple[int, int | None]]:
        """(space, height) of every pawn an arrow could move at the end; unseen places are as the trails have them."""
        start, stacks = self.after.start, self.after.paths[path]
        if start is None and trails:
            c = COLOURS.index(colour)
            start = colour * (self.pawns.waiting[c] - sum(trail.entered[c] for trail in trails))
        if start and colour in start:
            yield 0, None
        for i, seen in enumerate(stacks):
            unseen = seen is None or seen[:1] == "?"
            stack = self.pawns.letters(trails[path].stacks[i]) if trails and unseen else seen or ""
            for height, pawn in enumerate(stack.removeprefix("?")):
                if pawn == colour:
                    yield i + 1, height

    def violations(self, reading: Reading) -> tuple[Violation, ...]:
        """All faults of a reading, in the order of `Rule`."""
        found = [*reading.story.violations, *reading.shifts.violations]
        if self._owing(reading.story):
            found += self._missed_violations(reading)
        return tuple(sorted(found, key=lambda violation: violation.rule.order))

    def _missed_violations(self, reading: Reading) -> Iterator[Violation]:
        """One fault for each arrow and circle that was missed, with every step that would have served it."""
        symbols = symbols_of(reading.story)
        for i in reading.missed.arrows:
            slot = SLOTS[symbols.arrows[i][0]]
            colour, path = self._points(symbols, reading.use, i)
            if not self._lawful_move(colour, path, reading.trails):
                continue
            moves = list(self._movable(colour, path, reading.trails))
            owed = tuple(str(Step(colour, PATHS[path], space, height, slot)) for space, height in moves)
            enter, move = any(not space for space, _ in moves), any(space for space, _ in moves)
            variant = "" if enter and move else "enter" if enter else "move"
            params = {"mover": self.mover, "colour": colour, "slot": slot, "path": PATHS[path]}
            yield Violation(Rule.MISSED_ARROW, params, variant, owed)
        for circle in symbols.circles[len(symbols.circles) - reading.missed.circles :]:
            yield self._missed_circle(symbols, reading, SLOTS[circle])

    def _lawful_move(self, colour: str, path: int, trails: tuple[Trail, ...]) -> bool:
        """Would the arrow have a move if nothing had gone wrong? One that only a misplaced pawn offers is not owed."""
        c = COLOURS.index(colour)
        if self.pawns.waiting[c] > sum(trail.entered[c] for trail in trails):
            return True
        return any(colour in self.pawns.letters(stack) for stack in trails[path].stacks)

    def _missed_circle(self, symbols: Symbols, reading: Reading, circle: str) -> Violation:
        owed: list[Step] = []
        for i, (slot, _, _) in enumerate(symbols.arrows):
            colour, path = self._points(symbols, reading.use, i)
            moves = self._movable(colour, path, reading.trails)
            owed += [Step(colour, PATHS[path], space, height, SLOTS[slot], circle) for space, height in moves]
        params = {"mover": self.mover, "slot": circle, "colour": owed[0].colour, "arrow": owed[0].arrow}
        return Violation(Rule.MISSED_CIRCLE, params, "", tuple(map(str, owed)))


def _cost_of_missed(arrows: int, circles: int) -> float:
    """Leaving symbols unused is one omission, however many they are."""
    if not arrows:
        return PRICED.missed_circle * bool(circles) + PRICED.further_missed * max(0, circles - 1)
    further = arrows - 1 + PRICED.missed_circle_share * circles
    return PRICED.missed_arrow + PRICED.further_missed * further


def symbols_of(story: Story) -> Symbols:
    """The symbols of a story of which every top is known."""
    tops = [(i, top) for i, top in enumerate(story.tops) if top is not None]
    return Symbols(
        tuple((i, top.colour, PATHS.index(top.facing)) for i, top in tops if top.colour and top.facing),
        tuple(i for i, top in tops if top.symbol == "circle"),
        tuple(i for i, top in tops if top.symbol == "arc"),
    )


def _least(away: int, here: int, order: int) -> float:
    """The least that so many places out of order can cost."""
    return LEAST * max(away, here) + COSTS[Rule.STACK_ORDER] * order


@lru_cache(maxsize=4096)
def uses(spins: tuple[frozenset[int], ...], circles: int, turns: int) -> tuple[Use, ...]:
    """Every way to use arrows that end up turned like this, with so many circles and turns."""
    if not spins:
        return (Use((), 0),)
    found = []
    needed = sum(min(TURNS_FOR[s] for s in allowed) for allowed in spins[1:])
    for route in routes(circles, max(0, turns - needed)):
        if route.spin in spins[0]:
            turned = len(route.timeline) - len(route.at)
            left = circles - max(0, len(route.at) - 1)
            rest = uses(spins[1:], left, turns - turned)
            found += [Use((route, *further.routes), turned + further.turns) for further in rest]
    return tuple(found)
