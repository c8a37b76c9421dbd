"""The tracker: which lines of play explain everything seen since the match began. A belief, not a guess.

Each line is a whole history with a price: what the readings must have got wrong, and which rules must have been broken.
Every resting view extends all lines by what may have happened since the last one; dear lines are dropped. Views that
turn out to have shown something half done are passed over by going back to the line's parents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.icecult.board import PAWNS
from engine.icecult.cube import CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.icecult.belief.as_seen import adopted_state, grounds, places_of, top_faces
from vision.icecult.belief.counting import short_heap, short_space
from vision.icecult.belief.evidence import Sight
from vision.icecult.belief.heaps import Habits
from vision.icecult.belief.histories import (
    Line,
    Past,
    ancestors,
    back_price,
    broken_since,
    kind,
    lawful_in,
    situation,
    taken_over,
    told,
    trimmed,
)
from vision.icecult.belief.prices import MISSED, ODD_TILT, PRICES, Closed, Node
from vision.icecult.belief.search import explore

KEEP: Final = 40
MARGIN: Final = 6.0
DROP: Final = 12.0
ODD: Final = 16.0
"""An explanation dearer than a whole fast turn is worth a second look."""
NEAR: Final = 5.0
PARENTS: Final = 8
ADOPT: Final = 14.0
ADOPT_PLACE: Final = 2.0
ADOPT_AGAIN: Final = 4.0
SURE: Final = 2.5
BLAME: Final = 1.5
"""Where a rule was broken in any case: how much likelier this player must be."""


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
        self._settled = 0
        self.sight: Sight | None = None
        self._firm: dict[str, Any] = {}
        self._habits = Habits()
        self._hints: dict[bool, list[Node]] = {}
        self._suspicion: tuple[int, tuple[str, ...]] = (number, ())
        self.suspected_rest = -1
        """Since which rest the best line has told the turn in progress with just these breaches."""

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
        suspicion = (self.best.number, self.best.fouls)
        if suspicion != self._suspicion:
            self._suspicion, self.suspected_rest = suspicion, rest

    def _remember(self, sight: Sight) -> None:
        """A rest is over: what it has shown for certain, and how the heaps were read."""
        best = self.best
        broken = {foul.partition("@")[2] for foul in best.fouls}
        self._habits.note(sight, best.state, broken | self._open_heaps())
        self._firm = sight.confirmed(best.state, best.turn.cube_set, self._firm)
        if not self._habits.steady("start"):
            self._firm.pop("start", None)

    def _open_heaps(self) -> set[str]:
        """Heaps of which lines that are as likely tell differently: what is missing there may have been played."""
        near = [line.state for line in self.lines if line.cost - self.best.cost < SURE]
        return {place for state in near for place in places_of(state, self.best.state, self.best.turn.cube_set)}

    def done(self, at_s: float) -> None:
        """The player says that the turn is over."""
        self.lines = self._ranked([self._closed_now(line, at_s) for line in self.lines])
        self._before, self._hints = self.lines, {}

    def settle(self, number: int) -> None:
        """Drop the lines that tell turn `number` differently: what is long past stays as it was written down."""
        if number < 1 or self.best.record(number) is None:
            return
        if number > self._settled:
            self._settled, self._hints = number, {}
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
        """A colour of which fewer pawns are seen than should be there, and how many are seen in all; "" for none.

        Where the start is seldom read right, what is not seen there does not count.
        """
        sight, best = self.sight, self.best
        if sight is None:
            return "", PAWNS
        found = short_heap(sight, best.state) if self._habits.steady("start") else ("", PAWNS)
        return found if found[0] else short_space(sight, best.state, best.turn.cube_set)

    def surplus(self) -> str:
        """The colours of which more than five pawns are seen now, and were not before."""
        return "" if self.sight is None else self._habits.news(self.sight.extra)

    def margin(self, number: int) -> float:
        """How much dearer the best line is that tells turn `number` differently."""
        mine = told(self.best, number)
        return min((x.cost - self.best.cost for x in self.rivals() if told(x, number) != mine), default=99.0)

    def margin_cleared(self, number: int) -> float:
        """How much dearer the best line is on which the player of turn `number` has broken no rule."""
        return min((x.cost - self.best.cost for x in self.rivals() if lawful_in(x, number)), default=99.0)

    def margin_kind(self, number: int) -> float:
        """How much dearer the best line is on which turn `number` ended in another kind of breach, or in none."""
        mine = kind(self.best, number)
        return min((x.cost - self.best.cost for x in self.rivals() if kind(x, number) != mine), default=99.0)

    def margin_lawful(self, number: int) -> float:
        """How much dearer the best line is on which nobody has broken a rule since turn `number` began."""
        lawful = (x for x in self.lines if not x.fouls and all(lawful_in(x, n) for n in range(number, x.number)))
        return min((x.cost - self.best.cost for x in lawful), default=99.0)

    def rivals(self) -> Sequence[Line]:
        """The lines that explain the table; where that succeeds, those that merely take it over do not count."""
        return self.lines if taken_over(self.best) else [line for line in self.lines if not taken_over(line)]

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
        )

    def _advanced(self, lines: Sequence[Line], sight: Sight, rest: int, at_s: float) -> tuple[Line, ...]:
        """All lines after this view; where something was odd, also from before it happened."""
        found = self._explained(lines, sight, rest, at_s)
        best = min(found, key=lambda x: x.cost, default=None)
        if best is None or best.cost - lines[0].cost > ODD or broken_since(best, lines[0].number):
            near = [line for line in lines if line.cost - lines[0].cost <= NEAR]
            found += self._explained([*near, *ancestors(near, self._settled)], sight, rest, at_s, wide=True)
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
        changed = node.turn.state != line.state or bool(node.closed or line.back)
        return Line(
            node.turn,
            node.cost + back_price(line, node.turn, line.number + len(node.closed)),
            node.fouls,
            past,
            trimmed(line, PARENTS),
            frozenset(paid.items()),
            from_s,
            at_s if changed else line.last_s,
            rest if changed else line.changed_rest,
            sight.held_s,
        )

    def _adopted(self, lines: Sequence[Line], sight: Sight, rest: int, at_s: float) -> list[Line]:
        """The table taken as it is seen, as a breach that the rules cannot name before the turn is over."""
        out = []
        for line in lines[:3]:
            for turn, closed, price in grounds(line):
                state = adopted_state(turn, sight)
                if state is None:
                    continue
                places = len(sight.misreads(line.state, turn.cube_set))
                tops = turn.cube_set.tops(state.cubes)
                rolled = top_faces(state) != top_faces(line.state)
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
            kept.setdefault(situation(line), line)
        return tuple(kept.values())
