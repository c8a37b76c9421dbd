"""What is wrong between two views that no turn explains, told by what lies where it cannot have come to lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.igluiglu import actions as a
from engine.igluiglu.board import COLOURS, CORNERS, FACE_DOWN, GLACIER, ICE, NAMES, SEA
from engine.igluiglu.equipment import BEAR, IGLOOS, inuit_each
from engine.igluiglu.explain.aim import Aim, tile_shown
from engine.igluiglu.explain.distance import Walks
from engine.igluiglu.explain.partial import NOT_SEEN, PartialState, Spot
from engine.igluiglu.explain.search import search
from engine.igluiglu.faults import Rule, Violation
from engine.igluiglu.steps import ground
from engine.igluiglu.steps.checks import broken_by
from engine.igluiglu.steps.drift import pushes
from engine.igluiglu.turn import TurnInProgress

_PLENTY: Final = 40
"""Points enough for any turn: if these would do, points were the trouble."""
_FEW_TRIES: Final = 3_000  # as `TRIES`, for a search that only finds the reason


def violations(begun: TurnInProgress, after: PartialState, known: tuple[a.Action, ...]) -> tuple[Violation, ...]:
    """Every breach that can be named for certain, in the order of the rules; never none."""
    look = _Look(begun, after, known)
    found = [*look.ice(), *look.people(), *look.igloos(), *look.animals(), *look.kept()]
    if not found:
        found = [*look.points()] or [look.something()]
    return tuple(
        sorted({violation.rule: violation for violation in reversed(found)}.values(), key=lambda v: v.rule.order)
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """Before, after, and what was said in between."""

    begun: TurnInProgress
    after: PartialState
    known: tuple[a.Action, ...]

    def shown(self, kind: str) -> int:
        """How many kept tiles of a kind were shown."""
        if self.after.out is not None:
            return max(0, self.after.out.count(kind) - self.begun.table.out.count(kind))
        return sum(tile_shown(action) == kind for action in self.known)

    def drift_possible(self) -> bool:
        """Can the drawn tile have been a drift?"""
        return Aim(self.after, self.known).drift_may_come(self.begun, 0)

    def cells(self, lay: str, lies: str) -> list[int]:
        """Spaces whose ground was one of these and was seen as one of those."""
        both = zip(self.begun.table.board, self.after.board, strict=True)
        return [cell for cell, (was, seen) in enumerate(both) if was in lay and seen in lies and was != seen]

    def ice(self) -> Iterator[Violation]:
        """Tiles that are gone, back, turned or shifted; a tile that may not melt; none that melted."""
        gone, back = self.cells(ICE, SEA), self.cells(SEA, ICE)
        up, down = self.cells(FACE_DOWN, GLACIER), self.cells(GLACIER, FACE_DOWN)
        removals = 1 + self.shown("melt")
        drifts = self.drift_possible() and (back or up or down) and _ice_drifted(self)
        if drifts:
            return
        if back:
            yield Violation(Rule.TILE_SHIFTED if gone else Rule.TILE_BACK, _cells([*gone, *back] if gone else back))
        elif len(gone) > removals:
            yield Violation(Rule.TILE_GONE, _cells(gone))
        elif down or len(up) > 1 or (up and len(gone) > removals - 1):
            yield Violation(Rule.TILE_TURNED, _cells([*up, *down]))
        else:
            yield from self._melting([*gone, *up])

    def _melting(self, taken: list[int]) -> Iterator[Violation]:
        """The rule that the one tile that was taken breaks."""
        turn = self.begun
        if turn.placing or turn.over or self.shown("melt") or self.shown("animals"):
            return
        if len(taken) == 1 and (rule := broken_by(turn, a.Melt(taken[0]))):
            yield Violation(rule, {"cell": NAMES[taken[0]]})
        elif not taken and NOT_SEEN not in self.after.board and not self.drift_possible():
            yield Violation(Rule.MELT_FIRST, {"mover": turn.mover})

    def _spots(self) -> Iterator[tuple[int, Spot]]:
        return ((cell, spot) for cell, spot in enumerate(self.after.spots) if spot is not None)

    def carried(self) -> bool:
        """Can a drift have carried things along?"""
        return self.drift_possible() and bool(self.cells(SEA, ICE) or NOT_SEEN in self.after.board)

    def people(self) -> Iterator[Violation]:
        """Inuit that are too many, missing, moved by nobody, or too far."""
        turn, table = self.begun, self.begun.table
        seen = Counter("".join(spot.inuit for _, spot in self._spots()))
        away = self.after.reserve if self.after.reserve is not None else table.reserve
        counts = {c: seen[c] + away.count(c) for c in COLOURS}
        wanted = {c: inuit_each(table.players) * (c in table.players) for c in COLOURS}
        if extra := [c for c in COLOURS if counts[c] > wanted[c]]:
            yield Violation(Rule.INUIT_EXTRA, {"colours": extra})
        if missing := [c for c in COLOURS if self.after.complete and counts[c] < wanted[c]]:
            yield Violation(Rule.INUIT_MISSING, {"colours": missing})
        if extra or missing or self.carried():
            return
        flight = self.shown("melt") or self.shown("animals")
        moved = {c for cell, spot in self._spots() for c in _moved(table.inuit[cell], spot.inuit, cell, bool(flight))}
        if others := [c for c in COLOURS if c in moved and c != turn.mover]:
            yield Violation(Rule.INUIT_OTHER, {"colours": others})
        if turn.mover in moved and (far := self._far(bool(flight))):
            yield Violation(Rule.INUIT_FAR, {"mover": turn.mover, "cells": [NAMES[cell] for cell in far]})

    def _far(self, flight: bool) -> list[int]:
        """Spaces where the mover's Inuit were seen that cost more points together than there are."""
        turn, table, board = self.begun, self.begun.table, self.after.board.replace(NOT_SEEN, FACE_DOWN)
        left, wanted = list[int](), list[int]()
        for cell, spot in self._spots():
            extra = spot.inuit.count(turn.mover) - table.inuit[cell].count(turn.mover)
            wanted += [cell] * (extra if cell not in CORNERS or not flight else 0)
            left += [cell] * -extra
        left += [cell for cell, spot in enumerate(self.after.spots) if spot is None]
        cost = sum(Walks().points(board, left, cell) for cell in wanted)
        return sorted(set(wanted)) if cost > turn.points + Aim(self.after, self.known).energy(turn, 0) else []

    def igloos(self) -> Iterator[Violation]:
        """Igloos too many, missing or moved."""
        table, mover = self.begun.table, self.begun.mover
        seen = Counter("".join(spot.igloo for _, spot in self._spots()).lower())
        were = Counter("".join(table.igloo).lower())
        may_build = were + Counter(
            {mover: 1 + (self.begun.points + Aim(self.after, self.known).energy(self.begun, 0) > 5)}
        )
        if extra := [c for c in COLOURS if seen[c] > min(may_build[c], IGLOOS)]:
            yield Violation(Rule.IGLOO_EXTRA, {"colours": extra})
        if missing := [c for c in COLOURS if self.after.complete and seen[c] < were[c]]:
            yield Violation(Rule.IGLOO_MISSING, {"colours": missing})
        if extra or missing or self.carried():
            return
        gone = [cell for cell, spot in self._spots() if table.igloo[cell] and spot.igloo != table.igloo[cell]]
        if gone:
            yield Violation(Rule.IGLOO_MOVED, _cells(gone))

    def animals(self) -> Iterator[Violation]:
        """Animals that moved, are missing, or came from nowhere."""
        if self.carried() or self.shown("animals"):
            return
        table = self.begun.table
        drawn = set(self.cells(ICE, SEA) + self.cells(FACE_DOWN, GLACIER))
        compared = [(cell, spot.compare(table.animals[cell])) for cell, spot in self._spots()]
        new = [cell for cell, (surplus, _, _) in compared if surplus and cell not in drawn]
        less = [cell for cell, (_, missing, _) in compared if missing and cell not in drawn]
        if new and less:
            yield Violation(Rule.ANIMAL_STRAY, _cells([*new, *less]))
        elif new:
            yield Violation(Rule.ANIMAL_EXTRA, _cells(new))
        elif unearned := [cell for cell in less if not self._reached(cell)]:
            yield Violation(Rule.ANIMAL_MISSING, _cells(unearned))

    def _reached(self, cell: int) -> bool:
        """Can an Inuit of the mover have come by to hunt here?"""
        turn, table = self.begun, self.begun.table
        if BEAR in table.animals[cell] and not self.shown("harpoon"):
            return False
        own = [place for place, people in enumerate(table.inuit) if turn.mover in people]
        reach = turn.points + Aim(self.after, self.known).energy(turn, 0)
        board = "".join(FACE_DOWN if lies == NOT_SEEN else lies for lies in self.after.board)
        return Walks().points(board, own, cell) < reach + 1

    def kept(self) -> Iterator[Violation]:
        """Numbers of kept tiles that do not fit."""
        table, mover = self.begun.table, self.begun.mover
        played = sum(tile_shown(action) is not None and not isinstance(action, a.Defend) for action in self.known)
        wrong = []
        for colour, hand in self.after.hands:
            if colour not in table.players:
                continue
            grown = (hand if isinstance(hand, int) else len(hand)) - len(table.hand(colour))
            defends = sum(action == a.Defend(colour) for action in self.known)
            most = 1 if colour == mover else 0
            least = -defends - (played if colour == mover else 0)
            if self.after.out is not None and colour == mover:
                least = -4
            if not least <= grown <= most:
                wrong.append(colour)
        if wrong:
            yield Violation(Rule.HAND_COUNT, {"colours": wrong})

    def points(self) -> Iterator[Violation]:
        """Would more points explain it?"""
        turn = self.begun
        found = search(replace(turn, points=_PLENTY), Aim(self.after, self.known), _FEW_TRIES)
        if found.turn is not None:
            given = turn.points + Aim(self.after, self.known).energy(turn, 0)
            cost = _PLENTY + given - turn.points - found.turn.points
            yield Violation(Rule.TOO_MANY_POINTS, {"cost": cost, "mover": turn.mover, "points": given})

    def something(self) -> Violation:
        """The plainest name for a difference that none of the above has."""
        changed = [
            cell
            for cell, spot in self._spots()
            if not spot.agrees(self.begun.table, cell) or self.after.board[cell] != self.begun.table.board[cell]
        ]
        people = [cell for cell in changed if self._people_changed(cell)]
        if people:
            return Violation(Rule.INUIT_FAR, {"mover": self.begun.mover, "cells": [NAMES[cell] for cell in people]})
        return Violation(Rule.ANIMAL_STRAY if changed else Rule.HAND_COUNT, self._told(changed))

    def _people_changed(self, cell: int) -> bool:
        spot = self.after.spots[cell]
        return spot is not None and spot.inuit != self.begun.table.inuit[cell]

    def _told(self, changed: list[int]) -> dict[str, Any]:
        return _cells(changed) if changed else {"colours": [self.begun.mover]}


def _cells(cells: list[int]) -> dict[str, list[str]]:
    return {"cells": [NAMES[cell] for cell in sorted(cells)]}


def _moved(was: str, seen: str, cell: int, flight: bool) -> set[str]:
    """Colours whose number changed here; with `flight` neither leaving nor coming to a corner counts."""
    more, less = Counter(seen) - Counter(was), Counter(was) - Counter(seen)
    if flight:
        return set(less if cell in CORNERS else more)
    return {*more, *less}


def _ice_drifted(look: _Look) -> bool:
    """Does one melt and one push explain the ice?"""
    turn = look.begun
    for cell in ground.meltable(turn.table, turn.house):
        board = turn.table.board[:cell] + SEA + turn.table.board[cell + 1 :]
        for _, _, push in pushes(replace(turn.table, board=board), turn.house):
            ice = [*board]
            ice[push.tiles[0]] = SEA
            for start, goal in zip(push.tiles, (*push.tiles[1:], push.into), strict=True):
                ice[goal] = board[start]
            if all(seen in (NOT_SEEN, lies) for seen, lies in zip(look.after.board, ice, strict=True)):
                return True
    return False
