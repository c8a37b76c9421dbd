"""Histories of a match that may be true, each with its cost; and going back to earlier points of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.breach import ADOPTED, PAWN_RULES, Breaches
from vision.icecult.belief.explaining.points import Closed
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.evidence import Paid

PAWN_KINDS: Final = PAWN_RULES | {"relocated", "pawn-count"}


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A turn that is over in one history, linked to the turn before it."""

    closed: Closed
    number: int
    from_s: float
    to_s: float
    older: PastTurn | None
    seen: bool = True
    """False for the stand-in of the turns before the belief began."""


@dataclass(frozen=True, slots=True)
class PassedView:
    """A view passed over as half done: which turn it showed, how many tilts were made, which faces were up."""

    number: int
    tilts: int
    up: tuple[str, ...]

    @classmethod
    def of(cls, history: History) -> PassedView:
        """What a history says of its last view."""
        return cls(history.number, len(history.turn.tilts), faces_up(history.turn))


@dataclass(frozen=True, slots=True)
class History:
    """One way in which the match may have gone so far, and what it costs to believe it."""

    turn: TurnInProgress
    cost: float = 0.0
    breaches: Breaches = ()
    past: PastTurn | None = None
    parent: History | None = None
    paid: Paid = frozenset()
    from_s: float = 0.0
    """When the turn in progress began."""
    last_s: float = 0.0
    """When the table last changed."""
    changed_rest: int = -1
    """The rest that showed this change."""
    held_s: float = 0.0
    """How long the last view had stood."""
    back: tuple[PassedView, ...] = ()
    """What was believed of the views that are passed over, newest first."""

    @property
    def state(self) -> State:
        """The table as it stands now."""
        return self.turn.state

    @property
    def number(self) -> int:
        """The number of the turn in progress."""
        return 1 if self.past is None else self.past.number + 1

    def turns(self) -> Iterator[PastTurn]:
        """The turns that are over, newest first."""
        at = self.past
        while at is not None:
            yield at
            at = at.older

    def stood(self, number: int, hold_s: float) -> Iterator[History]:
        """Points of this history at which a breach of turn `number` had been seen for so long."""
        at: History | None = self
        while at is not None and at.number >= number:
            if at.number == number and at.breaches and at.held_s >= hold_s:
                yield at
            at = at.parent

    def record(self, number: int) -> PastTurn | None:
        """The turn with this number, if it is over."""
        at = self.past
        while at is not None and at.number > number:
            at = at.older
        return at if at is not None and at.number == number else None


def told(history: History, number: int) -> object:
    """What a history tells about a turn: not over, or how it ended. Hidden poses do not count."""
    past = history.record(number)
    if past is None:
        return None
    state = past.closed.turn.state
    return past.closed.lawful, len(past.closed.turn.tilts), state.paths, state.goal


def kind(history: History, number: int) -> object:
    """What kind of breach a turn was; pawns put wrongly are one kind, whichever way they went."""
    past = history.record(number)
    if past is None:
        return None
    rules = {breach.rule for breach in past.closed.breaches}
    return past.closed.missed, len(past.closed.turn.tilts), rules - PAWN_KINDS, bool(rules & PAWN_KINDS)


def taken_over(history: History) -> bool:
    """Whether the table was ever taken as it is seen, without an explanation."""
    return ADOPTED in history.breaches or any(ADOPTED in past.closed.breaches for past in history.turns())


def broken_since(history: History, number: int) -> bool:
    """Whether any turn from this number on has broken a rule."""
    return bool(history.breaches) or any(not lawful_in(history, n) for n in range(number, history.number))


def lawful_in(history: History, number: int) -> bool:
    """Whether the player of this turn has broken no rule, as far as it went."""
    past = history.record(number)
    return not history.breaches if past is None else past.closed.lawful


def situation(history: History) -> object:
    """What matters for the future: two ways to the same situation are one."""
    turn = history.turn
    tilts = turn.tilts if len(turn.tilts) == 1 else len(turn.tilts)
    last = history.past
    before = None if last is None else (told(history, last.number), last.closed.turn.spent)
    return turn.state, turn.spent, tilts, history.number, history.breaches, turn.before.cubes, turn.cube_set, before


def ancestors(histories: Sequence[History], settled: int = 0, prices: Prices = STANDARD) -> Iterator[History]:
    """Earlier points of these histories, dearer the more was seen since: that was half done or taken back.

    Turns up to `settled` stay as they were written down.
    """
    seen: set[int] = set()
    for history in histories:
        child, at, changes, price = history, history.parent, 0, prices.back
        over: tuple[PassedView, ...] = (PassedView.of(history),)
        while at is not None and changes <= prices.back_depth and at.number > settled:
            changed = at.state != child.state or at.number != child.number
            price += prices.back_change + changes if changed else prices.back_same
            price += prices.back_turn if at.number != child.number else 0.0
            changes += changed
            if id(at) not in seen:
                seen.add(id(at))
                yield replace(at, cost=at.cost + price, back=(*over, *at.back) if changes else at.back)
            over = (*over, PassedView.of(at))
            child, at = at, at.parent


def back_price(history: History, turn: TurnInProgress, number: int, prices: Prices = STANDARD) -> float:
    """What it costs to have passed over views, by what has happened instead."""
    if not history.back:
        return 0.0
    if number > history.back[0].number:
        return prices.back_over
    up = faces_up(turn)
    return prices.back_tilts if any(p.number == number and p.tilts == 2 and p.up != up for p in history.back) else 0.0


def faces_up(turn: TurnInProgress) -> tuple[str, ...]:
    """Which home faces of the cubes are up."""
    return tuple(pose[0] for pose in turn.state.cubes)


def trimmed(history: History, depth: int) -> History:
    """The history without its farthest parents, so that memory does not grow with the match."""
    if history.parent is None:
        return history
    return replace(history, parent=None if depth == 0 else trimmed(history.parent, depth - 1))
