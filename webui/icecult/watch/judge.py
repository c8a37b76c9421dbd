"""What the watcher asks of ICE CULT: see `webui.watch.judge`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.errors import NotationError
from engine.icecult.board import PAWNS, SLOTS
from engine.icecult.cube import CubeSet
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.words.texts import in_all
from vision.eye import Seen
from vision.icecult.belief.breach import is_of_pawn
from vision.icecult.belief.conclusions import SURPLUS, Conclusions, ToldTurn
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.evidence import CultView
from vision.icecult.belief.views.fusing import plain
from vision.icecult.observation import Observation
from webui.icecult.sentences import question_words
from webui.icecult.watch.ruling import ruling
from webui.play.watcher import Patience
from webui.record.events import Json
from webui.record.match import Match
from webui.settings import Words
from webui.watch.ruling import Question, Ruling
from webui.watch.watching import Watch, as_it_stands

CUBE_RULES: Final = frozenset({"tilt-alone", "cube-turned", "cubes-exchanged"})
UNSEEN_MOST: Final = 12
"""A view that leaves more cubes and spaces open than this, half of them, does not show that the table is set up."""


def watch(match: Match, patience: Patience | None = None, prices: Prices = STANDARD) -> Watch:
    """A watcher of this match."""
    patience = patience or Patience()
    belief = Conclusions(rules_of(match), as_it_stands(match, 0.0), patience.hold_s, prices)
    return Watch(match, belief, CultJudge(belief), patience)


def rules_of(match: Match) -> IceCult:
    """The rules that a match is played by."""
    return IceCult(match.equipment, match.house, match.players)


class CultJudge:
    """Rules on what is believed of one match."""

    notes = frozenset({"pawn-missing", SURPLUS})
    blind_places = SLOTS

    def __init__(self, belief: Conclusions) -> None:
        self._belief = belief

    def rules(self, match: Match) -> IceCult:
        """The rules that a match is played by."""
        return rules_of(match)

    def pictures(self, seen: Iterable[Seen]) -> list[Observation]:
        """What an eye for ICE CULT has read."""
        return [_observation(each) for each in seen]

    def is_plain(self, picture: Observation, usual: frozenset[str]) -> bool:
        """Whether one picture is enough for now."""
        return plain(picture, usual)

    def to_put_back(self, view: CultView, match: Match) -> tuple[tuple[str, ...], bool]:
        """Where the table is not yet as before the first turn, and whether enough of it is seen."""
        return to_put_back(view, match.before, match.equipment), len(view.unseen()) <= UNSEEN_MOST

    def set_up_words(self, view: CultView, match: Match) -> Words | None:
        """Places say it all."""
        return None

    def ruling(self, told: ToldTurn, over: bool = True) -> Ruling:
        """The verdict on a turn."""
        return ruling(told.turn, told.breaches, told.table, over)

    def by_its_end_alone(self, told: ToldTurn, judged: Ruling) -> bool:
        """Whether a ruling blames cubes that nobody touched."""
        return judged.rule in CUBE_RULES and all(is_of_pawn(breach) for breach in told.breaches)

    def question(self, turns: Sequence[tuple[str, ...]], unseen: Sequence[str]) -> Question:
        """Asks which of these turns was played."""
        return Question(*question_words(turns, unseen))

    def words(self, key: str) -> Words:
        """A sentence in all languages."""
        return in_all(key)

    def learned(self, told: ToldTurn, match: Match) -> Json | None:
        """The set, where faces were seen that nobody knew."""
        return told.turn.cube_set.to_json() if told.turn.cube_set != match.equipment else None

    def unchecked(self, match: Match) -> Json:
        """What a verdict adds where faces were unknown, so that the tilts could not be checked."""
        known = all(text is not None for cube in match.equipment.cubes for text in cube.prints)
        return {} if known else {"unchecked": ["tilts"]}

    def note(self) -> tuple[str, Words] | None:
        """A pawn that is seen no more, or one too many."""
        found = self._belief.miscount()
        if found is None:
            return None
        rule, key = ("pawn-missing", "note.out-of-sight") if found.pawns < PAWNS else (SURPLUS, "pawn-extra")
        return rule, in_all(key, colour=found.colour, count=found.pawns)


def _observation(seen: Seen) -> Observation:
    """What an eye for ICE CULT has read; anything else comes from the eye of another game."""
    if not isinstance(seen, Observation):
        raise NotationError(f"expected an observation of ICE CULT, got {type(seen).__name__}")
    return seen


def to_put_back(sight: CultView, start: State, cubes: CubeSet) -> tuple[str, ...]:
    """The places that look otherwise than at the start; none unless one of them plainly does.

    The start area does not count: what is missing there lies elsewhere, or is hidden behind others.
    """
    prices = sight.prices
    odd = {miss.place: miss.cost for miss in sight.misreads(start, cubes) if miss.place != "start"}
    for slot, pose, top, seen in zip(SLOTS, start.cubes, cubes.tops(start.cubes), sight.cubes, strict=True):
        if top is None and pose[0] == "U" and seen.best is not None and seen.best[0] != "arc":
            odd[slot] = seen.top_score  # not known yet, but the arcs are on top when a match begins
    if max(odd.values(), default=0.0) < prices.clear:
        return ()
    return tuple(place for place, cost in odd.items() if cost > prices.differs)
