"""From the belief to events: turns that are over, breaches that stand, pawns miscounted, the turn in progress."""

from __future__ import annotations

from engine.icecult.board import PAWNS
from engine.icecult.words.texts import in_all
from vision.icecult.belief.conclusions import Conclusions, ToldTurn
from webui.icecult.watch.ruling import ruling
from webui.record import events as ev
from webui.record.events import Event
from webui.record.match import Match
from webui.watch.closing import Closing, Revising, folded
from webui.watch.said import Said


class Teller:
    """Turns what follows from the belief into events."""

    def __init__(self, belief: Conclusions) -> None:
        self._belief, self.said = belief, Said()
        self._closing, self._revising = Closing(belief, self.said), Revising(belief, self.said)

    def conclude(self, match: Match, at: float, final: bool = False) -> list[Event]:
        """The events that follow from the belief as it is now; `final`: nothing more will be seen of the turn."""
        self._belief.hold()
        out = self._revising.revise(match, at)
        match = folded(match, out)
        news = self._closing.close(match, at, final)
        out, match = out + news, folded(match, news)
        for step in (self._breach, self._differ, self._miscounted, self._progress):
            news = step(match, at)
            out, match = out + news, folded(match, news)
        return out

    def owed(self, match: Match, told: ToldTurn, at: float) -> list[Event]:
        """Tell that the turn in progress has stopped although something is owed."""
        if self.said.sightless.doubts(told, match.turns):
            return []
        return self.said.fault_in_progress(match.number, ruling(told.turn, ()), at)

    def _breach(self, match: Match, at: float) -> list[Event]:
        """A breach of the turn in progress that has stood long enough."""
        if match.over:
            return []
        told = self._belief.breach(match.number, self.said.is_noted(match.number, "pawn-extra"))
        if told is None or self.said.sightless.doubts(told, match.turns):
            return []
        return self.said.fault_in_progress(match.number, ruling(told.turn, told.breaches, told.table, over=False), at)

    def _differ(self, match: Match, at: float) -> list[Event]:
        """Which places fit no explanation, once that has stood."""
        places = self._belief.differs()
        return [] if places is None or places == match.differs else [ev.Differs(at, places)]

    def _miscounted(self, match: Match, at: float) -> list[Event]:
        """A pawn that is seen no more, or one too many: worth a note, nobody is to blame."""
        found = None if match.over else self._belief.miscount()
        if found is None:
            return []
        rule, key = ("pawn-missing", "note.out-of-sight") if found.pawns < PAWNS else ("pawn-extra", "pawn-extra")
        return self.said.note(match.number, rule, in_all(key, colour=found.colour, count=found.pawns), at)

    def _progress(self, match: Match, at: float) -> list[Event]:
        """The turn in progress as it is now believed."""
        told, unseen = self._belief.in_progress(), self._belief.unseen()
        if match.over or told.number != match.number or unseen is None:
            return []
        state = told.turn.state
        if (told.words, state, unseen) == (match.actions, match.state, match.unknown):
            return []
        return [ev.Progress(at, told.words, state.to_json(), unseen, self._belief.at_s)]
