"""Turns that are over, as the camera saw them: when they are written down, and when what was written is revised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from vision.belief.conclusions import Certainty
from webui.play.watcher import TURNS_REPLAYED
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.fold import apply
from webui.record.match import Match, Played
from webui.referee.by_hand import stale, won
from webui.watch.judge import Belief, Judge, Told
from webui.watch.ruling import Question, Ruling
from webui.watch.said import Said

TURNS_OPEN: Final = 2
"""How many turns on record stay open to later sight beyond the last one, where they might be told differently."""


class Closing:
    """Writes turns down once it is sure enough what they were."""

    def __init__(self, belief: Belief, judge: Judge, said: Said) -> None:
        self._belief, self._judge, self._said = belief, judge, said

    def close(self, match: Match, at: float, final: bool) -> list[Event]:
        """The events of all turns that are over by now; `final`: nothing more will be seen of them."""
        out: list[Event] = []
        while not match.over:
            told = self._belief.over(match.number)
            news = self._won(match, at) if told is None else self._ended(match, told, at, final)
            if not news:
                break
            self._belief.settle(settled(match))
            out += news
            match = folded(match, news)
        return out

    def _ended(self, match: Match, told: Told, at: float, final: bool) -> list[Event]:
        """The events of a turn that is over; none while more may be seen of it."""
        certain = self._belief.certainty(told.number)
        now = final or certain.followed
        if not (certain.sure or certain.surely_broken or now):
            return []
        judged = self._judged(told)
        if judged.rule and not (now or (certain.blamed and self._belief.standing())):
            return []
        return self._written(match, told, judged, certain, at)

    def _written(self, match: Match, told: Told, judged: Ruling, certain: Certainty, at: float) -> list[Event]:
        """The turn as it is judged; with a question where it may have been another, or with nobody blamed."""
        if self._belief.blind:
            return self._asked(match, told, self._what_was_not_seen(told, self._judge.blind_places), at, "open.blind")
        unseen = judged.rule and self._said.sightless.doubts(told, match.turns)
        ways = None if certain.blamed or (certain.likely and not judged.rule) else self._belief.ways(told.number)
        if ways is not None or unseen:
            return self._asked(match, told, self._what_was_not_seen(told), at)
        if judged.rule and not certain.blamed:
            judged = Ruling.unclear(self._judge.words("open.who"), judged.actions)
        return self._turn_events(match, told, judged, at)

    def _what_was_not_seen(self, told: Told, unseen: tuple[str, ...] = ()) -> Question:
        """Asks instead of blaming anybody for what may have happened while nobody saw the table, or these places."""
        ways = self._belief.ways(told.number)
        turns = (told.words,) if ways is None else ways.turns
        return self._judge.question(turns, unseen or (() if ways is None else ways.unseen))

    def _judged(self, told: Told) -> Ruling:
        """The ruling on a turn; that given while it went on, where the end alone would blame what nobody touched."""
        judged = self._judge.ruling(told)
        earlier = self._said.ruling_while_it_went_on(told.number)
        return earlier if earlier is not None and self._judge.by_its_end_alone(told, judged) else judged

    def _turn_events(self, match: Match, told: Told, judged: Ruling, at: float) -> list[Event]:
        """Everything that a turn brings when it is over: what was learned, its end, a win or a fault, notes."""
        out: list[Event] = []
        learned = self._judge.learned(told, match)
        if learned is not None:
            out.append(ev.Learned(at, learned))
        late = [] if self._said.sightless.doubts(told, match.turns) else self._put_right(told, judged, at)
        verdict = judged.verdict | self._judge.unchecked(match) | self._said.put_right(told.number, judged)
        words, span = judged.actions or told.words, (told.from_s, told.to_s)
        out.append(ev.TurnEnded(at, told.number, match.player, words, told.after.to_json(), verdict, *span, "camera"))
        if judged.winners:
            return [*out, *late, *won(match, folded(match, out).turns[-1], at)]
        if judged.rule and not self._said.is_fault(told.number, judged.rule):
            out.append(self._said.fault(told.number, judged, at))
        if not judged.rule:
            out += stale(folded(match, out), at)
        return out + late

    def _put_right(self, told: Told, judged: Ruling, at: float) -> list[Event]:
        """A note of what stood for a while and was put right, where only later sight has made that certain."""
        if self._said.any_fault(told.number) or judged.legal is not True:
            return []
        for seen in self._stood(told):
            if seen.rule and seen.text:
                return self._said.note_put_right(told.number, seen.rule, seen.text, at)
        return []

    def _stood(self, told: Told) -> Iterator[Ruling]:
        """The rulings on tables that stood for a while in a turn and were not lawful then."""
        for broken in self._belief.stood_broken(told.number):
            yield self._judge.ruling(broken, over=False)
        for other in self._belief.stood_otherwise(told):
            if self._judge.ruling(other, over=False).rule:
                yield self._judge.ruling(other)  # it was meant as the end of the turn

    def _won(self, match: Match, at: float) -> list[Event]:
        """The mover has won by a step: nothing more is owed."""
        told = self._belief.won(match.number)
        return [] if told is None else self._turn_events(match, told, self._judge.ruling(told), at)

    def _asked(
        self, match: Match, told: Told, question: Question, at: float, reason: str = "open.several"
    ) -> list[Event]:
        """Write the turn down as likely as it is, and ask."""
        events = self._turn_events(match, told, Ruling.unclear(self._judge.words(reason), question=question), at)
        return [*events, ev.Asked(at, f"{told.number}.?", told.number, question.text, question.answers)]


class Revising:
    """Tells turns on record anew where later sight has changed what they were."""

    def __init__(self, belief: Belief, judge: Judge, said: Said) -> None:
        self._belief, self._judge, self._said = belief, judge, said

    def revise(self, match: Match, at: float) -> list[Event]:
        """The events by which the record is brought to the belief; none while that is a guess or accuses unsurely."""
        open_turns = [turn for turn in match.turns[-TURNS_REPLAYED:] if not turn.human]
        changed = [turn.number for turn in open_turns if self._belief.outdated(turn.number, turn.after, turn.actions)]
        if not changed or self._belief.blind or match.over:
            return []
        first = changed[0]
        if self._accuses_in_doubt(match, first):
            return []
        records = [self._record(turn) for turn in match.turns[first - 1 :]]
        if any(record is None for record in records):
            return [ev.TurnsRevised(at, first, (), "camera")]
        revised = ev.TurnsRevised(at, first, tuple(r for r in records if r is not None), "camera")
        return [revised, *self._found_out(range(first, len(match.turns) + 1), at)]

    def _accuses_in_doubt(self, match: Match, first: int) -> bool:
        """Whether a turn from this one on would be told with a breach that is in doubt, or comes of what nobody saw."""
        numbers = range(first, len(match.turns) + 1)
        tellings = [told for number in numbers if (told := self._belief.over(number)) is not None]
        doubted = (told for told in tellings if self._in_doubt(told, match))
        return any(self._judge.ruling(told).rule for told in doubted)

    def _in_doubt(self, told: Told, match: Match) -> bool:
        """Whether nobody may be accused of what was broken in a turn."""
        return not self._belief.certainty(told.number).blamed or self._said.sightless.doubts(told, match.turns)

    def _record(self, turn: Played) -> Json | None:
        """The turn's record as it is told now; None where it is not over any more."""
        told = self._belief.over(turn.number)
        if told is None:
            return None
        judged = self._judge.ruling(told)
        verdict = judged.verdict | self._said.put_right(turn.number, judged)
        words = judged.actions or told.words
        return replace(turn, actions=words, after=told.after, verdict=verdict).to_record()

    def _found_out(self, numbers: range, at: float) -> list[Event]:
        """Breaches that only later sight has shown."""
        tellings = [told for number in numbers if (told := self._belief.over(number)) is not None]
        found = [(told.number, self._judge.ruling(told)) for told in tellings]
        return [self._said.fault(n, j, at) for n, j in found if j.rule and not self._said.is_fault(n, j.rule)]


def settled(match: Match) -> int:
    """Up to which turn all stays as it was written down: what is still open may be told in every way until answered."""
    open_ = (turn.number for turn in match.turns[-TURNS_REPLAYED:] if turn.legal is None and not turn.human)
    return min(match.number - TURNS_OPEN, next(open_, match.number) - 1)


def folded(match: Match, events: Iterable[Event]) -> Match:
    """The match after these events."""
    for event in events:
        match = apply(match, event)
    return match
