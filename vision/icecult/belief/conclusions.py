"""What follows from the belief, as values: what is sure, who is to blame, what has to be asked.

Whoever tells the players asks here, and need not know by which costs the histories were compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.icecult.board import PAWNS, SLOTS
from engine.icecult.partial import PartialState
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.breach import ADOPTED, Breaches
from vision.belief.conclusions import Begun, Certainty, Ways
from vision.belief.entries import UNRIVALLED
from vision.belief.histories import History, lawful_in
from vision.icecult.belief.as_seen import adopted_state, as_partial, places_of
from vision.icecult.belief.breach import RELOCATED, is_loose, is_of_pawn
from vision.icecult.belief.explaining.points import handed_on
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.tracker import CultTracker
from vision.icecult.belief.views.evidence import Sight
from vision.icecult.belief.views.fusing import HEAPS
from vision.icecult.belief.views.put_right import stood_otherwise
from vision.icecult.observation import Observation

Json = dict[str, Any]

WAYS_MOST: Final = 4
"""A question offers no more answers."""
VIEWS_HELD: Final = 6
"""So many views that have stood long enough are remembered at most."""
LOOKS: Final = 20
"""So many views tell how well the cubes are read, and no fewer than `LOOKS_LEAST`."""
LOOKS_LEAST: Final = 3
READ_LEAST: Final = 0.45
"""Of the cubes in these views at least this share must be read as believed; else the belief is a guess."""
SURPLUS: Final = "pawn-extra"
"""The name under which players are told of a pawn too many."""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn as the likeliest history tells it, over or in progress; with the rules broken in it."""

    number: int
    turn: TurnInProgress
    breaches: Breaches
    from_s: float = 0.0
    to_s: float = 0.0
    table: PartialState | None = None
    """How the table was seen, where the turn's own state cannot show what was broken."""

    @property
    def words(self) -> tuple[str, ...]:
        """Its actions as words."""
        return words_of(self.turn)

    @property
    def may_end(self) -> bool:
        """Whether nothing is owed in it."""
        return self.turn.may_end()

    @property
    def after(self) -> State:
        """The table as it leaves it, with the next player to move."""
        return handed_on(self.turn)


@dataclass(frozen=True, slots=True)
class Miscount:
    """A colour of which too few or too many pawns are seen, and how many that are."""

    colour: str
    pawns: int


class Conclusions:
    """Holds the belief about one match and answers what follows from it.

    hold_s: for how long a view must have stood before anything that it shows is told.
    """

    rare_held_s: Final = 5.0
    """For so long more than five pawns of a colour must stand in a clear view before that is told."""

    def __init__(self, rules: IceCult, begun: Begun, hold_s: float, prices: Prices = STANDARD) -> None:
        self._hold_s, self._prices = hold_s, prices
        self.rest, self.at_s = -1, 0.0
        """The number of the present rest, and the time up to which the table was looked at."""
        self._held: dict[int, tuple[float, Sight]] = {}
        self._looks: deque[tuple[int, int]] = deque(maxlen=LOOKS)
        """How many cubes the last views show as believed, and of how many it is known what they should show."""
        self.restart(rules, begun)

    def restart(self, rules: IceCult, begun: Begun) -> None:
        """Forget all histories and believe that the match stands so."""
        self.tracker = CultTracker(rules, begun.state, begun.number, begun.at_s, self._prices)
        self._looks.clear()  # they were compared with what was believed

    def see(self, pictures: Sequence[Observation], held_s: float) -> Json:
        """Take in the pictures of the present rest, which has lasted so long; the view as it is stored."""
        sight = Sight.of(pictures, held_s, self._prices)
        self._take(sight, self.rest, self.at_s)
        return sight.to_json()

    def see_again(self, view: Json, rest: int, at_s: float) -> None:
        """Take in a view that was stored."""
        self._take(Sight.from_json(view, self._prices), rest, at_s)

    def _take(self, sight: Sight, rest: int, at_s: float) -> None:
        self.tracker.see(sight, rest, at_s)
        best = self.tracker.best
        tops = best.turn.cube_set.tops(best.state.cubes)
        self._looks.append((sight.tops_read(tops), sum(top is not None for top in tops)))

    @property
    def blind(self) -> bool:
        """Whether the cubes can hardly be read: most were read otherwise than believed in the last views, or not.

        Then any telling is a guess, however unlikely any other is.
        """
        read, known = (sum(counts) for counts in zip(*self._looks, strict=True)) if self._looks else (0, 0)
        return len(self._looks) >= LOOKS_LEAST and read < READ_LEAST * known

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

    def reads_otherwise(self, pictures: Sequence[Observation]) -> bool:
        """Whether pictures show anything else than the last view taken in."""
        last = self.tracker.sight
        return last is None or last.best_values() != Sight.of(pictures, prices=self._prices).best_values()

    def in_progress(self) -> ToldTurn:
        """The turn in progress."""
        best = self.tracker.best
        return ToldTurn(best.number, best.turn, best.breaches, best.from_s, best.last_s)

    def unseen(self) -> tuple[str, ...] | None:
        """The places of which the last view says nothing; None before the first view."""
        return None if self.tracker.sight is None else self.tracker.sight.unseen()

    def view(self, pictures: Sequence[Observation], held_s: float) -> Sight:
        """What the pictures of a rest show, without believing anything of it."""
        return Sight.of(pictures, held_s, self._prices)

    @property
    def looked(self) -> bool:
        """Whether any view was taken in, or looked at."""
        return self.tracker.sight is not None

    def look_at(self, view: Sight) -> None:
        """Look at a view of a table on which nothing is judged yet."""
        self.tracker.sight = view

    def as_seen(self) -> tuple[State | None, tuple[str, ...]] | None:
        """The state that is seen, None where there are too many pawns, and where it does not fit; None if unseen."""
        sight = self.tracker.sight
        return None if sight is None else (adopted_state(self.tracker.best.turn, sight), self.tracker.misfit())

    @property
    def in_sight(self) -> bool:
        """Whether the last view shows any cube."""
        return not set(SLOTS) <= set(self.unseen() or ())

    def over(self, number: int) -> ToldTurn | None:
        """The turn with this number, if it is over."""
        past = self.tracker.best.record(number)
        if past is None:
            return None
        return ToldTurn(number, past.closed.turn, past.closed.breaches, past.from_s, past.to_s)

    def certainty(self, number: int) -> Certainty:
        """How sure it is what turn `number` was."""
        margin, cleared = self.tracker.margin(number), self.tracker.margin_cleared(number)
        sure, half_sure, past = self._prices.sure, self._prices.half_sure, self.tracker.best.record(number)
        return Certainty(
            sure=margin >= sure,
            likely=margin >= half_sure,
            surely_broken=past is not None and not past.closed.lawful and self.tracker.margin_kind(number) >= sure,
            blamed=cleared >= self._prices.blame,
            open_who=cleared < half_sure <= self.tracker.margin_lawful(number),
            followed=self.tracker.best.number > number + 1,
        )

    def won(self, number: int) -> ToldTurn | None:
        """The turn in progress, where it has surely won the match by a step: then nothing more is owed."""
        best = self.tracker.best
        if not best.turn.winners or best.number != number or self.blind:
            return None
        others = (x.cost - best.cost for x in self.tracker.histories if x.turn.winners != best.turn.winners)
        return self.in_progress() if min(others, default=UNRIVALLED) >= self._prices.sure else None

    def ways(self, number: int) -> Ways | None:
        """The different ways in which a turn that is over may have been played; None where there is only one."""
        found: dict[tuple[str, ...], TurnInProgress] = {}
        for history in self.tracker.rivals():
            record = history.record(number)
            if record is not None and history.cost - self.tracker.best.cost < self._prices.sure:
                found.setdefault(words_of(record.closed.turn), record.closed.turn)
        if len(found) < 2:
            return None
        turns, sight = list(found.values())[:WAYS_MOST], self.tracker.sight
        apart = {place for turn in turns for place in places_of(turns[0].state, turn.state, turn.cube_set)}
        unseen = () if sight is None else tuple(place for place in sight.unseen() if place in apart)
        return Ways(tuple(words_of(turn) for turn in turns), unseen)

    def standing(self) -> bool:
        """Whether what is seen now has been seen long enough, or was built upon since."""
        best, parent = self.tracker.best, self.tracker.best.parent
        built_upon = parent is not None and parent.number == best.number and bool(parent.turn.actions)
        return self._stood() or best.changed_rest < self.rest or built_upon

    def breach(self, number: int, noted: Collection[str] = ()) -> ToldTurn | None:
        """Turn `number`, in progress, if it has surely broken a rule and that has stood long enough.

        `noted`: what the players know already of this turn; perhaps that a pawn too many stands on the table.
        """
        best, sight = self.tracker.best, self.tracker.sight
        if not best.breaches or sight is None or best.number != number:
            return None
        stood = self._stood() or self.tracker.suspected_rest < self.rest
        if not stood or self.blind or not self._to_blame(number):
            return None
        surplus = self.rare_seen() or SURPLUS in noted
        start_seen = sight.start.top_score >= self._prices.clear
        if surplus and not start_seen and all(is_of_pawn(breach) for breach in best.breaches):
            return None  # the pawn too many, which is noted, need not have come from a start out of sight
        loose = any(is_loose(breach) for breach in best.breaches)
        table = as_partial(best, sight, surplus) if loose else None
        return ToldTurn(number, best.turn, best.breaches, best.from_s, best.last_s, table)

    def _to_blame(self, number: int) -> bool:
        """Whether a rule was surely broken since turn `number` began, and most likely by its player."""
        cleared, lawful = self.tracker.margin_cleared(number), self.tracker.margin_lawful(number)
        return cleared >= self._prices.blame and lawful >= self._prices.sure

    def stood_broken(self, number: int) -> Iterator[ToldTurn]:
        """Moments of a turn, lawful in the end, at which it surely was not and stood so for long enough."""
        if self.tracker.margin_lawful(number) >= self._prices.sure:
            for history in self.tracker.best.stood(number, self._hold_s):
                yield ToldTurn(number, history.turn, history.breaches)

    def stood_otherwise(self, told: ToldTurn) -> Iterator[ToldTurn]:
        """Tables that stood for long enough in a turn and on which pawns were elsewhere than in the end."""
        if self.tracker.margin(told.number) < self._prices.sure:
            return
        for seen_at_s, sight in self._held.values():
            if told.from_s < seen_at_s <= told.to_s:
                table = stood_otherwise(sight, told.turn.state, told.turn.cube_set)
                if table is not None:
                    yield ToldTurn(told.number, told.turn, (RELOCATED,), told.from_s, told.to_s, table)

    def outdated(self, number: int, after: State, actions: tuple[str, ...]) -> bool:
        """Whether the belief now tells a turn on record differently, and clearly so."""
        if not _differently(self.tracker.best, number, after, actions):
            return False
        agree = (x.cost for x in self.tracker.histories if not _differently(x, number, after, actions))
        return min(agree, default=UNRIVALLED) - self.tracker.best.cost > self._prices.revise

    def would_accuse(self, number: int, after: State, actions: tuple[str, ...]) -> bool:
        """Whether the belief now tells a turn on record with a breach of its player, and is not sure of that."""
        best = self.tracker.best
        broken = _differently(best, number, after, actions) and not lawful_in(best, number)
        return broken and self.tracker.margin_cleared(number) < self._prices.sure

    def differs(self) -> tuple[str, ...] | None:
        """The places that fit no explanation; None while that has not stood long enough to be told."""
        misfit = self.tracker.misfit()
        if self.tracker.sight is None or (misfit and not self._stood()):
            return None
        return None if not misfit and ADOPTED in self.tracker.best.breaches else misfit

    def miscount(self) -> Miscount | None:
        """A pawn that is seen no more, gone or behind another, or one too many; nobody is to blame for it."""
        if not self._stood():
            return None
        (colour, pawns), extra = self.tracker.short(), self.tracker.surplus()[:1]
        if colour and extra:
            return None  # one too few and one too many is one pawn taken for another colour
        if extra and not self._seen_clearly():
            return None
        return Miscount(colour, pawns) if colour else Miscount(extra, PAWNS + 1) if extra else None

    def rare_seen(self) -> bool:
        """Whether there is something that is seldom true and must be seen for long: a pawn too many."""
        return bool(self.tracker.surplus())

    def _seen_clearly(self) -> bool:
        """Whether start and paths have been in a clear view for long: six of a colour are seldom true."""
        sight = self.tracker.sight
        if sight is None or sight.held_s < self.rare_held_s or sight.start.top_score < self._prices.clear:
            return False
        return all(seen.scores for path in sight.paths for seen in path)

    def finished(self) -> bool:
        """Whether the turn in progress may end lawfully, and its player has no arc left that might yet be used."""
        best = self.tracker.best
        unused = any(symbol.status == "unused" for symbol in best.turn.symbols())
        return best.turn.may_end() and not best.breaches and not unused

    def owing(self) -> bool:
        """Whether the turn in progress was begun and surely may not end yet."""
        best = self.tracker.best
        near = [x for x in self.tracker.histories if x.cost - best.cost < self._prices.owed_left and not x.breaches]
        open_ = bool(best.turn.actions) and not best.breaches and not any(x.turn.may_end() for x in near)
        return open_ and not set(self.tracker.misfit()) - HEAPS

    def _stood(self) -> bool:
        return self.tracker.sight is not None and self.tracker.sight.held_s >= self._hold_s


def words_of(turn: TurnInProgress) -> tuple[str, ...]:
    """The actions of a turn as words."""
    return tuple(str(action) for action in turn.actions)


def _differently(history: History[TurnInProgress], number: int, after: State, actions: tuple[str, ...]) -> bool:
    """Whether a history tells a turn otherwise than by these actions, with this table after it."""
    past = history.record(number)
    if past is None:
        return history.number <= number
    words = words_of(past.closed.turn) if not past.closed.breaches else actions
    return past.seen and (past.closed.after() != after or words != actions)
