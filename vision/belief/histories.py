"""Histories of a match that may be true, each with its cost; and going back to earlier points of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from vision.belief.breach import ADOPTED, Breaches
from vision.belief.points import ClosedTurn, T
from vision.belief.prices import STANDARD, Prices
from vision.belief.view import Paid


@dataclass(frozen=True, slots=True)
class PastTurn(Generic[T]):
    """A turn that is over in one history, linked to the turn before it."""

    closed: ClosedTurn[T]
    number: int
    from_s: float
    to_s: float
    older: PastTurn[T] | None
    seen: bool = True
    """False for the stand-in of the turns before the belief began."""


@dataclass(frozen=True, slots=True)
class PassedView(Generic[T]):
    """A view passed over as half done: what was believed of it."""

    number: int
    turn: T


@dataclass(frozen=True, slots=True)
class History(Generic[T]):
    """One way in which the match may have gone so far, and what it costs to believe it."""

    turn: T
    cost: float = 0.0
    breaches: Breaches = ()
    past: PastTurn[T] | None = None
    parent: History[T] | None = None
    paid: Paid = frozenset()
    from_s: float = 0.0
    """When the turn in progress began."""
    last_s: float = 0.0
    """When the table last changed."""
    changed_rest: int = -1
    """The rest that showed this change."""
    held_s: float = 0.0
    """How long the last view had stood."""
    back: tuple[PassedView[T], ...] = ()
    """What was believed of the views that are passed over, newest first."""

    @property
    def state(self) -> Any:
        """The table as it stands now."""
        return self.turn.state

    @property
    def number(self) -> int:
        """The number of the turn in progress."""
        return 1 if self.past is None else self.past.number + 1

    def turns(self) -> Iterator[PastTurn[T]]:
        """The turns that are over, newest first."""
        at = self.past
        while at is not None:
            yield at
            at = at.older

    def stood(self, number: int, hold_s: float) -> Iterator[History[T]]:
        """Points of this history at which a breach of turn `number` had been seen for so long."""
        at: History[T] | None = self
        while at is not None and at.number >= number:
            if at.number == number and at.breaches and at.held_s >= hold_s:
                yield at
            at = at.parent

    def record(self, number: int) -> PastTurn[T] | None:
        """The turn with this number, if it is over."""
        at = self.past
        while at is not None and at.number > number:
            at = at.older
        return at if at is not None and at.number == number else None


def taken_over(history: History[T]) -> bool:
    """Whether the table was ever taken as it is seen, without an explanation."""
    return ADOPTED in history.breaches or any(ADOPTED in past.closed.breaches for past in history.turns())


def broken_since(history: History[T], number: int) -> bool:
    """Whether any turn from this number on has broken a rule."""
    return bool(history.breaches) or any(not lawful_in(history, n) for n in range(number, history.number))


def lawful_in(history: History[T], number: int) -> bool:
    """Whether the player of this turn has broken no rule, as far as it went."""
    past = history.record(number)
    if past is not None:
        return past.closed.lawful
    return number > history.number or not history.breaches


def misread(history: History[T], best: History[T]) -> float:
    """The dearest reading that must have been wrong for a history to be true and not for the best; 0 for none.

    Where a breach shows, the readings were right.
    """
    broken = {place for breach in history.breaches for place in breach.places}
    broken |= {place for past in history.turns() for breach in past.closed.breaches for place in breach.places}
    also = {reading for reading, _ in best.paid}
    return max(
        (price for reading, price in history.paid if reading not in also and reading[0] not in broken), default=0
    )


def ancestors(histories: Sequence[History[T]], settled: int = 0, prices: Prices = STANDARD) -> Iterator[History[T]]:
    """Earlier points of these histories, dearer the more was seen since: that was half done or taken back.

    Turns up to `settled` stay as they were written down.
    """
    seen: set[int] = set()
    for history in histories:
        child, at, changes, price = history, history.parent, 0, prices.back
        over: tuple[PassedView[T], ...] = (PassedView(history.number, history.turn),)
        while at is not None and changes <= prices.back_depth and at.number > settled:
            changed = at.state != child.state or at.number != child.number
            price += prices.back_change + changes if changed else prices.back_same
            price += prices.back_turn if at.number != child.number else 0.0
            changes += changed
            if id(at) not in seen:
                seen.add(id(at))
                yield replace(at, cost=at.cost + price, back=(*over, *at.back) if changes else at.back)
            over = (*over, PassedView(at.number, at.turn))
            child, at = at, at.parent


def back_price(
    history: History[T], turn: T, number: int, undone: Callable[[T, T], float], prices: Prices = STANDARD
) -> float:
    """What it costs to have passed over views, by the turn that has happened instead.

    `undone` is what it costs that a view showed one thing, and within the same turn another came instead.
    """
    if not history.back:
        return 0.0
    if number > history.back[0].number:
        return prices.back_over
    return max((undone(passed.turn, turn) for passed in history.back if passed.number == number), default=0.0)


def trimmed(history: History[T], depth: int) -> History[T]:
    """The history without its farthest parents, so that memory does not grow with the match."""
    if history.parent is None:
        return history
    return replace(history, parent=None if depth == 0 else trimmed(history.parent, depth - 1))
