"""Lines of play: whole histories that may be true, each with its price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.icecult.belief.evidence import Paid
from vision.icecult.belief.prices import PAWN_RULES, Closed

PAWN_KINDS: Final = PAWN_RULES | {"relocated", "pawn-count"}
BACK: Final = 1.5
BACK_EACH: Final = 3.0
BACK_DEPTH: Final = 5
"""How many changes are taken back at most; each is dearer than the one before."""
BACK_SAME: Final = 2.0
BACK_TURN: Final = 3.0
"""How much dearer it is where a player has begun since."""
BACK_TILT: Final = 6.0
"""Nobody takes back tilts after both have been made and looked at."""
BACK_OVER: Final = 4.0
"""Nobody puts a table right and ends the turn, and the next player plays, before anyone can look."""


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
class Passed:
    """A view that is passed over: the number of the turn it showed, how many tilts were made, which faces were up."""

    number: int
    tilts: int
    up: tuple[str, ...]

    @classmethod
    def of(cls, line: Line) -> Passed:
        """What a line says of its last view."""
        return cls(line.number, len(line.turn.tilts), faces_up(line.turn))


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
    changed_rest: int = -1
    held_s: float = 0.0
    """How long the view has stood that it was last seen in."""
    back: tuple[Passed, ...] = ()
    """What was believed of views that are passed over, newest first."""

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

    def stood(self, number: int, hold_s: float) -> Iterator[Line]:
        """Points of this line at which a breach of turn `number` had been seen for so long."""
        at: Line | None = self
        while at is not None and at.number >= number:
            if at.number == number and at.fouls and at.held_s >= hold_s:
                yield at
            at = at.parent

    def record(self, number: int) -> Past | None:
        """The turn with this number, if it is over on this line."""
        at = self.past
        while at is not None and at.number > number:
            at = at.older
        return at if at is not None and at.number == number else None


def told(line: Line, number: int) -> object:
    """What a line tells about a turn: not over, or how it ended. Hidden poses do not count."""
    past = line.record(number)
    if past is None:
        return None
    state = past.closed.turn.state
    return past.closed.lawful, len(past.closed.turn.tilts), state.paths, state.goal


def kind(line: Line, number: int) -> object:
    """What kind of breach a turn was; pawns put wrongly are one kind, whichever way they went."""
    past = line.record(number)
    if past is None:
        return None
    fouls = {foul.partition("@")[0] for foul in past.closed.fouls}
    return past.closed.missed, len(past.closed.turn.tilts), fouls - PAWN_KINDS, bool(fouls & PAWN_KINDS)


def taken_over(line: Line) -> bool:
    """Whether the table was taken as it is, now or in an earlier turn."""
    return "adopted" in line.fouls or any("adopted" in past.closed.fouls for past in line.turns())


def broken_since(line: Line, number: int) -> bool:
    """Whether any turn from this number on has broken a rule."""
    return bool(line.fouls) or any(not lawful_in(line, n) for n in range(number, line.number))


def lawful_in(line: Line, number: int) -> bool:
    """Whether the player of this turn has broken no rule, as far as it went."""
    past = line.record(number)
    return not line.fouls if past is None else past.closed.lawful


def situation(line: Line) -> object:
    """What matters for the future: two ways to the same situation are one."""
    turn = line.turn
    tilts = turn.tilts if len(turn.tilts) == 1 else len(turn.tilts)
    last = line.past
    before = None if last is None else (told(line, last.number), last.closed.turn.spent)
    return turn.state, turn.spent, tilts, line.number, line.fouls, turn.before.cubes, turn.cube_set, before


def ancestors(lines: Sequence[Line], settled: int = 0) -> Iterator[Line]:
    """Earlier points of these lines, dearer the more was seen since: that was half done or taken back.

    Turns up to `settled` stay as they were written down.
    """
    seen: set[int] = set()
    for line in lines:
        child, at, changes, price = line, line.parent, 0, BACK
        over: tuple[Passed, ...] = (Passed.of(line),)
        while at is not None and changes <= BACK_DEPTH and at.number > settled:
            changed = at.state != child.state or at.number != child.number
            price += BACK_EACH + changes if changed else BACK_SAME
            price += BACK_TURN if at.number != child.number else 0.0
            changes += changed
            if id(at) not in seen:
                seen.add(id(at))
                yield replace(at, cost=at.cost + price, back=(*over, *at.back) if changes else at.back)
            over = (*over, Passed.of(at))
            child, at = at, at.parent


def back_price(line: Line, turn: TurnInProgress, number: int) -> float:
    """What it costs to have passed over views, by what has happened instead."""
    if not line.back:
        return 0.0
    if number > line.back[0].number:
        return BACK_OVER
    up = faces_up(turn)
    return BACK_TILT if any(p.number == number and p.tilts == 2 and p.up != up for p in line.back) else 0.0


def faces_up(turn: TurnInProgress) -> tuple[str, ...]:
    """Which home faces of the cubes are up."""
    return tuple(pose[0] for pose in turn.state.cubes)


def trimmed(line: Line, depth: int) -> Line:
    """The line without its farthest parents, so that memory does not grow with the match."""
    if line.parent is None:
        return line
    return replace(line, parent=None if depth == 0 else trimmed(line.parent, depth - 1))
