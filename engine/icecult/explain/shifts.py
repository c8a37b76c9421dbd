"""Pawns that are not where lawful steps would have left them: what each has done, and the fewest faults for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations, product
from typing import Final, NamedTuple

from engine.icecult.board import COLOURS, PATHS, PAWNS
from engine.icecult.explain.lanes import START, Gap, Pawns, Trail, place_name, place_of
from engine.icecult.faults import Rule, Violation
from engine.icecult.partial import PartialState

COSTS: Final[Mapping[Rule, float]] = {
    Rule.PAWN_UNEARNED: 1.0,
    Rule.PAWN_FAR: 0.97,  # preferred to an unearned move, where it alone explains the table
    Rule.PAWN_INWARDS: 1.0,
    Rule.PAWN_CHANGED_PATH: 1.0,
    Rule.RIDER_LEFT: 0.95,
    Rule.PAWN_DRAGGED: 0.95,
    Rule.STACK_ORDER: 0.96,  # no pawn is where it should not be
    Rule.PAWN_MISSING: 1.0,
    Rule.PAWN_EXTRA: 1.0,
}
LEAST: Final = min(COSTS.values())
NEVER: Final = 99.0  # the cost of what cannot have happened
_SHARED: Final = frozenset({Rule.PAWN_UNEARNED, Rule.PAWN_FAR, Rule.PAWN_INWARDS, Rule.PAWN_CHANGED_PATH})
_MATCHINGS: Final = 24  # how many ways to match pawns of one colour with places are weighed
_PRODUCTS: Final = 8  # and of those, how many combinations over places and colours
_NOWHERE: Final = -2  # a place: off the table, or out of sight
_ENOUGH: Final = 20_000  # shifts that are weighed before the best so far must do
_CONTRIVED: Final = 0.03  # see `_contrived`


class Shift(NamedTuple):
    """One pawn: where it should be, where it is, and the rule that breaks."""

    pawn: int
    """Its number; negative for one still waiting at the start."""
    colour: str
    origin: int
    place: int
    rule: Rule | None
    cost: float
    partner: str = ""
    """The colour of the pawn that moved, for one left behind or dragged along."""


class Judgement(NamedTuple):
    """Faults that together explain where the pawns are."""

    cost: float
    violations: tuple[Violation, ...]


class ShiftReader:
    """Weighs what became of the pawns that are not where four trails leave them."""

    def __init__(self, pawns: Pawns, after: PartialState) -> None:
        self.pawns, self.after = pawns, after
        self.spaces = after.spaces
        self.unseen = tuple(self._unseen())
        self.weighed = 0

    @property
    def tired(self) -> bool:
        """Has so much been weighed that the best so far must do? A table that is all different has no near reading."""
        return self.weighed > _ENOUGH

    def _unseen(self) -> Iterator[int]:
        for p, path in enumerate(self.after.paths):
            yield from (place_of(p, s) for s, seen in enumerate(path, 1) if seen is None or seen[:1] == "?")
            if self.after.goal[p] is None:
                yield place_of(p, self.spaces + 1)
        if self.after.start is None:
            yield START

    def best(self, trails: Sequence[Trail], choices: Sequence[tuple[Gap, ...]], order: Sequence[int]) -> Judgement:
        """The cheapest faults; choices at one place exclude each other."""
        # A stack of the right pawns in the wrong order is a fault of its own, whatever else went wrong.
        ordered = tuple(self._order(trails, place) for place in order)
        best = Judgement(NEVER, ())
        for gaps in islice(product(*choices), _PRODUCTS):
            for shifts in self._matchings(trails, gaps):
                found = self._judgement(trails, shifts)
                if found.cost < best.cost:
                    best = found
        return Judgement(best.cost + COSTS[Rule.STACK_ORDER] * len(ordered), (*best.violations, *ordered))

    def _order(self, trails: Sequence[Trail], place: int) -> Violation:
        path, space = divmod(place, 16)
        stack = self.pawns.letters(trails[path].stacks[space - 1])
        return Violation(Rule.STACK_ORDER, {"place": place_name(place, self.spaces), "stack": stack})

    def _matchings(self, trails: Sequence[Trail], gaps: Sequence[Gap]) -> Iterator[tuple[Shift, ...]]:
        """The cheapest ways to say which pawn went where, colour by colour."""
        by_colour = []
        for colour in COLOURS:
            away = [(p, gap.place) for gap in gaps for p in gap.away if self._colour(p) == colour]
            here = [gap.place for gap in gaps for letter in gap.here if letter == colour]
            if away or here:
                by_colour.append(self._matched(trails, colour, away, here))
        for parts in islice(product(*by_colour), _PRODUCTS):
            yield tuple(shift for part in parts for shift in part)

    def _colour(self, pawn: int) -> str:
        return COLOURS[-1 - pawn] if pawn < 0 else self.pawns.colour[pawn]

    def _matched(
        self, trails: Sequence[Trail], colour: str, away: list[tuple[int, int]], here: list[int]
    ) -> list[tuple[Shift, ...]]:
        """All cheapest matchings of one colour's pawns with the places where they turned up."""
        # As an assignment problem: who is gone from somewhere against who turned up; who is too few went nowhere.
        lost = max(0, len(away) - len(here))
        sources = self._sources(trails, colour) if len(here) > len(away) and self.unseen else []
        best: dict[float, list[tuple[Shift, ...]]] = defaultdict(list)
        for places in islice(permutations([*here, *[_NOWHERE] * lost]), _MATCHINGS):
            shifts = [self._shift(trails, p, at, to) for (p, at), to in zip(away, places, strict=False)]
            rest = places[len(away) :]
            shifts += [self._arrived(trails, colour, to, sources) for to in rest]
            best[round(sum(shift.cost for shift in shifts), 3)].append(tuple(shifts))
        return list(dict.fromkeys(best[min(best)]))

    def _sources(self, trails: Sequence[Trail], colour: str) -> list[tuple[int, int]]:
        """Pawns of this colour that lawful steps would leave where nobody could see them."""
        found = []
        for place in self.unseen:
            if place == START:
                found.append((-1 - COLOURS.index(colour), START))
                continue
            path, space = divmod(place, 16)
            trail = trails[path]
            there = trail.goal if space > self.spaces else trail.stacks[space - 1]
            found += [(p, place) for p in there if self.pawns.colour[p] == colour]
        return found

    def _arrived(self, trails: Sequence[Trail], colour: str, to: int, sources: list[tuple[int, int]]) -> Shift:
        """A pawn that is missing nowhere: it came from an unseen place, or is one too many."""
        options = [self._shift(trails, p, at, to) for p, at in sources]
        extra = Shift(0, colour, _NOWHERE, to, Rule.PAWN_EXTRA, COSTS[Rule.PAWN_EXTRA])
        if not options or self.after.count(colour) > PAWNS:
            return extra
        return min(options, key=lambda shift: shift.cost)

    def _shift(self, trails: Sequence[Trail], pawn: int, origin: int, to: int) -> Shift:
        """What this pawn did to come from where it should be to where it is."""
        self.weighed += 1
        colour = self._colour(pawn)
        if to != _NOWHERE:
            rule, partner = self._rule(trails, pawn, origin, to)
            cost = NEVER if rule is None else COSTS[rule] + self._contrived(pawn, rule, to)
            return Shift(pawn, colour, origin, to, rule, cost, partner)
        # Seen nowhere: it may stand where nobody can see, which is milder than missing.
        missing = Shift(pawn, colour, origin, _NOWHERE, Rule.PAWN_MISSING, COSTS[Rule.PAWN_MISSING])
        options = [self._shift(trails, pawn, origin, place) for place in self.unseen if place != origin]
        return min(options, key=lambda shift: shift.cost, default=missing)

    def _rule(self, trails: Sequence[Trail], pawn: int, origin: int, to: int) -> tuple[Rule | None, str]:
        """The rule it breaks, and the other pawn's colour; None where another trail says it better."""
        stood = START if pawn < 0 else self.pawns.stood[pawn]
        if to == stood and origin == stood:
            return None, ""
        if stood == START:
            # It waited at the start before the turn.
            return self._rule_of_entered(trails, pawn, origin, to)
        if to == START:
            return Rule.PAWN_INWARDS, ""
        # A place is its path in the upper bits, its space in the lower four: another path, then.
        if to >> 4 != stood >> 4:
            return Rule.PAWN_CHANGED_PATH, ""
        if to < stood:
            return (None if self._swapped(trails, pawn, origin, to) else Rule.PAWN_INWARDS), ""
        return self._rule_on_path(trails, pawn, stood, origin, to)

    def _contrived(self, pawn: int, rule: Rule, to: int) -> float:
        """What is added for a rider left behind that has moved in this turn: mostly such a rider has not moved."""
        if rule is not Rule.RIDER_LEFT or to == self.pawns.stood[pawn]:
            return 0.0
        return _CONTRIVED

    def _swapped(self, trails: Sequence[Trail], pawn: int, origin: int, to: int) -> bool:
        """Did a pawn of its colour leave that place and pass it? Then that one stayed there and nobody went inwards."""
        for i, hop in enumerate(trails[origin >> 4].hops):
            if place_of(origin >> 4, hop.space) == to and self.pawns.colour[hop.mover] == self.pawns.colour[pawn]:
                later = [h.space for h in trails[origin >> 4].hops[i:] if hop.mover == h.mover or hop.mover in h.riders]
                if place_of(origin >> 4, later[-1] + 1) >= origin:
                    return True
        return False

    def _rule_of_entered(self, trails: Sequence[Trail], pawn: int, origin: int, to: int) -> tuple[Rule | None, str]:
        """A pawn that waited at the start before the turn."""
        if to == START:
            return None, ""
        if origin == START:
            return Rule.PAWN_UNEARNED, ""
        if to >> 4 != origin >> 4:
            return None, ""
        return self._rule_on_path(trails, pawn, place_of(origin >> 4, 0), origin, to)

    def _rule_on_path(
        self, trails: Sequence[Trail], pawn: int, stood: int, origin: int, to: int
    ) -> tuple[Rule | None, str]:
        """A pawn further out on its path than before the turn, or still where it was."""
        hops = trails[origin >> 4].hops
        own = sum(hop.mover == pawn for hop in hops)
        if to < origin:
            # Less far than the lawful steps lead: left behind by whoever carried it.
            carrier = next((hop.mover for hop in hops if pawn in hop.riders), None)
            if carrier is None or to < stood + own:
                return None, ""
            return Rule.RIDER_LEFT, self.pawns.colour[carrier]
        for i, hop in enumerate(hops):
            # It sat below a pawn that moved, and has gone along with it.
            if pawn in hop.below and place_of(origin >> 4, hop.space) == origin:
                with_it = [h.space + 1 for h in hops[i:] if hop.mover == h.mover or hop.mover in h.riders]
                if to & 15 in with_it and self._in_order(self.pawns.letters((pawn, hop.mover)), to):
                    return Rule.PAWN_DRAGGED, self.pawns.colour[hop.mover]
        return (Rule.PAWN_FAR if own else Rule.PAWN_UNEARNED), ""

    def _judgement(self, trails: Sequence[Trail], shifts: tuple[Shift, ...]) -> Judgement:
        """The shifts as faults: pawns that went together are one fault, and must still sit in their order."""
        cost = 0.0
        violations: list[Violation] = []
        for group in self._groups(trails, shifts):
            lead = group[0]
            if lead.rule is None:
                return Judgement(NEVER, ())
            # Pawns that went together are one fault; every one that is missing or too many counts.
            cost += lead.cost * (len(group) if lead.rule in (Rule.PAWN_MISSING, Rule.PAWN_EXTRA) else 1)
            violations.append(self._violation(group))
            # Riders that stayed when their pawn moved on unlawfully are a second fault.
            if left := self._left_behind(trails, group):
                cost += COSTS[Rule.RIDER_LEFT]
                params = {"rider": left[0], "riders": left, "colour": lead.colour}
                violations.append(Violation(Rule.RIDER_LEFT, params, "many" if len(left) > 1 else ""))
            if lead.place >= 0 and not self._in_order(expected := self._together(trails, group), lead.place):
                cost += COSTS[Rule.STACK_ORDER]
                place = place_name(lead.place, self.spaces)
                violations.append(Violation(Rule.STACK_ORDER, {"place": place, "stack": expected}))
        return Judgement(cost, tuple(violations))

    def _left_behind(self, trails: Sequence[Trail], group: list[Shift]) -> str:
        """Who sat on the first of a group that moved on unlawfully, since before the turn, and did not go along."""
        lead = group[0]
        if lead.rule not in (Rule.PAWN_FAR, Rule.PAWN_UNEARNED) or lead.origin < 0:
            return ""
        path, space = divmod(lead.origin, 16)
        stack = trails[path].stacks[space - 1] if space <= self.spaces else ()
        above = stack[stack.index(lead.pawn) + 1 :] if lead.pawn in stack else ()
        gone = {shift.pawn for shift in group}
        stood = self.pawns.stood
        return self.pawns.letters([p for p in above if p not in gone and stood[p] == stood[lead.pawn] != START])

    def _together(self, trails: Sequence[Trail], group: list[Shift]) -> str:
        """The pawns of a group as they must sit above each other, with the one they stayed under or rode on."""
        lead = group[0]
        letters = "".join(shift.colour for shift in group)
        if lead.rule is Rule.PAWN_DRAGGED:
            return letters + lead.partner
        if lead.rule is Rule.RIDER_LEFT:
            path, space = divmod(lead.place, 16)
            hop = next(hop for hop in trails[path].hops if lead.pawn in hop.riders)
            still = [p for p in hop.below if hop.space == space and p in trails[path].stacks[space - 1]]
            return self.pawns.letters(still) + letters
        return letters

    def _in_order(self, expected: str, place: int) -> bool:
        """Do these pawns sit in this order, as far as the stack is seen?"""
        path, space = divmod(place, 16)
        seen = self.after.paths[path][space - 1] if space <= self.spaces else None
        if seen is None or seen[:1] == "?" or any(seen.count(c) < expected.count(c) for c in expected):
            return True
        rest = iter(seen)
        return all(pawn in rest for pawn in expected)

    def _groups(self, trails: Sequence[Trail], shifts: tuple[Shift, ...]) -> list[list[Shift]]:
        """Pawns that went the same way together, the lowest first; the missing and the extra by colour."""
        groups: dict[tuple[object, ...], list[Shift]] = defaultdict(list)
        for n, shift in enumerate(shifts):
            if shift.rule in (Rule.PAWN_MISSING, Rule.PAWN_EXTRA):
                groups[shift.rule, shift.colour].append(shift)
            elif shift.origin == START:
                groups["start", n].append(shift)
            elif shift.rule in _SHARED:
                groups["moved", shift.origin, shift.place].append(shift)
            else:
                groups[shift.rule, shift.origin, shift.place].append(shift)
        for group in groups.values():
            group.sort(key=lambda shift: _height(trails, shift))
        return list(groups.values())

    def _violation(self, group: list[Shift]) -> Violation:
        """The fault of one group of pawns, with what its sentence has to be told."""
        lead = group[0]
        rule, colour, path = lead.rule, lead.colour, PATHS[max(0, lead.place) >> 4]
        many = "many" if len(group) > 1 else ""
        others = "".join(shift.colour for shift in group)
        if rule in (Rule.PAWN_MISSING, Rule.PAWN_EXTRA):
            wrong = miscount(colour, PAWNS + len(group) * (1 if rule is Rule.PAWN_EXTRA else -1))
            assert wrong is not None
            return wrong
        if rule is Rule.RIDER_LEFT:
            return Violation(rule, {"rider": colour, "riders": others, "colour": lead.partner}, many)
        if rule is Rule.PAWN_DRAGGED:
            return Violation(rule, {"below": colour, "belows": others, "colour": lead.partner}, many)
        stood = START if lead.pawn < 0 else self.pawns.stood[lead.pawn]
        if rule is Rule.PAWN_CHANGED_PATH:
            return Violation(rule, {"colour": colour, "path": PATHS[stood >> 4], "to": path})
        if rule is Rule.PAWN_INWARDS:
            back = lead.place == START
            return Violation(rule, {"colour": colour, "path": PATHS[stood >> 4]}, "start" if back else "")
        if rule is Rule.PAWN_FAR:
            began = 0 if stood == START else stood & 15
            spaces, allowed = (lead.place & 15) - began, (lead.origin & 15) - began
            params = {"colour": colour, "path": path, "spaces": spaces, "allowed": allowed}
            return Violation(rule, params, "arrow" if allowed == 1 else "")
        return Violation(Rule.PAWN_UNEARNED, {"colour": colour, "path": path})


def miscount(colour: str, count: int) -> Violation | None:
    """The fault of having so many pawns of a colour; None if there are five."""
    many = "many" if abs(count - PAWNS) > 1 else ""
    if count < PAWNS:
        return Violation(Rule.PAWN_MISSING, {"colour": colour, "count": count, "missing": PAWNS - count}, many)
    if count > PAWNS:
        return Violation(Rule.PAWN_EXTRA, {"colour": colour, "count": count, "extra": count - PAWNS}, many)
    return None


def _height(trails: Sequence[Trail], shift: Shift) -> int:
    """How high the pawn would sit where it should be."""
    if shift.origin < 0:
        return 0
    path, space = divmod(shift.origin, 16)
    stacks = trails[path].stacks
    there = stacks[space - 1] if space <= len(stacks) else ()
    return there.index(shift.pawn) if shift.pawn in there else 0
