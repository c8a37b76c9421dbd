"""The tracker: which lines of play explain everything seen since the match began. A belief, not a guess.

Each line is a whole history with a price: what the readings must have got wrong, and which rules must have been broken.
Every resting view extends all lines by what may have happened since the last one; dear lines are dropped. Views that
turn out to have shown something half done are passed over by going back to the line's parents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.icecult.board import COLOURS, PATHS, PAWNS, SLOTS
from engine.icecult.cube import POSES, CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.habits import Habits
from vision.prices import MISSED, ODD_TILT, PAWN_RULES, PRICES, Closed, Node
from vision.search import explore
from vision.sight import Paid, Sight

PAWN_KINDS: Final = PAWN_RULES | {"relocated", "pawn-count"}
KEEP: Final = 40
MARGIN: Final = 6.0
DROP: Final = 12.0
ODD: Final = 16.0
"""An explanation dearer than a whole fast turn is worth a second look."""
NEAR: Final = 3.0
BACK: Final = 1.5
BACK_EACH: Final = 3.0
BACK_DEPTH: Final = 5
"""How many changes are taken back at most; each is dearer than the one before."""
BACK_SAME: Final = 2.0
PARENTS: Final = 8
ADOPT: Final = 14.0
ADOPT_PLACE: Final = 1.0
ADOPT_AGAIN: Final = 4.0
SURE: Final = 2.5
BLAME: Final = 1.5
"""Where a rule was broken in any case: how much likelier this player must be."""


@dataclass(frozen=True, slots=True)
class Past:
    """The turns that are over on one line, newest first."""

    closed: Closed
    number: int
    from_s: float
    to_s: float
    older: Past | None
    seen: bool = True
    """False for the stand-in of the turns before the belief began."""


@dataclass(frozen=True, slots=True)
class Line:
    """One history that may be true, and its price."""

    turn: TurnInProgress
    cost: float = 0.0
    fouls: tuple[str, ...] = ()
    past: Past | None = None
    parent: Line | None = None
    paid: Paid = frozenset()
    from_s: float = 0.0
    last_s: float = 0.0
    foul_rest: int = -1
    changed_rest: int = -1

    @property
    def state(self) -> State:
        """The table as it stands on this line."""
        return self.turn.state

    @property
    def number(self) -> int:
        """The number of the turn in progress."""
        return 1 if self.past is None else self.past.number + 1

    def turns(self) -> Iterator[Past]:
        """The turns that are over, newest first."""
        at = self.past
        while at is not None:
            yield at
            at = at.older

    def record(self, number: int) -> Past | None:
        """The turn with this number, if it is over on this line."""
        at = self.past
        while at is not None and at.number > number:
            at = at.older
        return at if at is not None and at.number == number else None


class Tracker:
    """Holds the lines; feed it resting views with `see`."""

    def __init__(
        self, state: State, cube_set: CubeSet, house: HouseRules, players: str, number: int = 1, at_s: float = 0.0
    ) -> None:
        self._house, self._players = house, players
        begun = TurnInProgress.begin(state, cube_set, house, players)
        past = None if number == 1 else Past(Closed(begun, ()), number - 1, at_s, at_s, None, False)
        self.lines: tuple[Line, ...] = (Line(begun, past=past, from_s=at_s, last_s=at_s),)
        self._before: tuple[Line, ...] = self.lines
        self._rest = -1
        self.sight: Sight | None = None
        self._firm: dict[str, Any] = {}
        self._habits = Habits()
        self._hints: dict[bool, list[Node]] = {}

    @property
    def best(self) -> Line:
        """The most likely line."""
        return self.lines[0]

    def see(self, sight: Sight, rest: int, at_s: float) -> None:
        """A resting view; more pictures of the same rest replace what was concluded from the first ones."""
        if rest != self._rest:
            if self.sight is not None:
                self._remember(self.sight)
            self._before, self._rest = self.lines, rest
            self._hints = {}
        self.sight = sight.standing_on(self._firm, self._habits.known())
        self.lines = self._advanced(self._before, self.sight, rest, at_s)

    def _remember(self, sight: Sight) -> None:
        """A rest is over: what it has shown for certain, and how the heaps were read."""
        best = self.best
        self._habits.note(sight, best.state, {foul.partition("@")[2] for foul in best.fouls})
        self._firm = sight.confirmed(best.state, best.turn.cube_set, self._firm)
        if not self._habits.steady("start"):
            self._firm.pop("start", None)

    def done(self, at_s: float) -> None:
        """The player says that the turn is over."""
        self.lines = self._ranked([self._closed_now(line, at_s) for line in self.lines])
        self._before, self._hints = self.lines, {}

    def settle(self, number: int) -> None:
        """Drop the lines that tell turn `number` differently: what is long past stays as it was written down."""
        if number < 1 or self.best.record(number) is None:
            return
        mine = told(self.best, number)
        self.lines = tuple(line for line in self.lines if told(line, number) == mine)
        before = tuple(line for line in self._before if told(line, number) in (mine, None)) or self.lines
        if len(before) != len(self._before):
            self._before, self._hints = before, {}

    def misfit(self) -> tuple[str, ...]:
        """The places where the best line contradicts the last view."""
        if self.sight is None:
            return ()
        return tuple(m.place for m in self.sight.misreads(self.best.state, self.best.turn.cube_set) if m.cost > 2.0)

    def short(self) -> tuple[str, int]:
        """A colour of which fewer pawns are seen at the start than should be there, and how many are seen in all.

        "" where none is missing, or where the start is seldom read right.
        """
        sight, state = self.sight, self.best.state
        if sight is None or not sight.start.scores or not self._habits.steady("start"):
            return "", PAWNS
        missing = {c: state.start.count(c) - sight.start.best.count(c) for c in COLOURS}
        colour = max(missing, key=lambda c: missing[c])
        return (colour, PAWNS - missing[colour]) if missing[colour] > 0 else ("", PAWNS)

    def margin(self, number: int) -> float:
        """How much dearer the best line is that tells turn `number` differently."""
        mine = told(self.best, number)
        return min((x.cost - self.best.cost for x in self.rivals() if told(x, number) != mine), default=99.0)

    def margin_cleared(self, number: int) -> float:
        """How much dearer the best line is on which the player of turn `number` has broken no rule."""
        return min((x.cost - self.best.cost for x in self.rivals() if _lawful(x, number)), default=99.0)

    def margin_kind(self, number: int) -> float:
        """How much dearer the best line is on which turn `number` ended in another kind of breach, or in none."""
        mine = _kind(self.best, number)
        return min((x.cost - self.best.cost for x in self.rivals() if _kind(x, number) != mine), default=99.0)

    def margin_lawful(self, number: int) -> float:
        """How much dearer the best line is on which nobody has broken a rule since turn `number` began."""
        lawful = (x for x in self.lines if not x.fouls and all(_lawful(x, n) for n in range(number, x.number)))
        return min((x.cost - self.best.cost for x in lawful), default=99.0)

    def rivals(self) -> Sequence[Line]:
        """The lines that explain the table; where that succeeds, those that merely take it over do not count."""
        return self.lines if _taken_over(self.best) else [line for line in self.lines if not _taken_over(line)]

    def _closed_now(self, line: Line, at_s: float) -> Line:
        turn = line.turn
        closed = Closed(turn, line.fouls if len(turn.tilts) == 2 else (*line.fouls, "tilt-count"))
        past = Past(closed, line.number, line.from_s, at_s, line.past)
        begun = TurnInProgress.begin(closed.after(), turn.cube_set, turn.house, turn.players)
        price = PRICES["tilt-count"] if len(turn.tilts) < 2 else MISSED if closed.missed else 0.0
        return replace(
            line,
            turn=begun,
            cost=line.cost + price,
            fouls=(),
            past=past,
            parent=line,
            from_s=at_s,
            last_s=at_s,
            foul_rest=-1,
        )

    def _advanced(self, lines: Sequence[Line], sight: Sight, rest: int, at_s: float) -> tuple[Line, ...]:
        """All lines after this view; where something was odd, also from before it happened."""
        found = self._explained(lines, sight, rest, at_s)
        best = min(found, key=lambda x: x.cost, default=None)
        if best is None or best.cost - lines[0].cost > ODD or _broken_since(best, lines[0].number):
            near = [line for line in lines if line.cost - lines[0].cost <= NEAR]
            found += self._explained([*near, *_ancestors(near)], sight, rest, at_s, wide=True)
            found += self._adopted(lines, sight, rest, at_s)
        return self._ranked(found) if found else tuple(lines)

    def _explained(self, lines: Sequence[Line], sight: Sight, rest: int, at_s: float, wide: bool = False) -> list[Line]:
        seeds = [Node(line.turn, line.fouls, (), line.cost, k) for k, line in enumerate(lines)]
        forgiven = [sight.paid_before(line.paid) for line in lines]
        views = {places: sight.forgiving(places) if places else sight for places in set(forgiven)}
        nodes = explore(seeds, [views[places] for places in forgiven], MARGIN, wide, self._hints.get(wide, ()))
        self._hints[wide] = nodes
        return [self._extended(lines[node.seed], node, sight, rest, at_s) for node in nodes]

    def _extended(self, line: Line, node: Node, sight: Sight, rest: int, at_s: float) -> Line:
        """The line after one more view."""
        past, from_s = line.past, line.from_s
        for closed in node.closed:
            number = 1 if past is None else past.number + 1
            past = Past(closed, number, from_s, line.last_s, past)
            from_s = line.last_s
        paid = dict(line.paid)
        for miss in sight.misreads(node.turn.state, node.turn.cube_set):
            paid[miss.place, miss.value] = max(miss.cost, paid.get((miss.place, miss.value), 0.0))
        new_foul = len(node.fouls) > (0 if node.closed else len(line.fouls))
        foul_rest = rest if new_foul else (line.foul_rest if node.fouls else -1)
        changed = node.turn.state != line.state or bool(node.closed)
        return Line(
            node.turn,
            node.cost,
            node.fouls,
            past,
            _trimmed(line, PARENTS),
            frozenset(paid.items()),
            from_s,
            at_s if changed else line.last_s,
            foul_rest,
            rest if changed else line.changed_rest,
        )

    def _adopted(self, lines: Sequence[Line], sight: Sight, rest: int, at_s: float) -> list[Line]:
        """The table taken as it is seen, as a breach that the rules cannot name before the turn is over."""
        out = []
        for line in lines[:3]:
            for turn, closed, price in _grounds(line):
                state = adopted_state(turn, sight)
                if state is None:
                    continue
                places = len(sight.misreads(line.state, turn.cube_set))
                tops = turn.cube_set.tops(state.cubes)
                rolled = _top_faces(state) != _top_faces(line.state)
                odd = ADOPT_AGAIN if rolled == (not closed) and len(turn.tilts or line.turn.tilts) == 2 else 0.0
                taken = replace(turn, state=state, tops=tops, tilts=(ODD_TILT, ODD_TILT))
                misfit = sight.forgiving(sight.paid_before(line.paid)).cost(state, turn.cube_set)
                cost = line.cost + price + ADOPT + ADOPT_PLACE * places + odd + misfit
                fouls = ("adopted",) if closed else (*line.fouls, "adopted")
                out.append(self._extended(line, Node(taken, fouls, closed, cost), sight, rest, at_s))
        return out

    def _ranked(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """The cheapest line of every situation, best first."""
        ordered = sorted(lines, key=lambda line: line.cost)
        kept: dict[object, Line] = {}
        for line in ordered:
            if line.cost - ordered[0].cost > DROP or len(kept) >= KEEP:
                break
            kept.setdefault(_situation(line), line)
        return tuple(kept.values())


def told(line: Line, number: int) -> object:
    """What a line tells about a turn: not over, or how it ended. Hidden poses do not count."""
    past = line.record(number)
    if past is None:
        return None
    state = past.closed.turn.state
    return past.closed.lawful, len(past.closed.turn.tilts), state.paths, state.goal


def _kind(line: Line, number: int) -> object:
    """What kind of breach a turn was; pawns put wrongly are one kind, whichever way they went."""
    past = line.record(number)
    if past is None:
        return None
    fouls = {foul.partition("@")[0] for foul in past.closed.fouls}
    return past.closed.missed, len(past.closed.turn.tilts), fouls - PAWN_KINDS, bool(fouls & PAWN_KINDS)


def _taken_over(line: Line) -> bool:
    """Whether the table was taken as it is, now or in an earlier turn."""
    return "adopted" in line.fouls or any("adopted" in past.closed.fouls for past in line.turns())


def _broken_since(line: Line, number: int) -> bool:
    """Whether any turn from this number on has broken a rule."""
    return bool(line.fouls) or any(not _lawful(line, n) for n in range(number, line.number))


def _lawful(line: Line, number: int) -> bool:
    past = line.record(number)
    return not line.fouls if past is None else past.closed.lawful


def _situation(line: Line) -> object:
    turn = line.turn
    tilts = turn.tilts if len(turn.tilts) == 1 else len(turn.tilts)
    last = line.past
    before = None if last is None else (told(line, last.number), last.closed.turn.spent)
    return turn.state, turn.spent, tilts, line.number, line.fouls, turn.before.cubes, turn.cube_set, before


def _grounds(line: Line) -> Iterator[tuple[TurnInProgress, tuple[Closed, ...], float]]:
    """On which turn an unexplained table may be taken over: the one in progress, or the next one."""
    yield line.turn, (), 0.0
    if len(line.turn.tilts) == 2 and not line.turn.over:
        closed = Closed(line.turn, line.fouls)
        begun = TurnInProgress.begin(closed.after(), line.turn.cube_set, line.turn.house, line.turn.players)
        yield begun, (closed,), MISSED if closed.missed else 0.0


def _top_faces(state: State) -> tuple[str, ...]:
    return tuple(pose[0] for pose in state.cubes)


def _ancestors(lines: Sequence[Line]) -> Iterator[Line]:
    """Earlier points of these lines, dearer the more was seen since: that was half done or taken back."""
    seen: set[int] = set()
    for line in lines:
        child, at, changes, price = line, line.parent, 0, BACK
        while at is not None and changes <= BACK_DEPTH:
            changed = at.state != child.state or at.number != child.number
            price += BACK_EACH + changes if changed else BACK_SAME
            changes += changed
            if id(at) not in seen:
                seen.add(id(at))
                yield replace(at, cost=at.cost + price)
            child, at = at, at.parent


def _trimmed(line: Line, depth: int) -> Line:
    """The line without its farthest parents, so that memory does not grow with the match."""
    if line.parent is None:
        return line
    return replace(line, parent=None if depth == 0 else _trimmed(line.parent, depth - 1))


def adopted_state(turn: TurnInProgress, sight: Sight) -> State | None:
    """The state that the view shows, unseen places from memory; None where the pawns cannot be made to count."""
    cubes = tuple(_pose(turn, sight, k) for k in range(4))
    paths = tuple(
        tuple(
            stack if not seen.scores or str(seen.best).startswith("?") else seen.best
            for seen, stack in zip(sight.paths[k], turn.state.paths[k], strict=True)
        )
        for k in range(4)
    )
    goal = tuple(turn.state.goal[k] if not sight.goal[k].scores else sight.goal[k].best for k in range(4))
    every = "".join(goal) + "".join("".join(path) for path in paths)
    if any(every.count(colour) > PAWNS for colour in COLOURS):
        return None
    start = "".join(colour * (PAWNS - every.count(colour)) for colour in COLOURS)
    return State.trusted(cubes, paths, start, goal, turn.state.to_move)


def _pose(turn: TurnInProgress, sight: Sight, k: int) -> str:
    """A pose of this cube that shows what is seen; the one it had, if that does."""
    now, seen = turn.state.cubes[k], sight.top(k)
    cube = turn.cube_set.cubes[k]
    if seen is None or cube.top(now) in (seen, None):
        return now
    return next((pose for pose in POSES if cube.top(pose) == seen), now)


def places_of(a: State, b: State, cube_set: CubeSet) -> tuple[str, ...]:
    """The places in which two states look different."""
    out = [
        slot for slot, one, two in zip(SLOTS, cube_set.tops(a.cubes), cube_set.tops(b.cubes), strict=True) if one != two
    ]
    for k, path in enumerate(PATHS):
        pairs = enumerate(zip(a.paths[k], b.paths[k], strict=True), start=1)
        out += [f"{path}{n}" for n, (one, two) in pairs if one != two]
        out += [f"goal{path}"] * (a.goal[k] != b.goal[k])
    return tuple(out) + (("start",) if a.start != b.start else ())
