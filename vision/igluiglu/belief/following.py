"""The belief about one match: the table as it was when the turn began, and what the view of a rest makes of it.

Ice, people and animals of this game stay where they are put, so one history is enough: a rest is compared with the
table before the turn, and the rules say which turn leads from one to the other (`engine.igluiglu.explain`). Nothing is
judged before the turn is over: by its player's word, or by a rest that the house takes for the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.igluiglu.board import NAMES
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from vision.belief.concluding import ToldTurn
from vision.belief.conclusions import Begun, Certainty, Ways
from vision.igluiglu.belief.explained import Explained, IgluTurn, explained, nothing_played
from vision.igluiglu.belief.glimpse import Glimpse, Json
from vision.igluiglu.belief.view import BoardView, Compared, Looks, believed, fits

DOUBTED: Final = 0.9
"""A space is read no more surely than this where it is not certain how it stood before."""
BLIND: Final = 24
"""Where more spaces than this cannot be seen, any telling is a guess."""
SPARE_MOST: Final = 2
"""So many tiles may somebody have kept unknown to us."""
Told = ToldTurn[IgluTurn]


@dataclass(frozen=True, slots=True)
class Over:
    """A turn that is over."""

    said: Explained
    from_s: float
    to_s: float
    looks: Looks
    """How spaces looked before it."""
    longer: bool = False
    """Whether later sight has shown that more belongs to it."""


class IgluBelief:
    """See `webui.watch.judge.Belief`."""

    rare_held_s: Final = 5.0

    def __init__(self, rules: IgluIglu, begun: Begun, hold_s: float) -> None:
        self._hold_s = hold_s
        self.rest, self.at_s = -1, 0.0
        self._looks: dict[str, frozenset[tuple[str, str | None]]] = {}
        self.restart(rules, begun)

    def restart(self, rules: IgluIglu, begun: Begun) -> None:
        """Forget the view and believe that the match stands so; how spaces look while they stay is remembered."""
        self._rules, self._state, self._number = rules, begun.state, begun.number
        self._from_s, self._changed_s = begun.at_s, begun.at_s
        self._past: dict[int, Over] = {}
        self._sight: BoardView | None = None
        self._said: Explained = nothing_played(rules, begun.state)
        self._doubted: set[str] = set()
        self._spare: dict[str, int] = {}
        self._looks = {}

    # views

    def view(self, pictures: Sequence[Glimpse], held_s: float = 0.0) -> BoardView:
        """What the pictures of a rest show."""
        return BoardView.of(pictures, held_s)

    def look_at(self, view: BoardView) -> None:
        """Look at a view of a table on which nothing is judged yet."""
        self._sight = view

    def see(self, pictures: Sequence[Glimpse], held_s: float) -> Json:
        """Take in the pictures of the present rest; the view as it is stored."""
        view = self.view(pictures, held_s)
        self._take(view)
        return view.to_json()

    def see_again(self, view: Json, rest: int, at_s: float) -> None:
        """Take in a view that was stored."""
        self._take(BoardView.from_json(view))

    def _take(self, view: BoardView) -> None:
        if not self._looks:
            self._learn(view)
        if self._sight is None or self._sight.values != view.values or self._sight.hands != view.hands:
            self._sight = view
            self._explain()
        self._sight = view

    def _learn(self, view: BoardView, known: Collection[str] = NAMES) -> None:
        """How spaces look now, of which it is known how they stand: some are read now so, now so."""
        for name, cell in zip(NAMES, view.cells, strict=True):
            if cell.seen and name in known:
                self._looks[name] = self._looks.get(name, frozenset()) | {cell.look}

    def _explain(self) -> None:
        assert self._sight is not None
        if len(self._sight.unseen) > BLIND:
            return
        seen = Compared.with_(self._sight, self._state, self._looks)
        sure = self._surely(self._sight)
        said = explained(self._rules, self._state, seen, (), sure, self._spare.get(self._state.to_move, 0))
        if said.turn.state != self._said.turn.state:
            self._changed_s = self.at_s
        self._said = said
        if said.legal is False:
            self._lengthen(self._sight, sure)
        if self._said.legal is False and self._doubted & set(self._said.changed):
            # nobody is accused of what began on spaces of which it is not certain how they stood
            self._said = replace(self._said, legal=None, violations=(), reason="open.unseen")
        if self._said.legal is True:
            self._learn(self._sight, same(self._state, self._said.turn.state))

    def _surely(self, view: BoardView) -> dict[str, float]:
        """How surely each space is read; less so where it is not known for certain how it stood."""
        sure = {name: cell.sure for name, cell in zip(NAMES, view.cells, strict=True)}
        return {name: min(p, DOUBTED) if name in self._doubted else p for name, p in sure.items()}

    def _lengthen(self, view: BoardView, sure: Mapping[str, float]) -> None:
        """What breaks a rule as the next turn may be the rest of the last one, which was taken as over too soon."""
        last = self._past.get(self._number - 1)
        if last is None or last.said.legal is False:
            return
        before = last.said.turn.begun.table
        whole = explained(self._rules, before, Compared.with_(view, before, last.looks), (), sure)
        if whole.legal is not True:
            return
        self._past[self._number - 1] = replace(last, said=whole, to_s=self.at_s, longer=True)
        was, self._state, self._from_s = self._state, whole.turn.after, self.at_s
        self._relearn(view, was)
        self._said = nothing_played(self._rules, self._state)

    # the turn in progress

    def said_done(self, at_s: float) -> None:
        """The turn is over as it is believed now."""
        said, mover = self._said, self._state.to_move
        if said.legal is None:  # a tile that is gone may have been kept
            self._spare[mover] = min(self._spare.get(mover, 0) + 1, SPARE_MOST)
        self._past[self._number] = Over(said, self._from_s, at_s, dict(self._looks))
        was, self._state, self._number, self._from_s = self._state, said.turn.after, self._number + 1, at_s
        self._changed_s = at_s
        sure = {} if self._sight is None else self._surely(self._sight)
        self._doubted |= {n for n in said.changed if said.legal is not True or sure.get(n, 1.0) < DOUBTED}
        if self._sight is not None:
            self._relearn(self._sight, was)
        self._said = nothing_played(self._rules, self._state)

    def _relearn(self, view: BoardView, was: State) -> None:
        """Spaces look from now on as they do; those on which something has changed look no longer as they did."""
        stayed = same(was, self._state)
        self._looks = {name: looks for name, looks in self._looks.items() if name in stayed}
        self._learn(view)
        for name, seen, there in zip(NAMES, view.cells, believed(self._state), strict=True):
            if fits(seen, there) and seen.sure >= DOUBTED and self._said.legal is True:
                self._doubted.discard(name)

    def in_progress(self) -> Told:
        """The turn in progress."""
        turn = self._said.turn
        if turn.words[-1:] == ("done",):  # it is for its player to say so
            turn = replace(turn, words=turn.words[:-1])
        return ToldTurn(self._number, turn, self._said.breaches, self._from_s, self._changed_s)

    def finished(self) -> bool:
        """Whether something was played that can be the whole turn, or is a fault as it lies."""
        said = self._said
        return not self.blind and (said.turn.whole or (bool(said.changed) and said.legal is not True))

    def owing(self) -> bool:
        """Nothing is told before a turn is over: hands may still be at it."""
        return False

    def breach(self, number: int, noted: Collection[str] = ()) -> Told | None:
        """Nothing is told before a turn is over."""
        return None

    def won(self, number: int) -> Told | None:
        """The game ends with a turn, never in the middle of one that can be seen."""
        return None

    # turns that are over

    def over(self, number: int) -> Told | None:
        """The turn with this number, if it is over."""
        past = self._past.get(number)
        if past is None:
            return None
        return ToldTurn(number, past.said.turn, past.said.breaches, past.from_s, past.to_s)

    def explanation(self, number: int) -> Explained | None:
        """What was concluded of a turn that is over, or is in progress."""
        past = self._past.get(number)
        return self._said if past is None and number == self._number else None if past is None else past.said

    def certainty(self, number: int) -> Certainty:
        """How sure it is what a turn was."""
        past = self._past.get(number)
        legal = None if past is None else past.said.legal
        known, broken = legal is True, legal is False
        return Certainty(known or broken, known or broken, broken, broken, self._number > number + 1)

    def ways(self, number: int) -> Ways | None:
        """The turns that it may have been, where that must be asked."""
        past = self._past.get(number)
        if past is None or past.said.legal is not None:
            return None
        return Ways(past.said.ways, self.unseen() or ())

    def settle(self, number: int) -> None:
        """Turns that are over stay as they were written down."""
        for old in [n for n in self._past if n < number]:
            del self._past[old]

    def hold(self) -> None:
        """Nothing else has to be remembered of a view."""

    def standing(self) -> bool:
        """Whether what is seen now has been seen long enough."""
        return self._sight is not None and self._sight.held_s >= self._hold_s

    def stood_broken(self, number: int) -> Iterator[Told]:
        """What was put right within a turn is nobody's fault."""
        return iter(())

    def stood_otherwise(self, told: Any) -> Iterator[Told]:
        """What was put right within a turn is nobody's fault."""
        return iter(())

    def outdated(self, number: int, after: Any, actions: tuple[str, ...]) -> bool:
        """Whether more belongs to a turn than was written down."""
        past = self._past.get(number)
        return past is not None and past.longer and (past.said.turn.after, past.said.turn.words) != (after, actions)

    def differs(self) -> tuple[str, ...] | None:
        """The spaces that fit no turn; None while that has not stood long enough to be told."""
        if self._sight is None or self._said.legal is True:
            return () if self._sight is not None else None
        return self._said.changed if self.standing() else None

    # what is seen

    @property
    def blind(self) -> bool:
        """Whether so little can be read that any telling is a guess."""
        return self._sight is not None and len(self._sight.unseen) > BLIND

    @property
    def in_sight(self) -> bool:
        """Whether the last view shows anything."""
        return self._sight is not None and len(self._sight.unseen) < len(NAMES)

    @property
    def held_s(self) -> float:
        """How long the last view had stood."""
        return 0.0 if self._sight is None else self._sight.held_s

    @property
    def looked(self) -> bool:
        """Whether any view was taken in, or looked at."""
        return self._sight is not None

    def reads_otherwise(self, pictures: Sequence[Glimpse]) -> bool:
        """Whether pictures show anything else than the last view."""
        return self._sight is None or self._sight.values != self.view(pictures).values

    def rare_seen(self) -> bool:
        """Nothing of this game is believed only after long."""
        return False

    def as_seen(self) -> tuple[Any | None, tuple[str, ...]] | None:
        """The state that is seen, and where it does not fit."""
        if self._sight is None:
            return None
        said = self._said
        return said.turn.after, () if said.legal is True else said.changed

    def unseen(self) -> tuple[str, ...] | None:
        """The spaces of which the last view says nothing; None before the first view."""
        return None if self._sight is None else self._sight.unseen


def same(one: State, other: State) -> set[str]:
    """The spaces on which the same lies."""
    return {name for name, a, b in zip(NAMES, believed(one), believed(other), strict=True) if a == b}
