"""From the belief to events: turns that are over, breaches that stand, what is odd, the turn in progress."""

from __future__ import annotations

from webui.record import events as ev
from webui.record.events import Event
from webui.record.folding.waiting import parted
from webui.record.match import Match
from webui.watch.closing import Closing, Revising, folded
from webui.watch.judge import Belief, Judge, Told
from webui.watch.said import Said


class Teller:
    """Turns what follows from the belief into events."""

    def __init__(self, belief: Belief, judge: Judge) -> None:
        self._belief, self._judge, self.said = belief, judge, Said(judge.notes, judge.words("note.legal"))
        self._closing, self._revising = Closing(belief, judge, self.said), Revising(belief, judge, self.said)

    def conclude(self, match: Match, at: float, final: bool = False) -> list[Event]:
        """The events that follow from the belief as it is now; `final`: nothing more will be seen of the turn."""
        self._belief.hold()
        out = self._revising.revise(match, at)
        match = folded(match, out)
        news = self._closing.close(match, at, final)
        out, match = out + news, folded(match, news)
        for step in (self._breach, self._differ, self._odd, self._progress):
            news = step(match, at)
            out, match = out + news, folded(match, news)
        return out

    def owed(self, match: Match, told: Told, at: float) -> list[Event]:
        """Tell that the turn in progress has stopped although something is owed."""
        if self.said.sightless.doubts(told, match.turns):
            return []
        return self.said.fault_in_progress(match.number, self._judge.ruling(told), at)

    def _breach(self, match: Match, at: float) -> list[Event]:
        """A breach of the turn in progress that has stood long enough."""
        if match.over:
            return []
        told = self._belief.breach(match.number, self.said.noted(match.number))
        if told is None or self.said.sightless.doubts(told, match.turns):
            return []
        return self.said.fault_in_progress(match.number, self._judge.ruling(told, over=False), at)

    def _differ(self, match: Match, at: float) -> list[Event]:
        """Which places fit no explanation, once that has stood."""
        places = self._belief.differs()
        return [] if places is None or places == match.differs else [ev.Differs(at, places)]

    def _odd(self, match: Match, at: float) -> list[Event]:
        """What is odd on the table: worth a note, nobody is to blame."""
        found = None if match.over else self._judge.note()
        return [] if found is None else self.said.note(match.number, *found, at)

    def _progress(self, match: Match, at: float) -> list[Event]:
        """The turn in progress as it is now believed."""
        told, unseen = self._belief.in_progress(), self._belief.unseen()
        if match.over or told.number != match.number or unseen is None:
            return []
        state = told.turn.state
        if (told.words, state, unseen) == (match.actions, match.state, match.unknown):
            return []
        return [ev.Progress(at, told.words, state.to_json(), unseen, self._belief.at_s)]


def read(match: Match, at: float) -> list[Event]:
    """What was told of a turn, could be read, and whose next turn has begun: it waits no longer."""
    begun = match.number if match.actions else match.number - 1
    return [ev.Settled(at, told.id, "read") for told in parted(match.waiting, begun, at)[1]]
