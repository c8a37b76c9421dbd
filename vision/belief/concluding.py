"""What follows from the belief about one match, whatever the game: what is sure, who is to blame, what has to be asked.

A game says how pictures become a view and how a table is taken as it is seen. Whoever tells the players asks here, and
need not know by which costs the histories were compared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from vision.belief.breach import ADOPTED, Breaches
from vision.belief.conclusions import Begun, Certainty, Ways
from vision.belief.entries import UNRIVALLED
from vision.belief.histories import History, lawful_in
from vision.belief.points import W
from vision.belief.prices import Prices
from vision.belief.tracker import Tracker
from vision.belief.view import View

Json = dict[str, Any]

WAYS_MOST: Final = 4
"""A question offers no more answers."""
TURNS_CHARGED: Final = 4
"""Of so many turns before the one in progress it is remembered since when their players have been charged."""
VIEWS_HELD: Final = 6
"""So many views that have stood long enough are remembered at most."""


V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class ToldTurn(Generic[W]):
    """A turn as the likeliest history tells it, over or in progress; with the rules broken in it."""

    number: int
    turn: W
    breaches: Breaches
    from_s: float = 0.0
    to_s: float = 0.0
    table: Any = None
    """How the table was seen, where the turn's own state cannot show what was broken."""

    @property
    def words(self) -> tuple[str, ...]:
        """Its actions as words."""
        return self.turn.words

    @property
    def may_end(self) -> bool:
        """Whether nothing is owed in it."""
        return self.turn.may_end()

    @property
    def after(self) -> Any:
        """The table as it leaves it, with the next player to move."""
        return self.turn.handed_on()


@dataclass(frozen=True, slots=True)
class Charge:
    """That beyond doubt the player of a turn has broken a rule."""

    rest: int
    """Since when it is so."""
    traced: bool
    """Whether the places that tell were certain before: else it may have come about earlier."""


class Concluding(ABC, Generic[W, V]):
    """Holds the belief about one match and answers what follows from it.

    hold_s: for how long a view must have stood before anything that it shows is told.
    """

    loose_places: frozenset[str] = frozenset()
    """Places that are never certain: pieces stand there behind each other."""
    rare_held_s: Final = 5.0
    """For so long a clear view must have stood before what is seldom true is told."""
    tracker: Tracker[W, V]

    def __init__(self, rules: Any, begun: Begun, hold_s: float, prices: Prices) -> None:
        self._hold_s, self._prices = hold_s, prices
        self.rest, self.at_s = -1, 0.0
        """The number of the present rest, and the time up to which the table was looked at."""
        self._held: dict[int, tuple[float, V]] = {}
        self._charged: dict[int, Charge] = {}
        """The turns that are told, beyond doubt, with a breach of their player."""
        self.restart(rules, begun)

    @abstractmethod
    def restart(self, rules: Any, begun: Begun) -> None:
        """Forget all histories and believe that the match stands so: a new `tracker`."""

    @abstractmethod
    def view(self, pictures: Sequence[Any], held_s: float = 0.0) -> V:
        """What the pictures of a rest show, without believing anything of it."""

    @abstractmethod
    def stored(self, view: Json) -> V:
        """A view from its JSON."""

    @abstractmethod
    def taken(self, turn: W, view: V) -> Any | None:
        """The table as the view shows it, unseen places as believed; None where it cannot be so."""

    @property
    def blind(self) -> bool:
        """Whether so little can be read that any telling is a guess."""
        return False

    @property
    def in_sight(self) -> bool:
        """Whether the last view shows anything."""
        sight = self.tracker.sight
        return sight is not None and any(value is not None for value in sight.best_values())

    def in_plain_view(self, number: int) -> bool:
        """Whether the last view shows plainly the places that tell what was broken in turn `number`."""
        sight, places = self.tracker.sight, self._telling(number)
        return sight is not None and all(sight.readings(place).top_score >= self._prices.clear for place in places)

    def _traced(self, number: int) -> bool:
        """Whether the places that tell what was broken in turn `number` were certain before this rest."""
        sight = self.tracker.sight
        return sight is not None and all(place in sight.known for place in self._telling(number) - self.loose_places)

    def _telling(self, number: int) -> set[str]:
        """The places of the breaches of turn `number`, and those where tables differ that clear its player."""
        told = self.over(number) or self.in_progress()
        places = {place for breach in told.breaches for place in breach.places}
        for history in self.tracker.clearing(number):
            places.update(self.tracker.explainer.places(history.turn, self.tracker.best.turn))
        return places

    def rare_seen(self) -> bool:
        """Whether there is something that is seldom true and must be seen for long."""
        return False

    def stood_otherwise(self, told: ToldTurn[W]) -> Iterator[ToldTurn[W]]:
        """Tables that stood for long enough in a turn and looked otherwise than in the end."""
        return iter(())

    def see(self, pictures: Sequence[Any], held_s: float) -> Json:
        """Take in the pictures of the present rest, which has lasted so long; the view as it is stored."""
        view = self.view(pictures, held_s)
        self.take(view, self.rest, self.at_s)
        return view.to_json()

    def see_again(self, view: Json, rest: int, at_s: float) -> None:
        """Take in a view that was stored."""
        self.take(self.stored(view), rest, at_s)

    def take(self, view: V, rest: int, at_s: float) -> None:
        """Believe what explains a view."""
        self.tracker.see(view, rest, at_s)
        self._note_charges()

    def said_done(self, at_s: float) -> None:
        """Take in that the player says the turn is over."""
        self.tracker.done(at_s)

    def settle(self, number: int) -> None:
        """Hold on to turn `number` as it was written down."""
        self.tracker.settle(number)

    def hold(self) -> None:
        """Remember the present view if it has stood, to look back on when its turn is over."""
        sight = self.tracker.sight
        if sight is not None and sight.held_s >= self._hold_s:
            self._held[self.rest] = (self.at_s, sight)
            self._held = dict(list(self._held.items())[-VIEWS_HELD:])

    @property
    def held_s(self) -> float:
        """How long the last view had stood when it was taken in."""
        return 0.0 if self.tracker.sight is None else self.tracker.sight.held_s

    def reads_otherwise(self, pictures: Sequence[Any]) -> bool:
        """Whether pictures show anything else than the last view taken in."""
        last = self.tracker.sight
        return last is None or last.best_values() != self.view(pictures).best_values()

    def in_progress(self) -> ToldTurn[W]:
        """The turn in progress."""
        best = self.tracker.best
        return ToldTurn(best.number, best.turn, best.breaches, best.from_s, best.last_s)

    def unseen(self) -> tuple[str, ...] | None:
        """The places of which the last view says nothing; None before the first view."""
        return None if self.tracker.sight is None else self.tracker.sight.unseen()

    @property
    def looked(self) -> bool:
        """Whether any view was taken in, or looked at."""
        return self.tracker.sight is not None

    def look_at(self, view: V) -> None:
        """Look at a view of a table on which nothing is judged yet."""
        self.tracker.sight = view

    def as_seen(self) -> tuple[Any | None, tuple[str, ...]] | None:
        """The state that is seen, None where it cannot be one, and where it does not fit; None if unseen."""
        sight = self.tracker.sight
        return None if sight is None else (self.taken(self.tracker.best.turn, sight), self.tracker.misfit())

    def over(self, number: int) -> ToldTurn[W] | None:
        """The turn with this number, if it is over."""
        past = self.tracker.best.record(number)
        if past is None:
            return None
        return ToldTurn(number, past.closed.turn, past.closed.breaches, past.from_s, past.to_s)

    def certainty(self, number: int) -> Certainty:
        """How sure it is what turn `number` was."""
        margin = self.tracker.margin(number)
        sure, half_sure, past = self._prices.sure, self._prices.half_sure, self.tracker.best.record(number)
        return Certainty(
            sure=margin >= sure,
            likely=margin >= half_sure,
            surely_broken=past is not None and not past.closed.lawful and self.tracker.margin_kind(number) >= sure,
            blamed=self._to_blame(number),
            followed=self.tracker.best.number > number + 1,
        )

    def won(self, number: int) -> ToldTurn[W] | None:
        """The turn in progress, where it has surely won the match by an action: then nothing more is owed."""
        best = self.tracker.best
        if not best.turn.winners or best.number != number or self.blind:
            return None
        others = (x.cost - best.cost for x in self.tracker.histories if x.turn.winners != best.turn.winners)
        return self.in_progress() if min(others, default=UNRIVALLED) >= self._prices.sure else None

    def ways(self, number: int) -> Ways | None:
        """The different ways in which a turn that is over may have been played; None where there is only one."""
        found: dict[tuple[str, ...], W] = {}
        within = self._prices.sure if lawful_in(self.tracker.best, number) else self._prices.blame
        for history in self.tracker.rivals():
            record = history.record(number)
            if record is not None and history.cost - self.tracker.best.cost < within:
                found.setdefault(record.closed.turn.words, record.closed.turn)
        if len(found) < 2:
            return None
        turns, sight = list(found.values())[:WAYS_MOST], self.tracker.sight
        apart = {place for turn in turns for place in self.tracker.explainer.places(turns[0], turn)}
        unseen = () if sight is None else tuple(place for place in sight.unseen() if place in apart)
        return Ways(tuple(turn.words for turn in turns), unseen)

    def standing(self) -> bool:
        """Whether what is seen now has been seen long enough, or was built upon since."""
        best, parent = self.tracker.best, self.tracker.best.parent
        built_upon = parent is not None and parent.number == best.number and bool(parent.turn.words)
        return self.stood() or best.changed_rest < self.rest or built_upon

    def breach(self, number: int, noted: Collection[str] = ()) -> ToldTurn[W] | None:
        """Turn `number`, in progress, if it has surely broken a rule and that has stood long enough.

        `noted`: what the players know already of this turn.
        """
        best = self.tracker.best
        if not best.breaches or not self.looked or best.number != number:
            return None
        stood = self.stood() or self.tracker.suspected_rest < self.rest
        return self.in_progress() if stood and not self.blind and self._to_blame(number) else None

    def _to_blame(self, number: int) -> bool:
        """Whether the player of turn `number` may be accused: it is so in two rests, or in plain view."""
        if not self._charges(number):
            return False
        charge = self._charged.get(number)
        if charge is None:
            return self._traced(number) and self.in_plain_view(number)
        return charge.traced and (charge.rest < self.rest or self.in_plain_view(number))

    def _note_charges(self) -> None:
        """Remember since which rest every turn has been told, beyond doubt, with a breach of its player."""
        number = self.tracker.best.number
        charged = [n for n in range(number - TURNS_CHARGED, number + 1) if n > 0 and self._charges(n)]
        earlier = {n: c for n, c in self._charged.items() if c.rest < self.rest and n in charged}
        self._charged = {n: Charge(self.rest, self._traced(n)) for n in charged if n not in earlier} | earlier

    def _charges(self, number: int) -> bool:
        """Whether no telling that may well be true clears the player of this turn."""
        return not self.tracker.cleared(number)

    def stood_broken(self, number: int) -> Iterator[ToldTurn[W]]:
        """Moments of a turn, lawful in the end, at which it surely was not and stood so for long enough."""
        if self.tracker.margin_lawful(number) >= self._prices.sure:
            for history in self.tracker.best.stood(number, self._hold_s):
                yield ToldTurn(number, history.turn, history.breaches)

    def outdated(self, number: int, after: Any, actions: tuple[str, ...]) -> bool:
        """Whether the belief now tells a turn on record differently, and clearly so."""
        if not _differently(self.tracker.best, number, after, actions):
            return False
        agree = (x.cost for x in self.tracker.histories if not _differently(x, number, after, actions))
        return min(agree, default=UNRIVALLED) - self.tracker.best.cost > self._prices.revise

    def differs(self) -> tuple[str, ...] | None:
        """The places that fit no explanation; None while that has not stood long enough to be told."""
        misfit = self.tracker.misfit()
        if self.tracker.sight is None or (misfit and not self.stood()):
            return None
        return None if not misfit and ADOPTED in self.tracker.best.breaches else misfit

    def finished(self) -> bool:
        """Whether the turn in progress may end lawfully, and nothing is left that its player might yet do."""
        best = self.tracker.best
        return best.turn.may_end() and not best.breaches

    def owing(self) -> bool:
        """Whether the turn in progress was begun and surely may not end yet."""
        best = self.tracker.best
        near = [x for x in self.tracker.histories if x.cost - best.cost < self._prices.sure and not x.breaches]
        return bool(best.turn.words) and not best.breaches and not any(x.turn.may_end() for x in near)

    def stood(self) -> bool:
        """Whether the last view had stood long enough to be told by."""
        return self.tracker.sight is not None and self.tracker.sight.held_s >= self._hold_s


def _differently(history: History[W], number: int, after: Any, actions: tuple[str, ...]) -> bool:
    """Whether a history tells a turn otherwise than by these actions, with this table after it."""
    past = history.record(number)
    if past is None:
        return history.number <= number
    words = past.closed.turn.words if not past.closed.breaches else actions
    return past.seen and (past.closed.after() != after or words != actions)
