"""What the players have been told about each turn, so that nothing is told twice."""

from __future__ import annotations

from collections.abc import Collection

from webui.record import events as ev
from webui.record.events import Event, Json
from webui.referee.by_hand import FAULT_OFFERS
from webui.settings import Words
from webui.watch.ruling import Ruling
from webui.watch.sightless import RULE as UNSEEN
from webui.watch.sightless import Sightless


class Said:
    """Remembers faults and notes by the number of their turn."""

    def __init__(self, notes: Collection[str], unsaid: Words) -> None:
        """`notes`: the names of notes that blame nobody; `unsaid`: for a fault that has no sentence."""
        self._blameless, self._unsaid = notes, unsaid
        self._faults: set[tuple[int, str]] = set()
        self._notes: set[tuple[int, str]] = set()
        self._rulings: dict[int, Ruling] = {}
        self.sightless = Sightless()

    def fault(self, number: int, judged: Ruling, at: float) -> ev.Told:
        """Tell a fault."""
        self._faults.add((number, judged.rule))
        text = judged.text or self._unsaid
        return ev.Told(at, f"{number}.{judged.rule}", number, "fault", judged.rule, text, (), FAULT_OFFERS)

    def fault_in_progress(self, number: int, judged: Ruling, at: float) -> list[Event]:
        """Tell a fault of a turn that still goes on, once."""
        if not judged.rule or self.is_fault(number, judged.rule):
            return []
        self._rulings = {number: judged}
        return [self.fault(number, judged, at)]

    def note(self, number: int, rule: str, text: Words, at: float) -> list[Event]:
        """Tell something worth knowing about a turn, once; not where it has been told as a fault."""
        if (number, rule) in self._notes | self._faults:
            return []
        self._notes.add((number, rule))
        return [ev.Told(at, f"{number}.{rule}", number, "note", rule, text)]

    def note_put_right(self, number: int, rule: str, text: Words, at: float) -> list[Event]:
        """Tell afterwards what was broken for a while and put right."""
        note = self.note(number, rule, text, at)
        self._faults.add((number, rule))
        return note

    def again(self, event: ev.Told) -> None:
        """Remember what is on record as told."""
        if event.rule == UNSEEN:
            self.sightless.again(event)
        elif event.about == "fault":
            self._faults.add((event.turn, event.rule))
        elif event.about == "note" and event.rule:
            (self._notes if event.rule in self._blameless else self._faults).add((event.turn, event.rule))

    def is_fault(self, number: int, rule: str) -> bool:
        """Whether this has been told as a fault of that turn."""
        return (number, rule) in self._faults

    def noted(self, number: int) -> frozenset[str]:
        """What has been noted of that turn."""
        return frozenset(rule for n, rule in self._notes if n == number)

    def any_fault(self, number: int) -> bool:
        """Whether any fault of that turn has been told."""
        return any(n == number for n, _ in self._faults)

    def ruling_while_it_went_on(self, number: int) -> Ruling | None:
        """The ruling on a fault of that turn that was told before the turn was over."""
        return self._rulings.get(number)

    def put_right(self, number: int, judged: Ruling) -> Json:
        """What a verdict adds where faults of the turn were told and put right before it was over."""
        rules = sorted(rule for n, rule in self._faults if n == number)
        return {"put_right": rules} if rules and judged.legal else {}
