"""What follows from the belief about a match of ICE CULT, beside what follows in any game."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from engine.icecult.board import PAWNS, SLOTS
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.concluding import Concluding
from vision.belief.concluding import ToldTurn as AnyToldTurn
from vision.belief.conclusions import Begun
from vision.icecult.belief.as_seen import adopted_state, as_partial
from vision.icecult.belief.breach import RELOCATED, is_loose, is_of_pawn
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.tracker import CultTracker
from vision.icecult.belief.views.evidence import CultView
from vision.icecult.belief.views.fusing import HEAPS
from vision.icecult.belief.views.put_right import stood_otherwise
from vision.icecult.observation import Observation

Json = dict[str, Any]
ToldTurn: TypeAlias = AnyToldTurn[TurnInProgress]

LOOKS: Final = 20
"""So many views tell how well the cubes are read, and no fewer than `LOOKS_LEAST`."""
LOOKS_LEAST: Final = 3
READ_LEAST: Final = 0.45
"""Of the cubes in these views at least this share must be read as believed; else the belief is a guess."""
SURPLUS: Final = "pawn-extra"
"""The name under which players are told of a pawn too many."""


@dataclass(frozen=True, slots=True)
class Miscount:
    """A colour of which too few or too many pawns are seen, and how many that are."""

    colour: str
    pawns: int


class Conclusions(Concluding[TurnInProgress, CultView]):
    """Holds the belief about one match and answers what follows from it."""

    tracker: CultTracker
    loose_places = HEAPS
    _prices: Prices

    def __init__(self, rules: IceCult, begun: Begun, hold_s: float, prices: Prices = STANDARD) -> None:
        self._looks: deque[tuple[int, int]] = deque(maxlen=LOOKS)
        """How many cubes the last views show as believed, and of how many it is known what they should show."""
        super().__init__(rules, begun, hold_s, prices)

    def restart(self, rules: IceCult, begun: Begun) -> None:
        """Forget all histories and believe that the match stands so."""
        self.tracker = CultTracker(rules, begun.state, begun.number, begun.at_s, self._prices)
        self._looks.clear()  # they were compared with what was believed
        self._charged = {}

    def view(self, pictures: Sequence[Observation], held_s: float = 0.0) -> CultView:
        """What the pictures of a rest show, without believing anything of it."""
        return CultView.of(pictures, held_s, self._prices)

    def stored(self, view: Json) -> CultView:
        """A view from its JSON."""
        return CultView.from_json(view, self._prices)

    def taken(self, turn: TurnInProgress, view: CultView) -> State | None:
        """The state that is seen; None where there are too many pawns."""
        return adopted_state(turn, view)

    def take(self, view: CultView, rest: int, at_s: float) -> None:
        """Believe what explains a view, and count how many cubes it shows as believed."""
        super().take(view, rest, at_s)
        best = self.tracker.best
        tops = best.turn.cube_set.tops(best.state.cubes)
        self._looks.append((view.tops_read(tops), sum(top is not None for top in tops)))

    @property
    def blind(self) -> bool:
        """Whether the cubes can hardly be read: most were read otherwise than believed in the last views, or not.

        Then any telling is a guess, however unlikely any other is.
        """
        read, known = (sum(counts) for counts in zip(*self._looks, strict=True)) if self._looks else (0, 0)
        return len(self._looks) >= LOOKS_LEAST and read < READ_LEAST * known

    @property
    def in_sight(self) -> bool:
        """Whether the last view shows any cube."""
        return not set(SLOTS) <= set(self.unseen() or ())

    def in_plain_view(self, number: int) -> bool:
        """Whether what tells is plainly seen, and the faces of the cubes on top are known."""
        best = self.tracker.best
        return None not in best.turn.cube_set.tops(best.state.cubes) and super().in_plain_view(number)

    def breach(self, number: int, noted: Collection[str] = ()) -> ToldTurn | None:
        """Turn `number`, in progress, if it has surely broken a rule and that has stood long enough.

        `noted`: what the players know already of this turn; perhaps that a pawn too many stands on the table.
        """
        told, sight, best = super().breach(number, noted), self.tracker.sight, self.tracker.best
        if told is None or sight is None:
            return None
        surplus = self.rare_seen() or SURPLUS in noted
        start_seen = sight.start.top_score >= self._prices.clear
        if surplus and not start_seen and all(is_of_pawn(breach) for breach in best.breaches):
            return None  # the pawn too many, which is noted, need not have come from a start out of sight
        loose = any(is_loose(breach) for breach in best.breaches)
        return replace(told, table=as_partial(best, sight, surplus) if loose else None)

    def stood_otherwise(self, told: ToldTurn) -> Iterator[ToldTurn]:
        """Tables that stood for long enough in a turn and on which pawns were elsewhere than in the end."""
        if self.tracker.margin(told.number) < self._prices.sure:
            return
        for seen_at_s, sight in self._held.values():
            if told.from_s < seen_at_s <= told.to_s:
                table = stood_otherwise(sight, told.turn.state, told.turn.cube_set)
                if table is not None:
                    yield replace(told, breaches=(RELOCATED,), table=table)

    def miscount(self) -> Miscount | None:
        """A pawn that is seen no more, gone or behind another, or one too many; nobody is to blame for it."""
        if not self.stood():
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
        return super().finished() and not any(s.status == "unused" for s in self.tracker.best.turn.symbols())

    def owing(self) -> bool:
        """Whether the turn in progress was begun and surely may not end yet."""
        best = self.tracker.best
        near = [x for x in self.tracker.histories if x.cost - best.cost < self._prices.owed_left]
        cleared = any(x.number < best.number or (x.turn.may_end() and not x.breaches) for x in near)
        open_ = bool(best.turn.actions) and not best.breaches and not cleared
        return open_ and not set(self.tracker.misfit()) - HEAPS and self.in_plain_view(best.number)
